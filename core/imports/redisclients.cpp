// SPDX-License-Identifier: Apache-2.0
#include "core/imports/redisclients.h"

#include "core/imports/clientoptions.h"
#include "core/imports/jsonvalues.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QJsonArray>

namespace lockmaster {

namespace {

/** The first of these that is there and is not null; `a.b` is `b` of the object `a`. */
QJsonValue valueAt(const QJsonObject &object, std::initializer_list<QLatin1StringView> paths)
{
    for (const QLatin1StringView path : paths) {
        const qsizetype dot = path.indexOf(u'.');
        QJsonValue value =
            dot < 0 ? object[path] : object[path.first(dot)].toObject()[path.sliced(dot + 1)];
        if (!value.isUndefined() && !value.isNull())
            return value;
    }
    return {};
}

using Path = QLatin1StringView;

QString lowerText(const QJsonObject &object, Path path)
{
    return textOf(object[path]).toLower();
}

void takeTls(const QJsonObject &entry, FoundServer &server)
{
    TlsThere tls;
    tls.ca = textOf(valueAt(entry, {Path("caCert.certificate"), Path("caCert"),
                                    Path("sslOptions.ca"), Path("ssl_ca_cert_path")}));
    tls.cert = textOf(valueAt(entry, {Path("clientCert.certificate"), Path("certificate"),
                                      Path("sslOptions.cert"), Path("ssl_local_cert_path")}));
    tls.key = textOf(valueAt(entry, {Path("clientCert.key"), Path("keyFile"),
                                     Path("sslOptions.key"), Path("ssl_private_key_path")}));
    tls.isOn = valueAt(entry, {Path("tls"), Path("ssl")}).toBool()
               || entry[u"sslOptions"].isObject() || !tls.ca.isEmpty() || !tls.cert.isEmpty();
    tls.isVerified = valueAt(entry, {Path("verifyServerCert")}).toBool(true);
    useTls(server, tls);
}

void takeSsh(const QJsonObject &entry, FoundServer &server)
{
    SshThere ssh;
    ssh.host = textOf(valueAt(entry, {Path("sshOptions.host"), Path("ssh_host"), Path("sshHost")}));
    ssh.user =
        textOf(valueAt(entry, {Path("sshOptions.username"), Path("ssh_user"), Path("sshUser")}));
    ssh.port = portOf(valueAt(entry, {Path("sshOptions.port"), Path("ssh_port"), Path("sshPort")}))
                   .value_or(0);
    ssh.keyFile =
        textOf(valueAt(entry, {Path("sshOptions.privatekey"), Path("sshOptions.privateKey"),
                               Path("ssh_private_key_path"), Path("sshKeyFile")}));
    // Some have the key itself there.
    if (!ssh.keyFile.startsWith(u'/') && !ssh.keyFile.startsWith(u'~'))
        ssh.keyFile.clear();
    const bool isOff = entry[u"ssh"].isBool() && !entry[u"ssh"].toBool();
    if (!ssh.host.isEmpty() && !isOff)
        reachThroughSsh(server, ssh);
}

/** Host, user and password of the entry are then the sentinel's. */
void findBySentinel(const QJsonObject &entry, const QString &master, FoundServer &server)
{
    BackendSpec &spec = server.spec;
    if (!isPlainName(master)) {
        server.fault = Words::tr("That is a Sentinel, and what it calls its master is not there.");
        return;
    }
    if (!spec.urlPassword.isEmpty())
        server.notes << Words::tr("The password of the sentinels is not taken over: name a file or "
                                  "a command that has it.");
    spec.sentinel.master = master;
    spec.sentinel.hosts = {{std::exchange(spec.host, {}), spec.port != 0
                                                              ? std::exchange(spec.port, 0)
                                                              : SentinelSpec::usualPort}};
    spec.sentinel.user =
        std::exchange(spec.user, textOf(valueAt(entry, {Path("sentinelMaster.username"),
                                                        Path("sentinelOptions.nodeUsername")})));
    spec.urlPassword = Secret(
        valueAt(entry, {Path("sentinelMaster.password"), Path("sentinelOptions.nodePassword"),
                        Path("sentinelOptions.password")})
            .toString()
            .toUtf8());
}

FoundServer serverOfRedisClient(const QJsonObject &entry)
{
    FoundServer server;
    BackendSpec &spec = server.spec;
    server.name = literalText(textOf(valueAt(entry, {Path("name"), Path("connectionName")})));
    spec.kind = BackendKind::Redis;
    spec.host = textOf(entry[u"host"]);
    const auto port = portOf(entry[u"port"]);
    const auto database = portOf(entry[u"db"]);
    if (spec.host.startsWith(u'/') && isPlainName(spec.host))
        spec.socketPath = std::exchange(spec.host, {});
    else if (!isPlainName(spec.host))
        server.fault = Words::tr("It has no host there.");
    if (!port || !database)
        server.fault = Words::tr("It has no port there that could be one.");
    spec.port = port.value_or(0);
    spec.redisDatabase = database.value_or(0);
    spec.user = textOf(entry[u"username"]);
    spec.urlPassword = Secret(valueAt(entry, {Path("password"), Path("auth")}).toString().toUtf8());
    takeTls(entry, server);
    takeSsh(entry, server);
    spec.readOnly = entry[u"connectionReadOnly"].toBool();
    const QString type = lowerText(entry, Path("connectionType")) + lowerText(entry, Path("type"));
    const QString master =
        textOf(valueAt(entry, {Path("sentinelMaster.name"), Path("sentinelOptions.masterName"),
                               Path("sentinelOptions.name")}));
    if (!master.isEmpty() || type.contains(u"sentinel"))
        findBySentinel(entry, master, server);
    else if (spec.socketPath.isEmpty() && (entry[u"cluster"].toBool() || type.contains(u"cluster")))
        nameCluster(spec);
    return server;
}

} // namespace

std::vector<FoundServer> serversOfRedisClient(const QJsonArray &list)
{
    std::vector<FoundServer> servers;
    servers.reserve(size_t(list.size()));
    for (const auto &entry : list)
        servers.push_back(serverOfRedisClient(entry.toObject()));
    return servers;
}

} // namespace lockmaster
