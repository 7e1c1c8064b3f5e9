# SPDX-License-Identifier: Apache-2.0
# One INTERFACE target carries the language, the warnings and the Qt strictness of the whole project.
option(BUILD_TESTING "Build the tests" ON)
option(LOCKMASTER_WERROR "Warnings are errors" OFF)
set(LOCKMASTER_SANITIZE "" CACHE STRING "Value of -fsanitize=, e.g. address,undefined")

find_program(LOCKMASTER_CCACHE ccache)
if(LOCKMASTER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${LOCKMASTER_CCACHE})
endif()

add_library(lockmaster_flags INTERFACE)
target_compile_features(lockmaster_flags INTERFACE cxx_std_20)
target_include_directories(lockmaster_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(lockmaster_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
    -Wimplicit-fallthrough
    $<$<BOOL:${LOCKMASTER_WERROR}>:-Werror>)
target_compile_definitions(lockmaster_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
    QT_NO_CAST_FROM_BYTEARRAY QT_NO_FOREACH QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)

if(LOCKMASTER_SANITIZE)
    # Everything, the dependencies' inline code included, has to agree on it.
    add_compile_options(-fsanitize=${LOCKMASTER_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${LOCKMASTER_SANITIZE})
    # GCC cannot follow initialisation through the sanitizers' own branches.
    target_compile_options(lockmaster_flags INTERFACE -Wno-maybe-uninitialized)
endif()

find_program(LOCKMASTER_MOLD mold)
if(LOCKMASTER_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
