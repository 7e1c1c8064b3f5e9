// SPDX-License-Identifier: Apache-2.0
#include "core/config/ownerkeys.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestPattern = 500;
constexpr size_t mostPatterns = 100;
constexpr size_t mostRules = 1000;

bool isPattern(const TomlNode &node)
{
    return node.type == Type::String && !node.text.isEmpty() && node.text.size() <= longestPattern
           && !node.text.contains(QChar(0));
}

class OwnerReader
{
public:
    explicit OwnerReader(std::vector<ProfileProblem> &problems) : m_problems(problems) {}

    /** None where something is wrong. */
    std::optional<OwnerRule> read(const TomlNode &node)
    {
        OwnerRule rule;
        bool works = true;
        for (const TomlMember &member : node.members)
            works = take(member, rule) && works;
        if (works && (rule.name.isEmpty() || rule.patterns.isEmpty())) {
            tell(node.line, node.column,
                 Words::tr("It needs a name and what it goes by: name = \"web-3\", match = "
                           "[\"web-3*\", \"10.0.3.17\"]."));
            works = false;
        }
        return works ? std::optional(rule) : std::nullopt;
    }

private:
    void tell(int line, int column, const QString &message)
    {
        m_problems.push_back({line, column, message, {}, false});
    }

    bool refuse(const TomlMember &member, const QString &accepted)
    {
        tell(member.value.line, member.value.column,
             Words::tr("'%1' takes %2.").arg(member.key, accepted));
        return false;
    }

    bool take(const TomlMember &member, OwnerRule &rule)
    {
        if (member.key == u"name") {
            rule.name = member.value.text;
            return (isPattern(member.value) && isPlainName(rule.name))
                   || refuse(member, Words::tr("a name in quotes"));
        }
        if (member.key == u"match") {
            const std::vector<TomlNode> &items = member.value.items;
            const bool isList = member.value.type == Type::Array && !items.empty()
                                && items.size() <= mostPatterns
                                && std::all_of(items.begin(), items.end(), isPattern);
            for (const TomlNode &item : items)
                rule.patterns.append(item.text.toUtf8());
            return isList
                   || refuse(member, Words::tr("a list of patterns of hosts, addresses and stored "
                                               "owners, [\"web-3*\", \"10.0.3.17\"]"));
        }
        tell(member.line, member.column,
             Words::tr("'%1' is not known and does nothing; known are %2.")
                 .arg(member.key, QStringLiteral("name, match")));
        return true;
    }

    std::vector<ProfileProblem> &m_problems;
};

} // namespace

void readOwnerRules(const TomlMember &member, std::vector<OwnerRule> &rules,
                    std::vector<ProfileProblem> &problems)
{
    OwnerReader reader(problems);
    const std::vector<TomlNode> &items = member.value.items;
    const bool tables = member.value.type == Type::Array
                        && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                               return item.type == Type::Table;
                           });
    if (!tables || items.size() > mostRules) {
        problems.push_back({member.line,
                            member.column,
                            tables ? Words::tr("More than %1 owners are not taken.").arg(mostRules)
                                   : Words::tr("Owners are written as [[owner]], in two brackets."),
                            {},
                            false});
        return;
    }
    for (const TomlNode &item : items) {
        if (auto rule = reader.read(item))
            rules.push_back(std::move(*rule));
    }
}

} // namespace lockmaster
