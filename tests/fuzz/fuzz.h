// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace lockmaster::fuzz {

/** Ends the program, as a crash does: what has to hold for every input did not. */
inline void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

inline QByteArray bytesOf(const uint8_t *data, size_t size)
{
    return {reinterpret_cast<const char *>(data), qsizetype(size)};
}

} // namespace lockmaster::fuzz

/** What every file here has: it looks at one input, keeps nothing, and returns 0. */
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
