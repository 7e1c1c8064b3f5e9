# SPDX-License-Identifier: Apache-2.0
# Targets `format`, `format-check` and `tidy` (cppcheck and clang-tidy), with the tools' Debian 12
# versions.
file(GLOB_RECURSE LOCKMASTER_SOURCES CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/core/*.h ${CMAKE_SOURCE_DIR}/core/*.cpp
    ${CMAKE_SOURCE_DIR}/ui/*.h ${CMAKE_SOURCE_DIR}/ui/*.cpp
    ${CMAKE_SOURCE_DIR}/app/*.h ${CMAKE_SOURCE_DIR}/app/*.cpp
    ${CMAKE_SOURCE_DIR}/tests/*.h ${CMAKE_SOURCE_DIR}/tests/*.cpp)
set(tidy_sources ${LOCKMASTER_SOURCES})
list(FILTER tidy_sources INCLUDE REGEX "/(core|ui|app)/.*\\.cpp$")

find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
if(CLANG_FORMAT)
    add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${LOCKMASTER_SOURCES} VERBATIM)
    add_custom_target(format-check
        COMMAND ${CLANG_FORMAT} --dry-run --Werror ${LOCKMASTER_SOURCES} VERBATIM)
endif()
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy-14 run-clang-tidy)
find_program(CPPCHECK NAMES cppcheck)
if(RUN_CLANG_TIDY AND CPPCHECK)
    set(tidy_directory ${CMAKE_BINARY_DIR}/tidy)
    # cppcheck 2.10 gives up on a file in which a literal such as 2s is compared, and says so by a
    # `cppcheckError`: clang-tidy reads those as well. What cppcheck found in a file is kept until the file changes.
    file(MAKE_DIRECTORY ${tidy_directory}/cppcheck)
    add_custom_target(tidy
        COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_BINARY_DIR} -DTO=${tidy_directory}
            -P ${CMAKE_CURRENT_LIST_DIR}/CommandsWithoutHeaders.cmake
        COMMAND ${CPPCHECK} --quiet --project=${tidy_directory}/compile_commands.json
            --file-filter=${CMAKE_SOURCE_DIR}/core/* --file-filter=${CMAKE_SOURCE_DIR}/ui/*
            --file-filter=${CMAKE_SOURCE_DIR}/app/*
            --enable=warning,performance,portability --library=qt --inline-suppr
            --suppress=*:/usr/* --suppress=*:${CMAKE_BINARY_DIR}/* --suppress=cppcheckError
            --cppcheck-build-dir=${tidy_directory}/cppcheck --error-exitcode=1
        COMMAND ${RUN_CLANG_TIDY} -quiet -p ${tidy_directory} ${tidy_sources} VERBATIM)
else()
    message(STATUS "No target `tidy`: it wants clang-tidy and cppcheck")
endif()
