// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"

#include "core/config/specdraft.h"
#include "core/config/urloptions.h"
#include "core/config/urlsplit.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QStringDecoder>
#include <QUrl>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace lockmaster {

namespace {

struct Scheme {
    QLatin1StringView name;
    BackendKind kind;
    bool overSocket;
    std::optional<TlsMode> tls;
    /** Whose hosts it names, which may be several. */
    enum class Hosts : quint8 { Server, Sentinels, Cluster, Redlock } hosts = Hosts::Server;
};

constexpr std::array schemes = {
    Scheme{QLatin1StringView("mysql"), BackendKind::MySql, false, {}},
    Scheme{QLatin1StringView("mysql+unix"), BackendKind::MySql, true, {}},
    Scheme{QLatin1StringView("redis"), BackendKind::Redis, false, {}},
    Scheme{QLatin1StringView("rediss"), BackendKind::Redis, false, TlsMode::Verify},
    Scheme{QLatin1StringView("redis+unix"), BackendKind::Redis, true, {}},
    Scheme{QLatin1StringView("redis+sentinel"),
           BackendKind::Redis,
           false,
           {},
           Scheme::Hosts::Sentinels},
    Scheme{QLatin1StringView("rediss+sentinel"), BackendKind::Redis, false, TlsMode::Verify,
           Scheme::Hosts::Sentinels},
    Scheme{
        QLatin1StringView("redis+cluster"), BackendKind::Redis, false, {}, Scheme::Hosts::Cluster},
    Scheme{QLatin1StringView("rediss+cluster"), BackendKind::Redis, false, TlsMode::Verify,
           Scheme::Hosts::Cluster},
    Scheme{
        QLatin1StringView("redis+redlock"), BackendKind::Redis, false, {}, Scheme::Hosts::Redlock},
    Scheme{QLatin1StringView("rediss+redlock"), BackendKind::Redis, false, TlsMode::Verify,
           Scheme::Hosts::Redlock},
};

/** A path as text, or nothing where it is no properly encoded UTF-8. */
std::optional<QString> decodedPath(QByteArrayView path)
{
    const std::optional<QByteArray> bytes = percentDecoded(path);
    if (!bytes || bytes->contains('\0'))
        return std::nullopt;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(*bytes);
    return decoder.hasError() ? std::nullopt : std::optional(text);
}

Result<void> takeSocket(const SplitUrl &url, BackendSpec &spec)
{
    const std::optional<QString> path = decodedPath(url.path);
    if (!url.host.isEmpty() || url.port != 0 || !path || path->size() < 2) {
        return failure(ErrorKind::Config,
                       Words::tr("The URL %1 names no absolute path of a socket.").arg(url.shown),
                       Words::tr("Write three slashes: %1:///path/of.sock.").arg(url.scheme));
    }
    spec.socketPath = *path;
    return {};
}

/** `part`: of the URL's path, encoded. */
Result<void> takeDatabase(const SplitUrl &url, const QByteArray &part, BackendSpec &spec)
{
    const std::optional<QString> database = decodedPath(part);
    if (!database || part.contains('/')) {
        return failure(ErrorKind::Config,
                       Words::tr("The path of the URL %1 is not one database.").arg(url.shown));
    }
    if (spec.kind == BackendKind::MySql) {
        spec.database = *database;
        return {};
    }
    const auto digit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    bool ok = std::all_of(database->cbegin(), database->cend(), digit);
    spec.redisDatabase = database->isEmpty() || !ok ? 0 : database->toInt(&ok);
    if (!ok || spec.redisDatabase > highestRedisDatabase) {
        return failure(
            ErrorKind::Config,
            Words::tr("The path of the URL %1 is not the number of a database.").arg(url.shown),
            Words::tr("Write redis://host:port/0."));
    }
    return {};
}

/** Those of a group. */
Result<std::vector<NodeAddress>> hostsOf(const SplitUrl &url, quint16 usualPort, BackendSpec &spec)
{
    const auto withPort = [usualPort](const NodeAddress &host) {
        return NodeAddress{host.host, host.port != 0 ? host.port : usualPort};
    };
    spec.host.clear();
    std::vector<NodeAddress> hosts{withPort({url.host, url.port})};
    for (const NodeAddress &other : url.otherHosts)
        hosts.push_back(withPort(other));
    if (spec.user.contains(u',')) {
        return failure(ErrorKind::Config,
                       Words::tr("The user in the URL %1 has a ',' in it: user and password stand "
                                 "once, before all hosts.")
                           .arg(url.shown));
    }
    const bool areHosts = std::all_of(hosts.begin(), hosts.end(), [](const NodeAddress &host) {
        return nodeAddressFromText(host.text());
    });
    if (!areHosts) {
        return failure(
            ErrorKind::Config,
            Words::tr("A host in the URL %1 is none: it is made of letters, digits, '.', "
                      "'-' and '_'.")
                .arg(url.shown));
    }
    return hosts;
}

/** `/mymaster`, `/mymaster/0`. */
Result<void> takeSentinels(const SplitUrl &url, BackendSpec &spec)
{
    auto hosts = hostsOf(url, SentinelSpec::usualPort, spec);
    if (!hosts)
        return passOn(hosts);
    spec.sentinel.hosts = std::move(*hosts);
    const QByteArray path = url.path.isEmpty() ? QByteArray() : url.path.sliced(1);
    const qsizetype slash = path.indexOf('/');
    const auto master = decodedPath(slash < 0 ? path : path.first(slash));
    if (!master || !isPlainName(*master)) {
        return failure(
            ErrorKind::Config,
            Words::tr("The URL %1 does not say what its sentinels call the master.").arg(url.shown),
            Words::tr("Write redis+sentinel://host1,host2,host3/mymaster/0."));
    }
    spec.sentinel.master = *master;
    return takeDatabase(url, slash < 0 ? QByteArray() : path.sliced(slash + 1), spec);
}

/** `hosts`: of the spec, where they belong. */
Result<void> takeHosts(const SplitUrl &url, std::vector<NodeAddress> BackendSpec::*hosts,
                       BackendSpec &spec)
{
    auto named = hostsOf(url, spec.effectivePort(), spec);
    if (!named)
        return passOn(named);
    spec.*hosts = std::move(*named);
    return takeDatabase(url, url.path.isEmpty() ? QByteArray() : url.path.sliced(1), spec);
}

Result<void> takeAddress(const SplitUrl &url, const Scheme &scheme, BackendSpec &spec)
{
    spec.kind = scheme.kind;
    spec.user = url.user;
    spec.urlPassword = url.password;
    if (scheme.overSocket)
        return takeSocket(url, spec);
    if (url.host.isEmpty()) {
        return failure(ErrorKind::Config, Words::tr("The URL %1 names no host.").arg(url.shown));
    }
    if (scheme.hosts == Scheme::Hosts::Sentinels)
        return takeSentinels(url, spec);
    if (scheme.hosts == Scheme::Hosts::Cluster)
        return takeHosts(url, &BackendSpec::cluster, spec);
    if (scheme.hosts == Scheme::Hosts::Redlock)
        return takeHosts(url, &BackendSpec::redlock, spec);
    if (!url.otherHosts.empty()) {
        return failure(ErrorKind::Config,
                       Words::tr("The URL %1 names several hosts.").arg(url.shown),
                       Words::tr("Add each as a server of its own; for sentinels write "
                                 "redis+sentinel://host1,host2,host3/mymaster/0, for a cluster "
                                 "redis+cluster://host1,host2,host3, for Redlock "
                                 "redis+redlock://host1,host2,host3."));
    }
    spec.host = url.host;
    spec.port = url.port;
    return takeDatabase(url, url.path.isEmpty() ? QByteArray() : url.path.sliced(1), spec);
}

QString encoded(const QString &text, const char *keep = "")
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

QString knownSchemes()
{
    QStringList names;
    for (const Scheme &scheme : schemes)
        names << scheme.name;
    return names.join(QStringLiteral(", "));
}

Result<SpecDraft> draftFrom(const SplitUrl &url)
{
    const auto scheme =
        std::find_if(schemes.begin(), schemes.end(),
                     [&url](const Scheme &candidate) { return candidate.name == url.scheme; });
    if (scheme == schemes.end()) {
        return failure(ErrorKind::Config,
                       Words::tr("A URL of the scheme '%1' is not known.").arg(url.scheme),
                       Words::tr("Use %1.").arg(knownSchemes()));
    }
    SpecDraft draft;
    draft.tls = scheme->tls;
    if (const Result<void> taken = takeAddress(url, *scheme, draft.spec); !taken)
        return passOn(taken);
    if (const Result<void> taken = applyUrlOptions(url, draft); !taken)
        return passOn(taken);
    return draft;
}

/** All names of this machine are one. */
QString plainHost(const QString &written)
{
    QString host = written.toLower();
    if (host.endsWith(u'.'))
        host.chop(1);
    constexpr quint32 loopback = 127;
    constexpr int behindFirst = 24;
    constexpr qsizetype behindPrefix = 12;
    const QByteArray text = host.toLatin1();
    in_addr four{};
    in6_addr six{};
    if (inet_pton(AF_INET, text.constData(), &four) == 1)
        return ntohl(four.s_addr) >> behindFirst == loopback ? QStringLiteral("localhost") : host;
    if (inet_pton(AF_INET6, text.constData(), &six) != 1)
        return host == u"ip6-localhost" ? QStringLiteral("localhost") : host;
    QByteArray bytes;
    std::copy(std::begin(six.s6_addr), std::end(six.s6_addr), std::back_inserter(bytes));
    if (IN6_IS_ADDR_LOOPBACK(&six)
        || (IN6_IS_ADDR_V4MAPPED(&six) && quint8(bytes[behindPrefix]) == loopback))
        return QStringLiteral("localhost");
    return QString::fromLatin1(bytes.toHex()); // one address has many spellings
}

/** What is itself to a far end is another machine than ours; other names mean the same to both. */
bool isSameAddress(const NodeAddress &a, const NodeAddress &b, bool sameTunnel)
{
    const QString host = plainHost(a.host);
    return host == plainHost(b.host) && a.port == b.port && (sameTunnel || host != u"localhost");
}

} // namespace

bool isSameServer(const BackendSpec &a, const BackendSpec &b)
{
    if (a.kind != b.kind || a.socketPath != b.socketPath)
        return false;
    const bool sameTunnel = a.tunnel == b.tunnel;
    if (!a.socketPath.isEmpty())
        return sameTunnel;
    // A node of a cluster is one of its servers, also where it is named by itself.
    const std::vector<NodeAddress> seeds = a.seeds();
    const std::vector<NodeAddress> others = b.seeds();
    return a.sentinel.isSet() == b.sentinel.isSet() && a.sentinel.master == b.sentinel.master
           && std::any_of(seeds.begin(), seeds.end(), [&](const NodeAddress &one) {
                  return std::any_of(others.begin(), others.end(), [&](const NodeAddress &other) {
                      return isSameAddress(one, other, sameTunnel);
                  });
              });
}

Result<SpecDraft> draftFromUrl(const QString &url)
{
    const Result<SplitUrl> split = splitUrl(url);
    if (!split)
        return passOn(split);
    return draftFrom(*split).map_error(
        [&split](const Error &error) { return split->unclear ? unclearUrl() : error; });
}

Result<BackendSpec> parseBackendUrl(const QString &url)
{
    return parseBackendUrl(url, {});
}

Result<BackendSpec> parseBackendUrl(const QString &url, const ServersOfProfile &profile)
{
    Result<SpecDraft> draft = draftFromUrl(url);
    if (!draft)
        return passOn(draft);
    const bool isProduction =
        std::any_of(profile.known.begin(), profile.known.end(), [&draft](const BackendSpec &other) {
            return other.environment == Environment::Production && isSameServer(other, draft->spec);
        });
    if (isProduction)
        draft->spec.environment = Environment::Production;
    if (!profile.unread.isEmpty() && draft->spec.environment == Environment::Unset
        && !draft->readOnly)
        draft->readOnly = true;
    // Whoever gives a URL to this program has written it.
    draft->spec.tunnel.isOwn = true;
    const QString address = backendUrl(draft->spec);
    return completed(std::move(*draft)).map_error([&](Error error) {
        if (splitUrl(url)->unclear)
            return unclearUrl();
        error.message = address + QLatin1StringView(": ") + error.message;
        return error;
    });
}

QString backendUrl(const BackendSpec &spec)
{
    const bool overSocket = !spec.socketPath.isEmpty();
    QString url = backendKindName(spec.kind);
    if (overSocket)
        url += QLatin1StringView("+unix");
    else if (spec.kind == BackendKind::Redis && spec.tls == TlsMode::Verify)
        url += u's';
    if (spec.sentinel.isSet())
        url += QLatin1StringView("+sentinel");
    else if (!spec.cluster.empty())
        url += QLatin1StringView("+cluster");
    else if (spec.isQuorum())
        url += QLatin1StringView("+redlock");
    url += QLatin1StringView("://");
    if (!spec.user.isEmpty())
        url += encoded(spec.user) + u'@';
    const QString database =
        spec.kind == BackendKind::MySql ? spec.database : QString::number(spec.redisDatabase);
    if (overSocket) {
        url += encoded(spec.socketPath, "/");
        if (!database.isEmpty()) {
            url += spec.kind == BackendKind::MySql ? QLatin1StringView("?database=")
                                                   : QLatin1StringView("?db=");
            url += encoded(database);
        }
        return url;
    }
    if (spec.isGroup() || spec.isQuorum()) {
        QStringList hosts;
        for (const NodeAddress &host : spec.seeds())
            hosts << host.text();
        url += hosts.join(u',') + u'/';
        if (spec.sentinel.isSet())
            url += encoded(spec.sentinel.master) + u'/';
        return url + database;
    }
    url += spec.host.contains(u':') ? u'[' + spec.host + u']' : encoded(spec.host);
    if (spec.port != 0)
        url += u':' + QString::number(spec.port);
    return url + u'/' + encoded(database);
}

} // namespace lockmaster
