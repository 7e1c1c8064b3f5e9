// SPDX-License-Identifier: Apache-2.0
#include "core/config/alertkeys.h"
#include "core/config/profilefile.h"
#include "core/config/sectionedit.h"
#include "core/text/durationtext.h"
#include "core/text/words.h"

#include <algorithm>
#include <optional>

namespace lockmaster {

namespace {

const AlertRule *ruleNamed(const std::vector<AlertRule> &rules, const QString &name)
{
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [&name](const AlertRule &rule) { return rule.name == name; });
    return found == rules.end() ? nullptr : &*found;
}

/** The built-in rule of that name and kind; none: it is the operator's own. */
std::optional<AlertRule> builtInRule(const AlertRule &rule)
{
    const std::vector<AlertRule> builtIn = builtInAlertRules();
    const AlertRule *known = ruleNamed(builtIn, rule.name);
    return known && known->kind == rule.kind ? std::optional(*known) : std::nullopt;
}

QByteArray durationValue(Micros value)
{
    return tomlString(durationProfileText(value));
}

/** Every key of an `[[alert]]` of that kind, in the order in which they are written. */
std::vector<WrittenKey> writtenKeys(const AlertRule &rule)
{
    using Limit = AlertKindTraits::Limit;
    const std::optional<AlertRule> known = builtInRule(rule);
    const bool isBuiltIn = known.has_value();
    const AlertRule unsaid = known.value_or(newAlertRule(rule.name, rule.kind));
    const Limit limit = traitsOf(rule.kind).limit;
    std::vector<WrittenKey> keys;
    const auto add = [&keys](const char *key, std::optional<QByteArray> value, bool implied) {
        keys.push_back({QString::fromLatin1(key), std::move(value), implied});
    };
    add("name", tomlString(rule.name), false);
    add("when", tomlString(alertKindName(rule.kind)), isBuiltIn);
    add("enabled", rule.enabled ? "true" : "false", rule.enabled == unsaid.enabled);
    if (limit == Limit::Over || limit == Limit::OverOrUsual || limit == Limit::OverOrRhythm)
        add("over", rule.over > Micros(0) ? std::optional(durationValue(rule.over)) : std::nullopt,
            rule.over == unsaid.over && (isBuiltIn || limit != Limit::Over));
    if (limit == Limit::OverOrUsual || limit == Limit::OverOrRhythm)
        add("holds", QByteArray::number(rule.leastHolds), rule.leastHolds == unsaid.leastHolds);
    if (limit == Limit::Above)
        add("above", QByteArray::number(rule.above), isBuiltIn && rule.above == unsaid.above);
    if (limit == Limit::Finding)
        add("finding", tomlString(findingName(rule.finding)),
            isBuiltIn && rule.finding == unsaid.finding);
    add("for", durationValue(rule.lasting), rule.lasting == unsaid.lasting);
    add("scope", tomlString(rule.scope), rule.scope == unsaid.scope);
    return keys;
}

/** Where that rule is written; null: nowhere. Of several the first counts, as for the reader. */
const TomlNode *nodeOf(const TomlNode &root, const QString &name)
{
    const TomlMember *alerts = root.find(u"alert");
    if (!alerts)
        return nullptr;
    for (const TomlNode &item : alerts->value.items) {
        const TomlMember *own = item.find(u"name");
        if (own && own->value.type == TomlNode::Type::String && own->value.text == name)
            return &item;
    }
    return nullptr;
}

Error alertsByHand(const QString &why)
{
    return {ErrorKind::Config, 0, why, Words::tr("Edit the file by hand.")};
}

/** All keys of `before` but those that a rule has say what they said. */
bool unknownKeysStay(const TomlNode &before, const TomlNode &after, const AlertRule &rule)
{
    QStringList known;
    for (const WrittenKey &key : writtenKeys(rule))
        known << key.key;
    return std::all_of(before.members.begin(), before.members.end(), [&](const TomlMember &member) {
        const TomlMember *now = after.find(member.key);
        return known.contains(member.key) || (now && sameMeaning(member.value, now->value));
    });
}

/** Everything but these rules says what it said, and stands where it stood. */
bool restStays(const TomlNode &before, const TomlNode &after, const std::vector<AlertRule> &rules,
               const QStringList &removed)
{
    for (const TomlMember &member : before.members) {
        const TomlMember *now = after.find(member.key);
        if (member.key != u"alert" && (!now || !sameMeaning(member.value, now->value)))
            return false;
    }
    static const std::vector<TomlNode> none;
    const TomlMember *was = before.find(u"alert");
    const TomlMember *is = after.find(u"alert");
    const std::vector<TomlNode> &now = is ? is->value.items : none;
    size_t at = 0;
    for (const TomlNode &item : was ? was->value.items : none) {
        const bool isRemoved =
            std::any_of(removed.begin(), removed.end(),
                        [&](const QString &name) { return nodeOf(before, name) == &item; });
        if (isRemoved)
            continue;
        const auto edited = std::find_if(rules.begin(), rules.end(), [&](const AlertRule &rule) {
            return nodeOf(before, rule.name) == &item;
        });
        if (at >= now.size()
            || !(edited == rules.end() ? sameMeaning(item, now[at])
                                       : unknownKeysStay(item, now[at], *edited)))
            return false;
        ++at;
    }
    return true;
}

/** Why the profile would not take one of these, wherever it stands; empty: it would. */
QString faultIn(const std::vector<AlertRule> &rules)
{
    for (const AlertRule &rule : rules) {
        const std::vector<ProfileProblem> problems = parseProfile(writtenAlert(rule)).problems;
        if (!problems.empty())
            return problems.front().message;
    }
    return {};
}

} // namespace

QByteArray writtenAlert(const AlertRule &rule)
{
    QByteArray text = "[[alert]]\n";
    for (const WrittenKey &key : writtenKeys(rule)) {
        if (key.value && !key.implied)
            text += key.key.toUtf8() + " = " + *key.value + '\n';
    }
    return text;
}

Result<QByteArray> editAlertRules(const QByteArray &toml, const std::vector<AlertRule> &rules,
                                  const QStringList &removed)
{
    const TomlText text = parseToml(toml);
    const Profile profile = parseProfile(toml);
    if (text.error)
        return tl::make_unexpected(
            alertsByHand(Words::tr("The profile has a mistake: %1")
                             .arg(profileProblemText(profile.problems.front()))));
    TextEdit edit(toml);
    std::vector<AlertRule> wanted = profile.alerts.rules;
    bool isBlank = edit.isBlank();
    for (const QString &name : removed) {
        const TomlNode *node = nodeOf(text.root, name);
        if (!node)
            return tl::make_unexpected(alertsByHand(
                Words::tr("The profile has no alert '%1' that could be read.").arg(name)));
        edit.removeLines({node->span.begin, endOf(*node)});
        std::erase_if(wanted, [&name](const AlertRule &rule) { return rule.name == name; });
    }
    for (const AlertRule &rule : rules) {
        const AlertRule *before = ruleNamed(wanted, rule.name);
        if (before && *before == rule)
            continue;
        if (const TomlNode *node = nodeOf(text.root, rule.name)) {
            if (!before
                || !SectionEdit(*node, edit).rewrite(writtenKeys(*before), writtenKeys(rule)))
                return tl::make_unexpected(alertsByHand(
                    Words::tr("Changing the alert '%1' would cost comments or layout that this "
                              "program does not understand.")
                        .arg(rule.name)));
        } else {
            edit.append((isBlank ? QByteArray() : QByteArray("\n")) + writtenAlert(rule));
            isBlank = false;
        }
        if (before)
            wanted[size_t(before - wanted.data())] = rule;
        else
            wanted.push_back(rule);
    }
    const QByteArray result = edit.result();
    const TomlText after = parseToml(result);
    const Profile read = parseProfile(result);
    if (!after.error && read.alerts.rules != wanted) {
        if (const QString fault = faultIn(rules); !fault.isEmpty())
            return tl::make_unexpected(Error{ErrorKind::Config, 0, fault, {}});
    }
    if (after.error || read.alerts.rules != wanted
        || !restStays(text.root, after.root, rules, removed))
        return tl::make_unexpected(alertsByHand(
            Words::tr("The profile is laid out in a way that this program cannot edit safely.")));
    return result;
}

} // namespace lockmaster
