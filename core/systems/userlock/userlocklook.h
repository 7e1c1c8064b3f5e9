// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockid.h"
#include "core/sql/userlockrows.h"

#include <QSet>

namespace lockmaster {

/** Who holds which name, as listed. */
using ListedHolder = std::pair<QByteArray, qint64>;

/** Everything one look brought, ready to be joined. */
struct UserLockLook {
    std::shared_ptr<const SourceId> source;
    QByteArray server;       ///< the server's identity: connection ids start over with it
    bool wholeNames = false; ///< the lists show every name as it is
    UserLockRows rows;
    QHash<QByteArray, UserLockAnswer> answers; ///< by the name that was asked for
    std::vector<QByteArray> known;  ///< asked for by name: shown also while nobody holds them
    std::vector<QByteArray> learnt; ///< full names from waiters' statements: shown while held
    QSet<ListedHolder> inexact;     ///< the list shows another name than the real one
    QSet<ListedHolder> unlisted;    ///< held, but missing from the list that should have them
    QHash<qint64, ConnectAttributes> attributes;

    /** The list of holders to go by: the plugin's (it counts their time), or null for none. */
    const std::vector<UserLockRow> *holders() const
    {
        if (rows.plugin)
            return &*rows.plugin;
        return rows.metadata ? &*rows.metadata : nullptr;
    }
};

} // namespace lockmaster
