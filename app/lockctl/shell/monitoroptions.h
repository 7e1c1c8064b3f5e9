// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace CLI {
class App;
}

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

/** Lets `app` write into `options`, which outlives it. */
void addCheckOptions(CLI::App &app, CheckOptions &options);
void addServeOptions(CLI::App &app, ServeOptions &options);

} // namespace lockmaster
