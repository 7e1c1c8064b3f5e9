# SPDX-License-Identifier: Apache-2.0
# All Qt Test classes are in two programs: `lockmaster-tests`, and with windows `lockmaster-window-tests`.
# Each class is a test of its own for ctest, in a process of its own.
#
# lockmaster_add_test(tst_name LABEL unit|ui|integration [WINDOW] [PLAIN] [TIMEOUT seconds])
# PLAIN: starts so many programs that under sanitizers, which take a second for each, it takes minutes, and looks
# for nothing that they would find.
# Declares the test in tst_name.cpp, which may stand in a folder: `room/tst_name`. Integration tests start their own servers; where a server program
# is missing they skip, unless CI is set, which turns the skip into a failure.
function(lockmaster_add_test source)
    cmake_path(GET source FILENAME name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WINDOW;PLAIN" "LABEL;TIMEOUT" "")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    set(patience "")
    if(LOCKMASTER_SANITIZE)
        math(EXPR arg_TIMEOUT "2 * ${arg_TIMEOUT}") # what is sanitized takes several times as long
        set(patience ";QTEST_FUNCTION_TIMEOUT=600000")
    endif()
    set(program lockmaster-tests)
    if(arg_WINDOW)
        set(program lockmaster-window-tests)
    endif()
    target_sources(${program} PRIVATE ${source}.cpp)
    if(arg_PLAIN AND LOCKMASTER_SANITIZE)
        return()
    endif()
    add_test(NAME ${name} COMMAND ${program} ${name})
    set(preload "")
    if(TARGET lockmaster_plain_fork)
        set(preload ";LD_PRELOAD=$<TARGET_FILE:lockmaster_plain_fork>")
    endif()
    set_tests_properties(${name} PROPERTIES
        LABELS "${arg_LABEL}"
        TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp history_size=4;LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0;UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1${patience}${preload}")
endfunction()
