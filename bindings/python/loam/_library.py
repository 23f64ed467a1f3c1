# SPDX-License-Identifier: MIT
"""Finds the shared libraries and looks functions up in them."""
import ctypes
import os
import sys
from pathlib import Path

# What a library is called; the version is that of the interface, as long as it is 0.x.
if sys.platform == "win32":
    PATTERNS = ("{}.dll", "lib{}.dll")
elif sys.platform == "darwin":
    PATTERNS = ("lib{}.dylib", "lib{}.0.1.dylib")
else:
    PATTERNS = ("lib{}.so", "lib{}.so.0.1")

_loaded = {}


class Struct(ctypes.Structure):
    """A struct of C that says what is in it."""

    def __repr__(self):
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name, *_ in getattr(self, "_fields_", ()))
        return f"{type(self).__name__}({fields})"

    def copy(self):
        """Another one with the same bytes."""
        return type(self).from_buffer_copy(self)


def _folders():
    """Where libraries are looked for, before the system's own places: LOAM_LIBRARY, a folder or a file in it, and
    beside this package."""
    named = os.environ.get("LOAM_LIBRARY")
    if named:
        path = Path(named)
        yield path if path.is_dir() else path.parent
    yield Path(__file__).resolve().parent


def _candidates(name):
    named = os.environ.get("LOAM_LIBRARY")
    if named and name == "loam" and Path(named).is_file():
        yield named
    for folder in _folders():
        for pattern in PATTERNS:
            path = folder / pattern.format(name)
            if path.exists():
                yield str(path)
    for pattern in PATTERNS:
        yield pattern.format(name)


def library(name):
    """One of "loam", "loam-io" and "loam-gpu". OSError says where it was looked for."""
    if name not in _loaded:
        if name != "loam":
            library("loam")  # the others need it, and find it if it is there
        tried = []
        for candidate in _candidates(name):
            try:
                _loaded[name] = ctypes.CDLL(candidate)
                break
            except OSError as error:
                tried.append(f"{candidate}: {error}")
        else:
            raise OSError(f"the library {name} was not found; LOAM_LIBRARY can name its folder. Tried:\n  " +
                          "\n  ".join(tried))
    return _loaded[name]


def bind(name, where, result, parameters, doc):
    """A function, ready to be called."""
    function = getattr(library(where), name)
    function.restype, function.argtypes, function.__doc__ = result, parameters, doc
    return function
