// SPDX-License-Identifier: Apache-2.0
#include "core/imports/dbeaver.h"

#include "core/imports/clientoptions.h"
#include "core/imports/jsonvalues.h"
#include "core/imports/pastedserver.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <openssl/evp.h>

#include <memory>

namespace lockmaster {

namespace {

std::optional<BackendKind> kindOf(const QJsonObject &connection)
{
    const QString words =
        (textIn(connection, "provider") + u' ' + textIn(connection, "driver")).toLower();
    for (const char *name : {"redis", "valkey"}) {
        if (words.contains(QLatin1StringView(name)))
            return BackendKind::Redis;
    }
    for (const char *name : {"mysql", "mariadb"}) {
        if (words.contains(QLatin1StringView(name)))
            return BackendKind::MySql;
    }
    return std::nullopt;
}

/** The connection's own, and behind them those of the network profile that it uses. */
std::vector<std::pair<QString, QJsonObject>> handlersOf(const QJsonObject &configuration,
                                                        const QJsonObject &dataSources)
{
    std::vector<std::pair<QString, QJsonObject>> handlers;
    const QJsonObject profiles = dataSources[u"network-profiles"].toObject();
    const QJsonObject profile = profiles[textIn(configuration, "config-profile")].toObject();
    for (const QJsonObject &owner : {configuration, profile}) {
        const QJsonObject all = owner[u"handlers"].toObject();
        for (auto it = all.begin(); it != all.end(); ++it) {
            if (it->toObject()[u"enabled"].toBool())
                handlers.emplace_back(it.key(), it->toObject());
        }
    }
    return handlers;
}

void takeHandler(const QString &id, const QJsonObject &handler, const QJsonObject &account,
                 FoundServer &server)
{
    const QJsonObject properties = handler[u"properties"].toObject();
    if (id == u"ssh_tunnel") {
        if (!server.spec.tunnel.ssh.isEmpty())
            return;
        QString user;
        for (const QJsonObject &owner : {account, handler, properties}) {
            if (user.isEmpty())
                user = textIn(owner, "user");
        }
        reachThroughSsh(server,
                        {textIn(properties, "host"), user, portIn(properties, "port").value_or(0),
                         textIn(properties, "keyPath")});
    } else if (id.endsWith(u"ssl")) {
        useTls(server, {true, properties[u"ssl.verify.server"].toString() != u"false",
                        textIn(properties, "ssl.ca.cert"), textIn(properties, "ssl.client.cert"),
                        textIn(properties, "ssl.client.key")});
    } else {
        server.notes
            << Words::tr("There it also uses '%1', which is not taken over.").arg(literalText(id));
    }
}

void takeAddress(const QJsonObject &configuration, FoundServer &server)
{
    BackendSpec &spec = server.spec;
    const BackendKind kind = spec.kind;
    const QString host = textIn(configuration, "host");
    const QString url = textIn(configuration, "url");
    const bool isByUrl = textIn(configuration, "configurationType") == u"URL" || host.isEmpty();
    if (isByUrl && !url.isEmpty()) {
        const auto pasted = pastedUrl(url);
        if (!pasted) {
            server.fault = pasted.error().message;
            return;
        }
        spec = pasted->spec;
        spec.kind = kind;
    } else if (host.isEmpty() || !isPlainName(host)) {
        server.fault = Words::tr("It has no host there.");
    } else {
        spec.host = host;
    }
    if (!isByUrl) {
        const auto port = portIn(configuration, "port");
        if (!port)
            server.fault = Words::tr("It has no port there that could be one.");
        spec.port = port.value_or(0);
        const QString database = textIn(configuration, "database");
        if (kind == BackendKind::MySql)
            spec.database = database;
        else
            spec.redisDatabase = portIn(configuration, "database").value_or(0);
    }
}

void takeAccount(const QJsonObject &account, BackendSpec &spec)
{
    if (const QString user = textIn(account, "user"); !user.isEmpty())
        spec.user = user;
    if (const QString password = account[u"password"].toString(); !password.isEmpty())
        spec.urlPassword = Secret(password.toUtf8());
}

FoundServer serverOf(const QJsonObject &connection, const QJsonObject &dataSources,
                     const QJsonObject &accounts)
{
    FoundServer server;
    server.name = literalText(textIn(connection, "name"));
    const auto kind = kindOf(connection);
    if (!kind) {
        server.fault = Words::tr("Lockmaster watches MySQL, MariaDB, Redis and Valkey, and not %1.")
                           .arg(literalText(textIn(connection, "provider")));
        return server;
    }
    const QJsonObject configuration = connection[u"configuration"].toObject();
    server.spec.kind = *kind;
    takeAddress(configuration, server);
    BackendSpec &spec = server.spec;
    takeAccount(configuration, spec); // where it stood once
    takeAccount(accounts[u"#connection"].toObject(), spec);
    if (spec.user.isEmpty() && *kind == BackendKind::MySql)
        server.notes << Words::tr("Its user is not known: write it into its url.");
    const QJsonObject properties = configuration[u"properties"].toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it)
        applyDriverOption(spec, it.key(), it->toVariant().toString());
    for (const auto &[id, handler] : handlersOf(configuration, dataSources)) {
        QJsonObject account = accounts[QLatin1StringView("network/") + id].toObject();
        if (account.isEmpty())
            account = accounts[id].toObject();
        takeHandler(id, handler, account, server);
    }
    // Ids of the types of connections that it comes with.
    const QString type = textIn(configuration, "type");
    if (type == u"prod")
        spec.environment = Environment::Production;
    else if (type == u"test")
        spec.environment = Environment::Staging;
    else if (type == u"dev")
        spec.environment = Environment::Development;
    spec.readOnly = connection[u"read-only"].toBool();
    return server;
}

} // namespace

std::vector<FoundServer> serversOfDbeaver(const QJsonObject &dataSources,
                                          const QJsonObject &accounts)
{
    std::vector<FoundServer> servers;
    const QJsonObject connections = dataSources[u"connections"].toObject();
    servers.reserve(size_t(connections.size()));
    for (auto it = connections.begin(); it != connections.end(); ++it)
        servers.push_back(serverOf(it->toObject(), dataSources, accounts[it.key()].toObject()));
    return servers;
}

QJsonObject dbeaverAccounts(const QByteArray &encrypted)
{
    constexpr unsigned char key[] = {0xba, 0xbb, 0x4a, 0x9f, 0x77, 0x4a, 0xb8, 0x53,
                                     0xc9, 0x6c, 0x2d, 0x65, 0x3d, 0xfe, 0x54, 0x4a};
    constexpr qsizetype block = 16; // the first one is random, and starts the chain
    if (encrypted.size() <= block || encrypted.size() % block != 0)
        return {};
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
        EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    const auto *bytes = reinterpret_cast<const unsigned char *>(encrypted.constData());
    QByteArray text(encrypted.size(), Qt::Uninitialized);
    auto *out = reinterpret_cast<unsigned char *>(text.data());
    int size = 0;
    int rest = 0;
    const bool isRead =
        context && EVP_DecryptInit_ex(context.get(), EVP_aes_128_cbc(), nullptr, key, bytes) == 1
        && EVP_DecryptUpdate(context.get(), out, &size, bytes + block,
                             int(encrypted.size() - block))
               == 1
        && EVP_DecryptFinal_ex(context.get(), out + size, &rest) == 1;
    QJsonObject accounts;
    if (isRead)
        accounts =
            QJsonDocument::fromJson(QByteArrayView(text).first(size + rest).toByteArray()).object();
    text.fill('\0');
    return accounts;
}

} // namespace lockmaster
