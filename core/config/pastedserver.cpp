// SPDX-License-Identifier: Apache-2.0
#include "core/config/pastedserver.h"

#include "core/config/backendurl.h"
#include "core/config/specdraft.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

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
        QStringLiteral("false"),    QStringLiteral("0"),
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

/** An option of a client's. */
struct ClientOption {
    enum class Takes : quint8 { Nothing, Value, Joined }; ///< Joined: never in the next word

    BackendKind kind;
    const char *brief; ///< `-h`; its value behind it, or in the next word; null: none
    const char *full;  ///< `--host`, `--host=value`; null: none
    Takes takes;
    bool (*apply)(BackendSpec &, const QString &value);
};

using Takes = ClientOption::Takes;
constexpr auto sql = BackendKind::MySql;
constexpr auto redis = BackendKind::Redis;

constexpr ClientOption clientOptions[] = {
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
    {sql, nullptr, "--ssl-verify-server-cert", Takes::Nothing, takeVerify},
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

/** What stands behind `?` of other programs' URLs. */
struct ForeignOption {
    const char *name; ///< without `-` and `_`, in small letters
    bool (*apply)(BackendSpec &, const QString &value);
};

constexpr ForeignOption foreignOptions[] = {
    {"user", takeText<&BackendSpec::user>},
    {"username", takeText<&BackendSpec::user>},
    {"password", takePassword},
    {"ssl", takeTlsMode},
    {"usessl", takeTlsMode},
    {"sslmode", takeTlsMode},
    {"tls", takeTlsMode},
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
            if (normal(name) == QLatin1StringView(option.full))
                return apply(option, name, word.contains(u'='), word.section(u'=', 1));
            if (const QLatin1StringView brief(option.brief);
                !brief.isEmpty() && word.startsWith(brief) && !word.startsWith(u"--"))
                return apply(option, brief, word.size() > brief.size(), word.sliced(brief.size()));
        }
        // What it says may be a secret.
        m_server.ignored << name;
        return {};
    }

    /** `--ssl_ca` is `--ssl-ca`. */
    static QString normal(QString name) { return name.replace(u'_', u'-'); }

    Result<void> apply(const ClientOption &option, const QString &name, bool isJoined,
                       const QString &joined)
    {
        QString value = joined;
        if (option.takes == Takes::Value && !isJoined) {
            if (++m_at >= m_words.size())
                return missing(name);
            value = m_words[m_at];
        }
        if (!option.apply(m_server.spec, value))
            return failure(
                ErrorKind::Config,
                Words::tr("%1 cannot be '%2'.").arg(literalText(name), literalText(value)));
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

/** Tells only names of what it does not know: the rest may be a secret. */
void takeForeignOptions(const QString &query, PastedServer &server)
{
    for (const QString &part : query.split(u'&', Qt::SkipEmptyParts)) {
        const QString written = part.section(u'=', 0, 0);
        const QString name = QString(written).remove(u'-').remove(u'_').toLower();
        const auto *known = std::find_if(
            std::begin(foreignOptions), std::end(foreignOptions),
            [&](const ForeignOption &option) { return name == QLatin1StringView(option.name); });
        const QString value = QUrl::fromPercentEncoding(part.section(u'=', 1).toUtf8());
        if (known == std::end(foreignOptions) || !known->apply(server.spec, value))
            server.ignored << written;
    }
}

Result<PastedServer> fromUrl(const QString &text)
{
    const QString url = usualScheme(text);
    auto draft = draftFromUrl(url);
    QString theirs;
    if (const qsizetype query = url.indexOf(u'?'); !draft && query >= 0) {
        draft = draftFromUrl(url.first(query));
        theirs = url.sliced(query + 1);
    }
    if (!draft)
        return passOn(draft);
    PastedServer server;
    server.spec = draft->spec;
    server.spec.tls = draft->tls.value_or(TlsMode::Off);
    takeForeignOptions(theirs, server);
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
