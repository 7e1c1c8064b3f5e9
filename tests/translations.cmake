# SPDX-License-Identifier: Apache-2.0
# Fails when a text of the sources has no Korean translation, or one that tells one from several no
# English one: cmake -DROOT=... -DLUPDATE=... -DWORK=... -P tests/translations.cmake
function(read_updated language)
    set(copy ${WORK}/lockmaster_${language}.ts)
    file(COPY_FILE ${ROOT}/resources/translations/lockmaster_${language}.ts ${copy})
    execute_process(
        COMMAND ${LUPDATE} -silent -I . -no-obsolete -locations none core ui app/lockmaster app/lockctl/top
            -ts ${copy} ${ARGN}
        WORKING_DIRECTORY ${ROOT} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "lupdate failed: ${output}")
    endif()
    if(output MATCHES "lacks Q_OBJECT")
        message(FATAL_ERROR "texts in a context that is not looked up at run time:\n${output}")
    endif()
    file(READ ${copy} text)
    string(REPLACE ";" "," text "${text}")
    string(REGEX MATCHALL
        "<source>[^<]*</source>[^<]*(<[^t][^>]*>[^<]*)*<translation type=\"unfinished\"" missing "${text}")
    list(LENGTH missing count)
    if(count)
        foreach(entry IN LISTS missing)
            string(REGEX REPLACE "</source>.*" "" entry "${entry}")
            string(REPLACE "<source>" "  " entry "${entry}")
            message("${entry}")
        endforeach()
        message(FATAL_ERROR "${count} texts stand untranslated in resources/translations/lockmaster_${language}.ts")
    endif()
endfunction()

read_updated(en -pluralonly)
read_updated(ko)
