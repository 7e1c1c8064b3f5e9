// SPDX-License-Identifier: Apache-2.0
#include "core/config/alertkeys.h"

#include "core/text/durationtext.h"
#include "core/config/profilevalues.h"
#include "core/config/specdraft.h"
#include "core/text/literaltext.h"
#include "core/monitor/filter.h"
#include "core/text/words.h"

#include <QUrl>

#include <algorithm>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestAlertText = 2000;
constexpr Micros shortestCommand = 100ms;
constexpr Micros longestCommand = 60s;

Refusal takeFlag(const TomlNode &node, bool &flag)
{
    if (node.type != Type::Boolean)
        return Words::tr("true or false");
    flag = node.boolean;
    return {};
}

bool isText(const TomlNode &node)
{
    QString text;
    return takeText(node, text, longestAlertText).isEmpty();
}

Refusal takeQuiet(const TomlNode &node, std::vector<QuietHours> &quiet)
{
    std::vector<QuietHours> taken;
    const auto take = [&taken](const TomlNode &item) {
        const auto hours = item.type == Type::String ? quietHoursFromText(item.text) : std::nullopt;
        if (hours)
            taken.push_back(*hours);
        return hours.has_value();
    };
    const bool works = node.type == Type::Array
                           ? std::all_of(node.items.begin(), node.items.end(), take)
                           : take(node);
    if (!works) {
        return Words::tr("hours such as \"22:00-07:00\" or \"sat,sun 00:00-24:00\"");
    }
    quiet = taken;
    return {};
}

Refusal takeCommand(const TomlNode &node, QStringList &command)
{
    const bool texts = node.type == Type::Array && !node.items.empty()
                       && std::all_of(node.items.begin(), node.items.end(), isText);
    if (!texts) {
        return Words::tr("a list: program and arguments, [\"one\", \"two\"]");
    }
    command.clear();
    for (const TomlNode &item : node.items)
        command.append(item.text);
    return {};
}

Refusal takeUrl(const TomlNode &node, QString &text)
{
    const QUrl url(isText(node) ? node.text : QString(), QUrl::StrictMode);
    const bool web = url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty()
                     && (url.scheme() == u"https" || url.scheme() == u"http");
    if (!web) {
        return Words::tr("an address that begins with https:// or http://, without a user");
    }
    text = node.text;
    return {};
}

Refusal takeCount(const TomlNode &node, qint64 lowest, qint64 &value)
{
    constexpr qint64 most = 1'000'000;
    if (node.type != Type::Integer || node.integer < lowest || node.integer > most) {
        return Words::tr("a number from %1 to %2").arg(lowest).arg(most);
    }
    value = node.integer;
    return {};
}

Refusal takeFinding(const TomlNode &node, FindingId &finding)
{
    const auto id = node.type == Type::String ? findingFromName(node.text) : std::nullopt;
    if (!id) {
        QStringList names;
        for (const FindingId known : allFindingIds)
            names.append(findingName(known));
        return names.join(QLatin1StringView(", "));
    }
    finding = *id;
    return {};
}

QString unknownKey(const QString &key, const QString &known)
{
    return Words::tr("'%1' is not known and does nothing; known are %2.").arg(key, known);
}

/** The key of the value without which a rule says nothing; none: it has no such. */
QString limitKey(AlertKind kind)
{
    using Limit = AlertKindTraits::Limit;
    switch (traitsOf(kind).limit) {
    case Limit::None: return {};
    case Limit::Over:
    case Limit::OverOrUsual:
    case Limit::OverOrRhythm: return QStringLiteral("over");
    case Limit::Above: return QStringLiteral("above");
    case Limit::Finding: return QStringLiteral("finding");
    }
    Q_UNREACHABLE();
}

bool hasUsualLimit(AlertKind kind)
{
    const auto limit = traitsOf(kind).limit;
    return limit == AlertKindTraits::Limit::OverOrUsual
           || limit == AlertKindTraits::Limit::OverOrRhythm;
}

/** It is about what does not happen: all that can be asked is which lock, and where. */
bool isAboutAnAbsence(AlertKind kind)
{
    using Subject = AlertKindTraits::Subject;
    return traitsOf(kind).subject == Subject::Absence || traitsOf(kind).subject == Subject::Place;
}

/** The keys that a rule of that kind has. */
QStringList keysOf(AlertKind kind)
{
    QStringList keys = {QStringLiteral("name"), QStringLiteral("when"), QStringLiteral("enabled"),
                        QStringLiteral("scope"), QStringLiteral("for")};
    if (const QString limit = limitKey(kind); !limit.isEmpty())
        keys.append(limit);
    if (hasUsualLimit(kind))
        keys.append(QStringLiteral("holds"));
    return keys;
}

/** Reads one `[[alert]]`. */
class RuleReader
{
public:
    RuleReader(const TomlNode &node, std::vector<ProfileProblem> &problems)
        : m_node(node), m_problems(problems)
    {
    }

    /** None where something is wrong, which is told. */
    std::optional<AlertRule> run(const std::vector<AlertRule> &builtIn)
    {
        constexpr qsizetype longestName = 60;
        const TomlMember *name = m_node.find(u"name");
        if (!name || !isText(name->value) || name->value.text.size() > longestName) {
            const TomlNode &where = name ? name->value : m_node;
            tell(where.line, where.column,
                 Words::tr("An alert needs a 'name' of at most %1 characters.").arg(longestName));
            return std::nullopt;
        }
        if (!isPlainName(name->value.text)) {
            refuse(*name, plainNames());
            return std::nullopt;
        }
        const auto known =
            std::find_if(builtIn.begin(), builtIn.end(),
                         [name](const AlertRule &each) { return each.name == name->value.text; });
        if (known != builtIn.end())
            m_rule = *known;
        m_rule.name = name->value.text;
        if (!takeKind(known != builtIn.end()))
            return std::nullopt;
        for (const TomlMember &member : m_node.members)
            take(member);
        demandLimit();
        demandScope();
        return m_works ? std::optional(m_rule) : std::nullopt;
    }

private:
    void tell(int line, int column, const QString &message)
    {
        m_problems.push_back({line, column, message, {}, false});
    }

    void refuse(const TomlMember &member, const Refusal &accepted)
    {
        if (accepted.isEmpty())
            return;
        m_works = false;
        tell(member.value.line, member.value.column,
             Words::tr("'%1' takes %2.").arg(member.key, accepted));
    }

    bool takeKind(bool isKnown)
    {
        const TomlMember *when = m_node.find(u"when");
        if (!when && isKnown)
            return true;
        const auto kind = when && when->value.type == Type::String
                              ? alertKindFromName(when->value.text)
                              : std::nullopt;
        if (kind) {
            m_fresh = !isKnown || *kind != m_rule.kind;
            if (m_fresh) {
                m_rule = newAlertRule(m_rule.name, *kind);
            }
            return true;
        }
        QStringList names;
        for (const AlertKindTraits &each : alertKinds())
            names.append(each.name);
        const TomlNode &where = when ? when->value : m_node;
        tell(where.line, where.column,
             Words::tr("'%1' takes %2.")
                 .arg(QStringLiteral("when"), names.join(QLatin1StringView(", "))));
        return false;
    }

    void take(const TomlMember &member)
    {
        const QString &key = member.key;
        const TomlNode &value = member.value;
        if (!keysOf(m_rule.kind).contains(key)) {
            tell(member.line, member.column,
                 unknownKey(key, keysOf(m_rule.kind).join(QLatin1StringView(", "))));
        } else if (key == u"enabled") {
            refuse(member, takeFlag(value, m_rule.enabled));
        } else if (key == u"over") {
            m_limitSaid = true;
            refuse(member, takeDuration(value, 1s, 24h * 365, m_rule.over));
        } else if (key == u"above") {
            m_limitSaid = true;
            refuse(member, takeCount(value, 0, m_rule.above));
        } else if (key == u"holds") {
            refuse(member, takeCount(value, 2, m_rule.leastHolds));
        } else if (key == u"finding") {
            m_limitSaid = true;
            refuse(member, takeFinding(value, m_rule.finding));
        } else if (key == u"for") {
            refuse(member, takeDuration(value, 0s, 24h * 7, m_rule.lasting));
        } else if (key == u"scope") {
            takeScope(member);
        }
    }

    void takeScope(const TomlMember &member)
    {
        if (member.value.type == Type::String && member.value.text.isEmpty()) {
            m_rule.scope.clear();
            return;
        }
        refuse(member, takeText(member.value, m_rule.scope, longestAlertText));
        if (!isText(member.value))
            return;
        const auto filter = Filter::parse(member.value.text);
        if (filter && isAboutAnAbsence(m_rule.kind) && !filter->asksWhichAlone()) {
            refuse(member, Words::tr("a filter of names, backends, sources and systems alone"));
            return;
        }
        if (filter)
            return;
        m_works = false;
        tell(member.value.line, member.value.column,
             Words::tr("'%1' is no filter: %2").arg(member.key, filter.error().message));
    }

    /** A rule of one's own says what is too much. */
    void demandLimit()
    {
        const QString key = limitKey(m_rule.kind);
        if (!m_fresh || m_limitSaid || key.isEmpty() || hasUsualLimit(m_rule.kind))
            return;
        m_works = false;
        tell(m_node.line, m_node.column,
             Words::tr("An alert of the kind \"%1\" needs '%2'.")
                 .arg(alertKindName(m_rule.kind), key));
    }

    /** How long is too long differs from lock to lock, so that it has to say which. */
    void demandScope()
    {
        if (!m_works || m_rule.kind != AlertKind::NotTaken || m_rule.over == Micros(0)
            || !m_rule.scope.isEmpty())
            return;
        m_works = false;
        tell(m_node.line, m_node.column,
             Words::tr("An alert of the kind \"%1\" with 'over' needs 'scope'.")
                 .arg(alertKindName(m_rule.kind)));
    }

    const TomlNode &m_node;
    std::vector<ProfileProblem> &m_problems;
    AlertRule m_rule;
    bool m_works = true;
    bool m_fresh = false; ///< not a built-in rule, or made into another kind
    bool m_limitSaid = false;
};

} // namespace

void readAlertKeys(const TomlMember &alerts, AlertKeys &keys, std::vector<ProfileProblem> &problems)
{
    const auto remark = [&](int line, int column, const QString &message) {
        problems.push_back({line, column, message, {}, false});
    };
    if (alerts.value.type != Type::Table) {
        remark(alerts.line, alerts.column,
               Words::tr("What counts for all alerts stands below [alerts]."));
        return;
    }
    for (const TomlMember &member : alerts.value.members) {
        Refusal accepted;
        const TomlNode &value = member.value;
        if (member.key == u"enabled") {
            accepted = takeFlag(value, keys.enabled);
        } else if (member.key == u"quiet") {
            accepted = takeQuiet(value, keys.quiet);
        } else if (member.key == u"command") {
            accepted = takeCommand(value, keys.command);
        } else if (member.key == u"command_timeout") {
            accepted = takeDuration(value, shortestCommand, longestCommand, keys.commandTimeout);
        } else if (member.key == u"webhook_url") {
            accepted = takeUrl(value, keys.webhookUrl);
        } else if (member.key == u"webhook_url_file") {
            accepted = takeText(value, keys.webhookUrlFile, longestAlertText);
        } else {
            remark(
                member.line, member.column,
                unknownKey(member.key, QStringLiteral("enabled, quiet, command, command_timeout, "
                                                      "webhook_url, webhook_url_file")));
            continue;
        }
        if (!accepted.isEmpty()) {
            remark(value.line, value.column, Words::tr("'%1' takes %2.").arg(member.key, accepted));
        }
    }
}

void readAlertRules(const TomlMember &alerts, AlertKeys &keys, QStringList &named,
                    std::vector<ProfileProblem> &problems)
{
    const std::vector<TomlNode> &items = alerts.value.items;
    const bool tables = alerts.value.type == Type::Array
                        && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                               return item.type == Type::Table;
                           });
    if (!tables) {
        problems.push_back({alerts.line,
                            alerts.column,
                            Words::tr("Alerts are written as [[alert]], in two brackets."),
                            {},
                            false});
        return;
    }
    constexpr size_t most = 200;
    const std::vector<AlertRule> builtIn = builtInAlertRules();
    for (const TomlNode &item : items) {
        const auto rule = RuleReader(item, problems).run(builtIn);
        if (!rule)
            continue;
        if (named.contains(rule->name) || keys.rules.size() >= most) {
            const QString message = named.contains(rule->name)
                                        ? Words::tr("Another alert before it has the same name.")
                                        : Words::tr("There are at most %1 alerts.").arg(most);
            problems.push_back({item.line, item.column, message, {}, false});
            continue;
        }
        named.append(rule->name);
        const auto known =
            std::find_if(keys.rules.begin(), keys.rules.end(),
                         [&rule](const AlertRule &each) { return each.name == rule->name; });
        if (known == keys.rules.end())
            keys.rules.push_back(*rule);
        else
            *known = *rule;
    }
}

} // namespace lockmaster
