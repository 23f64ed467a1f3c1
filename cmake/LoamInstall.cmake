# SPDX-License-Identifier: MIT
# What `cmake --install` puts where. Nothing of it knows the prefix, so an installed tree can be
# moved: pkg-config and CMake find it relative to their own files.

include(CMakePackageConfigHelpers)
set(loam_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/loam)
set(loam_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(NOT LOAM_HAS_GPU)
    set(loam_headers_left_out PATTERN gpu.h EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/loam DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN *.h ${loam_headers_left_out})
install(TARGETS loam_static EXPORT loam-targets)
if(TARGET loam_shared)
    install(TARGETS loam_shared EXPORT loam-targets)
endif()
if(TARGET loam_io_shared)
    install(TARGETS loam_io_shared EXPORT loam-targets)
endif()
if(LOAM_HAS_GPU)
    install(TARGETS loam_gpu loam_gpu_shared EXPORT loam-targets)
endif()
install(EXPORT loam-targets NAMESPACE loam:: DESTINATION ${loam_package_dir})

# How the prefix is reached from the folder of the .pc files.
file(RELATIVE_PATH loam_prefix_from_pc
    ${CMAKE_INSTALL_PREFIX}/${loam_pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
set(loam_private_libs -lm)
if(LOAM_THREADS)
    string(APPEND loam_private_libs " -pthread")
endif()
function(loam_install_pc name)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${loam_pkgconfig_dir})
endfunction()
loam_install_pc(loam)
if(LOAM_HAS_GPU)
    loam_install_pc(loam-gpu)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/loam-config.cmake.in
    ${PROJECT_BINARY_DIR}/loam-config.cmake INSTALL_DESTINATION ${loam_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/loam-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/loam-config.cmake ${PROJECT_BINARY_DIR}/loam-config-version.cmake
    DESTINATION ${loam_package_dir})

if(LOAM_TOOL)
    # In a file of its own, because only who links the archive needs its libraries to be found.
    install(TARGETS loam_io EXPORT loam-io-static-targets)
    install(EXPORT loam-io-static-targets NAMESPACE loam:: DESTINATION ${loam_package_dir})
    set(loam_io_private_libs "")
    if(LOAM_HAS_EXR)
        string(APPEND loam_io_private_libs " -lOpenEXRCore")
    endif()
    if(LOAM_HAS_MESHOPT)
        string(APPEND loam_io_private_libs " -lmeshoptimizer")
    endif()
    loam_install_pc(loam-io)

    # The tool describes itself, so that its help, its man page and its completion cannot disagree.
    install(TARGETS loam_exe)
    if(LOAM_HAS_WINDOW)
        install(FILES ${PROJECT_SOURCE_DIR}/apps/desktop/loam.desktop
            DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
        install(FILES ${PROJECT_SOURCE_DIR}/apps/desktop/loam.svg
            DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    endif()
    function(loam_tool_text option file destination)
        add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${file}
            COMMAND loam_exe help ${option} > ${PROJECT_BINARY_DIR}/${file}
            DEPENDS loam_exe
            VERBATIM)
        install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${destination} ${ARGN})
    endfunction()
    if(WIN32) # has neither
        return()
    endif()
    loam_tool_text(--man loam.1 ${CMAKE_INSTALL_MANDIR}/man1)
    loam_tool_text(--bash loam.bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME loam)
    add_custom_target(loam_texts ALL
        DEPENDS ${PROJECT_BINARY_DIR}/loam.1 ${PROJECT_BINARY_DIR}/loam.bash)
endif()
