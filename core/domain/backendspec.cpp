// SPDX-License-Identifier: Apache-2.0
#include "core/domain/backendspec.h"

#include "core/formats/lockformat.h"
#include "core/text/words.h"

#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <cstdlib>

namespace lockmaster {

QString backendKindName(BackendKind kind)
{
    return kind == BackendKind::MySql ? QStringLiteral("mysql") : QStringLiteral("redis");
}

QString environmentName(Environment environment)
{
    switch (environment) {
    case Environment::Unset: return {};
    case Environment::Development: return QStringLiteral("development");
    case Environment::Staging: return QStringLiteral("staging");
    case Environment::Production: return QStringLiteral("production");
    }
    Q_UNREACHABLE();
}

std::optional<Environment> environmentFromName(QStringView name)
{
    for (const Environment environment :
         {Environment::Development, Environment::Staging, Environment::Production}) {
        if (environmentName(environment) == name)
            return environment;
    }
    return std::nullopt;
}

QString clockSpecText(const ClockSpec &spec)
{
    switch (spec.kind) {
    case ClockSpec::Kind::Server: return QStringLiteral("server");
    case ClockSpec::Kind::Utc: return QStringLiteral("utc");
    case ClockSpec::Kind::Zone: return QString::fromLatin1(spec.zone);
    case ClockSpec::Kind::Offset: break;
    }
    const int minutes = std::abs(spec.offsetSeconds) / 60;
    return QStringLiteral("%1%2:%3")
        .arg(spec.offsetSeconds < 0 ? QLatin1Char('-') : QLatin1Char('+'))
        .arg(minutes / 60, 2, 10, QLatin1Char('0'))
        .arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

std::optional<ClockSpec> clockSpecFromText(const QString &text)
{
    if (text == u"server")
        return ClockSpec{};
    if (text == u"utc")
        return ClockSpec{ClockSpec::Kind::Utc, {}, 0};
    static const QRegularExpression offset(QStringLiteral("\\A([+-])(\\d{2}):([0-5]\\d)\\z"));
    if (const auto match = offset.match(text); match.hasMatch()) {
        const int seconds = match.captured(2).toInt() * 3600 + match.captured(3).toInt() * 60;
        constexpr int farthestOffset = 14 * 3600;
        if (seconds > farthestOffset)
            return std::nullopt;
        return ClockSpec{
            ClockSpec::Kind::Offset, {}, match.captured(1) == u"-" ? -seconds : seconds};
    }
    const QByteArray zone = text.toLatin1();
    if (text.isEmpty() || !QTimeZone::isTimeZoneIdAvailable(zone))
        return std::nullopt;
    return ClockSpec{ClockSpec::Kind::Zone, zone, 0};
}

TableSpec tableOfFormat(const LockFormatPointer &format)
{
    TableSpec spec;
    spec.system = format->id;
    spec.table = format->names.front();
    spec.format = format;
    spec.clock = clockSpecFromText(format->clock).value_or(ClockSpec{});
    return spec;
}

TableSpec distLockTable()
{
    TableSpec spec;
    spec.system = QStringLiteral("dist_lock");
    spec.table = QStringLiteral("dist_lock");
    spec.nameColumn = QStringLiteral("name");
    spec.ownerColumn = QStringLiteral("owner");
    spec.timeColumn = QStringLiteral("expiry");
    return spec;
}

TableSpec leaderTable()
{
    TableSpec spec;
    spec.system = QStringLiteral("leader");
    spec.table = QStringLiteral("service_leader_lock");
    spec.nameColumn = QStringLiteral("name");
    spec.ownerColumn = QStringLiteral("container_id");
    spec.timeColumn = QStringLiteral("timestamp");
    spec.lease = Millis(1200);
    spec.clock.kind = ClockSpec::Kind::Utc;
    return spec;
}

QString BackendSpec::address() const
{
    return tunnel.reached(farAddress());
}

QString BackendSpec::farAddress() const
{
    if (sentinel.isSet())
        return Words::tr("%1 of the sentinels %2").arg(sentinel.master, hostsText(sentinel.hosts));
    if (!cluster.empty())
        return Words::tr("the cluster of %1").arg(hostsText(cluster));
    if (isQuorum())
        return Words::tr("most of %1").arg(hostsText(redlock));
    return socketPath.isEmpty() ? NodeAddress{host, effectivePort()}.text() : socketPath;
}

NodeAddress BackendSpec::dialledAt(const NodeAddress &announced) const
{
    const auto mapped = std::find_if(nodes.begin(), nodes.end(), [&](const NodeDial &node) {
        return node.announced == announced;
    });
    return mapped == nodes.end() ? announced : mapped->dialled;
}

std::vector<NodeAddress> BackendSpec::seeds() const
{
    if (sentinel.isSet())
        return sentinel.hosts;
    if (isQuorum())
        return redlock;
    return cluster.empty() ? std::vector{NodeAddress{host, effectivePort()}} : cluster;
}

BackendSpec BackendSpec::member(size_t number) const
{
    BackendSpec one = *this;
    one.host = redlock.at(number).host;
    one.port = redlock.at(number).port;
    one.redlock.clear();
    one.quorum = 0;
    return one;
}

bool operator==(const BackendSpec &a, const BackendSpec &b)
{
    const auto tied = [](const BackendSpec &s) {
        return std::tie(s.name, s.kind, s.host, s.port, s.socketPath, s.tunnel.ssh,
                        s.tunnel.command, s.sentinel, s.cluster, s.redlock, s.quorum, s.nodes,
                        s.user, s.database, s.redisDatabase, s.tls, s.caFile, s.certFile, s.keyFile,
                        s.publicKeyFile, s.environment, s.readOnly, s.poll, s.push, s.timeout,
                        s.passwordFile, s.passwordCommand, s.systems, s.tables, s.autoFormats,
                        s.userLocks, s.patterns, s.keyFormats, s.sleepingHolderAfter,
                        s.expiredNotTakenAfter);
    };
    return tied(a) == tied(b);
}

} // namespace lockmaster
