// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <memory>
#include <vector>

namespace lockmaster {

/**
 * A session of an SQL server that another one of that server keeps waiting, as the server tells.
 * User-level locks are none of these: who waits for one stands in its record.
 */
struct SessionWait {
    enum class On : quint8 {
        Row,   ///< of `table`; which one need not be told
        Table, ///< as a whole: somebody wants to change what it is, or does
    };
    On on = On::Row;
    QString table; ///< `app.orders`; empty: not told
    HolderDetail waiter;
    std::optional<HolderDetail> blocker; ///< none: the server does not name it
    std::optional<Micros> waiting;
    bool certain = true; ///< false: `blocker` is one of several that it may be

    friend bool operator==(const SessionWait &, const SessionWait &) = default;
};

/** All that wait on one server at one moment, as far as it is told. */
struct ToldWaits {
    std::vector<SessionWait> list;
    bool cut = false; ///< more wait than are listed
};

/** Null: nobody asked, or it is not known. */
using SessionWaits = std::shared_ptr<const ToldWaits>;

} // namespace lockmaster
