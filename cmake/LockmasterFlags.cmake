# SPDX-License-Identifier: Apache-2.0
# One INTERFACE target carries the language, the warnings and the Qt strictness of the whole project.
option(BUILD_TESTING "Build the tests" ON)
option(LOCKMASTER_WERROR "Warnings are errors" OFF)
option(LOCKMASTER_FUZZ "Build tests/fuzz as fuzzers; wants clang" OFF)
set(LOCKMASTER_SANITIZE "" CACHE STRING "Value of -fsanitize=, e.g. address,undefined")

# One cache for every checkout on the machine: paths inside this one count as relative. Debug
# information then names the checkout that compiled first.
find_program(LOCKMASTER_CCACHE ccache)
if(LOCKMASTER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true CCACHE_PCH_EXTSUM=true
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        ${LOCKMASTER_CCACHE})
endif()

# lockmaster_precompile(target headers...)
# A precompiled header differs from build to build, what it was made of does not: the cache is told
# the latter.
function(lockmaster_precompile target)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    set(kind gch)
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
        set(kind pch)
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
    file(CONFIGURE OUTPUT CMakeFiles/${target}.dir/cmake_pch.hxx.${kind}.sum
        CONTENT "${ARGN} Qt ${Qt6_VERSION} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
endfunction()

# lockmaster_compile_together(target)
# Sources of one folder are compiled a dozen at a time: reading the same headers takes most of what a
# source costs, so this takes a fifth of the time. Within a folder the names of helpers are unique, and
# each test has a namespace of its name. To be called once all sources are listed. For tools that want
# each source's own command there is -DLOCKMASTER_UNITY=OFF.
option(LOCKMASTER_UNITY "Compile several sources of a folder at a time" ON)
set(LOCKMASTER_UNITY_SIZE 12)
function(lockmaster_compile_together target)
    if(NOT LOCKMASTER_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source)
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
        string(MAKE_C_IDENTIFIER ${folder} folder)
        if(NOT DEFINED count_${folder})
            set(count_${folder} 0)
        endif()
        math(EXPR batch "${count_${folder}} / ${LOCKMASTER_UNITY_SIZE} + 1")
        math(EXPR count_${folder} "${count_${folder}} + 1")
        set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES
            UNITY_GROUP ${folder}_${batch})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A unity source includes the others, which g++ takes for headers.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

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
    # The checks' own data has millions of addresses: where they are settled when a program is
    # linked it starts in half the time, and the tests start some thousands of them.
    if(LOCKMASTER_SANITIZE STREQUAL "address,undefined" AND NOT BUILD_SHARED_LIBS)
        add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
    endif()
    # What the compilers say of it themselves differs.
    target_compile_definitions(lockmaster_flags INTERFACE LOCKMASTER_SANITIZED)
    # GCC cannot follow initialisation through the sanitizers' own branches.
    target_compile_options(lockmaster_flags INTERFACE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

find_program(LOCKMASTER_MOLD mold)
if(LOCKMASTER_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
