// SPDX-License-Identifier: Apache-2.0
#include "core/imports/pastedserver.h"

#include "core/config/specdraft.h"
#include "core/imports/clientoptions.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QUrl>

#include <array>
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

/** One client's words, from the one behind its name on. */
class ClientLine
{
public:
    ClientLine(BackendKind kind, QStringList words) : m_words(std::move(words))
    {
        m_server.spec.kind = kind;
        m_server.spec.host.clear();
    }

    Result<PastedServer> read()
    {
        bool isOver = false; // redis-cli: the rest is a command
        for (m_at = 0; m_at < m_words.size() && !isOver; ++m_at) {
            const QString word = m_words[m_at];
            if (word.startsWith(u'-') && word.size() > 1) {
                if (const auto done = takeOption(word); !done)
                    return passOn(done);
            } else if (m_server.spec.kind == BackendKind::MySql) {
                m_server.spec.database = word;
            } else {
                isOver = true;
            }
        }
        settleAddress(m_server.spec);
        return std::move(m_server);
    }

private:
    Result<void> takeOption(const QString &word)
    {
        if (m_server.spec.kind == BackendKind::Redis && word == u"-u") {
            if (++m_at >= m_words.size())
                return missing(word);
            return takeUrl(m_words[m_at]);
        }
        const QString name = word.section(u'=', 0, 0);
        for (const ClientOption &option : clientOptions()) {
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
        if (option.takes == ClientOption::Takes::Value && !isJoined) {
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
            const bool isCluster = !m_server.spec.cluster.empty();
            m_server.spec = draft.spec;
            if (isCluster && !m_server.spec.isGroup())
                m_server.spec.cluster.resize(1);
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
        const QString name = part.section(u'=', 0, 0);
        const QString value = QUrl::fromPercentEncoding(part.section(u'=', 1).toUtf8());
        if (!applyDriverOption(server.spec, name, value))
            server.ignored << name;
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
    return ClientLine(isSql ? BackendKind::MySql : BackendKind::Redis, std::move(*words))
        .read()
        .map([&](PastedServer server) {
            server.spec.tunnel.ssh = host;
            server.spec.tunnel.isOwn = true;
            return server;
        });
}

} // namespace lockmaster
