// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>

namespace CLI {
class App;
}

namespace lockmaster {

/** What `history` is told; empty texts were not given. */
struct HistoryOptions {
    QString at;
    QString lock;
    QString owner;
    QString since;
    QString until;
    int last = 50;      ///< how many of the newest holds and events
    bool waits = false; ///< who waited, and not who held
    bool csv = false;
};

/** The same as CLI11 fills it in. */
struct RawHistory {
    std::string at;
    std::string lock;
    std::string owner;
    std::string since;
    std::string until;
    int last = HistoryOptions().last;
    bool waits = false;
    bool csv = false;
};

void addHistoryOptions(CLI::App &app, RawHistory &raw);
HistoryOptions historyOptionsOf(const RawHistory &raw);

} // namespace lockmaster
