// SPDX-License-Identifier: Apache-2.0
#include "core/text/duration.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

struct Unit {
    QLatin1StringView name;
    Micros length;
};

constexpr std::array units = {
    Unit{QLatin1StringView("d"), 24h},  Unit{QLatin1StringView("h"), 1h},
    Unit{QLatin1StringView("m"), 1min}, Unit{QLatin1StringView("s"), 1s},
    Unit{QLatin1StringView("ms"), 1ms}, Unit{QLatin1StringView("us"), 1us},
};
constexpr Micros longest = 24h * 1000;

} // namespace

std::optional<Micros> durationFromText(QStringView text)
{
    static const QRegularExpression form(
        QStringLiteral("\\A(\\d{1,15}(?:\\.\\d{1,6})?)([a-z]+)\\z"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    for (const Unit &unit : units) {
        if (match.capturedView(2) != unit.name)
            continue;
        const double micros = match.capturedView(1).toDouble() * double(unit.length.count());
        if (micros > double(longest.count()))
            return std::nullopt;
        return Micros(std::llround(micros));
    }
    return std::nullopt;
}

QString durationProfileText(Micros duration)
{
    if (duration == 0us)
        return QStringLiteral("0s");
    for (const Unit &unit : units) {
        if (duration % unit.length == 0us)
            return QString::number(duration / unit.length) + unit.name;
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster
