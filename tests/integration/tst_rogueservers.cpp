// SPDX-License-Identifier: Apache-2.0
#include "core/text/literaltext.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "core/redis/redisconnection.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlserverprobe.h"
#include "tests/support/faultproxy.h"
#include "tests/support/gapmeter.h"
#include "tests/support/peakmemory.h"
#include "tests/support/privateredis.h"
#include "tests/support/readlog.h"
#include "tests/support/roguemysql.h"
#include "tests/support/testprogram.h"
#include "tests/support/urlpassword.h"

#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <cstring>
#include <mutex>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_rogueservers {

// Servers that want to harm who asks them. What they may cost: 64 MiB, one timeout, and an error.

namespace {

using Client = RogueServer::Client;
using Command = RogueMySql::Command;

constexpr qint64 mostKiB = 64 << 10;
constexpr Millis timeout = 250ms;
/** What may go by until an end of patience is shown. */
constexpr Millis longestDoubt = 500ms;
constexpr Millis honestPoll = 200ms;
const QByteArray canary = "only-for-the-eyes-of-this-machine";

/** A rogue and an honest server, watched together. */
class Watch
{
public:
    Watch(BackendSpec rogue, const PrivateRedis &server)
    {
        QObject::connect(&m_monitor.store(), &LockStore::updated, &m_monitor.store(),
                         [this] { note(); });
        BackendSpec honest = server.spec();
        honest.name = QStringLiteral("honest");
        honest.push = false;
        honest.poll = honestPoll;
        m_monitor.setBackends({std::move(rogue), std::move(honest)});
    }

    const BackendStatus &rogue() { return m_monitor.store().view()->backends.at(0)->status; }
    bool isThere() { return m_monitor.store().view()->backends.size() == 2; }
    bool rogueIsFound()
    {
        return isThere() && rogue().state == BackendState::Offline && !rogue().problems.empty();
    }
    /** How it is shown. */
    QString rogueText()
    {
        if (!isThere())
            return QStringLiteral("nothing is shown");
        QStringList text{backendStateName(rogue().state)};
        for (const Problem &problem : rogue().problems)
            text.append(problem.error.message);
        return text.join(QLatin1StringView("; "));
    }
    bool rogueIsOnline() { return isThere() && rogue().state == BackendState::Online; }
    /** From then on it is a rogue. */
    void beginHarm() { m_harmBegan = std::chrono::steady_clock::now(), m_found.reset(); }
    /** From the deadline of the first read that failed until it was shown; less than 0: before. */
    Millis foundPastDeadline() const
    {
        const auto failed = m_log->firstFailureAfter(QStringLiteral("rogue"), m_harmBegan);
        return failed && m_found ? std::chrono::ceil<Millis>(*m_found - failed->deadline)
                                 : Millis(0);
    }
    /** How many times the honest server was read, and the longest from one to the next. */
    int honestReads() const { return m_reads; }
    Millis longestGap() const { return m_longestGap; }
    GapMeter gaps;

private:
    void note()
    {
        if (!isThere())
            return;
        if (!m_found && rogueIsFound())
            m_found = std::chrono::steady_clock::now();
        const auto from = m_monitor.store().view()->backends.at(1)->status.dataFrom;
        if (!from || from == m_last)
            return;
        if (m_last)
            m_longestGap =
                std::max(m_longestGap, std::chrono::duration_cast<Millis>(*from - *m_last));
        m_last = from;
        ++m_reads;
    }

    std::optional<SteadyTime> m_last;
    Millis m_longestGap{0};
    int m_reads = 0;
    SteadyTime m_harmBegan{};
    std::optional<SteadyTime> m_found;
    std::shared_ptr<ReadLog> m_log = std::make_shared<ReadLog>();
    Monitor m_monitor{
        m_log->noting([](const BackendSpec &spec) { return makeReader(spec, passwordOf(spec)); }),
        [](const BackendSpec &spec) { return makeFeed(spec, passwordOf(spec)); }};
};

BackendSpec specOf(const RogueServer &server, BackendKind kind)
{
    BackendSpec spec;
    spec.name = QStringLiteral("rogue");
    spec.kind = kind;
    spec.port = server.port();
    spec.user = QStringLiteral("app");
    spec.database = kind == BackendKind::MySql ? QStringLiteral("app") : QString();
    spec.timeout = timeout;
    spec.poll = 200ms;
    return spec;
}

/** Sends the same over and over until nobody takes it any more. */
void flood(Client &client, const QByteArray &bytes)
{
    const QByteArray lot = bytes.repeated(1 + (64 << 10) / bytes.size());
    while (client.send(lot)) {
    }
}

/** An answer to the first command after the login, then silence. */
RogueServer::Script redis(std::function<void(Client &)> answer)
{
    return afterLogin([answer = std::move(answer)](Client &client) {
        client.receive();
        answer(client);
        client.stayUntilGone();
    });
}

RogueServer::Script redisSaying(const QByteArray &answer)
{
    return redis([answer](Client &client) { client.send(answer); });
}

RogueServer::Script redisFlooding(const QByteArray &head, const QByteArray &bytes)
{
    return redis([head, bytes](Client &client) {
        client.send(head);
        flood(client, bytes);
    });
}

RogueServer::Script greeting(const QByteArray &bytes)
{
    return [bytes](Client &client) {
        client.send(bytes);
        client.stayUntilGone();
    };
}

/** Prepares whatever it is asked to, and answers what is run. */
RogueServer::Script mySql(std::function<void(RogueMySql &)> answer)
{
    return RogueMySql::afterLogin(
        [answer = std::move(answer)](RogueMySql &session, const Command &command) {
            if (command.code == RogueMySql::prepare)
                session.sendPrepared(1, int(command.text.count('?')));
            else
                answer(session);
        });
}

/** Prepares whatever it is asked to with so many columns. */
RogueServer::Script mySqlExecuting(int columns, std::function<void(RogueMySql &)> answer,
                                   char type = RogueMySql::text)
{
    return RogueMySql::afterLogin(
        [columns, type, answer = std::move(answer)](RogueMySql &session, const Command &command) {
            if (command.code == RogueMySql::prepare)
                session.sendPrepared(columns, int(command.text.count('?')), 1024, type);
            else
                answer(session);
        });
}

RogueServer::Script mySqlPreparing(std::function<void(RogueMySql &)> answer)
{
    return RogueMySql::afterLogin(
        [answer = std::move(answer)](RogueMySql &session, const Command &) { answer(session); });
}

/** Answers so to the first statement, which is the driver's and not ours. */
RogueServer::Script mySqlBeginning(std::function<void(RogueMySql &)> answer)
{
    const auto first = [answer = std::move(answer)](RogueMySql &session, const Command &) {
        answer(session);
    };
    return RogueMySql::afterLogin({.first = first}, [](RogueMySql &, const Command &) {});
}

/** As many columns as it says, each the packet given. */
void sendColumns(RogueMySql &session, int columns, const QByteArray &packet)
{
    session.send(RogueMySql::length(quint64(columns)));
    if (session.sendMany(packet, columns))
        session.sendEnd();
}

/** The answer to a preparation: a statement of one column. */
QByteArray preparedClaiming(quint32 claimed)
{
    QByteArray packets = QByteArray("\x0c\0\0\1\0\1\0\0\0\1\0\0\0\0\0\0", 16);
    packets += QByteArray("\x13\0\0\2", 4) + QByteArray(6, '\0') + QByteArray("\x0c\x2d\0", 3);
    for (int i = 0; i < 4; ++i)
        packets += char(claimed >> (8 * i));
    packets += RogueMySql::text + QByteArray(5, '\0') + QByteArray("\5\0\0\3\xfe\0\0\2\0", 9);
    return packets;
}

/** A byte at a time: a client that reads ahead sees a part of a length, and then what is left. */
void sendSlowly(RogueMySql &session, quint32 claimed)
{
    for (const char byte : preparedClaiming(claimed)) {
        session.client().send(QByteArray(1, byte));
        session.client().pause(1ms);
    }
}

/** What passes for the description of a column whose table has such a name. */
QByteArray columnOf(qsizetype table)
{
    return QByteArray(2, '\0') + RogueMySql::counted(QByteArray(table, 'x')) + QByteArray(3, '\0')
           + '\x0c' + QByteArray(12, '\0');
}

/** One row. */
RogueServer::Script mySqlWithBlobs(int columns, const QByteArray &row)
{
    const auto answer = [columns, row](RogueMySql &session) {
        session.send(RogueMySql::length(quint64(columns)));
        for (int i = 0; i < columns; ++i)
            session.sendColumn(1024, RogueMySql::blob);
        session.sendEnd();
        session.send(row);
        session.sendEnd();
    };
    return mySqlExecuting(columns, answer, RogueMySql::blob);
}

/** A packet of the largest size, over and over: to the client they are one. */
void floodPackets(RogueMySql &session, const QByteArray &bytes)
{
    constexpr qsizetype largest = 0xffffff;
    const QByteArray part(1 << 16, bytes.front());
    bool taken = true;
    while (taken && session.sendHead(largest)) {
        for (qsizetype left = largest; left > 0 && taken; left -= part.size())
            taken = session.client().send(part.first(std::min(left, part.size())));
    }
}

void floodRows(RogueMySql &session, qsizetype size)
{
    session.send(RogueMySql::length(1));
    session.sendColumn();
    session.sendEnd();
    // The same as a row of text and as one of a prepared statement.
    const QByteArray row = QByteArray(2, '\0') + RogueMySql::counted(QByteArray(size, 'x'));
    constexpr qint64 lot = 1 << 26;
    while (session.sendMany(row, std::max<qint64>(1, lot / (size + 64)))) {
    }
}

void liesOfColumns(RogueMySql &session, quint64 claimed)
{
    session.send(RogueMySql::length(claimed));
    session.sendColumn();
    session.sendEnd();
    session.send(QByteArray(2, '\0') + RogueMySql::counted("x"));
    session.sendEnd();
}

} // namespace

class TestRogueServers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_honest = PrivateRedis::start();
        QVERIFY(m_honest);
        m_honest->run(lockKey("lock:a", "0d5e8bd2a7e311ee8c900242ac120002", 600000ms));
    }

    void aRogueCostsAnErrorAndATimeout_data();
    void aRogueCostsAnErrorAndATimeout();
    void aConnectionThatIsClosedIsNoTimeout_data();
    void aConnectionThatIsClosedIsNoTimeout();
    void aRowThatLiesIsAnError_data();
    void aRowThatLiesIsAnError();
    void anAnswerToWhatWasNotAskedIsNone();
    void statementsThatAreKeptAreBoundedTogether();
    void aFullQueueIsNoTimeout_data();
    void aFullQueueIsNoTimeout();
    void aRogueFeedCostsNoMore_data();
    void aRogueFeedCostsNoMore();
    void aStreamOfRowsIsBounded_data();
    void aStreamOfRowsIsBounded();
    void aMembersRoleIsNotItsChannels_data();
    void aMembersRoleIsNotItsChannels();
    void noFileIsGivenAway_data();
    void noFileIsGivenAway();

private:
    static void judge(Watch &watch, const PeakMemory &memory);

    std::unique_ptr<PrivateRedis> m_honest;
};

using Script = RogueServer::Script;

void TestRogueServers::aRogueCostsAnErrorAndATimeout_data()
{
    QTest::addColumn<Script>("script");
    QTest::addColumn<bool>("mysql");
    const auto row = [](const char *name, const Script &script) {
        QTest::newRow(name) << script << (QByteArrayView(name).startsWith("mysql"));
    };
    row("redis: twelve bytes claim billions", redisSaying("*2147483647\r\n"));
    row("redis: more elements than a number holds", redisSaying("*99999999999999999999\r\n"));
    row("redis: a bulk of half a gigabyte", redisFlooding("$536870912\r\n", "x"));
    row("redis: endless bulks", redisFlooding({}, "$65536\r\n" + QByteArray(65536, 'x') + "\r\n"));
    row("redis: an endless line", redisFlooding("+", "x"));
    row("redis: an endless error", redisFlooding("-ERR ", "\x1b[31m<b>"));
    row("redis: a nesting without end", redisFlooding({}, "*1\r\n"));
    row("redis: pushes that nobody asked for", redisFlooding({}, ">2\r\n+message\r\n+x\r\n"));
    row("redis: endless answers", redisFlooding({}, "+a\r\n"));
    row("redis: errors in place of answers", redisFlooding({}, "-ERR no\r\n"));
    row("redis: endless elements", redisFlooding("*131000\r\n", "$16\r\n0123456789abcdef\r\n"));
    row("redis: a bulk as large as is read", redisFlooding("$12000000\r\n", "x"));
    row("redis: a bulk that never ends", redisSaying("$10\r\nabc"));
    row("redis: a greeting of garbage", greeting(QByteArray(4096, '\x01')));

    row("mysql: a greeting of garbage", greeting(QByteArray(4096, '\xa5')));
    row("mysql: a greeting that ends in mid-word", greeting(QByteArray("\x10\0\0\0\x0a"
                                                                       "10.11",
                                                                       10)));
    row("mysql: an endless greeting", [](Client &client) { flood(client, "\xff\xff\xff"); });
    row("mysql: a greeting that never comes", [](Client &client) { client.stayUntilGone(); });
    row("mysql: an error of another protocol", greeting("-ERR unknown command\r\n"));
    row("mysql: a huge column", mySql([](RogueMySql &session) {
            session.send(RogueMySql::length(1));
            session.sendColumn();
            session.sendEnd();
            floodPackets(session, "x");
        }));
    row("mysql: endless rows", mySql([](RogueMySql &session) { floodRows(session, 200); }));
    row("mysql: endless large rows",
        mySql([](RogueMySql &session) { floodRows(session, 1 << 20); }));
    row("mysql: fewer columns than it says",
        mySql([](RogueMySql &session) { liesOfColumns(session, 3); }));
    row("mysql: millions of columns",
        mySql([](RogueMySql &session) { liesOfColumns(session, 10'000'000); }));
    row("mysql: a column longer than its row", mySql([](RogueMySql &session) {
            session.send(RogueMySql::length(1));
            session.sendColumn();
            session.sendEnd();
            session.send(QByteArray(2, '\0') + RogueMySql::length(1 << 20) + "x");
        }));
    row("mysql: a packet that never ends", mySql([](RogueMySql &session) {
            session.sendHead(1000);
            session.client().send("abc");
        }));
    row("mysql: garbage for an answer",
        mySql([](RogueMySql &session) { session.client().send(QByteArray(4096, '\xa5')); }));
    row("mysql: a statement of too many columns",
        mySqlPreparing([](RogueMySql &session) { session.sendPrepared(0xffff, 0xffff); }));
    row("mysql: a statement whose column claims gigabytes",
        mySqlPreparing([](RogueMySql &session) { session.sendPrepared(1, 0, 0x60000000); }));
    row("mysql: a statement whose columns claim much together",
        mySqlPreparing([](RogueMySql &session) { session.sendPrepared(4000, 0, 0xffff); }));
    row("mysql: a statement whose column ends before its length",
        mySqlPreparing([](RogueMySql &session) {
            session.send(QByteArray("\0\1\0\0\0\2\0\0\0\0\0\0", 12));
            session.sendColumn(0x60000000);
            session.send(QByteArray(6, '\0') + QByteArray("\x0c\x2d\0\xff\xff", 5));
            session.sendEnd();
        }));
    row("mysql: a statement that claims gigabytes bit by bit",
        mySqlPreparing([](RogueMySql &session) { sendSlowly(session, 0x60000000); }));
    row("mysql: a statement of millions of empty columns", mySqlPreparing([](RogueMySql &session) {
            session.send(QByteArray("\0\1\0\0\0\1\0\0\0\0\0\0", 12));
            session.sendMany(QByteArray(1, '\0'), 2'000'000);
            session.sendEnd();
        }));
    row("mysql: a statement that is endless",
        mySqlPreparing([](RogueMySql &session) { floodPackets(session, "x"); }));
    row("mysql: a file wanted at a preparation",
        mySqlPreparing([](RogueMySql &session) { session.send("\xfb/etc/hostname"); }));
    row("mysql: millions of the shortest columns",
        mySql([](RogueMySql &session) { sendColumns(session, 2'000'000, columnOf(0)); }));
    row("mysql: millions of empty columns",
        mySql([](RogueMySql &session) { sendColumns(session, 2'000'000, QByteArray(1, '\0')); }));
    row("mysql: millions of empty rows", mySql([](RogueMySql &session) {
            sendColumns(session, 1, columnOf(0));
            session.sendMany(QByteArray(1, '\0'), 4'000'000);
            session.sendEnd();
        }));
    row("mysql: millions of the shortest rows",
        mySql([](RogueMySql &session) { floodRows(session, 0); }));
    row("mysql: millions of empty columns before the first statement",
        mySqlBeginning(
            [](RogueMySql &session) { sendColumns(session, 2'000'000, QByteArray(1, '\0')); }));
    row("mysql: too many columns before the first statement",
        mySqlBeginning([](RogueMySql &session) { sendColumns(session, 0xffff, columnOf(0)); }));
    row("mysql: too many large columns before the first statement",
        mySqlBeginning(
            [](RogueMySql &session) { sendColumns(session, 0xffff, columnOf(13'000)); }));
    row("mysql: an endless packet before the first statement",
        mySqlBeginning([](RogueMySql &session) { floodPackets(session, "x"); }));
}

void TestRogueServers::aRogueCostsAnErrorAndATimeout()
{
    QFETCH(Script, script);
    QFETCH(bool, mysql);
    RogueServer server(script);
    const PeakMemory memory;
    Watch watch(specOf(server, mysql ? BackendKind::MySql : BackendKind::Redis), *m_honest);
    judge(watch, memory);
    QCOMPARE(watch.rogue().name, QStringLiteral("rogue"));
}

/** It is shown for what it is in time, for no more memory, and the other one goes on. */
void TestRogueServers::judge(Watch &watch, const PeakMemory &memory)
{
    QTRY_VERIFY2_WITH_TIMEOUT(watch.rogueIsFound(), qPrintable(watch.rogueText()), 30'000);
    const int reads = watch.honestReads();
    QTRY_VERIFY_WITH_TIMEOUT(watch.honestReads() > reads, 30'000);

    const Error error = watch.rogue().problems.front().error;
    qInfo("%lld KiB, shown %lld ms past the deadline, other backend %lld ms at most between reads, "
          "machine %lld ms: %s: %s",
          qlonglong(memory.growth()), qlonglong(watch.foundPastDeadline().count()),
          qlonglong(watch.longestGap().count()), qlonglong(watch.gaps.machineWorst().count()),
          qPrintable(errorKindName(error.kind)), qPrintable(error.message));
    QVERIFY(!error.message.isEmpty());
    QCOMPARE(literalText(error.message), error.message);
    QVERIFY(error.message.size() < 1000);
    QVERIFY(watch.foundPastDeadline() <= longestDoubt + watch.gaps.machineWorst());
    if (!PeakMemory::isMeaningful())
        return;
    QVERIFY(watch.longestGap() <= 2 * honestPoll + watch.gaps.machineWorst());
    QVERIFY(memory.startsOver() || !qEnvironmentVariableIsSet("CI"));
    if (memory.startsOver())
        QVERIFY2(memory.growth() <= mostKiB, qPrintable(QString::number(memory.growth())));
}

void TestRogueServers::aConnectionThatIsClosedIsNoTimeout_data()
{
    QTest::addColumn<Script>("script");
    // So late that the client waits for it.
    QTest::newRow("before a greeting") << Script([](Client &client) { client.pause(100ms); });
    QTest::newRow("in a greeting") << Script([](Client &client) {
        client.send(QByteArray("\x50\0\0\0\x0a"
                               "10.11",
                               10));
        client.pause(100ms);
    });
    QTest::newRow("in place of an answer") << mySql([](RogueMySql &session) {
        session.client().pause(100ms);
        session.client().close();
    });
}

void TestRogueServers::aConnectionThatIsClosedIsNoTimeout()
{
    QFETCH(Script, script);
    RogueServer server(script);
    const Endpoint endpoint = endpointOf(specOf(server, BackendKind::MySql), {});
    const SteadyTime deadline = std::chrono::steady_clock::now() + 60s;
    const auto connection = SqlConnection::open(endpoint, deadline);
    const auto rows = connection ? (*connection)
                                       ->select(QStringLiteral("SELECT 1 FROM t"), {}, deadline,
                                                [](const SqlRow &) {})
                                 : tl::make_unexpected(connection.error());
    QVERIFY(!rows);
    QVERIFY2(rows.error().kind == ErrorKind::Network, qPrintable(rows.error().message));
    QVERIFY2(rows.error().message.contains(QStringLiteral("was lost")),
             qPrintable(rows.error().message));
}

void TestRogueServers::aRowThatLiesIsAnError_data()
{
    QTest::addColumn<Script>("script");
    const auto row = [](const char *name, const Script &script) { QTest::newRow(name) << script; };
    row("a blob that claims gigabytes",
        mySqlWithBlobs(1, QByteArray(2, '\0') + '\xfe' + QByteArray("\0\0\0\x60\0\0\0\0", 8)));
    row("a blob of more than a number holds",
        mySqlWithBlobs(1, QByteArray(2, '\0') + QByteArray(9, '\xfe')));
    row("a blob behind one that is not there",
        mySqlWithBlobs(2, QByteArray(2, '\0') + '\xfe' + QByteArray("\0\0\0\0\0\1\0\0", 8) + 'x'));
    row("blobs of a row without any", mySqlWithBlobs(4000, QByteArray(2, '\0')));
    row("more columns than were prepared", mySqlExecuting(1, [](RogueMySql &session) {
            sendColumns(session, 4000, columnOf(0));
            session.send(QByteArray(2 + 4000 / 8, '\0') + QByteArray(4000, '\1'));
            session.sendEnd();
        }));
    row("columns of a type that is none", mySqlExecuting(1, [](RogueMySql &session) {
            session.send(RogueMySql::length(1));
            session.sendColumn(10, 20);
            session.sendEnd();
            session.send(QByteArray(10, '\0'));
            session.sendEnd();
        }));
}

/** Of a prepared statement: the client library believes what a row says of itself. */
void TestRogueServers::aRowThatLiesIsAnError()
{
    QFETCH(Script, script);
    RogueServer server(script);
    const Endpoint endpoint = endpointOf(specOf(server, BackendKind::MySql), {});
    const SteadyTime deadline = std::chrono::steady_clock::now() + 10s;
    const auto connection = SqlConnection::open(endpoint, deadline);
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    const PeakMemory memory;
    QByteArray read;
    const auto rows = (*connection)
                          ->select(QStringLiteral("SELECT 1 FROM t"), {}, deadline,
                                   [&read](const SqlRow &row) { read += row.bytes(0); });
    QVERIFY2(!rows, read.toHex().left(200).constData());
    qInfo("%lld KiB: %s: %s", qlonglong(memory.growth()),
          qPrintable(errorKindName(rows.error().kind)), qPrintable(rows.error().message));
    QVERIFY(rows.error().message.contains(endpoint.address));
    QVERIFY(!(*connection)->usable());
    if (PeakMemory::isMeaningful() && memory.startsOver())
        QVERIFY2(memory.growth() <= mostKiB, qPrintable(QString::number(memory.growth())));
}

/** Read ahead with the answer before, it would be taken for that to the next statement. */
void TestRogueServers::anAnswerToWhatWasNotAskedIsNone()
{
    const QByteArray refusal = QByteArray("\xff\x7a\x04#42S02no", 11);
    RogueServer server(mySqlPreparing([&refusal](RogueMySql &session) {
        session.client().send(char(refusal.size()) + QByteArray("\0\0\1", 3) + refusal
                              + preparedClaiming(0x10000000));
    }));
    const Endpoint endpoint = endpointOf(specOf(server, BackendKind::MySql), {});
    const SteadyTime deadline = std::chrono::steady_clock::now() + 10s;
    const auto connection = SqlConnection::open(endpoint, deadline);
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    const auto asked = [&](const char *sql) {
        return (*connection)->select(QString::fromLatin1(sql), {}, deadline, [](const SqlRow &) {});
    };
    QCOMPARE(asked("SELECT 1 FROM t").error().kind, ErrorKind::NotFound);
    const PeakMemory memory;
    const auto next = asked("SELECT 2 FROM t");
    QVERIFY(!next);
    QVERIFY2(next.error().message.contains(QStringLiteral("not asked")),
             qPrintable(next.error().message));
    QVERIFY(!(*connection)->usable());
    if (PeakMemory::isMeaningful() && memory.startsOver())
        QVERIFY2(memory.growth() <= mostKiB, qPrintable(QString::number(memory.growth())));
}

/** Each of them within its own bound. */
void TestRogueServers::statementsThatAreKeptAreBoundedTogether()
{
    RogueServer server(RogueMySql::afterLogin([](RogueMySql &session, const Command &command) {
        if (command.code == RogueMySql::prepare)
            session.sendPrepared(40, 0, 50'000);
        else
            session.sendRows(40, {});
    }));
    const Endpoint endpoint = endpointOf(specOf(server, BackendKind::MySql), {});
    const SteadyTime deadline = std::chrono::steady_clock::now() + 60s;
    const auto connection = SqlConnection::open(endpoint, deadline);
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    const PeakMemory memory;
    for (int i = 0; i < 60; ++i) {
        const auto rows = (*connection)
                              ->select(QStringLiteral("SELECT %1 FROM t").arg(i), {}, deadline,
                                       [](const SqlRow &) {});
        QVERIFY2(rows, rows ? "" : qPrintable(rows.error().message));
    }
    qInfo("%lld KiB", qlonglong(memory.growth()));
    if (PeakMemory::isMeaningful() && memory.startsOver())
        QVERIFY2(memory.growth() <= mostKiB / 2, qPrintable(QString::number(memory.growth())));
}

void TestRogueServers::aFullQueueIsNoTimeout_data()
{
    QTest::addColumn<bool>("mysql");
    QTest::newRow("redis") << false;
    QTest::newRow("mysql") << true;
}

/** As of a server that was stopped: it accepts nothing any more. */
void TestRogueServers::aFullQueueIsNoTimeout()
{
    QFETCH(bool, mysql);
    const QTemporaryDir home;
    const QString path = home.filePath(QStringLiteral("s"));
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(name.sun_path, QFile::encodeName(path).constData(), sizeof(name.sun_path) - 1);
    const auto *address = reinterpret_cast<const sockaddr *>(&name);
    const int listening = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    QVERIFY(::bind(listening, address, sizeof(name)) == 0 && ::listen(listening, 0) == 0);
    std::vector<int> waiting;
    do {
        waiting.push_back(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    } while (::connect(waiting.back(), address, sizeof(name)) == 0);

    BackendSpec spec;
    spec.kind = mysql ? BackendKind::MySql : BackendKind::Redis;
    spec.socketPath = path;
    spec.user = QStringLiteral("app");
    spec.database = mysql ? QStringLiteral("app") : QString();
    spec.timeout = timeout;
    const Endpoint endpoint = endpointOf(spec, {});
    const SteadyTime deadline = std::chrono::steady_clock::now() + 60s;
    std::optional<Error> error;
    if (mysql) {
        if (const auto connection = SqlConnection::open(endpoint, deadline); !connection)
            error = connection.error();
    } else {
        if (const auto connection = RedisConnection::open(endpoint, deadline); !connection)
            error = connection.error();
    }
    for (const int each : waiting)
        ::close(each);
    ::close(listening);
    QVERIFY(error);
    QVERIFY2(error->kind == ErrorKind::Network, qPrintable(error->message));
    QVERIFY2(error->message.contains(path)
                 && error->message.contains(QStringLiteral("takes no connection")),
             qPrintable(error->message));
}

void TestRogueServers::aRogueFeedCostsNoMore_data()
{
    const QByteArray key = "$6\r\nlock:b\r\n";
    const QByteArray message = "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n";
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("changes without end") << QByteArray() << message + "*1\r\n" + key;
    QTest::newRow("a change of endless keys") << message + "*2000000\r\n" << key;
    QTest::newRow("twelve bytes claim billions") << QByteArray("*2147483647\r\n") << QByteArray();
    QTest::newRow("a key of half a gigabyte") << message + "*1\r\n$536870912\r\n"
                                              << QByteArray("x");
    QTest::newRow("an endless line") << QByteArray("+") << QByteArray("x");
    QTest::newRow("a nesting without end") << QByteArray() << QByteArray("*1\r\n");
    QTest::newRow("pushes of another protocol")
        << QByteArray() << QByteArray(">2\r\n+message\r\n+x\r\n");
    QTest::newRow("errors in place of changes")
        << QByteArray() << QByteArray("-ERR \x1b[31m<b>\r\n");
}

/** A server that was honest until it was listened to. */
void TestRogueServers::aRogueFeedCostsNoMore()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, bytes);
    const auto server = PrivateRedis::start();
    QVERIFY(server);
    FaultProxy proxy(server->port());
    proxy.stopListening();
    BackendSpec spec = server->spec();
    spec.name = QStringLiteral("rogue");
    spec.socketPath.clear();
    spec.host = QStringLiteral("127.0.0.1");
    spec.port = proxy.port();
    spec.patterns = {"lock:*"};
    spec.timeout = timeout;
    spec.poll = 2s; // the feed hears of it first
    Watch watch(spec, *m_honest);
    QTRY_VERIFY_WITH_TIMEOUT(watch.rogueIsOnline() && watch.rogue().updates == UpdateKind::Tracking,
                             30'000);
    const PeakMemory memory;
    watch.beginHarm();
    proxy.setFlood(head, bytes);
    server->run(lockKey("lock:b", "web-1", 600000ms));
    judge(watch, memory);
}

void TestRogueServers::aStreamOfRowsIsBounded_data()
{
    QTest::addColumn<Script>("script");
    QTest::newRow("a huge column") << mySql([](RogueMySql &session) {
        session.send(RogueMySql::length(1));
        session.sendColumn();
        session.sendEnd();
        floodPackets(session, "\xfd");
    });
    QTest::newRow("endless large rows")
        << mySql([](RogueMySql &session) { floodRows(session, 1 << 20); });
    QTest::newRow("a packet that never ends") << mySql([](RogueMySql &session) {
        session.sendHead(1000);
        session.client().send("abc");
    });
    QTest::newRow("millions of the shortest columns")
        << mySql([](RogueMySql &session) { sendColumns(session, 2'000'000, columnOf(0)); });
    QTest::newRow("millions of empty columns")
        << mySql([](RogueMySql &session) { sendColumns(session, 2'000'000, QByteArray(1, '\0')); });
    // Some client libraries have no number for it: it must not pass for a table without rows.
    QTest::newRow("fewer columns than it says")
        << mySql([](RogueMySql &session) { liesOfColumns(session, 3); });
    QTest::newRow("no columns at all") << mySql([](RogueMySql &session) {
        session.send(RogueMySql::length(3));
        session.sendEnd();
        session.sendEnd();
    });
}

void TestRogueServers::aStreamOfRowsIsBounded()
{
    QFETCH(Script, script);
    RogueServer server(script);
    const Endpoint endpoint = endpointOf(specOf(server, BackendKind::MySql), {});
    const auto in = [](Millis time) { return std::chrono::steady_clock::now() + time; };
    const auto connection = SqlConnection::open(endpoint, in(60s));
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    const PeakMemory memory;
    std::vector<QByteArray> kept;
    const auto rows = (*connection)
                          ->stream(QStringLiteral("SELECT 1 FROM t"), in(2s),
                                   [&kept](const SqlRow &row) { kept.push_back(row.bytes(0)); });
    QVERIFY(!rows);
    qInfo("%lld KiB: %s: %s", qlonglong(memory.growth()),
          qPrintable(errorKindName(rows.error().kind)), qPrintable(rows.error().message));
    QVERIFY(rows.error().message.contains(endpoint.address));
    QVERIFY(!(*connection)->usable());
    if (PeakMemory::isMeaningful() && memory.startsOver())
        QVERIFY2(memory.growth() <= mostKiB, qPrintable(QString::number(memory.growth())));
}

void TestRogueServers::noFileIsGivenAway_data()
{
    QTest::addColumn<bool>("streams");
    QTest::newRow("to a prepared statement") << false;
    QTest::newRow("to a streamed one") << true;
}

void TestRogueServers::noFileIsGivenAway()
{
    QFETCH(bool, streams);
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(canary);
    file.flush();
    std::mutex mutex;
    QByteArray sent;
    bool asked = false;
    RogueServer server(mySql([&](RogueMySql &session) {
        session.send('\xfb' + file.fileName().toUtf8());
        const QByteArray bytes = session.client().receive();
        const std::lock_guard lock(mutex);
        asked = true;
        sent += bytes;
    }));
    const Endpoint endpoint = endpointOf(specOf(server, BackendKind::MySql), {});
    const auto in = [](Millis time) { return std::chrono::steady_clock::now() + time; };
    const auto connection = SqlConnection::open(endpoint, in(60s));
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    const QString sql = QStringLiteral("SELECT 1 FROM t");
    const auto ignore = [](const SqlRow &) {};
    const auto rows = streams ? (*connection)->stream(sql, in(2s), ignore)
                              : (*connection)->select(sql, {}, in(2s), ignore);
    QVERIFY(!rows);
    qInfo("%s: %s", qPrintable(errorKindName(rows.error().kind)), qPrintable(rows.error().message));
    QVERIFY(rows.error().message.contains(endpoint.address));
    QTRY_VERIFY_WITH_TIMEOUT((std::lock_guard(mutex), asked), 30'000);
    const std::lock_guard lock(mutex);
    QVERIFY2(!sent.contains(canary), sent.toHex(' ').constData());
}

void TestRogueServers::aMembersRoleIsNotItsChannels_data()
{
    using Rows = QList<QByteArrayList>;
    const QByteArrayList applier{"channel", "group_replication_applier"};
    const QByteArrayList recovery{"channel", "group_replication_recovery"};
    QTest::addColumn<Rows>("rows");
    QTest::addColumn<bool>("replica");
    QTest::newRow("alone") << Rows{} << false;
    QTest::newRow("follows") << Rows{{"channel", ""}} << true;
    QTest::newRow("follows by name") << Rows{{"channel", "group_replication"}} << true;
    QTest::newRow("a group's primary") << Rows{applier, recovery, {"PRIMARY", "ONLINE"}} << false;
    QTest::newRow("a primary that follows another site")
        << Rows{applier, recovery, {"channel", "site"}, {"PRIMARY", "ONLINE"}} << true;
    // What they are the group itself tells, of all members.
    QTest::newRow("a group's secondary")
        << Rows{applier, recovery, {"SECONDARY", "ONLINE"}} << false;
    QTest::newRow("not up to date yet") << Rows{applier, recovery, {"", "RECOVERING"}} << false;
    QTest::newRow("thrown out") << Rows{applier, recovery, {"", "ERROR"}} << false;
    QTest::newRow("in no group now") << Rows{applier, recovery, {"", "OFFLINE"}} << false;
}

/** As a MySQL 8 tells of its channels and of its part in a Group Replication. */
void TestRogueServers::aMembersRoleIsNotItsChannels()
{
    QFETCH(QList<QByteArrayList>, rows);
    QFETCH(bool, replica);
    RogueServer server(RogueMySql::afterLogin([rows](RogueMySql &session, const Command &command) {
        if (command.code == RogueMySql::prepare)
            session.sendPrepared(2, 0);
        else
            session.sendRows(2, rows);
    }));
    const SteadyTime deadline = std::chrono::steady_clock::now() + 60s;
    const auto connection =
        SqlConnection::open(endpointOf(specOf(server, BackendKind::MySql), {}), deadline);
    QVERIFY2(connection, connection ? "" : qPrintable(connection.error().message));
    const auto asked = askSqlReplica(**connection, false, deadline);
    QVERIFY2(asked, asked ? "" : qPrintable(asked.error().message));
    QCOMPARE(*asked, std::optional(replica));
}

LOCKMASTER_TEST(TestRogueServers, QCoreApplication)

} // namespace tst_rogueservers

#include "tst_rogueservers.moc"
