// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace lockmaster {

/** What `check` is told, as it was typed. */
struct CheckOptions {
    QString maxHeld;
    QString maxExpired;
    QString maxWaiters;
    QString maxLocks;
    bool noExpired = false;
    QStringList noFindings;
    QStringList warnFindings;
    QStringList leaders;
    QStringList existing;
    bool whereKnown = false;
    QString timeout;
};

/** What `serve` is told, as it was typed. */
struct ServeOptions {
    QString listen = QStringLiteral("127.0.0.1:9464");
    QStringList hosts;
    QStringList series;
    int maxSeries = 1000;
    bool noHistory = false;
    bool noAlerts = false;
};

} // namespace lockmaster
