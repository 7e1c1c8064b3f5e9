// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"

#include "core/tunnels/sshquestions.h"

#include <cstdio>

namespace lockmaster {

std::map<std::string_view, TestMain> &registeredTests()
{
    static std::map<std::string_view, TestMain> tests;
    return tests;
}

RegisteredTest::RegisteredTest(const char *file, TestMain run)
{
    std::string_view name(file);
    name.remove_prefix(name.rfind('/') + 1);
    registeredTests().emplace(name.substr(0, name.rfind('.')), run);
}

} // namespace lockmaster

int main(int count, char **words)
{
    if (const auto asked = lockmaster::askedBySsh(count, words))
        return *asked;
    const auto &tests = lockmaster::registeredTests();
    if (const auto found = tests.find(count > 1 ? words[1] : ""); found != tests.end())
        return found->second(count - 1, words + 1);
    std::fprintf(stderr, "Usage: %s TEST [OPTIONS OF QTTEST]\n\nTests:\n", words[0]);
    for (const auto &[name, run] : tests)
        std::fprintf(stderr, "  %.*s\n", int(name.size()), name.data());
    return 2;
}
