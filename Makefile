# SPDX-License-Identifier: MIT
# A short way to what CMake does; `make help` lists it. CMakePresets.json has the settings.

JOBS := $(shell nproc)
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local
# One test more than there are processors, as some of them wait.
TESTS_AT_ONCE ?= $(shell expr $(JOBS) + 1)

# ThreadSanitizer of gcc 12 knows fewer memory layouts than a new kernel's address space
# randomisation makes, so that is switched off where we may.
STEADY := $(shell setarch -R true 2>/dev/null && echo setarch -R)

.DEFAULT_GOAL := help
.PHONY: help build package run test check bindings viewers web serve webtest bench asan tsan fuzz soak portable windows windowstest clips format lint install clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## the libraries and the tool, build/loam
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release

run: ## play; without a display, pictures to look at, in out/
	@scripts/packages build
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target loam_exe example_custom_stage example_caves
	@scripts/run

test: ## build and run all tests but those of viewers
	@scripts/packages build test
	@$(MAKE) --no-print-directory build
	@ctest --preset release -LE viewers -j $(TESTS_AT_ONCE)

check: ## build and run only the tests of LAYER: make check LAYER=land
	@test -d "tests/$(LAYER)" && test -n "$(LAYER)" || \
	    { echo "check: LAYER is '$(LAYER)'; must be one of $(notdir $(patsubst %/CMakeLists.txt,%,$(wildcard tests/*/CMakeLists.txt)))" >&2; exit 2; }
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target check_$(LAYER)
	@ctest --preset release -R '^$(LAYER)(_|$$)' -j $(TESTS_AT_ONCE)

bindings: ## the library for C# and Python, in build/bindings, with its tests
	@scripts/packages build bindings
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release --target check_bindings
	@ctest --preset release -R '^bindings_'

bench: build ## measure everything; the figures also go to out/bench.json
	@mkdir -p out
	@build/loam bench --json out/bench.json

viewers: ## programs that open what we write: the glTF validator, assimp, GDAL, goxel, Tiled, Luanti, and Blender if it is there
	@scripts/packages build viewers
	@$(MAKE) --no-print-directory build
	@npm install --silent --no-fund --no-audit --prefix build/viewers gltf-validator@2.0.0-dev.3.10
	@ctest --preset release -L viewers --output-on-failure

asan: ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
tsan: ## the tests under ThreadSanitizer
asan tsan:
	@scripts/packages build test
	@cmake --preset $@ --log-level=WARNING
	@cmake --build --preset $@
	@$(STEADY) ctest --preset $@ -j $(TESTS_AT_ONCE)

web: ## the game as a web page, in build/web
	@scripts/packages build web
	@scripts/web

serve: web ## shows the page on this machine, at http://localhost:8000
	@web/node_modules/.bin/esbuild --servedir=build/web --serve=localhost:8000

webtest: web ## the page in a browser
	@scripts/packages build webtest
	@$(MAKE) --no-print-directory build
	@node --test web/test/*.test.mjs

fuzz: ## every fuzz target for FUZZ_SECONDS (60) each
	@scripts/packages build fuzz
	@cmake --preset fuzz --log-level=WARNING
	@cmake --build --preset fuzz --target loam_fuzzers
	@scripts/fuzz build-fuzz/fuzz $(FUZZ_SECONDS)

soak: ## what takes longer than minutes: property tests with many more cases
	@scripts/packages build test
	@$(MAKE) --no-print-directory build
	@LOAM_SOAK=1 ctest --preset release --timeout 86400

portable: ## the selftest on other processors, Windows and WebAssembly; PLATFORMS names some
	@scripts/packages build portable
	@scripts/portable $(PLATFORMS)

windows: ## the tool, the games and the libraries for Windows, in build-windows/loam-windows
	@scripts/packages build windows
	@scripts/windows

windowstest: windows ## them under wine, beside those of this machine
	@scripts/packages build windowstest
	@$(MAKE) --no-print-directory build
	@tests/windows/check

clips: ## the clips and pictures of the scenes in the docs
	@scripts/packages build clips
	@$(MAKE) --no-print-directory build
	@scripts/clips

format: ## bring all C files into shape
	@scripts/packages lint
	@scripts/format

lint: ## look for mistakes without running anything
	@scripts/packages build lint
	@$(MAKE) --no-print-directory build
	@scripts/lint

install: build ## headers, libraries, tool, man page to PREFIX (/usr/local)
	@cmake --install build --prefix $(PREFIX)

package: ## what is installed as a package of Debian and as an archive, in build/packages
	@scripts/packages build package
	@$(MAKE) --no-print-directory build
	@cmake --build --preset release --target package
	@ls build/packages/*.deb build/packages/*.tar.gz

clean: ## everything that was built or drawn
	@rm -rf build build-* out
