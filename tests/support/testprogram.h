// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <map>
#include <string_view>

/**
 * @file
 * A test program holds many test classes, because linking a program for each took longer than
 * compiling them. `PROGRAM tst_name [what QtTest takes]` runs one of them in a process of its own,
 * under the program name `tst_name`. Each class is registered beside it by LOCKMASTER_TEST or
 * LOCKMASTER_TEST_MAIN.
 */
namespace lockmaster {

using TestMain = int (*)(int count, char **words);

/** The registered tests by the names of their source files, without folder and ending. */
std::map<std::string_view, TestMain> &registeredTests();

/** Registers `run` under the name of `file`, which is `__FILE__` of the test's source. */
struct RegisteredTest {
    RegisteredTest(const char *file, TestMain run);
};

/** For tests that need to be without an application object. */
struct NoApplication {
    NoApplication(int, char **) {}
};

template<typename Test, typename Application>
int runTest(int count, char **words)
{
    if constexpr (requires { Test::initMain(); })
        Test::initMain();
    [[maybe_unused]] Application application(count, words);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, count, words);
}

} // namespace lockmaster

/** The class `Test`, run in an application of the class `Application`. Once in a source file. */
#define LOCKMASTER_TEST(Test, Application)                                                         \
    LOCKMASTER_TEST_MAIN((lockmaster::runTest<Test, Application>))

/** A test that is run by a function of its own, which gets the arguments of main(). */
#define LOCKMASTER_TEST_MAIN(function)                                                             \
    static const lockmaster::RegisteredTest registeredTest(__FILE__, function);
