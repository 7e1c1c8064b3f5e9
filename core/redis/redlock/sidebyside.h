// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace lockmaster {

/**
 * Does `work` for each of `count` servers at the same time, and waits for all: one that is silent
 * costs no more than its own deadline. The last one, and what no thread can be had for, is done on
 * the caller's thread; what one throws comes out there, once all are done.
 */
template<class Work>
void sideBySide(size_t count, const Work &work)
{
    std::vector<std::exception_ptr> thrown(count);
    const auto guarded = [&](size_t number) {
        try {
            work(number);
        } catch (...) {
            thrown[number] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(count);
        for (size_t number = 0; number < count; ++number) {
            if (number + 1 < count) {
                try {
                    others.emplace_back(guarded, number);
                    continue;
                } catch (const std::system_error &) {
                    // There are too many threads: one after the other then.
                }
            }
            guarded(number);
        }
    }
    for (const std::exception_ptr &one : thrown) {
        if (one)
            std::rethrow_exception(one);
    }
}

} // namespace lockmaster
