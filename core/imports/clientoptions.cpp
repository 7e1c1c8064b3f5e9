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

bool takeNoTls(BackendSpec &spec, const QString &)
{
    spec.tls = TlsMode::Off;
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
    {sql, Takes::Nothing, nullptr, "--skip-ssl", takeNoTls},
    {sql, Takes::Nothing, nullptr, "--disable-ssl", takeNoTls},
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
};

using Means = PassedOption::Means;

constexpr PassedOption passedOptions[] = {
    {sql, Takes::Nothing, Means::Nothing,
     "-? -A -B -C -E -G -H -I -L -N -T -U -V -W -X -b -c -f -i -j -m -n -o -q -r -s -t -v -w"},
    {sql, Takes::Nothing, Means::Nothing,
     "--abort-source-on-error --auto-rehash --auto-vertical-output --batch --binary-as-hex "
     "--binary-mode --column-names --column-type-info --comments --compress "
     "--connect-expired-password --debug-check --debug-info --force --help --html "
     "--i-am-a-dummy --ignore-spaces --line-numbers --local-infile --named-commands "
     "--no-auto-rehash --no-beep --no-defaults --one-database --print-defaults "
     "--print-query-on-error --progress-reports --quick --raw --reconnect --safe-updates "
     "--sandbox --secure-auth --show-warnings --sigint-ignore --silent --syslog --table "
     "--unbuffered --verbose --version --vertical --wait --xml"},
    {sql, Takes::Value, Means::Nothing,
     "-e --execute --protocol --default-character-set --character-sets-dir --connect-timeout "
     "--delimiter --histignore --max-allowed-packet --max-join-size --net-buffer-length "
     "--prompt --quick-max-column-width --select-limit --server-arg --tee "
     "--compression-algorithms --zstd-compression-level"},
    {sql, Takes::Joined, Means::Nothing, "-# --debug --pager"},
    {sql, Takes::Value, Means::Something,
     "--bind-address --default-auth --init-command --load-data-local-dir --plugin-dir "
     "--ssl-capath --ssl-cipher --ssl-crl --ssl-crlpath --ssl-fips-mode --tls-ciphersuites "
     "--tls-version"},
    {sql, Takes::Nothing, Means::Something,
     "--enable-cleartext-plugin --get-server-public-key --pipe --skip-ssl-verify-server-cert "
     "--disable-ssl-verify-server-cert"},
    {sql, Takes::Value, Means::Elsewhere,
     "--defaults-extra-file --defaults-file --defaults-group-suffix --dns-srv-name --login-path"},
    {redis, Takes::Nothing, Means::Nothing,
     "-2 -3 -4 -6 -e -v -x --askpass --bigkeys --csv --help --hotkeys --json --keystats "
     "--latency --latency-dist --latency-history --ldb --ldb-sync-mode --memkeys "
     "--no-auth-warning --no-raw --pipe --quoted-input --quoted-json --raw --replica --scan "
     "--slave --stat --verbose --version"},
    {redis, Takes::Value, Means::Nothing,
     "-D -X -d -i -r -t --count --cursor --eval --functions-rdb --intrinsic-latency "
     "--keystats-samples --lru-test --memkeys-samples --pattern --pipe-timeout "
     "--quoted-pattern --rdb --show-pushes --top"},
    {redis, Takes::Nothing, Means::Something, "--insecure --mptcp --rdma"},
    {redis, Takes::Value, Means::Something, "--cacertdir --sni --tls-ciphers --tls-ciphersuites"},
};

struct ClientVariable {
    BackendKind kind;
    const char *name;
    bool (*apply)(BackendSpec &, const QString &value);
};

constexpr ClientVariable clientVariables[] = {
    {sql, "MYSQL_HOST", takeText<&BackendSpec::host>},
    {sql, "MYSQL_PWD", takePassword},
    {sql, "MYSQL_TCP_PORT", takePort},
    {sql, "MYSQL_UNIX_PORT", takeText<&BackendSpec::socketPath>},
    {redis, "REDISCLI_AUTH", takePassword},
    {redis, "VALKEYCLI_AUTH", takePassword},
};

/** Only Redis has numbers for them, and names of others are no numbers. */
bool takeDatabase(BackendSpec &spec, const QString &value)
{
    return spec.kind == redis && takeRedisDatabase(spec, value);
}

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
    {"db", takeDatabase},
};

} // namespace

std::span<const ClientOption> clientOptions()
{
    return allOptions;
}

const PassedOption *passedOption(BackendKind kind, const QString &name)
{
    const auto *found = std::find_if(
        std::begin(passedOptions), std::end(passedOptions), [&](const PassedOption &option) {
            return option.kind == kind
                   && QString::fromLatin1(option.names).split(u' ').contains(name);
        });
    return found == std::end(passedOptions) ? nullptr : found;
}

bool applyClientVariable(BackendSpec &spec, const QString &name, const QString &value)
{
    const auto *found = std::find_if(std::begin(clientVariables), std::end(clientVariables),
                                     [&](const ClientVariable &variable) {
                                         return variable.kind == spec.kind
                                                && name == QLatin1StringView(variable.name);
                                     });
    return found != std::end(clientVariables) && found->apply(spec, value);
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
