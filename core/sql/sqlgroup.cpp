// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlgroup.h"

#include "core/sql/accounttext.h"
#include "core/sql/sqlconnection.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QMap>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype longestWord = 64;
constexpr qsizetype longestAddress = 255 + 6;
constexpr qsizetype mostNodes = 100;
constexpr int duringCommit = 1180;

/** `ready`: the word of a member that is up to date. */
QString askOneThatIs(const QString &ready)
{
    return Words::tr("Ask a member that is %1.").arg(ready);
}

Error notUpToDate(const QString &said, const QString &ready)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("It is not up to date in its cluster (%1): what it shows may lag.").arg(said),
            askOneThatIs(ready)};
}

const auto synced = QStringLiteral("Synced");

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
    return notUpToDate(said, synced);
}

Result<std::optional<GroupMember>> askGalera(SqlConnection &connection, SteadyTime deadline)
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
    member.state = !isAmongMost    ? GroupMember::State::Partial
                   : own == synced ? GroupMember::State::Settled
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

const auto online = QStringLiteral("ONLINE");

/** It may not be seen who has a part in the group: then nothing is known of what counts there. */
GroupMember unseenGroup(const QString &account)
{
    GroupMember member;
    member.state = GroupMember::State::Partial;
    member.role = Words::tr("member of a group that may not be seen");
    member.trouble = {
        ErrorKind::Denied, 0,
        Words::tr("The account %1 may not see how it stands in its group: what it shows may be of "
                  "the past, and what is written there may not last.")
            .arg(literalText(account)),
        grantStatement(QStringLiteral("SELECT"),
                       quotedTableText(QStringLiteral("performance_schema"),
                                       QStringLiteral("replication_group_members")),
                       account)};
    return member;
}

Result<SqlGroup> askMySqlGroup(SqlConnection &connection, SteadyTime deadline)
{
    std::vector<MySqlMember> members;
    bool superReadOnly = false;
    const auto asked = connection.select(
        QStringLiteral("SELECT CONCAT(MEMBER_HOST, ':', MEMBER_PORT), MEMBER_STATE, MEMBER_ROLE, "
                       "MEMBER_ID = @@server_uuid, @@global.super_read_only "
                       "FROM performance_schema.replication_group_members"),
        {}, deadline,
        [&](const SqlRow &row) {
            const auto word = [&row](int column, qsizetype most) {
                return literalText(row.text(column).left(most));
            };
            members.push_back({word(0, longestAddress), word(1, longestWord), word(2, longestWord),
                               row.integer(3) != 0});
            superReadOnly = row.integer(4) != 0;
        },
        mostNodes);
    if (!asked && connection.usable() && asked.error().kind == ErrorKind::Denied)
        return SqlGroup{unseenGroup(connection.server().account)};
    if (!asked)
        return passOn(asked);
    return SqlGroup{mySqlGroupMember(members, superReadOnly), isSecondary(members)};
}

} // namespace

std::optional<GroupMember> mySqlGroupMember(const std::vector<MySqlMember> &members,
                                            bool superReadOnly)
{
    const auto own = std::find_if(members.begin(), members.end(),
                                  [](const MySqlMember &each) { return each.own; });
    const QString state = own == members.end() ? QStringLiteral("OFFLINE") : own->state;
    const bool isAlone = std::all_of(members.begin(), members.end(), [](const MySqlMember &each) {
        return each.state == u"OFFLINE";
    });
    if (isAlone && !superReadOnly)
        return std::nullopt;
    GroupMember member;
    member.size = qint64(members.size());
    qint64 reached = 0;
    for (const MySqlMember &each : members) {
        reached += each.state == online || each.state == u"RECOVERING" ? 1 : 0;
        if (!each.address.isEmpty())
            member.nodes.push_back({each.address,
                                    each.role == u"PRIMARY"     ? NodeRole::Master
                                    : each.role == u"SECONDARY" ? NodeRole::Replica
                                                                : NodeRole::Member,
                                    each.state == online ? QString() : each.state});
    }
    const QString counted =
        Words::tr("%1 of %2 members are reached").arg(reached).arg(members.size());
    if (state == online && 2 * reached <= member.size) {
        member.state = GroupMember::State::Partial;
        member.role = Words::tr("cut off from most of its group (%1)").arg(counted);
        member.trouble = {ErrorKind::Unsupported, 0,
                          Words::tr("It is cut off from most of its group (%1): what is written "
                                    "there waits, and may be done later.")
                              .arg(counted),
                          whereToAskInsteadOfCutOff()};
    } else if (state != online && state != u"RECOVERING") {
        member.state = GroupMember::State::Partial;
        member.role = Words::tr("it has no part in its group (%1)").arg(state);
        member.trouble = {
            ErrorKind::Unsupported, 0,
            Words::tr("It has no part in its group (%1): what it shows is of the past.").arg(state),
            askOneThatIs(online)};
    } else if (state != online) {
        member.state = GroupMember::State::Switching;
        member.role = Words::tr("member of a group of %1 (%2)").arg(member.size).arg(state);
        member.trouble = notUpToDate(state, online);
    } else if (own->role == u"PRIMARY" && superReadOnly) {
        member.state = GroupMember::State::Switching;
        member.role = Words::tr("primary of a group of %1 that lets nobody write").arg(member.size);
        member.trouble = {
            ErrorKind::Unsupported, 0,
            Words::tr("It is the primary of its group and lets nobody write (super_read_only): it "
                      "is about to be it, or another group's copy, or was set so."),
            Words::tr("Ask the server that programs write to, or whoever set it so.")};
    } else {
        member.role = (own->role == u"PRIMARY" ? Words::tr("primary of a group of %1")
                                               : Words::tr("secondary of a group of %1"))
                          .arg(member.size);
    }
    return member;
}

bool isSecondary(const std::vector<MySqlMember> &members)
{
    return std::any_of(members.begin(), members.end(), [](const MySqlMember &each) {
        return each.own && each.state == online && each.role == u"SECONDARY";
    });
}

Result<SqlGroup> askSqlGroup(SqlConnection &connection, SteadyTime deadline)
{
    if (!connection.server().mariaDb)
        return askMySqlGroup(connection, deadline);
    return askGalera(connection, deadline).map([](std::optional<GroupMember> member) {
        return SqlGroup{std::move(member)};
    });
}

QString whereToAskInsteadOfCutOff()
{
    return Words::tr("Ask a member that most others reach, and look at the network between them.");
}

QString upToDateWithGroup(const QString &select)
{
    return QStringLiteral("SET STATEMENT wsrep_sync_wait=1 FOR ") + select;
}

Result<void> waitForGroup(SqlConnection &connection, bool wait, SteadyTime deadline)
{
    // What the server asks for beyond that, for what is written, stays.
    const auto beforeAtLeast =
        QStringLiteral("IF(@@global.group_replication_consistency IN ('AFTER', "
                       "'BEFORE_AND_AFTER'), 'BEFORE_AND_AFTER', 'BEFORE')");
    const auto set =
        connection.execute(QStringLiteral("SET SESSION group_replication_consistency = %1")
                               .arg(wait ? beforeAtLeast : QStringLiteral("'EVENTUAL'")),
                           {}, deadline);
    if (!set)
        return passOn(set);
    return {};
}

Result<qint64> whoWaitsInVain(SqlConnection &connection, SteadyTime deadline)
{
    qint64 session = 0;
    // As long as a statement of ours may take: a member that is busy lets it wait, too.
    const auto patience = std::chrono::ceil<std::chrono::seconds>(connection.endpoint().timeout);
    const auto asked = connection.select(
        QStringLiteral("SELECT IFNULL(MIN(other.ID), 0) FROM information_schema.PROCESSLIST other "
                       "JOIN information_schema.PROCESSLIST own ON own.ID = CONNECTION_ID() AND "
                       "other.USER = own.USER AND other.ID <> own.ID WHERE other.TIME >= %1 "
                       "AND other.STATE LIKE 'Executing hook on transaction begin%'")
            .arg(patience.count()),
        {}, deadline, [&session](const SqlRow &row) { session = row.integer(0); });
    if (!asked && !connection.usable())
        return passOn(asked);
    return session;
}

GroupMember withoutAnswer(GroupMember member, qint64 session)
{
    member.state = GroupMember::State::Partial;
    member.role = Words::tr("member of a group that does not answer");
    member.trouble = {
        ErrorKind::Unsupported, 0,
        Words::tr("Its group does not answer: a read of this account (connection %1) still waits "
                  "for what it decides. What is shown may be of the past.")
            .arg(session),
        Words::tr("Look at the network between the members. Where the group is well again: KILL %1")
            .arg(session)};
    return member;
}

Error readBeforeItSettled()
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("Its group was not settled before it was read: what it shows may be of the "
                      "past."),
            Words::tr("Look again.")};
}

bool isBehindItsGroup(int nativeCode)
{
    constexpr int notOnline = 3796; // then two for each kind of wait
    constexpr int stopping = 3799;
    return nativeCode >= notOnline && nativeCode <= stopping;
}

bool isCutOffFromGroup(int nativeCode)
{
    constexpr int notPrepared = 1047;
    return nativeCode == notPrepared;
}

bool isLeftToGroup(int nativeCode)
{
    return nativeCode == duringCommit;
}

bool isOvertakenInGroup(int nativeCode, const QString &text)
{
    return nativeCode == duringCommit && text.startsWith(QLatin1StringView("Got error 149 "));
}

bool isUndoneByGroup(int nativeCode)
{
    constexpr int deadlock = 1213; // as `isOvertakenInGroup()` is told on
    constexpr int undoneAtCommit = 3101;
    return nativeCode == deadlock || nativeCode == undoneAtCommit;
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
