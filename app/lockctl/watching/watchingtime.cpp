// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingtime.h"

#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/text/durationtext.h"

#include <QCoreApplication>
#include <QTimer>

namespace lockmaster {

using namespace std::chrono_literals;

std::optional<Millis> watchingTime(const QString &text)
{
    const std::optional<Micros> time = durationFromText(text);
    if (time && *time >= 1s && *time <= 24h)
        return std::chrono::floor<Millis>(*time);
    say(QStringLiteral("--for takes a time from 1s to 24h, not '%1'.").arg(text));
    return std::nullopt;
}

void watchFor(Millis time)
{
    const StopSignal stop;
    QObject::connect(&stop, &StopSignal::requested, qApp, &QCoreApplication::quit);
    QTimer::singleShot(time, Qt::PreciseTimer, qApp, &QCoreApplication::quit);
    QCoreApplication::exec();
}

} // namespace lockmaster
