// SPDX-License-Identifier: Apache-2.0
#include "core/imports/clientline.h"

#include "core/config/specdraft.h"
#include "core/config/urlsplit.h"
#include "core/imports/clientoptions.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using Takes = ClientOption::Takes;

class ClientLine
{
public:
    explicit ClientLine(const ClientWords &client)
        : m_isSql(client.kind == BackendKind::MySql), m_words(client.words)
    {
        spec().kind = client.kind;
        spec().host.clear();
        for (const ShellWord &variable : client.variables)
            takeVariable(variable);
    }

    Result<ClientServer> read()
    {
        bool isOver = false;   // redis-cli: the rest is a command
        bool areWords = false; // behind --
        for (; m_at < m_words.size() && !isOver; ++m_at) {
            const ShellWord &word = m_words[m_at];
            const bool isOption = !areWords && word.text.startsWith(u'-') && word.text.size() > 1;
            if (m_isSql && !areWords && word.text == u"--") {
                areWords = true;
            } else if (isOption) {
                if (const auto done = takeOption(word); !done)
                    return passOn(done);
            } else if (m_isSql) {
                if (const auto done = takeDatabase(word); !done)
                    return passOn(done);
            } else {
                isOver = true;
                m_read.isPlaceUnknown = m_read.isPlaceUnknown || word.isReplaced;
            }
        }
        const auto isReplaced = [](const ShellWord &word) { return word.isReplaced; };
        if (std::any_of(m_words.begin(), m_words.end(), isReplaced))
            m_read.server.notes << Words::tr("Where a shell would put something else in, such as a "
                                             "variable, nothing was filled in.");
        return std::move(m_read);
    }

private:
    BackendSpec &spec() { return m_read.server.spec; }
    QStringList &ignored() { return m_read.server.ignored; }

    void takeVariable(const ShellWord &variable)
    {
        const QString name = variable.text.section(u'=', 0, 0);
        if (variable.isReplaced
            || !applyClientVariable(spec(), name, variable.text.section(u'=', 1)))
            ignored() << name;
        if (variable.isReplaced && name == u"MYSQL_HOST")
            m_read.isPlaceUnknown = true;
    }

    Result<void> takeDatabase(const ShellWord &word)
    {
        if (word.isReplaced) {
            m_read.isPlaceUnknown = true; // there may be options in it
            return {};
        }
        if (std::exchange(m_hasDatabase, true))
            return failure(ErrorKind::Config, Words::tr("Two words of it could be the database."),
                           Words::tr("A password stands right behind -p, without a space."));
        if (word.text.contains(QLatin1StringView("://")))
            return failure(ErrorKind::Config, Words::tr("There is a URL in it among other words."),
                           Words::tr("Paste the URL alone."));
        spec().database = word.text;
        return {};
    }

    Result<void> takeOption(const ShellWord &word)
    {
        if (!m_isSql && word.text == u"-u")
            return takeUrl();
        if (m_isSql && !word.text.startsWith(QLatin1StringView("--")))
            return takeBriefs(word);
        const qsizetype equals = word.text.indexOf(u'=');
        const QString name = equals < 0 ? word.text : word.text.first(equals);
        const std::optional<ShellWord> joined =
            equals < 0 ? std::nullopt
                       : std::optional(ShellWord{word.text.sliced(equals + 1), word.isReplaced});
        for (const ClientOption &option : clientOptions()) {
            const bool isBrief = !m_isSql && name == QLatin1StringView(option.brief);
            if (option.kind == spec().kind
                && (isBrief || normal(name) == QLatin1StringView(option.full)))
                return apply(option, name, joined);
        }
        if (const PassedOption *option = passedOption(spec().kind, normal(name)))
            return passOver(*option, name, joined.has_value());
        return doWithout(name, joined.has_value());
    }

    /** Several in one word, `-Nse`; the value of the last one behind it, or in the next. */
    Result<void> takeBriefs(const ShellWord &word)
    {
        for (qsizetype i = 1; i < word.text.size(); ++i) {
            const QString name = QStringLiteral("-") + word.text[i];
            const QString rest = word.text.sliced(i + 1);
            const auto joined =
                rest.isEmpty() ? std::nullopt : std::optional(ShellWord{rest, word.isReplaced});
            const auto options = clientOptions();
            const auto known =
                std::find_if(options.begin(), options.end(), [&](const ClientOption &option) {
                    return option.kind == spec().kind && name == QLatin1StringView(option.brief);
                });
            if (known != options.end())
                return apply(*known, name, joined); // each of them takes a value
            const PassedOption *passed = passedOption(spec().kind, name);
            if (!passed)
                return doWithout(name, joined.has_value());
            if (passed->takes != Takes::Nothing)
                return passOver(*passed, name, joined.has_value());
        }
        return {};
    }

    /** `--ssl_ca` is `--ssl-ca`, and `--loose-` asks for nothing. */
    static QString normal(QString name)
    {
        name.replace(u'_', u'-');
        return name.startsWith(QLatin1StringView("--loose-"))
                   ? QStringLiteral("--") + name.sliced(8)
                   : name;
    }

    Result<void> apply(const ClientOption &option, const QString &name,
                       const std::optional<ShellWord> &joined)
    {
        ShellWord value = joined.value_or(ShellWord());
        if (option.takes == Takes::Value && !joined) {
            if (++m_at >= m_words.size())
                return missing(name);
            value = m_words[m_at];
        }
        if (value.isReplaced) {
            ignored() << name;
            BackendSpec meant;
            meant.host.clear();
            option.apply(meant, QStringLiteral("1"));
            if (!meant.host.isEmpty() || meant.port != 0 || !meant.socketPath.isEmpty())
                m_read.isPlaceUnknown = true;
            return {};
        }
        if (!option.apply(spec(), value.text))
            return failure(
                ErrorKind::Config,
                Words::tr("%1 cannot be '%2'.").arg(literalText(name), literalText(value.text)));
        return {};
    }

    Result<void> passOver(const PassedOption &option, const QString &name, bool isJoined)
    {
        if (option.takes == Takes::Value && !isJoined && ++m_at >= m_words.size())
            return missing(name);
        if (option.means != PassedOption::Means::Nothing)
            ignored() << name;
        if (option.means == PassedOption::Means::Elsewhere)
            m_read.isPlaceUnknown = true;
        return {};
    }

    /** What is not known may take the next word, or not. */
    Result<void> doWithout(const QString &name, bool isJoined)
    {
        if (m_isSql && takesNothing(name))
            return {};
        // Behind a single dash the rest of it may be a secret.
        const QString shown = name.startsWith(QLatin1StringView("--")) ? name : name.first(2);
        const bool isFollowed =
            !isJoined && m_at + 1 < m_words.size() && !m_words[m_at + 1].text.startsWith(u'-');
        if (isFollowed)
            return failure(ErrorKind::Config,
                           Words::tr("%1 is not known here, and so it is not known whether what "
                                     "stands behind it belongs to it.")
                               .arg(literalText(shown)),
                           Words::tr("Paste the line without it."));
        ignored() << shown;
        return {};
    }

    /** `--skip-pager`, of an option that is known. */
    static bool takesNothing(const QString &name)
    {
        for (const QLatin1StringView prefix :
             {QLatin1StringView("--skip-"), QLatin1StringView("--disable-"),
              QLatin1StringView("--enable-")}) {
            if (!name.startsWith(prefix))
                continue;
            const PassedOption *option = passedOption(
                BackendKind::MySql, QStringLiteral("--") + normal(name.sliced(prefix.size())));
            if (option && option->means == PassedOption::Means::Nothing)
                return true;
        }
        return false;
    }

    static Result<void> missing(const QString &word)
    {
        return failure(ErrorKind::Config, Words::tr("Nothing follows %1.").arg(literalText(word)));
    }

    /** It says what it says, and leaves all else as it is. */
    Result<void> takeUrl()
    {
        if (++m_at >= m_words.size())
            return missing(QStringLiteral("-u"));
        if (m_words[m_at].isReplaced) {
            ignored() << QStringLiteral("-u");
            m_read.isPlaceUnknown = true;
            return {};
        }
        const auto pasted = pastedUrl(m_words[m_at].text);
        if (!pasted)
            return passOn(pasted);
        BackendSpec from = pasted->spec;
        if (from.kind != BackendKind::Redis)
            return failure(ErrorKind::Config, Words::tr("The URL behind -u is no Redis."));
        // Who stands there alone is a password to that client, and no user.
        if (from.urlPassword.isEmpty() && !from.user.isEmpty()) {
            from.urlPassword = Secret(from.user.toUtf8());
            from.user.clear();
        }
        BackendSpec &to = spec();
        const bool isCluster = !to.cluster.empty();
        to.host = from.host;
        to.port = from.port != 0 || from.isGroup() || from.isQuorum() ? from.port : to.port;
        to.socketPath = from.socketPath;
        to.sentinel = from.sentinel;
        to.cluster = from.cluster;
        to.redlock = from.redlock;
        to.quorum = from.quorum;
        to.nodes = from.nodes;
        if (isCluster && !to.isGroup())
            to.cluster.resize(1);
        if (!from.urlPassword.isEmpty()) {
            to.user = from.user;
            to.urlPassword = from.urlPassword;
        }
        if (pasted->says(u"database"))
            to.redisDatabase = from.redisDatabase;
        if (from.tls != TlsMode::Off)
            to.tls = from.tls;
        for (const QString &option : pasted->said) {
            if (option != u"database")
                ignored() << option;
        }
        ignored() += pasted->ignored;
        return {};
    }

    bool m_isSql;
    bool m_hasDatabase = false;
    std::vector<ShellWord> m_words;
    size_t m_at = 0;
    ClientServer m_read;
};

} // namespace

Result<ClientServer> clientServer(const ClientWords &client)
{
    return ClientLine(client).read();
}

} // namespace lockmaster
