# SPDX-License-Identifier: MIT
# loam-io: definitions from JSON, worlds on disk, files that other programs open. Not part of the core,
# because it needs libraries. As the core it is compiled once, for an archive and for a shared library.
# The one goes with the core's archive, the other with its shared library, so that a program never has
# two cores.

find_package(PkgConfig REQUIRED)
pkg_check_modules(spng REQUIRED IMPORTED_TARGET GLOBAL spng)
pkg_check_modules(cjson REQUIRED IMPORTED_TARGET GLOBAL libcjson)
pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET GLOBAL sqlite3)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET GLOBAL libzstd)
set(loam_io_needs PkgConfig::spng PkgConfig::cjson PkgConfig::sqlite PkgConfig::zstd)

# OpenEXR is written where its C library is there, 3.1 or later.
option(LOAM_EXR "Write OpenEXR files, if OpenEXRCore is there" ON)
set(LOAM_HAS_EXR OFF CACHE INTERNAL "Whether OpenEXR files can be written")
if(LOAM_EXR)
    find_path(LOAM_EXR_INCLUDE openexr.h PATH_SUFFIXES OpenEXR DOC "The folder of openexr.h")
    find_library(LOAM_EXR_LIBRARY OpenEXRCore DOC "The library OpenEXRCore")
    if(LOAM_EXR_INCLUDE AND LOAM_EXR_LIBRARY)
        set(LOAM_HAS_EXR ON CACHE INTERNAL "Whether OpenEXR files can be written")
        list(APPEND loam_io_needs
            $<BUILD_INTERFACE:${LOAM_EXR_LIBRARY}> $<INSTALL_INTERFACE:OpenEXRCore>)
    else()
        message(STATUS "OpenEXRCore was not found: there will be no height maps in OpenEXR")
    endif()
endif()

# Meshes are simplified and compressed where meshoptimizer is there.
option(LOAM_MESHOPT "Simplify and compress meshes, if meshoptimizer is there" ON)
set(LOAM_HAS_MESHOPT OFF CACHE INTERNAL "Whether meshes can be simplified and compressed")
if(LOAM_MESHOPT)
    find_path(LOAM_MESHOPT_INCLUDE meshoptimizer.h DOC "The folder of meshoptimizer.h")
    find_library(LOAM_MESHOPT_LIBRARY meshoptimizer DOC "The library meshoptimizer")
    if(LOAM_MESHOPT_INCLUDE AND LOAM_MESHOPT_LIBRARY)
        set(LOAM_HAS_MESHOPT ON CACHE INTERNAL "Whether meshes can be simplified and compressed")
        list(APPEND loam_io_needs
            $<BUILD_INTERFACE:${LOAM_MESHOPT_LIBRARY}> $<INSTALL_INTERFACE:meshoptimizer>)
    else()
        message(STATUS "meshoptimizer was not found: meshes will be neither simplified nor compressed")
    endif()
endif()

add_library(loam_io_objects OBJECT)
target_include_directories(loam_io_objects
    PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(loam_io_objects PRIVATE LOAM_BUILDING)
target_link_libraries(loam_io_objects PRIVATE ${loam_io_needs} loam_flags)
if(LOAM_HAS_EXR)
    target_compile_definitions(loam_io_objects PRIVATE LOAM_HAS_EXR)
    target_include_directories(loam_io_objects SYSTEM PRIVATE ${LOAM_EXR_INCLUDE})
endif()
if(LOAM_HAS_MESHOPT)
    target_compile_definitions(loam_io_objects PRIVATE LOAM_HAS_MESHOPT)
    target_include_directories(loam_io_objects SYSTEM PRIVATE ${LOAM_MESHOPT_INCLUDE})
endif()
add_subdirectory(defs)
add_subdirectory(store)
add_subdirectory(export)
if(WIN32)
    add_subdirectory(windows)
endif()

add_library(loam_io STATIC $<TARGET_OBJECTS:loam_io_objects>)
target_link_libraries(loam_io PUBLIC loam_static PRIVATE ${loam_io_needs})
set_target_properties(loam_io PROPERTIES OUTPUT_NAME loam-io EXPORT_NAME io_static)
if(WIN32)
    target_link_libraries(loam_io PUBLIC $<BUILD_INTERFACE:loam_posix>)
endif()
add_library(loam::io_static ALIAS loam_io)

if(TARGET loam_shared)
    # How chunks are coded is the core's and not exported; with the archive it is found there.
    add_library(loam_io_shared SHARED $<TARGET_OBJECTS:loam_io_objects> tiles/data/planes.c)
    target_include_directories(loam_io_shared
        PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(loam_io_shared
        PUBLIC loam_shared
        PRIVATE ${loam_io_needs} ${loam_needs} $<BUILD_INTERFACE:loam_flags>)
    set_target_properties(loam_io_shared PROPERTIES
        OUTPUT_NAME loam-io
        EXPORT_NAME io
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
        INSTALL_RPATH $ORIGIN) # its core lies beside it, wherever that is
    loam_export(loam_io_shared ${loam_io_headers})
    add_library(loam::io ALIAS loam_io_shared)
endif()
