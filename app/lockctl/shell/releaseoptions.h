// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockmaster {

/** What `release` is told; empty texts were not given. */
struct ReleaseOptions {
    QString witness; ///< `-`: from standard input
    QString reason;
    QString action; ///< empty or `release`: the usual one
    QString target;
    bool evenIfRenewed = false;
    bool evenIfIndistinguishable = false;
    QString maxAge; ///< `30m`, `none`; empty: the usual
    QString system; ///< only to agree with the witness, as is `name`
    QString name;
};

/** What `audit` is told. */
struct AuditOptions {
    bool verify = false;
    int last = 50; ///< how many of the newest lines
};

} // namespace lockmaster
