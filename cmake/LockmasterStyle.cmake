# SPDX-License-Identifier: Apache-2.0
# Targets `format`, `format-check` and `tidy`, with the tools' Debian 12 versions.
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
if(RUN_CLANG_TIDY)
    add_custom_target(tidy
        COMMAND ${RUN_CLANG_TIDY} -quiet -p ${CMAKE_BINARY_DIR} ${tidy_sources} VERBATIM)
endif()
