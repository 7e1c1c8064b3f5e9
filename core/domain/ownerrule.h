// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>
#include <QString>

namespace lockmaster {

/** One who is called differently in different places, as the profile says. */
struct OwnerRule {
    QString name; ///< never empty
    /** Of hosts, addresses, processes and stored owners, as Redis understands them. */
    QByteArrayList patterns;

    friend bool operator==(const OwnerRule &, const OwnerRule &) = default;
};

} // namespace lockmaster
