// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace lockmaster::cost {

/**
 * A piece of work that is the same in every run: no clock but one turned by hand, no threads, no
 * server. `prepare` makes what it works on, from where the work before it ended, and gives the work
 * itself, which is counted, and tells whether it did what it should.
 */
struct Work {
    QString name; ///< as in references.txt
    std::function<std::function<bool()>()> prepare;
};

/** From a reading to a view: compare, filter, sort. */
std::vector<Work> monitorWork();
/** From a server's answer to records. */
std::vector<Work> sourceWork();

} // namespace lockmaster::cost
