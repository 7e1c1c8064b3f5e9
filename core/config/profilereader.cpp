// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilereader.h"

#include "core/config/alertkeys.h"
#include "core/text/durationtext.h"
#include "core/config/historykeys.h"
#include "core/config/locknotes.h"
#include "core/config/ownformats.h"
#include "core/config/namekeys.h"
#include "core/config/ownerkeys.h"
#include "core/config/profilevalues.h"
#include "core/config/specdraft.h"
#include "core/config/tablereader.h"
#include "core/config/viewkeys.h"
#include "core/text/literaltext.h"
#include "core/domain/alivecommand.h"
#include "core/domain/error.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

Refusal takeName(const TomlNode &node, SpecDraft &draft)
{
    if (node.type == Type::String && !node.text.isEmpty() && !isPlainName(node.text))
        return plainNames();
    return takeText(node, draft.spec.name);
}

Refusal takeTexts(const TomlNode &node, QStringList &values)
{
    const bool texts =
        node.type == Type::Array
        && std::all_of(node.items.begin(), node.items.end(), [](const TomlNode &item) {
               return item.type == Type::String && !item.text.isEmpty();
           });
    if (!texts)
        return Words::tr("a list of texts, [\"one\", \"two\"]");
    for (const TomlNode &item : node.items)
        values.append(item.text);
    return {};
}

Refusal takeNames(const TomlNode &node, std::vector<QByteArray> &values)
{
    QStringList texts;
    if (Refusal refusal = takeTexts(node, texts); !refusal.isEmpty())
        return refusal;
    for (const QString &text : texts)
        values.push_back(text.toUtf8());
    return {};
}

Refusal takePoll(const TomlNode &node, SpecDraft &draft)
{
    Micros poll = draft.spec.poll;
    Refusal refusal = takeDuration(node, shortestPoll, longestPoll, poll);
    if (refusal.isEmpty() && poll % Millis(1) != Micros(0))
        refusal = Words::tr("whole milliseconds");
    draft.spec.poll = std::chrono::duration_cast<Millis>(poll);
    return refusal;
}

Refusal takeTimeout(const TomlNode &node, SpecDraft &draft)
{
    if (node.type != Type::Integer || node.integer < shortestTimeout.count()
        || node.integer > longestTimeout.count()) {
        return Words::tr("a whole number of milliseconds, %1 to %2")
            .arg(shortestTimeout.count())
            .arg(longestTimeout.count());
    }
    draft.spec.timeout = Millis(node.integer);
    return {};
}

Refusal takeEnvironment(const TomlNode &node, SpecDraft &draft)
{
    const auto environment =
        node.type == Type::String ? environmentFromName(node.text) : std::optional<Environment>();
    if (!environment) {
        return Words::tr("\"development\", \"staging\" or \"production\"");
    }
    draft.spec.environment = *environment;
    return {};
}

Refusal takeReadOnly(const TomlNode &node, SpecDraft &draft)
{
    if (node.type != Type::Boolean)
        return Words::tr("true or false");
    draft.readOnly = node.boolean;
    return {};
}

Refusal takePush(const TomlNode &node, SpecDraft &draft)
{
    if (node.type != Type::Boolean)
        return Words::tr("true or false");
    draft.spec.push = node.boolean;
    return {};
}

Refusal takeTls(const TomlNode &node, SpecDraft &draft)
{
    const auto mode =
        node.type == Type::String ? tlsModeFromText(node.text) : std::optional<TlsMode>();
    if (!mode)
        return Words::tr("\"off\" or \"verify\"");
    if (draft.tls && *draft.tls != *mode)
        return Words::tr("what its URL says");
    draft.tls = mode;
    return {};
}

Refusal takeSentinelTls(const TomlNode &node, SpecDraft &draft)
{
    const auto mode =
        node.type == Type::String ? tlsModeFromText(node.text) : std::optional<TlsMode>();
    draft.spec.sentinel.tls = mode;
    return mode ? Refusal() : Words::tr("\"off\" or \"verify\"");
}

Refusal takeQuorum(const TomlNode &node, SpecDraft &draft)
{
    if (node.type != Type::Integer || node.integer < 1 || node.integer > mostRedlockServers)
        return Words::tr("a whole number, 1 to %1").arg(mostRedlockServers);
    draft.spec.quorum = int(node.integer);
    return {};
}

Refusal takeNodes(const TomlNode &node, SpecDraft &draft)
{
    QStringList texts;
    if (Refusal refusal = takeTexts(node, texts); !refusal.isEmpty())
        return refusal;
    for (const QString &text : texts) {
        const auto dial = nodeDialFromText(text);
        if (!dial)
            return Words::tr("a list of texts, each %1").arg(nodeDials());
        draft.spec.nodes.push_back(*dial);
    }
    return {};
}

Refusal takeAliveCommand(const TomlNode &node, SpecDraft &draft)
{
    const Refusal refusal = takeTexts(node, draft.spec.aliveCommand);
    return refusal.isEmpty() ? aliveCommandFault(draft.spec.aliveCommand) : refusal;
}

Refusal takeSystems(const TomlNode &node, SpecDraft &draft)
{
    draft.spec.systems.clear();
    const Refusal refusal = takeTexts(node, draft.spec.systems);
    return refusal.isEmpty() ? unknownSystems(draft.spec) : refusal;
}

Refusal takeFormats(const TomlNode &node, SpecDraft &draft)
{
    if (node.type != Type::String || node.text != autoFormatsWord)
        return Words::tr("\"auto\"; a single table is written as [[backend.table]]");
    draft.spec.autoFormats = true;
    return {};
}

Refusal takeThreshold(const TomlNode &node, Micros &value)
{
    return takeDuration(node, std::chrono::seconds(1), std::chrono::hours(24 * 365), value);
}

struct Key {
    QLatin1StringView name;
    std::optional<BackendKind> kind; ///< none: both
    Refusal (*take)(const TomlNode &, SpecDraft &);
};

constexpr std::array backendKeys = {
    Key{QLatin1StringView("name"), {}, takeName},
    Key{QLatin1StringView("environment"), {}, takeEnvironment},
    Key{QLatin1StringView("read_only"), {}, takeReadOnly},
    Key{QLatin1StringView("poll"), {}, takePoll},
    Key{QLatin1StringView("push"), BackendKind::Redis, takePush},
    Key{QLatin1StringView("timeout_ms"), {}, takeTimeout},
    Key{QLatin1StringView("password_file"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.passwordFile); }},
    Key{QLatin1StringView("password_command"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeTexts(n, d.spec.passwordCommand); }},
    Key{QLatin1StringView("ssh"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.tunnel.ssh); }},
    Key{QLatin1StringView("connect_command"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeTexts(n, d.spec.tunnel.command); }},
    Key{QLatin1StringView("alive_command"), {}, takeAliveCommand},
    Key{QLatin1StringView("sentinel_user"), BackendKind::Redis,
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.sentinel.user); }},
    Key{QLatin1StringView("sentinel_password_file"), BackendKind::Redis,
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.sentinel.passwordFile); }},
    Key{QLatin1StringView("sentinel_password_command"), BackendKind::Redis,
        [](const TomlNode &n, SpecDraft &d) {
            return takeTexts(n, d.spec.sentinel.passwordCommand);
        }},
    Key{QLatin1StringView("sentinel_tls"), BackendKind::Redis, takeSentinelTls},
    Key{QLatin1StringView("nodes"), BackendKind::Redis, takeNodes},
    Key{QLatin1StringView("quorum"), BackendKind::Redis, takeQuorum},
    Key{QLatin1StringView("tls"), {}, takeTls},
    Key{QLatin1StringView("ca"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.caFile); }},
    Key{QLatin1StringView("cert"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.certFile); }},
    Key{QLatin1StringView("key"),
        {},
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.keyFile); }},
    Key{QLatin1StringView("server_public_key"), BackendKind::MySql,
        [](const TomlNode &n, SpecDraft &d) { return takeText(n, d.spec.publicKeyFile); }},
    Key{QLatin1StringView("systems"), {}, takeSystems},
    Key{QLatin1StringView("formats"), BackendKind::MySql, takeFormats},
    Key{QLatin1StringView("user_locks"), BackendKind::MySql,
        [](const TomlNode &n, SpecDraft &d) { return takeNames(n, d.spec.userLocks); }},
    Key{QLatin1StringView("match"), BackendKind::Redis,
        [](const TomlNode &n, SpecDraft &d) { return takeNames(n, d.spec.patterns); }},
    Key{QLatin1StringView("sleeping_holder_after"),
        {},
        [](const TomlNode &n, SpecDraft &d) {
            return takeThreshold(n, d.spec.sleepingHolderAfter);
        }},
    Key{QLatin1StringView("expired_not_taken_after"),
        {},
        [](const TomlNode &n, SpecDraft &d) {
            return takeThreshold(n, d.spec.expiredNotTakenAfter);
        }},
};

bool fits(const Key &key, BackendKind kind)
{
    return !key.kind || *key.kind == kind;
}

QString acceptedKeys(BackendKind kind)
{
    QStringList names{QStringLiteral("url")};
    if (kind == BackendKind::MySql)
        names.append(QStringLiteral("[[backend.table]]"));
    for (const Key &key : backendKeys) {
        if (fits(key, kind))
            names.append(key.name);
    }
    return names.join(QLatin1StringView(", "));
}

/** Reads one `[[backend]]`, telling all that is wrong with it. */
class BackendReading
{
public:
    explicit BackendReading(const TomlNode &node) : m_node(node), m_name(writtenName(node)) {}

    /** None where a problem costs the backend. */
    std::optional<BackendSpec> run()
    {
        if (!takeUrl())
            return std::nullopt;
        for (const TomlMember &member : m_node.members)
            takeMember(member);
        const Result<BackendSpec> spec = completed(m_draft);
        if (!spec)
            refuse(m_node.line, m_node.column, spec.error().message);
        const bool lost = std::any_of(problems.begin(), problems.end(),
                                      [](const ProfileProblem &p) { return p.costsBackend; });
        return lost || !spec ? std::nullopt : std::optional(*spec);
    }

    std::vector<ProfileProblem> problems;

private:
    void refuse(int line, int column, const QString &message)
    {
        problems.push_back({line, column, message, m_name, true});
    }

    void remark(const TomlMember &member, const QString &message)
    {
        problems.push_back({member.line, member.column, message, m_name, false});
    }

    bool takeUrl()
    {
        const TomlMember *url = m_node.find(u"url");
        if (!url) {
            refuse(m_node.line, m_node.column,
                   Words::tr("It has no 'url'; write url = \"mysql://user@host/database\" "
                             "or url = \"redis://host:6379/0\"."));
            return false;
        }
        if (url->value.type != Type::String) {
            refuse(url->value.line, url->value.column, Words::tr("'url' takes text in quotes."));
            return false;
        }
        Result<SpecDraft> draft = draftFromUrl(url->value.text);
        if (!draft) {
            refuse(url->value.line, url->value.column, errorText(draft.error()));
            return false;
        }
        m_draft = std::move(*draft);
        if (!m_draft.spec.urlPassword.isEmpty()) {
            m_draft.spec.urlPassword = Secret();
            remark(*url,
                   Words::tr("The URL holds a password, which is not used: a profile is no place "
                             "for one. Use 'password_command', 'password_file' or the keychain."));
        }
        return true;
    }

    void takeMember(const TomlMember &member)
    {
        if (member.key == u"url")
            return;
        const BackendKind kind = m_draft.spec.kind;
        if (member.key == u"table" && kind == BackendKind::MySql) {
            takeTables(member);
            return;
        }
        const auto key =
            std::find_if(backendKeys.begin(), backendKeys.end(), [&](const Key &candidate) {
                return candidate.name == member.key && fits(candidate, kind);
            });
        if (key == backendKeys.end()) {
            remark(member, Words::tr("'%1' is not known and does nothing; known are %2.")
                               .arg(member.key, acceptedKeys(kind)));
            return;
        }
        if (const Refusal accepted = key->take(member.value, m_draft); !accepted.isEmpty()) {
            refuse(member.value.line, member.value.column,
                   Words::tr("'%1' takes %2.").arg(member.key, accepted));
        }
    }

    void takeTables(const TomlMember &member)
    {
        if (member.value.type != Type::Array) {
            refuse(member.line, member.column,
                   Words::tr("Tables to watch are written as [[backend.table]]."));
            return;
        }
        for (const TomlNode &item : member.value.items) {
            ParsedTable table = readTable(item);
            for (ProfileProblem &problem : table.problems) {
                problem.backend = m_name;
                problems.push_back(std::move(problem));
            }
            m_draft.spec.tables.push_back(std::move(table.spec));
        }
    }

    const TomlNode &m_node;
    QString m_name;
    SpecDraft m_draft;
};

void checkTopLevel(const TomlNode &root, ParsedProfile &reading)
{
    for (const TomlMember &member : root.members) {
        if (member.key == u"lock") {
            readLockNotes(member, reading.locks, reading.problems);
        } else if (member.key == u"history") {
            readHistoryKeys(member, reading.history, reading.problems);
        } else if (member.key == u"alerts") {
            readAlertKeys(member, reading.alerts, reading.problems);
        } else if (member.key == u"alert") {
            readAlertRules(member, reading.alerts, reading.namedAlerts, reading.problems);
        } else if (member.key == u"format") {
            readProfileFormats(member, reading.path, reading.problems);
        } else if (member.key == u"owner") {
            readOwnerRules(member, reading.owners, reading.problems);
        } else if (member.key == u"view") {
            readViews(member, reading.views, reading.problems);
        } else if (member.key == u"names") {
            readNames(member, reading);
        } else if (member.key != u"backend") {
            reading.problems.push_back({member.line,
                                        member.column,
                                        Words::tr("'%1' is not known and does nothing; a "
                                                  "profile is made of [[backend]], "
                                                  "[[lock]], [[owner]], [[names]], [[format]], "
                                                  "[[alert]], [[view]], "
                                                  "[alerts] and [history].")
                                            .arg(member.key),
                                        {},
                                        false});
        }
    }
}

void addBackend(size_t index, const TomlNode &node, ParsedProfile &reading)
{
    BackendReading one(node);
    std::optional<BackendSpec> spec = one.run();
    std::move(one.problems.begin(), one.problems.end(), std::back_inserter(reading.problems));
    if (!spec)
        return;
    const auto twin = std::find_if(reading.backends.begin(), reading.backends.end(),
                                   [&](const ReadBackend &b) { return b.spec.name == spec->name; });
    if (twin == reading.backends.end()) {
        reading.backends.push_back({index, std::move(*spec)});
        return;
    }
    const TomlMember *name = node.find(u"name");
    const TomlNode &where = name ? name->value : node;
    reading.problems.push_back({where.line, where.column,
                                Words::tr("Another backend before it has the same name; "
                                          "give each a 'name' of its own."),
                                spec->name, true});
}

} // namespace

void readProfile(const TomlNode &root, ParsedProfile &reading)
{
    checkTopLevel(root, reading);
    const TomlMember *backends = root.find(u"backend");
    if (!backends)
        return;
    const TomlNode &list = backends->value;
    const bool tables =
        list.type == Type::Array
        && std::all_of(list.items.begin(), list.items.end(),
                       [](const TomlNode &item) { return item.type == Type::Table; });
    if (!tables) {
        reading.problems.push_back(
            {backends->line,
             backends->column,
             Words::tr("Backends are written as [[backend]], in two brackets."),
             {},
             true});
        return;
    }
    for (size_t index = 0; index < list.items.size(); ++index)
        addBackend(index, list.items[index], reading);
}

QString writtenName(const TomlNode &backend)
{
    const TomlMember *name = backend.find(u"name");
    return name && name->value.type == Type::String ? name->value.text : QString();
}

} // namespace lockmaster
