// SPDX-License-Identifier: Apache-2.0
#include "core/config/pastedserver.h"

#include "core/config/backendurl.h"
#include "core/config/specdraft.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <functional>

namespace lockmaster {

namespace {

constexpr qsizetype longest = 4096;

tl::unexpected<Error> notUnderstood()
{
    return failure(ErrorKind::Config, Words::tr("That is no URL and no command line of a client."),
                   Words::tr("Paste mysql://user@host/database, redis://host:6379/0, or a command "
                             "line such as mysql -h host -u user database or redis-cli -h host."));
}

/** As a shell takes words apart, and no more of what a shell does; none for a quote without end. */
std::optional<QStringList> shellWords(const QString &text)
{
    QStringList words;
    QString word;
    bool isOpen = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (!quote.isNull() && c == quote) {
            quote = {};
        } else if (quote.isNull() && (c == u'\'' || c == u'"')) {
            quote = c;
            isOpen = true;
        } else if (c == u'\\' && quote != u'\'' && i + 1 < text.size()) {
            word += text[++i];
            isOpen = true;
        } else if (quote.isNull() && c.isSpace()) {
            if (isOpen)
                words << word;
            word.clear();
            isOpen = false;
        } else {
            word += c;
            isOpen = true;
        }
    }
    if (!quote.isNull())
        return std::nullopt;
    if (isOpen)
        words << word;
    return words;
}

/** Digits of a port; 0: none. */
quint16 portOf(const QString &text)
{
    bool ok = false;
    const uint port = text.toUInt(&ok);
    return ok && port <= 0xffff ? quint16(port) : quint16(0);
}

void verify(BackendSpec &spec)
{
    spec.tls = TlsMode::Verify;
}

/** An option of a client's. */
struct ClientOption {
    BackendKind kind;
    QLatin1StringView brief; ///< `-h`; its value behind it, or in the next word
    QLatin1StringView full;  ///< `--host`, `--host=value`
    enum class Takes : quint8 { Nothing, Value, Joined } takes; ///< Joined: never in the next word
    void (*apply)(BackendSpec &, const QString &value);
};

using Takes = ClientOption::Takes;
constexpr auto sql = BackendKind::MySql;
constexpr auto redis = BackendKind::Redis;

void nothing(BackendSpec &, const QString &) {}

void takePassword(BackendSpec &spec, const QString &value)
{
    spec.urlPassword = Secret(value.toUtf8());
}

constexpr std::array clientOptions = {
    ClientOption{sql, QLatin1StringView("-h"), QLatin1StringView("--host"), Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.host = v; }},
    ClientOption{sql, QLatin1StringView("-P"), QLatin1StringView("--port"), Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.port = portOf(v); }},
    ClientOption{sql, QLatin1StringView("-S"), QLatin1StringView("--socket"), Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.socketPath = v; }},
    ClientOption{sql, QLatin1StringView("-u"), QLatin1StringView("--user"), Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.user = v; }},
    ClientOption{sql, QLatin1StringView("-p"), QLatin1StringView("--password"), Takes::Joined,
                 takePassword},
    ClientOption{sql, QLatin1StringView("-D"), QLatin1StringView("--database"), Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.database = v; }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--ssl-ca"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) {
                     s.caFile = v;
                     verify(s);
                 }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--ssl-cert"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) {
                     s.certFile = v;
                     verify(s);
                 }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--ssl-key"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) {
                     s.keyFile = v;
                     verify(s);
                 }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--ssl-mode"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) {
                     if (v.toUpper() != u"DISABLED" && v.toUpper() != u"PREFERRED")
                         verify(s);
                 }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--ssl"),
                 Takes::Nothing,
                 [](BackendSpec &s, const QString &) { verify(s); }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--ssl-verify-server-cert"),
                 Takes::Nothing,
                 [](BackendSpec &s, const QString &) { verify(s); }},
    ClientOption{sql,
                 {},
                 QLatin1StringView("--server-public-key-path"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.publicKeyFile = v; }},
    ClientOption{sql, QLatin1StringView("-e"), QLatin1StringView("--execute"), Takes::Value,
                 nothing},
    ClientOption{sql, {}, QLatin1StringView("--protocol"), Takes::Value, nothing},
    ClientOption{sql, {}, QLatin1StringView("--default-character-set"), Takes::Value, nothing},
    ClientOption{redis,
                 QLatin1StringView("-h"),
                 {},
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.host = v; }},
    ClientOption{redis,
                 QLatin1StringView("-p"),
                 {},
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.port = portOf(v); }},
    ClientOption{redis,
                 QLatin1StringView("-s"),
                 {},
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.socketPath = v; }},
    ClientOption{redis, QLatin1StringView("-a"), QLatin1StringView("--pass"), Takes::Value,
                 takePassword},
    ClientOption{redis,
                 {},
                 QLatin1StringView("--user"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.user = v; }},
    ClientOption{redis,
                 QLatin1StringView("-n"),
                 {},
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.redisDatabase = int(portOf(v)); }},
    ClientOption{redis,
                 {},
                 QLatin1StringView("--tls"),
                 Takes::Nothing,
                 [](BackendSpec &s, const QString &) { verify(s); }},
    ClientOption{redis,
                 {},
                 QLatin1StringView("--cacert"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.caFile = v; }},
    ClientOption{redis,
                 {},
                 QLatin1StringView("--cert"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.certFile = v; }},
    ClientOption{redis,
                 {},
                 QLatin1StringView("--key"),
                 Takes::Value,
                 [](BackendSpec &s, const QString &v) { s.keyFile = v; }},
    ClientOption{redis, {}, QLatin1StringView("--no-auth-warning"), Takes::Nothing, nothing},
};

/** One client's words, from the one behind its name on. */
class ClientLine
{
public:
    ClientLine(BackendKind kind, QStringList words) : m_words(std::move(words))
    {
        m_server.spec.kind = kind;
    }

    Result<PastedServer> read()
    {
        bool isOver = false; // redis-cli: the rest is a command
        for (m_at = 0; m_at < m_words.size() && !isOver; ++m_at) {
            const QString word = m_words[m_at];
            if (word.startsWith(u'-') && word.size() > 1) {
                if (const auto done = takeOption(word); !done)
                    return passOn(done);
            } else if (m_server.spec.kind == sql) {
                m_server.spec.database = word;
            } else {
                isOver = true;
            }
        }
        return std::move(m_server);
    }

private:
    Result<void> takeOption(const QString &word)
    {
        if (m_server.spec.kind == redis && word == u"-u") {
            if (++m_at >= m_words.size())
                return missing(word);
            return takeUrl(m_words[m_at]);
        }
        const QString name = word.section(u'=', 0, 0);
        for (const ClientOption &option : clientOptions) {
            if (option.kind != m_server.spec.kind)
                continue;
            if (!option.full.isEmpty() && normal(name) == option.full)
                return apply(option, word, word.contains(u'='), word.section(u'=', 1));
            if (!option.brief.isEmpty() && word.startsWith(option.brief) && !word.startsWith(u"--"))
                return apply(option, word, word.size() > option.brief.size(),
                             word.sliced(option.brief.size()));
        }
        m_server.ignored << word;
        return {};
    }

    /** `--ssl_ca` is `--ssl-ca`. */
    static QString normal(QString name) { return name.replace(u'_', u'-'); }

    Result<void> apply(const ClientOption &option, const QString &word, bool isJoined,
                       const QString &joined)
    {
        if (option.takes == Takes::Nothing || isJoined || option.takes == Takes::Joined) {
            option.apply(m_server.spec, joined);
            return {};
        }
        if (++m_at >= m_words.size())
            return missing(word);
        option.apply(m_server.spec, m_words[m_at]);
        return {};
    }

    static Result<void> missing(const QString &word)
    {
        return failure(ErrorKind::Config, Words::tr("Nothing follows %1.").arg(literalText(word)));
    }

    Result<void> takeUrl(const QString &url)
    {
        return draftFromUrl(url).map([this](const SpecDraft &draft) {
            m_server.spec = draft.spec;
            m_server.spec.tls = draft.tls.value_or(TlsMode::Off);
        });
    }

    PastedServer m_server;
    QStringList m_words;
    qsizetype m_at = 0;
};

/** Names that other programs have for the schemes of ours. */
QString usualScheme(const QString &url)
{
    static const std::array<std::pair<QLatin1StringView, QLatin1StringView>, 4> others = {{
        {QLatin1StringView("mysql2://"), QLatin1StringView("mysql://")},
        {QLatin1StringView("mariadb://"), QLatin1StringView("mysql://")},
        {QLatin1StringView("jdbc:mysql://"), QLatin1StringView("mysql://")},
        {QLatin1StringView("jdbc:mariadb://"), QLatin1StringView("mysql://")},
    }};
    for (const auto &[other, ours] : others) {
        if (url.startsWith(other, Qt::CaseInsensitive))
            return ours + url.sliced(other.size());
    }
    return url;
}

Result<PastedServer> fromUrl(const QString &text)
{
    // Options there are those of other programs.
    const QString url = usualScheme(text);
    const qsizetype query = url.indexOf(u'?');
    auto draft = draftFromUrl(url);
    PastedServer server;
    if (!draft && query >= 0) {
        draft = draftFromUrl(url.first(query));
        server.ignored << url.sliced(query);
    }
    if (!draft)
        return passOn(draft);
    server.spec = draft->spec;
    server.spec.tls = draft->tls.value_or(TlsMode::Off);
    return server;
}

} // namespace

Result<PastedServer> pastedServer(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty() || trimmed.size() > longest)
        return notUnderstood();
    auto words = shellWords(trimmed);
    if (!words || words->isEmpty())
        return notUnderstood();
    if (words->size() == 1 && words->front().contains(QLatin1StringView("://")))
        return fromUrl(words->front());
    QString host;
    if (words->front() == u"$")
        words->removeFirst();
    if (words->size() > 2 && words->front() == u"ssh" && isSshHost(words->at(1))) {
        host = words->at(1);
        *words = words->sliced(2);
    }
    const QString program = words->isEmpty() ? QString() : words->takeFirst().section(u'/', -1);
    const bool isSql = program == u"mysql" || program == u"mariadb";
    if (!isSql && program != u"redis-cli" && program != u"valkey-cli")
        return notUnderstood();
    return ClientLine(isSql ? sql : redis, std::move(*words)).read().map([&](PastedServer server) {
        server.spec.tunnel.ssh = host;
        server.spec.tunnel.isOwn = true;
        return server;
    });
}

} // namespace lockmaster
