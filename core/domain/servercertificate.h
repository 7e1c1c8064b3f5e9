// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace lockmaster {

/** A certificate as a server showed it: the very one that an operator may accept. */
struct ServerCertificate {
    QString address; ///< `db1:3306`
    QByteArray der;
    QString fingerprint; ///< `SHA256:3F:0A:...`

    friend bool operator==(const ServerCertificate &, const ServerCertificate &) = default;
};

} // namespace lockmaster
