// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace lockmaster {

/** What `acquire` and `run` are told about the lock to take; empty texts were not given. */
struct HoldOptions {
    QString system;
    QString name;
    QString source;
    QString owner;
    QString variant;
    QString ttl;
    QString wait;
    QString hold; ///< `acquire` only
    QString reason;
    QList<QByteArray> command; ///< `run` only: what stands after `--`, as it was given
};

} // namespace lockmaster
