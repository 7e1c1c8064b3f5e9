// SPDX-License-Identifier: Apache-2.0
#include "tests/cost/measured.h"

namespace lockmaster::cost {

namespace {

/** Something is left to do after the work: a jump into it would not look like a call. */
volatile int finished = 0;

} // namespace

[[gnu::noinline]] bool counted(const std::function<bool()> &work)
{
    const bool done = work();
    finished = finished + 1;
    return done;
}

/** Callgrind knows the whole count of a function only once it has left it. */
bool measured(const std::function<bool()> &work)
{
    const bool done = counted(work);
    finished = finished + 1;
    return done;
}

void notMeasured(const std::function<void()> &work)
{
    work();
    finished = finished + 1;
}

} // namespace lockmaster::cost
