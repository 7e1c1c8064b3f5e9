// SPDX-License-Identifier: Apache-2.0
#include "core/domain/triedservers.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

struct Series {
    QLatin1StringView product;
    QLatin1StringView version; ///< what every version of it begins with
};

constexpr std::array tried = {
    Series{QLatin1StringView("MariaDB"), QLatin1StringView("10.11")},
    Series{QLatin1StringView("MySQL"), QLatin1StringView("9.7")},
    Series{QLatin1StringView("Redis"), QLatin1StringView("7.0")},
    Series{QLatin1StringView("Redis"), QLatin1StringView("8.0")},
    Series{QLatin1StringView("Valkey"), QLatin1StringView("9.1")},
};

/** `10.11` of `10.11.19-MariaDB-0+deb12u1`, also behind the `5.5.5-` that old clients want. */
QString seriesOf(const QString &version)
{
    static const QRegularExpression series(QStringLiteral("\\A(?:5\\.5\\.5-)?(\\d+\\.\\d+)\\."));
    return series.match(version).captured(1);
}

} // namespace

std::optional<bool> wasTried(const ServerInfo &server)
{
    const QString series = seriesOf(server.version);
    if (series.isEmpty() || server.product.isEmpty())
        return std::nullopt;
    return std::any_of(tried.begin(), tried.end(), [&](const Series &each) {
        return each.product == server.product && each.version == series;
    });
}

QString untriedText(const ServerInfo &server)
{
    if (wasTried(server).value_or(true))
        return {};
    QStringList others;
    for (const Series &each : tried)
        others << each.product + u' ' + each.version;
    return Words::tr("Lockmaster was never tried with %1 %2. It was with %3.")
        .arg(literalText(server.product), seriesOf(server.version),
             others.join(QStringLiteral(", ")));
}

} // namespace lockmaster
