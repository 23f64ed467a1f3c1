# SPDX-License-Identifier: MIT
# loam-gpu: noise and tiles on graphics processors. Not part of the core, and there only where the headers of Vulkan and
# glslc are: shaders are compiled when Loam is built, and become a part of the library. Vulkan itself is
# opened while a program runs. Compiled once, for an archive and for a shared library, as loam-io.

option(LOAM_GPU "Build loam-gpu, if the headers of Vulkan and glslc are there" ON)
set(LOAM_HAS_GPU OFF CACHE INTERNAL "Whether loam-gpu is built")
if(NOT LOAM_GPU OR (CMAKE_CROSSCOMPILING AND NOT WIN32) OR NOT LOAM_HAS_SHARED)
    return()
endif()
find_path(LOAM_VULKAN_INCLUDE vulkan/vulkan.h DOC "The folder of vulkan/vulkan.h")
find_program(LOAM_GLSLC glslc DOC "The compiler of shaders")
if(NOT LOAM_VULKAN_INCLUDE OR NOT LOAM_GLSLC)
    message(STATUS "vulkan/vulkan.h or glslc was not found: nothing will run on graphics processors")
    return()
endif()
set(LOAM_HAS_GPU ON CACHE INTERNAL "Whether loam-gpu is built")

add_library(loam_gpu_objects OBJECT)
target_include_directories(loam_gpu_objects
    PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_BINARY_DIR}/gpu)
target_include_directories(loam_gpu_objects SYSTEM PRIVATE ${LOAM_VULKAN_INCLUDE})
target_compile_definitions(loam_gpu_objects PRIVATE LOAM_BUILDING)
if(WIN32)
    target_include_directories(loam_gpu_objects SYSTEM PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/windows/posix)
endif()
target_link_libraries(loam_gpu_objects PRIVATE loam_flags)

# loam_shader(file needs...) compiles a shader to words that C includes, FILE.inc.
function(loam_shader file)
    list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE needs)
    get_filename_component(name ${file} NAME_WE)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded/${file}.inc)
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/embedded
        COMMAND ${LOAM_GLSLC} -O --target-env=vulkan1.1 -mfmt=c ${CMAKE_CURRENT_SOURCE_DIR}/${file} -o ${out}
        DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file} ${needs}
        VERBATIM)
    add_custom_target(loam_shader_${name} DEPENDS ${out})
    add_dependencies(loam_gpu_objects loam_shader_${name})
endfunction()
add_subdirectory(gpu)

add_library(loam_gpu STATIC $<TARGET_OBJECTS:loam_gpu_objects>)
target_link_libraries(loam_gpu PUBLIC loam_static PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(loam_gpu PROPERTIES OUTPUT_NAME loam-gpu EXPORT_NAME gpu_static)
add_library(loam::gpu_static ALIAS loam_gpu)

# What a noise is in so many dimensions, what tiles grow from and what follows from their changes is the core's and not exported; with the archive it
# is found there.
add_library(loam_gpu_shared SHARED $<TARGET_OBJECTS:loam_gpu_objects>
    noise/shape.c
    tiles/grow/area.c
    tiles/grow/columns.c
    tiles/grow/ground_rules.c
    tiles/grow/pools.c
    tiles/grow/recipe.c
    tiles/life/awake.c
    tiles/life/changed.c
    tiles/life/fluid_events.c
    tiles/life/fluid_group.c
    tiles/life/fluid_rules.c)
target_include_directories(loam_gpu_shared
    PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(loam_gpu_shared
    PUBLIC loam_shared
    PRIVATE ${CMAKE_DL_LIBS} m $<BUILD_INTERFACE:loam_flags>)
set_target_properties(loam_gpu_shared PROPERTIES
    OUTPUT_NAME loam-gpu
    EXPORT_NAME gpu
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH $ORIGIN)
loam_export(loam_gpu_shared gpu)
add_library(loam::gpu ALIAS loam_gpu_shared)
