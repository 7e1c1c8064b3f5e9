// SPDX-License-Identifier: Apache-2.0
#include "core/imports/pastedserver.h"

#include "core/config/specdraft.h"
#include "core/config/specwriter.h"
#include "core/config/urlsplit.h"
#include "core/domain/systemtraits.h"
#include "core/imports/clientline.h"
#include "core/imports/clientoptions.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockmaster {

namespace {

constexpr qsizetype longest = 4096;

tl::unexpected<Error> notUnderstood()
{
    return failure(ErrorKind::Config, Words::tr("That is no URL and no command line of a client."),
                   Words::tr("Paste mysql://user@host/database, redis://host:6379/0, or a command "
                             "line such as mysql -h host -u user database or redis-cli -h host."));
}

/** Names that other programs have for the schemes of ours. */
QString usualScheme(const QString &url)
{
    static const QRegularExpression drivers(
        QStringLiteral("\\A(?:jdbc:)?(?:mysql2?|mariadb)(?:\\+(?:pymysql|mysqldb|"
                       "mysqlconnector|aiomysql|asyncmy|cymysql|mariadbconnector|pyodbc))?://"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression valkey(QStringLiteral("\\A(?:valkey)(s?(?:\\+[a-z]+)?://)"),
                                           QRegularExpression::CaseInsensitiveOption);
    QString usual = url;
    usual.replace(drivers, QStringLiteral("mysql://"));
    return usual.replace(valkey, QStringLiteral("redis\\1"));
}

bool isUrl(const QString &text)
{
    static const QRegularExpression scheme(QStringLiteral("\\A[A-Za-z][A-Za-z0-9+.:-]*://"));
    return scheme.match(text).hasMatch();
}

/** Without quotes around it. */
QString unquoted(const QString &text)
{
    const bool isQuoted = text.size() >= 2 && (text[0] == u'"' || text[0] == u'\'')
                          && text.indexOf(text[0], 1) == text.size() - 1;
    return isQuoted ? text.sliced(1, text.size() - 2) : text;
}

/** As much of `options` as a URL of ours has; the rest, in `others`, is that of other programs. */
Result<SpecDraft> draftOf(const QString &place, const QStringList &options, QString &accepted,
                          QStringList &others)
{
    constexpr qsizetype most = 64;
    accepted = place;
    auto draft = draftFromUrl(place);
    for (qsizetype i = 0; draft && i < options.size(); ++i) {
        const QString longer = accepted + (accepted == place ? u'?' : u'&') + options[i];
        auto more = i < most ? draftFromUrl(longer) : Result<SpecDraft>(notUnderstood());
        if (more) {
            draft = std::move(more);
            accepted = longer;
        } else {
            others << options[i];
        }
    }
    return draft;
}

/** What was said of tables that nobody named is said of those that are looked for. */
void takeTables(const SpecDraft &draft, PastedServer &server)
{
    if (draft.defaultTables != referenceTables()) {
        if (server.spec.database.isEmpty() && server.spec.tables.empty()) {
            for (const SystemTraits *system : tableSystems()) {
                for (const QLatin1StringView option : {system->clockOption, system->leaseOption}) {
                    if (!option.isEmpty() && server.says(QString(option)))
                        server.ignored << option;
                }
            }
        }
        addUnnamedTables(server.spec, draft.defaultTables);
    }
    server.spec.tables = writtenTables(server.spec);
}

bool isOneOf(const QString &word, std::initializer_list<const char *> words)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const char *each) { return word == QLatin1StringView(each); });
}

void addEnd(const QString &end, PastedServer &server)
{
    if (!end.isEmpty())
        server.notes << Words::tr("What stands behind “%1” was not read.").arg(end);
}

/** The command of a shell before a client's name, and around it. */
class PastedLine
{
public:
    explicit PastedLine(std::vector<ShellWord> words) : m_words(std::move(words)) {}

    Result<PastedServer> read()
    {
        if (const QString first = word(0); first == u"$" || first == u"#")
            drop(1);
        while (takeVariable() || takeSudo() || takeSsh() || takeInside()) {
        }
        const QString program = word(0).section(u'/', -1);
        const bool isSql = program == u"mysql" || program == u"mariadb";
        if (!isSql && program != u"redis-cli" && program != u"valkey-cli")
            return notUnderstood();
        drop(1);
        return clientServer({isSql ? BackendKind::MySql : BackendKind::Redis, m_variables, m_words})
            .map([this](ClientServer read) { return placed(std::move(read)); });
    }

private:
    QString word(size_t at) const { return at < m_words.size() ? m_words[at].text : QString(); }
    void drop(size_t count)
    {
        m_words.erase(m_words.begin(), m_words.begin() + std::min(count, m_words.size()));
    }

    bool takeVariable()
    {
        static const QRegularExpression variable(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*="));
        if (word(0) == u"env") {
            drop(1);
            return true;
        }
        if (!variable.match(word(0)).hasMatch())
            return false;
        m_variables.push_back(m_words.front());
        drop(1);
        return true;
    }

    bool takeSudo()
    {
        if (word(0) != u"sudo")
            return false;
        size_t at = 1;
        while (word(at).startsWith(u'-'))
            at += isOneOf(word(at), {"-u", "-g", "-h", "-p", "--user", "--group"}) ? 2 : 1;
        drop(at);
        m_ignored << QStringLiteral("sudo");
        return true;
    }

    /** What was set for one program is not set for another elsewhere. */
    void leaveVariables()
    {
        for (const ShellWord &variable : m_variables)
            m_ignored << variable.text.section(u'=', 0, 0);
        m_variables.clear();
    }

    bool takeSsh()
    {
        size_t at = 1;
        while (isOneOf(word(at), {"-t", "-tt", "-T", "-A", "-q"}))
            ++at;
        if (word(0) != u"ssh" || !m_ssh.isEmpty() || !m_inside.isEmpty() || !isSshHost(word(at)))
            return false;
        m_ssh = word(at);
        drop(word(at + 1) == u"--" ? at + 2 : at + 1);
        leaveVariables();
        // The shell there takes all of it apart once more.
        QStringList all;
        bool isReplaced = false;
        for (const ShellWord &each : m_words) {
            all << each.text;
            isReplaced = isReplaced || each.isReplaced;
        }
        if (auto there = isReplaced ? std::nullopt : shellLine(all.join(u' '))) {
            m_words = std::move(there->words);
            m_end = there->end;
        }
        return true;
    }

    bool takeInside()
    {
        if (!m_inside.isEmpty())
            return false;
        const QString tool = word(0).section(u'/', -1);
        if (isOneOf(tool, {"kubectl", "oc"}))
            return takePod();
        const bool isCompose = tool == u"docker-compose" || word(1) == u"compose";
        if (!isOneOf(tool, {"docker", "podman", "nerdctl", "docker-compose"}))
            return false;
        size_t at = 1;
        while (at < m_words.size() && word(at) != u"exec")
            ++at;
        // Before `exec` a compose file may be named, and another host's docker.
        const bool isPlain = at == (isCompose && tool != u"docker-compose" ? 2U : 1U);
        std::vector<ShellWord> variables;
        for (++at; word(at).startsWith(u'-'); ++at) {
            if (isOneOf(word(at), {"-e", "--env"}) && at + 1 < m_words.size())
                variables.push_back(m_words[++at]);
            else if (isOneOf(word(at), {"-u", "--user", "-w", "--workdir", "--env-file",
                                        "--detach-keys", "--index"}))
                ++at;
        }
        if (at + 1 >= m_words.size())
            return false;
        m_inside = Words::tr("the container %1").arg(literalText(word(at)));
        if (!isPlain)
            m_ignored << QStringLiteral("%1 … exec").arg(tool);
        drop(at + 1);
        leaveVariables();
        m_variables = std::move(variables);
        return true;
    }

    /** `kubectl -n shop exec -it deploy/db -c db -- mysql`. */
    bool takePod()
    {
        const auto is = [](const char *text) {
            return [text](const ShellWord &word) { return word.text == QLatin1StringView(text); };
        };
        const auto exec = std::find_if(m_words.begin(), m_words.end(), is("exec"));
        const auto dashes = std::find_if(exec, m_words.end(), is("--"));
        if (dashes == m_words.end())
            return false;
        QString name;
        for (auto each = exec + 1; each != dashes && name.isEmpty(); ++each) {
            const bool takesValue =
                isOneOf(each->text, {"-n", "--namespace", "-c", "--container", "--context", "-f"});
            if (takesValue && each + 1 != dashes)
                ++each;
            else if (!each->text.startsWith(u'-'))
                name = each->text;
        }
        m_inside = Words::tr("the pod %1").arg(literalText(name));
        drop(size_t(dashes - m_words.begin()) + 1);
        leaveVariables();
        return true;
    }

    PastedServer placed(ClientServer read)
    {
        addEnd(m_end, read.server);
        PastedServer &server = read.server;
        BackendSpec &spec = server.spec;
        server.ignored = m_ignored + server.ignored;
        spec.tunnel.ssh = m_ssh;
        const bool isNowhere =
            spec.host.isEmpty() && spec.socketPath.isEmpty() && !spec.isGroup() && !spec.isQuorum();
        const bool isCluster = spec.cluster.size() == 1 && spec.cluster.front().host.isEmpty();
        const bool isUnsaid = isNowhere || (isCluster && spec.host.isEmpty());
        if (!m_inside.isEmpty() && (isUnsaid || !spec.socketPath.isEmpty() || isLoopback(spec))) {
            leavePlaceless(spec);
            server.notes << Words::tr("The server is inside of %1: give the host and the port at "
                                      "which it is reached from here.")
                                .arg(m_inside);
        } else if (isUnsaid && read.isPlaceUnknown) {
            leavePlaceless(spec);
            server.notes << Words::tr("Where it is does not stand in this line: give its host.");
        } else {
            settleAddress(spec);
            if (!m_inside.isEmpty())
                server.notes << Words::tr("Inside of %1 it is called so. Look whether it is from "
                                          "here as well.")
                                    .arg(m_inside);
        }
        return std::move(read.server);
    }

    static bool isLoopback(const BackendSpec &spec)
    {
        return spec.host == u"localhost" || spec.host.startsWith(QLatin1StringView("127."))
               || spec.host == u"::1";
    }

    static void leavePlaceless(BackendSpec &spec)
    {
        spec.host.clear();
        spec.port = 0;
        spec.socketPath.clear();
        spec.cluster.clear();
    }

    std::vector<ShellWord> m_words;
    std::vector<ShellWord> m_variables;
    QString m_end; ///< what the line for another shell ends at; empty: nothing is behind it
    QString m_ssh;
    QString m_inside; ///< "the container db", in words; empty: it is in none
    QStringList m_ignored;
};

/** `DATABASE_URL=mysql://...` says what it says wherever it is set. */
QString urlOfVariable(const QString &text)
{
    static const QRegularExpression set(
        QStringLiteral("\\A(?:export\\s+)?[A-Za-z_][A-Za-z0-9_]*=(.*)\\z"),
        QRegularExpression::DotMatchesEverythingOption);
    const QString value = unquoted(set.match(text).captured(1));
    return isUrl(value)
                   && std::none_of(value.begin(), value.end(), [](QChar c) { return c.isSpace(); })
               ? value
               : QString();
}

} // namespace

Result<PastedServer> pastedUrl(const QString &text)
{
    if (text.size() > longest)
        return notUnderstood();
    const QString url = usualScheme(text.trimmed());
    const qsizetype query = url.indexOf(u'?');
    const QString place = query < 0 ? url : url.first(query);
    const QStringList options =
        query < 0 ? QStringList() : url.sliced(query + 1).split(u'&', Qt::SkipEmptyParts);
    QString accepted;
    QStringList others;
    // What stands behind the '?' may be the rest of a password.
    const bool isUnclear = query >= 0 && !place.contains(u'@') && url.indexOf(u'@', query) >= 0;
    auto draft = isUnclear ? draftFromUrl(url) : draftOf(place, options, accepted, others);
    if (!draft)
        return passOn(draft);
    // Likewise, and its begin would be taken for all of it: neither is read, nor shown.
    static const QRegularExpression optionName(QStringLiteral("\\A[A-Za-z0-9_.-]+\\z"));
    for (const QString &part : others) {
        if (part.contains(u'@') || !optionName.match(part.section(u'=', 0, 0)).hasMatch())
            return failure(ErrorKind::Config,
                           Words::tr("What stands behind the “?” is no option of a URL."),
                           Words::tr("Where it belongs to the password, write “?” in it as %3F."));
    }
    if (isUnclear)
        accepted = url;
    PastedServer server;
    server.spec = draft->spec;
    const auto split = splitUrl(accepted);
    for (const UrlOption &option : split->options)
        server.said << QString::fromUtf8(option.name);
    if (server.spec.kind == BackendKind::MySql
            ? !server.spec.database.isEmpty()
            : split->path.count('/') > 0 && split->path.size() > 1)
        server.said << QStringLiteral("database");
    const BackendSpec &spec = server.spec;
    const bool hasFiles =
        !spec.caFile.isEmpty() || !spec.certFile.isEmpty() || !spec.keyFile.isEmpty();
    server.spec.tls = draft->tls.value_or(hasFiles ? TlsMode::Verify : TlsMode::Off);
    server.spec.readOnly = draft->readOnly.value_or(false);
    takeTables(*draft, server);
    // Tells only names of what it does not know: the rest may be a secret.
    for (const QString &part : others) {
        const QString name = part.section(u'=', 0, 0);
        const QString value = QUrl::fromPercentEncoding(part.section(u'=', 1).toUtf8());
        if (!applyDriverOption(server.spec, name, value))
            server.ignored << name;
    }
    if (spec.kind == BackendKind::Redis && !spec.user.isEmpty() && spec.urlPassword.isEmpty()
        && spec.passwordFile.isEmpty())
        server.notes << Words::tr("What stands before the @ is the user. If it is a password, as "
                                  "some clients have it there, clear the user and type it as one.");
    return server;
}

Result<PastedServer> pastedServer(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty() || trimmed.size() > longest)
        return notUnderstood();
    // No shell has seen it: a password in it may have quotes and backslashes.
    if (const QString url = unquoted(trimmed); isUrl(url))
        return pastedUrl(url);
    if (const QString url = urlOfVariable(trimmed); !url.isEmpty())
        return pastedUrl(url);
    auto line = shellLine(trimmed);
    if (!line)
        return failure(ErrorKind::Config, Words::tr("A quote in it does not end."),
                       Words::tr("Paste all of the line."));
    if (line->words.empty())
        return notUnderstood();
    return PastedLine(std::move(line->words)).read().map([&](PastedServer server) {
        addEnd(line->end, server);
        return server;
    });
}

void takeOver(const PastedServer &pasted, BackendSpec &spec)
{
    const BackendSpec &from = pasted.spec;
    if (spec.kind != from.kind)
        spec.systems.clear(); // they are the other kind's
    spec.kind = from.kind;
    spec.host = from.host;
    spec.port = from.port;
    spec.socketPath = from.socketPath;
    spec.nodes = from.nodes;
    spec.sentinel = from.sentinel;
    spec.cluster = from.cluster;
    spec.redlock = from.redlock;
    spec.quorum = from.quorum;
    spec.tunnel = from.tunnel;
    spec.tunnel.isOwn = true; // it was typed here
    spec.user = from.user;
    spec.urlPassword = from.urlPassword;
    spec.database = from.database;
    spec.redisDatabase = from.redisDatabase;
    spec.tls = from.tls;
    spec.caFile = from.caFile;
    spec.certFile = from.certFile;
    spec.keyFile = from.keyFile;
    spec.publicKeyFile = from.publicKeyFile;
    // They would come first, whatever the password is.
    if (!from.passwordFile.isEmpty() || !from.urlPassword.isEmpty()) {
        spec.passwordFile = from.passwordFile;
        spec.passwordCommand.clear();
    }
    if (pasted.says(u"environment"))
        spec.environment = from.environment;
    if (pasted.says(u"read_only"))
        spec.readOnly = from.readOnly;
    if (pasted.says(u"poll_ms"))
        spec.poll = from.poll;
    if (pasted.says(u"timeout_ms"))
        spec.timeout = from.timeout;
    if (pasted.says(u"push"))
        spec.push = from.push;
    if (pasted.says(u"systems"))
        spec.systems = from.systems;
    if (!from.tables.empty())
        spec.tables = from.tables;
    if (from.autoFormats)
        spec.autoFormats = true;
    if (!from.userLocks.empty())
        spec.userLocks = from.userLocks;
    if (!from.patterns.empty())
        spec.patterns = from.patterns;
}

} // namespace lockmaster
