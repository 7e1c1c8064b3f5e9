// SPDX-License-Identifier: Apache-2.0
#include "core/config/historykeys.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

constexpr int mostDays = 3650;
constexpr int fewestMegabytes = 10;
constexpr int mostMegabytes = 1'000'000;

/** Whether it is one, and in between; anything else is told. */
bool takeNumber(const TomlNode &value, int from, int to, int &number)
{
    if (value.type != TomlNode::Type::Integer || value.integer < from || value.integer > to)
        return false;
    number = int(value.integer);
    return true;
}

} // namespace

void readHistoryKeys(const TomlMember &history, HistoryKeys &keys,
                     std::vector<ProfileProblem> &problems)
{
    const auto remark = [&](int line, int column, const QString &message) {
        problems.push_back({line, column, message, {}, false});
    };
    if (history.value.type != TomlNode::Type::Table) {
        remark(history.line, history.column,
               Words::tr("The history's keys stand below [history]."));
        return;
    }
    for (const TomlMember &member : history.value.members) {
        QString accepted;
        if (member.key == u"enabled") {
            if (member.value.type == TomlNode::Type::Boolean)
                keys.enabled = member.value.boolean;
            else
                accepted = Words::tr("true or false");
        } else if (member.key == u"keep_days") {
            if (!takeNumber(member.value, 1, mostDays, keys.keepDays))
                accepted = Words::tr("a number from %1 to %2").arg(1).arg(mostDays);
        } else if (member.key == u"max_mb") {
            if (!takeNumber(member.value, fewestMegabytes, mostMegabytes, keys.maxMegabytes))
                accepted =
                    Words::tr("a number from %1 to %2").arg(fewestMegabytes).arg(mostMegabytes);
        } else {
            remark(member.line, member.column,
                   Words::tr("'%1' is not known and does nothing; known are %2.")
                       .arg(member.key, QStringLiteral("enabled, keep_days, max_mb")));
            continue;
        }
        if (!accepted.isEmpty()) {
            remark(member.value.line, member.value.column,
                   Words::tr("'%1' takes %2.").arg(member.key, accepted));
        }
    }
}

} // namespace lockmaster
