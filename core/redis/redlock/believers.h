// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <QHash>

#include <vector>

namespace lockmaster {

/**
 * Who had locks on enough of several servers, and may believe to have them still: only who watches
 * knows that. Servers that were started anew without their locks tell nobody.
 *
 * One is believed for its lease, or an hour where it has none, and until a server that had its
 * share, and has run on, shows that it is gone.
 */
class Believers
{
public:
    struct Server {
        QString address;
        QByteArray run;
        bool answers = false;
    };

    /**
     * A lock as it is joined now; notes who holds it. Adds `two-holders` where another one may
     * believe to, and says so with a `minority`.
     */
    void judge(LockRecord &lock, const std::vector<Server> &servers, SteadyTime now);

    /** Those whose time is over. */
    void forget(SteadyTime now);

private:
    struct Believer {
        QByteArray token;
        QString label;
        SteadyTime until{};
        std::optional<ServerTime> at;
        std::vector<QByteArray> runs; ///< of the servers that had it; empty: it had not
    };

    static bool hasLetGo(const Believer &believer, const LockRecord &lock,
                         const std::vector<Server> &servers);
    static QString why(const Believer &believer, const std::vector<Server> &servers);

    QHash<LockId, Believer> m_all;
};

} // namespace lockmaster
