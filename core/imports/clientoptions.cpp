// SPDX-License-Identifier: Apache-2.0
#include "core/imports/clientoptions.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace lockmaster {

namespace {

/** A number of a port or a database; none for what is not one. */
std::optional<quint16> numberIn(const QString &text)
{
    bool ok = false;
    const ushort number = text.toUShort(&ok);
    return ok ? std::optional<quint16>(number) : std::nullopt;
}

/// What becomes of an option's value. False where it cannot be one.

template<QString BackendSpec::*Member>
bool takeText(BackendSpec &spec, const QString &value)
{
    spec.*Member = value;
    return true;
}

bool takeVerify(BackendSpec &spec, const QString &)
{
    spec.tls = TlsMode::Verify;
    return true;
}

template<QString BackendSpec::*Member>
bool takeVerified(BackendSpec &spec, const QString &value)
{
    spec.*Member = value;
    return takeVerify(spec, value);
}

/** Whether TLS is a matter of course, in the words of several clients. */
bool takeTlsMode(BackendSpec &spec, const QString &value)
{
    static const QStringList lax{
        QStringLiteral("disabled"), QStringLiteral("disable"), QStringLiteral("preferred"),
        QStringLiteral("false"),    QStringLiteral("0"),       QStringLiteral("off"),
        QStringLiteral("no"),
    };
    return lax.contains(value.toLower()) || takeVerify(spec, value);
}

bool takePort(BackendSpec &spec, const QString &value)
{
    const auto number = numberIn(value);
    spec.port = number.value_or(0);
    return number && *number != 0;
}

bool takeRedisDatabase(BackendSpec &spec, const QString &value)
{
    const auto number = numberIn(value);
    spec.redisDatabase = number.value_or(0);
    return number.has_value();
}

bool takePassword(BackendSpec &spec, const QString &value)
{
    spec.urlPassword = Secret(value.toUtf8());
    return true;
}

bool takeNothing(BackendSpec &, const QString &)
{
    return true;
}

using Takes = ClientOption::Takes;
constexpr auto sql = BackendKind::MySql;
/** Which node is known once all is read. */
bool takeCluster(BackendSpec &spec, const QString & /*value*/)
{
    spec.cluster.resize(1);
    return true;
}

constexpr auto redis = BackendKind::Redis;

constexpr ClientOption allOptions[] = {
    {sql, Takes::Value, "-h", "--host", takeText<&BackendSpec::host>},
    {sql, Takes::Value, "-P", "--port", takePort},
    {sql, Takes::Value, "-S", "--socket", takeText<&BackendSpec::socketPath>},
    {sql, Takes::Value, "-u", "--user", takeText<&BackendSpec::user>},
    {sql, Takes::Joined, "-p", "--password", takePassword},
    {sql, Takes::Value, "-D", "--database", takeText<&BackendSpec::database>},
    {sql, Takes::Value, nullptr, "--ssl-ca", takeVerified<&BackendSpec::caFile>},
    {sql, Takes::Value, nullptr, "--ssl-cert", takeVerified<&BackendSpec::certFile>},
    {sql, Takes::Value, nullptr, "--ssl-key", takeVerified<&BackendSpec::keyFile>},
    {sql, Takes::Value, nullptr, "--ssl-mode", takeTlsMode},
    {sql, Takes::Nothing, nullptr, "--ssl", takeTlsMode},
    {sql, Takes::Nothing, nullptr, "--ssl-verify-server-cert", takeTlsMode},
    {sql, Takes::Value, nullptr, "--server-public-key-path", takeText<&BackendSpec::publicKeyFile>},
    {sql, Takes::Value, "-e", "--execute", takeNothing},
    {sql, Takes::Value, nullptr, "--protocol", takeNothing},
    {sql, Takes::Value, nullptr, "--default-character-set", takeNothing},
    {redis, Takes::Value, "-h", nullptr, takeText<&BackendSpec::host>},
    {redis, Takes::Value, "-p", nullptr, takePort},
    {redis, Takes::Value, "-s", nullptr, takeText<&BackendSpec::socketPath>},
    {redis, Takes::Value, "-a", "--pass", takePassword},
    {redis, Takes::Value, nullptr, "--user", takeText<&BackendSpec::user>},
    {redis, Takes::Value, "-n", nullptr, takeRedisDatabase},
    {redis, Takes::Nothing, "-c", nullptr, takeCluster},
    {redis, Takes::Nothing, nullptr, "--tls", takeVerify},
    {redis, Takes::Value, nullptr, "--cacert", takeText<&BackendSpec::caFile>},
    {redis, Takes::Value, nullptr, "--cert", takeText<&BackendSpec::certFile>},
    {redis, Takes::Value, nullptr, "--key", takeText<&BackendSpec::keyFile>},
    {redis, Takes::Nothing, nullptr, "--no-auth-warning", takeNothing},
};

struct DriverOption {
    const char *name; ///< without `-` and `_`, in small letters
    bool (*apply)(BackendSpec &, const QString &value);
};

constexpr DriverOption driverOptions[] = {
    {"user", takeText<&BackendSpec::user>},
    {"username", takeText<&BackendSpec::user>},
    {"password", takePassword},
    {"ssl", takeTlsMode},
    {"usessl", takeTlsMode},
    {"sslmode", takeTlsMode},
    {"tls", takeTlsMode},
};

} // namespace

std::span<const ClientOption> clientOptions()
{
    return allOptions;
}

bool applyDriverOption(BackendSpec &spec, const QString &name, const QString &value)
{
    const QString plain = QString(name).remove(u'-').remove(u'_').toLower();
    const auto *known = std::find_if(
        std::begin(driverOptions), std::end(driverOptions),
        [&](const DriverOption &option) { return plain == QLatin1StringView(option.name); });
    return known != std::end(driverOptions) && known->apply(spec, value);
}

void settleAddress(BackendSpec &spec)
{
    if (spec.host.isEmpty())
        spec.host = QStringLiteral("127.0.0.1");
    else if (spec.kind == BackendKind::MySql && spec.host != u"localhost")
        spec.socketPath.clear();
    if (!spec.socketPath.isEmpty())
        spec.cluster.clear();
    if (!spec.cluster.empty() && spec.cluster.front().host.isEmpty())
        nameCluster(spec);
}

void nameCluster(BackendSpec &spec)
{
    const NodeAddress node{spec.host, spec.effectivePort()};
    spec.cluster = {node};
    spec.host.clear();
    spec.port = 0;
}

} // namespace lockmaster
