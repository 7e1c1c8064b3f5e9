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
constexpr auto redis = BackendKind::Redis;

constexpr ClientOption allOptions[] = {
    {sql, "-h", "--host", Takes::Value, takeText<&BackendSpec::host>},
    {sql, "-P", "--port", Takes::Value, takePort},
    {sql, "-S", "--socket", Takes::Value, takeText<&BackendSpec::socketPath>},
    {sql, "-u", "--user", Takes::Value, takeText<&BackendSpec::user>},
    {sql, "-p", "--password", Takes::Joined, takePassword},
    {sql, "-D", "--database", Takes::Value, takeText<&BackendSpec::database>},
    {sql, nullptr, "--ssl-ca", Takes::Value, takeVerified<&BackendSpec::caFile>},
    {sql, nullptr, "--ssl-cert", Takes::Value, takeVerified<&BackendSpec::certFile>},
    {sql, nullptr, "--ssl-key", Takes::Value, takeVerified<&BackendSpec::keyFile>},
    {sql, nullptr, "--ssl-mode", Takes::Value, takeTlsMode},
    {sql, nullptr, "--ssl", Takes::Nothing, takeTlsMode},
    {sql, nullptr, "--ssl-verify-server-cert", Takes::Nothing, takeTlsMode},
    {sql, nullptr, "--server-public-key-path", Takes::Value, takeText<&BackendSpec::publicKeyFile>},
    {sql, "-e", "--execute", Takes::Value, takeNothing},
    {sql, nullptr, "--protocol", Takes::Value, takeNothing},
    {sql, nullptr, "--default-character-set", Takes::Value, takeNothing},
    {redis, "-h", nullptr, Takes::Value, takeText<&BackendSpec::host>},
    {redis, "-p", nullptr, Takes::Value, takePort},
    {redis, "-s", nullptr, Takes::Value, takeText<&BackendSpec::socketPath>},
    {redis, "-a", "--pass", Takes::Value, takePassword},
    {redis, nullptr, "--user", Takes::Value, takeText<&BackendSpec::user>},
    {redis, "-n", nullptr, Takes::Value, takeRedisDatabase},
    {redis, nullptr, "--tls", Takes::Nothing, takeVerify},
    {redis, nullptr, "--cacert", Takes::Value, takeText<&BackendSpec::caFile>},
    {redis, nullptr, "--cert", Takes::Value, takeText<&BackendSpec::certFile>},
    {redis, nullptr, "--key", Takes::Value, takeText<&BackendSpec::keyFile>},
    {redis, nullptr, "--no-auth-warning", Takes::Nothing, takeNothing},
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
}

} // namespace lockmaster
