# SPDX-License-Identifier: MIT
# Texts that are compiled in. loam_embed_texts(OUT files...) writes a C initialiser to the file OUT when the
# project is configured, and again when one of the files changes: {"name", "text"}, for each file.
function(loam_embed_texts out)
    set(rows "// Made from the files that it names; change those.\n")
    foreach(file ${ARGN})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        get_filename_component(name ${file} NAME_WE)
        file(READ ${file} text)
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
        string(APPEND rows "{\"${name}\",\n     \"${text}\"},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${out} CONTENT "${rows}" @ONLY)
endfunction()
