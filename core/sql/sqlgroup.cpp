// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlgroup.h"

#include "core/sql/sqlconnection.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QMap>

namespace lockmaster {

namespace {

constexpr qsizetype longestWord = 64;
constexpr qsizetype mostNodes = 100;

/** Why its locks are not all known, and nothing is written there. `said`: its own word. */
Error troubleOf(GroupMember::State state, const QString &said)
{
    if (state == GroupMember::State::Settled)
        return {};
    if (state == GroupMember::State::Partial)
        return {ErrorKind::Unsupported, 0,
                Words::tr("It is cut off from most of its cluster (%1): it neither reads nor "
                          "writes tables.")
                    .arg(said),
                whereToAskInsteadOfCutOff()};
    return {ErrorKind::Unsupported, 0,
            Words::tr("It is not up to date in its cluster (%1): what it shows may lag.").arg(said),
            Words::tr("Ask a member that is Synced.")};
}

} // namespace

Result<std::optional<GroupMember>> askSqlGroup(SqlConnection &connection, SteadyTime deadline)
{
    QMap<QString, QString> said;
    const auto asked = connection.select(
        QStringLiteral("SELECT UPPER(VARIABLE_NAME), VARIABLE_VALUE FROM "
                       "information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN "
                       "('WSREP_PROVIDER_NAME', 'WSREP_CLUSTER_STATUS', 'WSREP_READY', "
                       "'WSREP_LOCAL_STATE_COMMENT', 'WSREP_CLUSTER_SIZE', "
                       "'WSREP_INCOMING_ADDRESSES')"),
        {}, deadline, [&said](const SqlRow &row) { said.insert(row.text(0), row.text(1)); });
    if (!asked)
        return passOn(asked);
    if (said.value(QStringLiteral("WSREP_PROVIDER_NAME")).isEmpty())
        return std::nullopt;
    GroupMember member;
    const QString own =
        literalText(said.value(QStringLiteral("WSREP_LOCAL_STATE_COMMENT")).left(longestWord));
    const bool isAmongMost = said.value(QStringLiteral("WSREP_CLUSTER_STATUS")) == u"Primary"
                             && said.value(QStringLiteral("WSREP_READY")) == u"ON";
    member.state = !isAmongMost       ? GroupMember::State::Partial
                   : own == u"Synced" ? GroupMember::State::Settled
                                      : GroupMember::State::Switching;
    member.size = said.value(QStringLiteral("WSREP_CLUSTER_SIZE")).toLongLong();
    const QStringList addresses = said.value(QStringLiteral("WSREP_INCOMING_ADDRESSES"))
                                      .left(mostNodes * longestWord)
                                      .split(u',', Qt::SkipEmptyParts);
    for (const QString &address : addresses.first(std::min(addresses.size(), mostNodes)))
        member.nodes.push_back({literalText(address.trimmed().left(longestWord)), {}, {}});
    member.trouble = troubleOf(member.state, own);
    member.role = isAmongMost
                      ? Words::tr("member of a cluster of %1 (%2)").arg(member.size).arg(own)
                      : Words::tr("cut off from most of its cluster (%1)").arg(own);
    return member;
}

QString whereToAskInsteadOfCutOff()
{
    return Words::tr("Ask a member that is Synced, and look at the network between them.");
}

QString upToDateWithGroup(const QString &select)
{
    return QStringLiteral("SET STATEMENT wsrep_sync_wait=1 FOR ") + select;
}

bool isCutOffFromGroup(int nativeCode)
{
    constexpr int notPrepared = 1047;
    return nativeCode == notPrepared;
}

bool isLeftToGroup(int nativeCode)
{
    constexpr int duringCommit = 1180;
    return nativeCode == duringCommit;
}

Capability groupCapability(const GroupMember &member)
{
    Capability group;
    group.id = QStringLiteral("mysql.group");
    group.subject = Words::tr("A member that is up to date in its cluster");
    group.available = member.state == GroupMember::State::Settled;
    if (!group.available) {
        group.reason = member.trouble.message;
        group.remedy = member.trouble.remedy;
        return group;
    }
    QStringList nodes;
    for (const GroupNode &node : member.nodes)
        nodes << node.address;
    group.reason = Words::tr("It is a %1: %2. User-level locks are this member's alone: "
                             "another may hold the same name.")
                       .arg(member.role, nodes.join(QStringLiteral(", ")));
    return group;
}

} // namespace lockmaster
