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
    member.said =
        literalText(said.value(QStringLiteral("WSREP_LOCAL_STATE_COMMENT")).left(longestWord));
    const bool isAmongMost = said.value(QStringLiteral("WSREP_CLUSTER_STATUS")) == u"Primary"
                             && said.value(QStringLiteral("WSREP_READY")) == u"ON";
    member.state = !isAmongMost               ? GroupMember::State::Partial
                   : member.said == u"Synced" ? GroupMember::State::Settled
                                              : GroupMember::State::Switching;
    member.size = said.value(QStringLiteral("WSREP_CLUSTER_SIZE")).toLongLong();
    const QStringList addresses = said.value(QStringLiteral("WSREP_INCOMING_ADDRESSES"))
                                      .left(mostNodes * longestWord)
                                      .split(u',', Qt::SkipEmptyParts);
    for (const QString &address : addresses.first(std::min(addresses.size(), mostNodes)))
        member.nodes << literalText(address.trimmed().left(longestWord));
    return member;
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

Error groupTrouble(const GroupMember &member)
{
    if (member.state == GroupMember::State::Partial)
        return {ErrorKind::Unsupported, 0,
                Words::tr("It is cut off from most of its cluster (%1): it neither reads nor "
                          "writes tables.")
                    .arg(member.said),
                Words::tr("Ask a member that is Synced, and look at the network between them.")};
    return {ErrorKind::Unsupported, 0,
            Words::tr("It is not up to date in its cluster (%1): what it shows may lag.")
                .arg(member.said),
            Words::tr("Ask a member that is Synced.")};
}

Capability groupCapability(const GroupMember &member)
{
    Capability group;
    group.id = QStringLiteral("mysql.group");
    group.subject = Words::tr("A member that is up to date in its cluster");
    group.available = member.state == GroupMember::State::Settled;
    if (!group.available) {
        const Error trouble = groupTrouble(member);
        group.reason = trouble.message;
        group.remedy = trouble.remedy;
        return group;
    }
    group.reason = Words::tr("It is %1, one of %2: %3. User-level locks are this member's alone: "
                             "another may hold the same name.")
                       .arg(member.said)
                       .arg(member.size)
                       .arg(member.nodes.join(QStringLiteral(", ")));
    return group;
}

} // namespace lockmaster
