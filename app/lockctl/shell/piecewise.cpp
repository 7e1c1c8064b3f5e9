// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/piecewise.h"

#include <algorithm>
#include <deque>
#include <future>
#include <thread>

namespace lockmaster {

namespace {

constexpr size_t locksInAPiece = 1024;
/** Beyond that the reader of the list is slower than all who render. */
constexpr size_t mostProcessors = 8;

} // namespace

bool renderPiecewise(const std::vector<const LockRecord *> &locks, const LockRendering &render,
                     const std::function<bool(const QByteArray &)> &pass)
{
    const size_t processors =
        std::clamp<size_t>(std::thread::hardware_concurrency(), 1, mostProcessors);
    const auto piece = [&](QByteArray out, size_t first) {
        const size_t end = std::min(first + locksInAPiece, locks.size());
        for (size_t i = first; i < end; ++i)
            render(out, *locks[i]);
        return out;
    };
    std::deque<std::future<QByteArray>> pieces;
    std::vector<QByteArray> used;
    size_t next = 0;
    while (true) {
        while (next < locks.size() && pieces.size() < 2 * processors) {
            QByteArray out;
            if (!used.empty()) {
                out = std::move(used.back());
                used.pop_back();
            }
            // One in so many is rendered here, when its turn comes.
            const bool here = next / locksInAPiece % processors == 0;
            pieces.push_back(std::async(here ? std::launch::deferred : std::launch::async, piece,
                                        std::move(out), next));
            next += locksInAPiece;
        }
        if (pieces.empty())
            return true;
        QByteArray out = pieces.front().get();
        pieces.pop_front();
        if (!pass(out))
            return false;
        out.resize(0); // keeps its memory
        used.push_back(std::move(out));
    }
}

} // namespace lockmaster
