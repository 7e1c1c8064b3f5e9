// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlwaits.h"

#include "core/sql/sqlconnection.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr qint64 mostWaits = 2000;
constexpr qint64 mostTransactions = 5000;
constexpr qint64 mostPairs = 20'000; ///< of one who waits and one ahead of it
constexpr size_t mostTables = 16;    ///< that somebody waits for, of which it is asked who has them
constexpr size_t mostSessions = 4000; ///< that are named: of all who are listed, both
constexpr size_t mostCandidates = 8;  ///< that one who is waited for may be
constexpr int shareOfTime = 20;
/** MariaDB takes no new picture of its locks while it is asked for them all the time. */
constexpr std::chrono::milliseconds leastBetween(400);
/** What was found stands in for a look that is not worth its time yet. */
constexpr std::chrono::seconds lastHoldsFor(5);

bool waitsOf(const LockRecord &lock)
{
    return lock.waiters.count.value_or(0) > 0 || !lock.waiters.list.empty()
           || lock.state == LockState::Blocked || lock.hasFinding(FindingId::RowLockSuspected);
}

/** A table that cannot be read for want of its lock is waited for by ourselves. */
bool wasKeptOut(const Observation &seen)
{
    return std::any_of(seen.problems.begin(), seen.problems.end(),
                       [](const Error &problem) { return problem.kind == ErrorKind::Timeout; });
}

bool anyWaits(const std::vector<Observation> &seen)
{
    return std::any_of(seen.begin(), seen.end(), [](const Observation &each) {
        return wasKeptOut(each) || std::any_of(each.records.begin(), each.records.end(), waitsOf);
    });
}

/** `` `app`.`orders` ``, as InnoDB writes a table, as `app.orders`. */
QString plainTable(const QString &quoted)
{
    QString plain;
    bool inside = false;
    for (qsizetype i = 0; i < quoted.size(); ++i) {
        if (quoted[i] != u'`') {
            plain += quoted[i];
        } else if (inside && i + 1 < quoted.size() && quoted[i + 1] == u'`') {
            plain += u'`';
            ++i;
        } else {
            inside = !inside;
        }
    }
    return plain;
}

/** Of one table, by the server's words. */
struct TableLock {
    qint64 session = 0;
    QString type;
};

/**
 * Which locks of a table, of others, keep one of this type waiting: as MySQL and MariaDB document
 * the types of metadata locks (sql/mdl.h). `EXCLUSIVE` keeps out, and is kept out by, all.
 */
struct Conflicts {
    const char *type;
    std::array<const char *, 7> with;
};
constexpr std::array<Conflicts, 9> conflicts = {{
    {"SHARED", {}},
    {"SHARED_HIGH_PRIO", {}},
    {"SHARED_READ", {"SHARED_NO_READ_WRITE"}},
    {"SHARED_WRITE", {"SHARED_READ_ONLY", "SHARED_NO_WRITE", "SHARED_NO_READ_WRITE"}},
    {"SHARED_WRITE_LOW_PRIO", {"SHARED_READ_ONLY", "SHARED_NO_WRITE", "SHARED_NO_READ_WRITE"}},
    {"SHARED_READ_ONLY", {"SHARED_WRITE", "SHARED_WRITE_LOW_PRIO", "SHARED_NO_READ_WRITE"}},
    {"SHARED_UPGRADABLE", {"SHARED_UPGRADABLE", "SHARED_NO_WRITE", "SHARED_NO_READ_WRITE"}},
    {"SHARED_NO_WRITE",
     {"SHARED_WRITE", "SHARED_WRITE_LOW_PRIO", "SHARED_UPGRADABLE", "SHARED_NO_WRITE",
      "SHARED_NO_READ_WRITE"}},
    {"SHARED_NO_READ_WRITE",
     {"SHARED_READ", "SHARED_WRITE", "SHARED_WRITE_LOW_PRIO", "SHARED_READ_ONLY",
      "SHARED_UPGRADABLE", "SHARED_NO_WRITE", "SHARED_NO_READ_WRITE"}},
}};

bool keepsOut(const QString &held, const QString &wanted)
{
    constexpr QLatin1StringView exclusive("EXCLUSIVE");
    if (held == exclusive || wanted == exclusive)
        return true;
    const auto found =
        std::find_if(conflicts.begin(), conflicts.end(), [&wanted](const Conflicts &each) {
            return wanted == QLatin1StringView(each.type);
        });
    // A type that is newer than this may be kept out by whatever it is.
    return found == conflicts.end()
           || std::any_of(found->with.begin(), found->with.end(), [&held](const char *type) {
                  return type && held == QLatin1StringView(type);
              });
}

/** Nobody who comes later gets the table before it. */
bool wantsAlone(const QString &type)
{
    return type == u"EXCLUSIVE" || type == u"SHARED_NO_READ_WRITE" || type == u"SHARED_NO_WRITE";
}

/** `1,2,3`, for a list of numbers that a server sent; those beyond what is named are left out. */
template<class Ids>
QString numberList(const Ids &ids)
{
    QStringList numbers;
    for (const qint64 id : ids) {
        if (size_t(numbers.size()) == mostSessions)
            break;
        numbers << QString::number(id);
    }
    return numbers.join(u',');
}

} // namespace

void SqlWaitFinder::connectionChanged()
{
    m_rowsDenied = false;
    m_tablesDenied = false;
    m_last.reset();
}

SessionWaits SqlWaitFinder::look(SqlConnection &connection, const std::vector<Observation> &seen,
                                 SteadyTime deadline)
{
    if (!anyWaits(seen))
        return std::make_shared<const ToldWaits>();
    const SteadyTime begun = std::chrono::steady_clock::now();
    if (m_rowsDenied && m_tablesDenied)
        return {};
    if (begun < m_notBefore) // of a moment that is not long over
        return begun - m_lastAt <= lastHoldsFor ? m_last : SessionWaits();
    m_last.reset();
    m_found = {};
    m_byThread.clear();
    m_byConnection.clear();
    m_known.clear();
    const bool rows = m_rowsDenied
                      || (connection.server().mariaDb ? findInnodbWaits(connection, deadline)
                                                      : findRowWaits(connection, deadline));
    const bool tables =
        connection.usable() && (m_tablesDenied || findTableWaits(connection, deadline));
    const bool named =
        connection.usable()
        && nameSessions(connection, std::exchange(m_byThread, {}), Ids::Threads, deadline)
        && nameSessions(connection, std::exchange(m_byConnection, {}), Ids::Connections, deadline);
    const SteadyTime now = std::chrono::steady_clock::now();
    m_notBefore = now + std::max<SteadyTime::duration>(shareOfTime * (now - begun), leastBetween);
    // Half an answer would say that others do not wait any more.
    const bool whole = (rows || m_rowsDenied) && (tables || m_tablesDenied) && named;
    if (!whole || (m_rowsDenied && m_tablesDenied))
        return {};
    m_lastAt = begun;
    m_last = std::make_shared<const ToldWaits>(std::move(m_found));
    return m_last;
}

void SqlWaitFinder::add(Ids ids, const Wait &wait)
{
    std::vector<SessionWait> &to = ids == Ids::Threads ? m_byThread : m_byConnection;
    if (wait.waiter == 0 || wait.blocker == wait.waiter)
        return;
    if (qint64(m_known.size()) >= mostWaits) {
        m_found.cut = true;
        return;
    }
    const qint64 blocker = wait.blocker.value_or(0);
    if (!m_known.emplace(ids, wait.on, wait.table, wait.waiter, blocker).second)
        return;
    SessionWait added;
    added.on = wait.on;
    added.table = wait.table;
    added.waiter.connectionId = wait.waiter;
    if (blocker != 0) {
        added.blocker.emplace();
        added.blocker->connectionId = blocker;
    }
    added.waiting = wait.waiting;
    added.certain = wait.certain;
    to.push_back(std::move(added));
}

/** MySQL. */
bool SqlWaitFinder::findRowWaits(SqlConnection &connection, SteadyTime deadline)
{
    struct RowWait {
        qint64 waiter;
        qint64 blocker;
        QString wanted;
        QString kept;
    };
    std::vector<RowWait> waits;
    auto asked = connection.select(
        QStringLiteral("SELECT REQUESTING_THREAD_ID, BLOCKING_THREAD_ID, "
                       "REQUESTING_ENGINE_LOCK_ID, BLOCKING_ENGINE_LOCK_ID "
                       "FROM performance_schema.data_lock_waits LIMIT %1")
            .arg(mostPairs),
        {}, deadline, [&waits](const SqlRow &row) {
            waits.push_back({row.integer(0), row.integer(1), row.text(2), row.text(3)});
        });
    if (!asked) {
        m_rowsDenied = connection.usable() && asked.error().kind != ErrorKind::Timeout;
        return false;
    }
    if (waits.empty())
        return true;
    m_found.cut = qint64(waits.size()) >= mostPairs;
    // Both ends of each, by their ids, which the table is indexed by.
    std::set<QString> ids;
    for (const RowWait &wait : waits) {
        ids.insert(wait.wanted);
        ids.insert(wait.kept);
    }
    struct Lock {
        QString table;
        bool waits = false;
    };
    QHash<QString, Lock> locks;
    constexpr size_t atOnce = 200;
    for (auto at = ids.begin(); at != ids.end();) {
        QVariantList values;
        QStringList marks;
        for (; at != ids.end() && size_t(values.size()) < atOnce; ++at) {
            values << *at;
            marks << QStringLiteral("?");
        }
        asked = connection.select(
            QStringLiteral("SELECT ENGINE_LOCK_ID, OBJECT_SCHEMA, OBJECT_NAME, "
                           "LOCK_STATUS = 'WAITING' FROM performance_schema.data_locks WHERE "
                           "ENGINE = 'INNODB' AND ENGINE_LOCK_ID IN (%1)")
                .arg(marks.join(u',')),
            values, deadline, [&locks](const SqlRow &row) {
                locks.insert(row.text(0), {row.text(1) + u'.' + row.text(2), row.integer(3) != 0});
            });
        if (!asked)
            return false;
    }
    std::set<qint64> named;
    for (const RowWait &wait : waits) {
        const auto kept = locks.constFind(wait.kept);
        if (kept != locks.constEnd() && !kept->waits) {
            add(Ids::Threads,
                {SessionWait::On::Row, locks.value(wait.wanted).table, wait.waiter, wait.blocker});
            named.insert(wait.waiter);
        }
    }
    for (const RowWait &wait : waits) { // let go of meanwhile, or not to be seen
        if (named.count(wait.waiter) == 0)
            add(Ids::Threads,
                {SessionWait::On::Row, locks.value(wait.wanted).table, wait.waiter, {}});
    }
    return true;
}

/**
 * MariaDB. All three lists are of one picture of the locks, which the server keeps while it is
 * looked at. Transactions that changed nothing have the number 0, all of them: of several who may
 * be meant those that use the table are told, as a guess.
 */
bool SqlWaitFinder::findInnodbWaits(SqlConnection &connection, SteadyTime deadline)
{
    struct Transaction {
        quint64 number;
        qint64 connection;
        QString wanted; ///< a lock's id; empty: it waits for none
        std::optional<Micros> waiting;
        qint64 locked; ///< rows, what it waits for included
    };
    struct RowWait {
        quint64 waiter;
        quint64 blocker;
        QString wanted;
        QString kept;
        bool operator<(const RowWait &other) const
        {
            return std::tie(waiter, blocker, wanted, kept)
                   < std::tie(other.waiter, other.blocker, other.wanted, other.kept);
        }
    };
    qint64 count = 0;
    std::set<RowWait> waits; // many of them are alike, where transactions have no number
    auto asked = connection.select(
        QStringLiteral("SELECT REQUESTING_TRX_ID, BLOCKING_TRX_ID, REQUESTED_LOCK_ID, "
                       "BLOCKING_LOCK_ID FROM information_schema.INNODB_LOCK_WAITS LIMIT %1")
            .arg(mostPairs),
        {}, deadline, [&waits, &count](const SqlRow &row) {
            ++count;
            waits.insert(
                {quint64(row.integer(0)), quint64(row.integer(1)), row.text(2), row.text(3)});
        });
    if (!asked) {
        m_rowsDenied = connection.usable() && asked.error().kind != ErrorKind::Timeout;
        return false;
    }
    if (waits.empty())
        return true;
    m_found.cut = count >= mostPairs;
    std::vector<Transaction> transactions;
    // InnoDB's times are of the server's zone, and NOW() is of the session's.
    asked = connection.select(
        QStringLiteral("SELECT TRX_ID, TRX_MYSQL_THREAD_ID, IFNULL(TRX_REQUESTED_LOCK_ID, ''), "
                       "TIMESTAMPDIFF(MICROSECOND, TRX_WAIT_STARTED, CONVERT_TZ(NOW(6), "
                       "@@session.time_zone, 'SYSTEM')), TRX_ROWS_LOCKED "
                       "FROM information_schema.INNODB_TRX LIMIT %1")
            .arg(mostTransactions),
        {}, deadline, [&transactions](const SqlRow &row) {
            Transaction transaction{
                quint64(row.integer(0)), row.integer(1), row.text(2), {}, row.integer(4)};
            if (!row.isNull(3) && row.integer(3) >= 0)
                transaction.waiting = Micros(row.integer(3));
            transactions.push_back(std::move(transaction));
        });
    if (!asked)
        return false;
    QHash<QString, QString> tables;
    asked = connection.select(
        QStringLiteral("SELECT LOCK_ID, LOCK_TABLE FROM information_schema.INNODB_LOCKS LIMIT %1")
            .arg(mostTransactions),
        {}, deadline,
        [&tables](const SqlRow &row) { tables.insert(row.text(0), plainTable(row.text(1))); });
    if (!asked)
        return false;
    QHash<quint64, std::vector<const Transaction *>> byNumber;
    for (const Transaction &each : transactions)
        byNumber[each.number].push_back(&each);
    std::map<QString, std::set<qint64>> users;
    for (const RowWait &wait : waits) {
        const QString table = tables.value(wait.wanted);
        std::vector<qint64> blockers;
        qint64 queued = 0; // who want the lock that keeps it are ahead, and have nothing yet
        for (const Transaction *each : byNumber.value(wait.blocker)) {
            const bool isQueued = each->wanted == wait.kept;
            queued += isQueued ? 1 : 0;
            const qint64 holds = each->locked - (each->wanted.isEmpty() ? 0 : 1);
            if (!isQueued && each->connection != 0 && (each->number != 0 || holds > 0))
                blockers.push_back(each->connection);
        }
        bool isKnown = wait.blocker != 0;
        if (!isKnown && !table.isEmpty()) {
            if (users.count(table) == 0 && users.size() < mostTables)
                users[table] = usersOf(connection, table, deadline);
            const std::set<qint64> &all = users[table];
            isKnown = !all.empty();
            if (isKnown)
                std::erase_if(blockers, [&all](qint64 id) { return all.count(id) == 0; });
        }
        for (const Transaction *each : byNumber.value(wait.waiter)) {
            if (each->wanted != wait.wanted)
                continue;
            std::vector<qint64> others = blockers;
            std::erase(others, each->connection);
            const bool certain = isKnown && others.size() == 1;
            if (others.size() > mostCandidates)
                others.resize(mostCandidates);
            const bool isOneOfThem = each->number == wait.blocker && each->wanted == wait.kept;
            if (others.empty() && queued - (isOneOfThem ? 1 : 0) == 0)
                add(Ids::Connections,
                    {SessionWait::On::Row, table, each->connection, {}, true, each->waiting});
            for (const qint64 blocker : others)
                add(Ids::Connections, {SessionWait::On::Row, table, each->connection, blocker,
                                       certain, each->waiting});
        }
    }
    return true;
}

/** Who has a table in an open statement or transaction; empty as well where that is not told. */
std::set<qint64> SqlWaitFinder::usersOf(SqlConnection &connection, const QString &table,
                                        SteadyTime deadline)
{
    std::set<qint64> users;
    const qsizetype dot = table.indexOf(u'.');
    connection.select(QStringLiteral("SELECT THREAD_ID FROM information_schema.METADATA_LOCK_INFO "
                                     "WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? LIMIT %1")
                          .arg(mostTransactions),
                      {table.left(dot), table.mid(dot + 1)}, deadline,
                      [&users](const SqlRow &row) { users.insert(row.integer(0)); });
    return users;
}

bool SqlWaitFinder::findTableWaits(SqlConnection &connection, SteadyTime deadline)
{
    using Table = std::pair<QString, QString>;
    std::map<Table, std::vector<TableLock>> wanted;
    auto asked = connection.select(
        QStringLiteral("SELECT OBJECT_SCHEMA, OBJECT_NAME, OWNER_THREAD_ID, LOCK_TYPE FROM "
                       "performance_schema.metadata_locks WHERE OBJECT_TYPE = 'TABLE' AND "
                       "LOCK_STATUS = 'PENDING' LIMIT %1")
            .arg(mostWaits),
        {}, deadline, [&wanted](const SqlRow &row) {
            wanted[{row.text(0), row.text(1)}].push_back({row.integer(2), row.text(3)});
        });
    const bool mariaDb = connection.server().mariaDb;
    if (!asked && (!mariaDb || !connection.usable())) {
        m_tablesDenied = connection.usable() && asked.error().kind != ErrorKind::Timeout;
        return false;
    }
    // Where MariaDB keeps no such list it is there, and empty.
    if (wanted.empty())
        return !mariaDb || findChangedTables(connection, deadline);
    size_t left = mostTables;
    for (const auto &[table, locks] : wanted) {
        if (left-- == 0)
            break;
        std::vector<TableLock> held;
        asked = connection.select(
            QStringLiteral("SELECT OWNER_THREAD_ID, LOCK_TYPE FROM "
                           "performance_schema.metadata_locks WHERE OBJECT_TYPE = 'TABLE' AND "
                           "OBJECT_SCHEMA = ? AND OBJECT_NAME = ? AND LOCK_STATUS = 'GRANTED' "
                           "LIMIT %1")
                .arg(mostTransactions),
            {table.first, table.second}, deadline, [&held](const SqlRow &row) {
                held.push_back({row.integer(0), row.text(1)});
            });
        if (!asked)
            return false;
        const QString name = table.first + u'.' + table.second;
        std::set<qint64> kept; // by one who has it
        for (const TableLock &lock : locks) {
            for (const TableLock &other : held) {
                if (other.session == lock.session || !keepsOut(other.type, lock.type))
                    continue;
                kept.insert(lock.session);
                add(Ids::Threads, {SessionWait::On::Table, name, lock.session, other.session});
            }
        }
        // Whoever came later stands behind one that wants the table for itself: and never the
        // other way round, where it is not told who has it.
        for (const TableLock &lock : locks) {
            if (kept.count(lock.session) > 0)
                continue;
            bool isNamed = false;
            for (const TableLock &other : locks) {
                if (wantsAlone(lock.type) || !wantsAlone(other.type)
                    || other.session == lock.session || !keepsOut(other.type, lock.type))
                    continue;
                isNamed = true;
                add(Ids::Threads, {SessionWait::On::Table, name, lock.session, other.session,
                                   kept.count(other.session) > 0});
            }
            if (!isNamed)
                add(Ids::Threads, {SessionWait::On::Table, name, lock.session, {}});
        }
    }
    return true;
}

/**
 * MariaDB without performance_schema: who waits for a table is in the process list, and which it
 * is nobody says. Whoever is about to change one has it already in a way that others do not.
 */
bool SqlWaitFinder::findChangedTables(SqlConnection &connection, SteadyTime deadline)
{
    std::set<qint64> waiting;
    auto asked = connection.select(
        QStringLiteral("SELECT ID FROM information_schema.PROCESSLIST WHERE STATE = "
                       "'Waiting for table metadata lock' LIMIT %1")
            .arg(mostWaits),
        {}, deadline, [&waiting](const SqlRow &row) { waiting.insert(row.integer(0)); });
    if (!asked)
        return false;
    if (waiting.empty())
        return true;
    struct Use {
        qint64 connection;
        bool changes;
    };
    std::map<QString, std::vector<Use>> uses;
    asked = connection.select(
        QStringLiteral("SELECT TABLE_SCHEMA, TABLE_NAME, THREAD_ID, LOCK_MODE IN "
                       "('MDL_SHARED_UPGRADABLE', 'MDL_SHARED_NO_WRITE', "
                       "'MDL_SHARED_NO_READ_WRITE', 'MDL_EXCLUSIVE') FROM "
                       "information_schema.METADATA_LOCK_INFO WHERE LOCK_TYPE = "
                       "'Table metadata lock' LIMIT %1")
            .arg(mostTransactions),
        {}, deadline, [&uses](const SqlRow &row) {
            uses[row.text(0) + u'.' + row.text(1)].push_back({row.integer(2), row.integer(3) != 0});
        });
    if (!asked) {
        m_tablesDenied = connection.usable() && asked.error().kind != ErrorKind::Timeout;
        return false;
    }
    std::set<qint64> named;
    for (const auto &[table, all] : uses) {
        for (const Use &changer : all) {
            if (!changer.changes || waiting.count(changer.connection) == 0)
                continue;
            for (const Use &other : all) {
                if (other.connection == changer.connection)
                    continue;
                named.insert(changer.connection);
                add(Ids::Connections,
                    {SessionWait::On::Table, table, changer.connection, other.connection, false});
            }
        }
    }
    for (const qint64 id : waiting) {
        if (named.count(id) == 0)
            add(Ids::Connections, {SessionWait::On::Table, {}, id, {}});
    }
    return true;
}

/** Puts who the sessions are in the place of their ids; who has ended meanwhile waits no more. */
bool SqlWaitFinder::nameSessions(SqlConnection &connection, std::vector<SessionWait> waits, Ids ids,
                                 SteadyTime deadline)
{
    if (waits.empty())
        return true;
    std::set<qint64> wanted;
    for (const SessionWait &wait : waits) {
        wanted.insert(*wait.waiter.connectionId);
        if (wait.blocker)
            wanted.insert(*wait.blocker->connectionId);
    }
    QHash<qint64, HolderDetail> sessions;
    const QString list =
        ids == Ids::Threads
            ? QStringLiteral("SELECT THREAD_ID, PROCESSLIST_ID, IFNULL(PROCESSLIST_USER, ''), "
                             "IFNULL(PROCESSLIST_HOST, '') FROM "
                             "performance_schema.threads WHERE PROCESSLIST_ID IS NOT NULL AND "
                             "THREAD_ID IN (%1)")
            : QStringLiteral("SELECT ID, ID, USER, HOST FROM "
                             "information_schema.PROCESSLIST WHERE ID IN (%1)");
    const auto asked = connection.select(
        list.arg(numberList(wanted)), {}, deadline, [&sessions, ids](const SqlRow &row) {
            HolderDetail session;
            session.connectionId = row.integer(1);
            session.user = row.text(2);
            session.host = row.text(3);
            // The client's port says nothing, and a bare IPv6 address has one behind it, too.
            if (const qsizetype colon = session.host.lastIndexOf(u':');
                ids == Ids::Connections && colon >= 0)
                session.host.truncate(colon);
            sessions.insert(row.integer(0), session);
        });
    if (!asked)
        return false;
    for (SessionWait &wait : waits) {
        const auto waiter = sessions.constFind(*wait.waiter.connectionId);
        if (waiter == sessions.constEnd())
            continue;
        wait.waiter = *waiter;
        if (wait.blocker) {
            const auto blocker = sessions.constFind(*wait.blocker->connectionId);
            wait.blocker = blocker == sessions.constEnd() ? std::nullopt : std::optional(*blocker);
        }
        m_found.list.push_back(std::move(wait));
    }
    return true;
}

} // namespace lockmaster
