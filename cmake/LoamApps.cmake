# SPDX-License-Identifier: MIT
# Whether there can be windows: LOAM_HAS_WINDOW, and loam_sdl to link with; whether land can be drawn in them:
# LOAM_HAS_SCENE.

option(LOAM_PLAY "Build loam tiles play, if SDL2 and SDL2_ttf are there" ON)
set(LOAM_HAS_WINDOW OFF)
if(LOAM_PLAY)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(LOAM_SDL QUIET IMPORTED_TARGET sdl2>=2.0.20 SDL2_ttf>=2.0.18)
    endif()
    if(LOAM_SDL_FOUND)
        set(LOAM_HAS_WINDOW ON)
    else()
        message(STATUS "SDL2 and SDL2_ttf were not found: loam tiles play will not be there")
    endif()
endif()

include(CheckIncludeFile)
set(LOAM_HAS_SCENE OFF)
if(LOAM_HAS_WINDOW)
    check_include_file(GLES3/gl3.h LOAM_HAS_GLES3)
    if(LOAM_HAS_GLES3)
        set(LOAM_HAS_SCENE ON)
    else()
        message(STATUS "GLES3/gl3.h was not found: loam land view will not be there")
    endif()
endif()
