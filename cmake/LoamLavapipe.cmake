# SPDX-License-Identifier: MIT
# loam_on_lavapipe(test) has a test compute on lavapipe, a driver that computes on the processor: results and costs are
# those of every machine. The test is left out where there is no device at all.
find_file(LOAM_LAVAPIPE NAMES lvp_icd.${CMAKE_SYSTEM_PROCESSOR}.json lvp_icd.json
    PATHS /usr/share/vulkan/icd.d NO_DEFAULT_PATH DOC "The driver that tests compute with")
function(loam_on_lavapipe test)
    set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77)
    if(LOAM_LAVAPIPE)
        set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT VK_DRIVER_FILES=${LOAM_LAVAPIPE})
    endif()
endfunction()
