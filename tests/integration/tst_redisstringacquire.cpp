// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/redisstringrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTest>

#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redisstringacquire {

namespace {

const QString token = QStringLiteral("token");
const QString empty = QStringLiteral("empty");
const QByteArray stranger = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";

/** A Python program that says things line by line, and goes on when it is answered. */
class PythonProgram
{
public:
    /** The first interpreter that has redis-py; empty: none. */
    static QString interpreter()
    {
        for (const char *name : {"/usr/bin/python3", "python3"}) {
            QProcess probe;
            probe.start(QString::fromLatin1(name),
                        {QStringLiteral("-c"), QStringLiteral("import redis.lock")});
            if (probe.waitForFinished(30'000) && probe.exitStatus() == QProcess::NormalExit
                && probe.exitCode() == 0)
                return QString::fromLatin1(name);
        }
        return {};
    }

    PythonProgram(quint16 port, const QByteArray &text)
    {
        const QByteArray program =
            "import redis, sys, time\nr = redis.Redis(port=" + QByteArray::number(port)
            + ")\ndef say(word):\n" + "    print(word, flush=True)\n" + text + '\n';
        m_process.start(interpreter(), {QStringLiteral("-c"), QString::fromUtf8(program)});
    }

    ~PythonProgram()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(10'000))
            m_process.kill();
    }

    /** The next line; empty where none comes. */
    QByteArray line()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(30'000)) {
        }
        const QByteArray line = m_process.readLine().trimmed();
        if (line.isEmpty())
            qWarning("%s", m_process.readAllStandardError().constData());
        return line;
    }

    void goOn()
    {
        m_process.write("\n");
        m_process.waitForBytesWritten(10'000);
    }

private:
    QProcess m_process;
};

#define NEEDS_REDIS_PY()                                                                           \
    do {                                                                                           \
        if (PythonProgram::interpreter().isEmpty()) {                                              \
            if (qEnvironmentVariableIsSet("CI"))                                                   \
                QFAIL("python3-redis is not installed");                                           \
            QSKIP("python3-redis is not installed");                                               \
        }                                                                                          \
    } while (false)

} // namespace

class TestRedisStringAcquire : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;

    using Client = std::unique_ptr<LockClient>;

    static AcquireRequest request(const QString &variant, Millis ttl = 60s)
    {
        AcquireRequest request;
        request.name = "job";
        request.variant = variant;
        request.ttl = ttl;
        return request;
    }

    static Client clientFor(const StringLockDesk &desk, const AcquireRequest &request)
    {
        auto client = desk.system().client(request, desk.context());
        if (!client)
            qFatal("%s", qPrintable(client.error().message));
        return std::move(*client);
    }

    static Result<AcquireResult> tryOnce(const StringLockDesk &desk, LockClient &client)
    {
        return client.acquire(desk.permit(), systemClock().now(), {});
    }

    BackendSpec specOf(const QByteArray &rules)
    {
        RedisCommand command{"ACL",     "SETUSER", "operator", "reset", "on",
                             ">secret", "~*",      "&*",       "+@all"};
        for (const QByteArray &rule : rules.split(' '))
            command.push_back(rule);
        m_server->run(command);
        BackendSpec spec = m_server->spec();
        spec.user = QStringLiteral("operator");
        spec.urlPassword = Secret("secret");
        return spec;
    }

    bool isThere() { return m_server->run({"EXISTS", "job"}).integer == 1; }
    qint64 pttl() { return m_server->run({"PTTL", "job"}).integer; }

    /** How often SET was sent since the statistics began. */
    int timesAsked()
    {
        const QByteArray stats = m_server->run({"INFO", "commandstats"}).text;
        const QByteArray field = "cmdstat_set:calls=";
        const qsizetype at = stats.indexOf(field);
        return at < 0 ? 0 : stats.mid(at + field.size()).split(',').front().toInt();
    }

    static void everyWay()
    {
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("token") << token << QByteArray("+@all");
        QTest::newRow("token, no scripts") << token << QByteArray("-@scripting");
        QTest::newRow("empty") << empty << QByteArray("+@all");
    }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void whatCanBeChosen()
    {
        StringLockDesk desk(m_server->spec());
        const auto form = desk.system().acquireForm(desk.spec());
        QVERIFY(form.has_value());
        QCOMPARE(form->sources, QStringList{QStringLiteral("db 0")});
        QCOMPARE(form->variants.size(), size_t(2));
        QCOMPARE(form->variants[0].id, token);
        QCOMPARE(form->variants[1].id, empty);
        QVERIFY(form->defaultTtl.has_value());
    }

    void whatCannotBe_data()
    {
        QTest::addColumn<AcquireRequest>("wish");
        const auto row = [](const char *what, const std::function<void(AcquireRequest &)> &change) {
            AcquireRequest wish = request(token);
            change(wish);
            QTest::newRow(what) << wish;
        };
        row("no name", [](AcquireRequest &wish) { wish.name.clear(); });
        row("long name", [](AcquireRequest &wish) { wish.name.fill('n', 20'000); });
        row("no time", [](AcquireRequest &wish) { wish.ttl = 0ms; });
        row("negative time", [](AcquireRequest &wish) { wish.ttl = -1ms; });
        row("endless", [](AcquireRequest &wish) { wish.ttl = Millis(qint64(1) << 60); });
        row("other source", [](AcquireRequest &wish) { wish.source = QStringLiteral("db 7"); });
        row("other variant", [](AcquireRequest &wish) { wish.variant = QStringLiteral("fair"); });
        row("long owner", [](AcquireRequest &wish) { wish.owner.fill('o', 1025); });
        row("owner in an empty value", [](AcquireRequest &wish) {
            wish.variant = empty;
            wish.owner = "kim";
        });
    }

    void whatCannotBe()
    {
        QFETCH(AcquireRequest, wish);
        StringLockDesk desk(m_server->spec());
        const auto client = desk.system().client(wish, desk.context());
        QVERIFY(!client);
        QCOMPARE(client.error().kind, ErrorKind::Config);
    }

    void takesRenewsAndLetsGo_data() { everyWay(); }

    void takesRenewsAndLetsGo()
    {
        QFETCH(QString, variant);
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        const Client client = clientFor(desk, request(variant));
        const auto taken = tryOnce(desk, *client);
        QVERIFY2(taken, taken ? "" : qPrintable(taken.error().message));
        QVERIFY(taken->acquired);
        const OwnLock own = client->own();
        QCOMPARE(m_server->run({"GET", "job"}).text, own.owner);
        QCOMPARE(own.owner.isEmpty(), variant == empty);
        QCOMPARE(own.ttl, Millis(60s));
        QCOMPARE(own.id, desk.look("job")->id);
        QVERIFY(pttl() > 50'000 && pttl() <= 60'001);

        const Client other = clientFor(desk, request(variant));
        const auto refused = tryOnce(desk, *other);
        QVERIFY(refused);
        QVERIFY(!refused->acquired);
        QVERIFY(refused->heldBy.has_value());
        QCOMPARE(refused->heldBy->raw, own.owner);
        QVERIFY(refused->theirTtl.has_value());
        QVERIFY(*refused->theirTtl > 50s && *refused->theirTtl <= 61s);

        for (int renewal = 0; renewal < 3; ++renewal)
            QCOMPARE(client->renew(inSeconds(10)), Result<bool>(true));
        QVERIFY(pttl() > 50'000 && pttl() <= 60'001);
        QCOMPARE(client->release(inSeconds(10)), Result<bool>(true));
        QVERIFY(!isThere());
        QCOMPARE(client->release(inSeconds(10)), Result<bool>(false));
        QVERIFY(tryOnce(desk, *other)->acquired);
    }

    void aDefaultOwnerIsRecognisedAndUniqueForEachAcquisition()
    {
        StringLockDesk desk(m_server->spec());
        const Client first = clientFor(desk, request(token));
        const Client second = clientFor(desk, request(token));
        QVERIFY(tryOnce(desk, *first)->acquired);
        QVERIFY(first->own().owner.startsWith(defaultOwner()));
        const auto seen = desk.look("job");
        QCOMPARE(seen->variant, QStringLiteral("Lockmaster"));
        QCOMPARE(seen->holders[0].detail->pid, qint64(QCoreApplication::applicationPid()));
        QVERIFY(first->release(inSeconds(10)).value_or(false));
        QVERIFY(tryOnce(desk, *second)->acquired);
        QVERIFY(first->own().owner != second->own().owner);
        QCOMPARE(first->release(inSeconds(10)), Result<bool>(false));
        QVERIFY(isThere());
    }

    void anOperatorsOwnerStandsAsItIs()
    {
        StringLockDesk desk(m_server->spec());
        AcquireRequest wish = request(token);
        wish.owner = QByteArray("kim\0'\"\xff", 7);
        const Client client = clientFor(desk, wish);
        QVERIFY(tryOnce(desk, *client)->acquired);
        QCOMPARE(m_server->run({"GET", "job"}).text, wish.owner);
        QCOMPARE(client->renew(inSeconds(10)), Result<bool>(true));
        QCOMPARE(client->release(inSeconds(10)), Result<bool>(true));
    }

    void whatIsNotOursIsLeftAlone_data() { everyWay(); }

    void whatIsNotOursIsLeftAlone()
    {
        QFETCH(QString, variant);
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        const Client client = clientFor(desk, request(variant));
        const std::vector<std::vector<RedisCommand>> events = {
            {{"SET", "job", stranger, "PX", "70000"}},
            {{"SET", "job", stranger}},
            {{"DEL", "job"}},
            {{"DEL", "job"}, {"HSET", "job", "a", "1"}},
            {{"DEL", "job"}, {"SET", "job", "", "PX", "60050", "NX"}}, // as design C's next one
        };
        for (const auto &event : events) {
            m_server->run({"DEL", "job"});
            QVERIFY(tryOnce(desk, *client)->acquired);
            m_server->runAll(event);
            const bool there = isThere();
            QCOMPARE(client->renew(inSeconds(10)), Result<bool>(false));
            QCOMPARE(client->release(inSeconds(10)), Result<bool>(false));
            QCOMPARE(isThere(), there);
        }
    }

    void itRunsOut_data() { everyWay(); }

    void itRunsOut()
    {
        QFETCH(QString, variant);
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        const Client client = clientFor(desk, request(variant, 1ms));
        QVERIFY(tryOnce(desk, *client)->acquired);
        QTRY_VERIFY(!isThere());
        QCOMPARE(client->renew(inSeconds(10)), Result<bool>(false));
        QVERIFY(!isThere());
    }

    void anotherTypeIsNoLock()
    {
        StringLockDesk desk(m_server->spec());
        m_server->run({"HSET", "job", "a", "1"});
        for (const QString &variant : {token, empty}) {
            const Client client = clientFor(desk, request(variant));
            const auto taken = client->acquire(desk.permit(), inSeconds(60), {});
            QVERIFY(!taken);
            QCOMPARE(taken.error().kind, ErrorKind::Config);
            QVERIFY(taken.error().message.contains(QStringLiteral("hash")));
        }
    }

    void whatIsDenied()
    {
        {
            StringLockDesk desk(specOf("-set"));
            const auto taken = tryOnce(desk, *clientFor(desk, request(token)));
            QVERIFY(!taken);
            QCOMPARE(taken.error().kind, ErrorKind::Denied);
        }
        StringLockDesk inexact(specOf("-pexpiretime"));
        const auto taken = tryOnce(inexact, *clientFor(inexact, request(empty)));
        QVERIFY(!taken);
        QCOMPARE(taken.error().kind, ErrorKind::Denied);
        QVERIFY(!isThere());

        StringLockDesk desk(specOf("-del"));
        const Client client = clientFor(desk, request(token));
        QVERIFY(tryOnce(desk, *client)->acquired);
        const auto released = client->release(inSeconds(10));
        QVERIFY(!released);
        QCOMPARE(released.error().kind, ErrorKind::Denied);
    }

    void waitsUntilItIsFree_data() { everyWay(); }

    void waitsUntilItIsFree()
    {
        QFETCH(QString, variant);
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        m_server->run({"SET", "job", stranger, "PX", "60000"});
        m_server->run({"CONFIG", "RESETSTAT"});
        bool acquired = false;
        std::thread waiter([&] {
            const Client client = clientFor(desk, request(variant));
            const auto taken = client->acquire(desk.permit(), inSeconds(30), {});
            acquired = taken && taken->acquired;
        });
        QTRY_VERIFY(timesAsked() >= 2);
        m_server->run({"DEL", "job"});
        waiter.join();
        QVERIFY(acquired);
        QVERIFY(isThere());
    }

    void aWaitEndsInTime()
    {
        StringLockDesk desk(m_server->spec());
        m_server->run({"SET", "job", stranger});
        const Client client = clientFor(desk, request(token));
        const auto taken = client->acquire(desk.permit(), systemClock().now() + 120ms, {});
        QVERIFY(taken);
        QVERIFY(!taken->acquired);
        QVERIFY(taken->heldBy.has_value());
        QVERIFY(!taken->theirTtl.has_value());
    }

    void aStoppedWaitLeavesNothingBehind()
    {
        StringLockDesk desk(m_server->spec());
        m_server->run({"SET", "job", stranger});
        m_server->run({"CONFIG", "RESETSTAT"});
        std::stop_source stop;
        bool ended = false;
        std::thread waiter([&] {
            const Client client = clientFor(desk, request(token));
            const auto taken = client->acquire(desk.permit(), inSeconds(600), stop.get_token());
            ended = taken && !taken->acquired;
        });
        QTRY_VERIFY(timesAsked() >= 2);
        stop.request_stop();
        waiter.join();
        QVERIFY(ended);
        m_server->run({"DEL", "job"});

        const Client client = clientFor(desk, request(token));
        const auto taken = client->acquire(desk.permit(), inSeconds(600), stop.get_token());
        QVERIFY(taken);
        QVERIFY(!taken->acquired);
        QVERIFY(!isThere());
    }

    void aLostConnectionIsNoLostLock_data() { everyWay(); }

    void aLostConnectionIsNoLostLock()
    {
        QFETCH(QString, variant);
        QFETCH(QByteArray, rules);
        FaultProxy proxy(m_server->port());
        BackendSpec spec = specOf(rules);
        spec.port = proxy.port();
        StringLockDesk desk(spec);
        const Client client = clientFor(desk, request(variant));
        QVERIFY(tryOnce(desk, *client)->acquired);
        proxy.dropConnections();
        while (!client->renew(inSeconds(10))) {
        }
        QCOMPARE(client->renew(inSeconds(10)), Result<bool>(true));

        // A renewal that was carried out, and whose answer was lost.
        proxy.cutAfter(QByteArray(variant == empty || rules.startsWith('-') ? "*1" : ":1"));
        QVERIFY(!client->renew(inSeconds(10)));
        QCOMPARE(client->renew(inSeconds(10)), Result<bool>(true));
        QCOMPARE(client->release(inSeconds(10)), Result<bool>(true));
        QVERIFY(!isThere());
    }

    /** As python-redis-lock waits: for a list, for ever unless the lock has an end. */
    void whoWaitsForAPythonRedisLockIsWoken()
    {
        StringLockDesk desk(m_server->spec());
        AcquireRequest wish = request(token);
        wish.name = "lock:report";
        const Client client = clientFor(desk, wish);
        QVERIFY(tryOnce(desk, *client)->acquired);
        Result<RedisReply> woken = failure(ErrorKind::Cancelled, {});
        SteadyTime wokenAt{};
        std::thread waiter([&] {
            const auto connection =
                RedisConnection::open(endpointOf(m_server->spec(), Secret()), inSeconds(30));
            if (connection)
                woken =
                    (*connection)->command({"BLPOP", "lock-signal:report", "25"}, inSeconds(30));
            wokenAt = systemClock().now();
        });
        while (!m_server->run({"INFO", "clients"}).text.contains("blocked_clients:1"))
            std::this_thread::sleep_for(1ms);
        const SteadyTime before = systemClock().now();
        const auto released = client->release(inSeconds(10));
        waiter.join();
        QCOMPARE(released, Result<bool>(true));
        QVERIFY(woken && woken->isArray());
        qInfo("a python-redis-lock waiter woke %lld us after we began to let go",
              static_cast<long long>(std::chrono::duration_cast<Micros>(wokenAt - before).count()));
        QCOMPARE(m_server->run({"EXISTS", "lock:report"}).integer, qint64(0));
    }

    void aSignalIsLeftOnlyWhereOneCanBeWaitedFor_data()
    {
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<RedisCommand>("before");
        QTest::addColumn<QByteArray>("after");
        const RedisCommand nothing{"PING"};
        for (const char *rules : {"+@all", "-@scripting"}) {
            const auto row = [&](const char *what) -> QTestData & {
                return QTest::addRow("%s, %s", what, rules)
                       << (what[0] == 'e' ? empty : token) << QByteArray(rules);
            };
            row("token") << nothing << QByteArray("list");
            row("old signal") << RedisCommand{"RPUSH", "lock-signal:a", "1", "1"}
                              << QByteArray("list");
            row("no signal") << RedisCommand{"HSET", "lock-signal:a", "x", "1"}
                             << QByteArray("hash");
            row("empty value") << nothing << QByteArray("none");
        }
        QTest::newRow("denied, script")
            << token << QByteArray("-lpush") << nothing << QByteArray("none");
        QTest::newRow("denied, no scripts")
            << token << QByteArray("-lpush -@scripting") << nothing << QByteArray("none");
        QTest::newRow("another's key, script")
            << token << QByteArray("resetkeys ~lock:*") << nothing << QByteArray("none");
    }

    void aSignalIsLeftOnlyWhereOneCanBeWaitedFor()
    {
        QFETCH(QString, variant);
        QFETCH(QByteArray, rules);
        QFETCH(RedisCommand, before);
        QFETCH(QByteArray, after);
        StringLockDesk desk(specOf(rules));
        m_server->run(before);
        AcquireRequest wish = request(variant);
        wish.name = "lock:a";
        const Client client = clientFor(desk, wish);
        const auto taken = tryOnce(desk, *client);
        QVERIFY2(taken, taken ? "" : qPrintable(taken.error().message));
        QVERIFY(taken->acquired);
        QCOMPARE(client->release(inSeconds(10)), Result<bool>(true));
        QCOMPARE(m_server->run({"EXISTS", "lock:a"}).integer, qint64(0));
        QCOMPARE(m_server->run({"TYPE", "lock-signal:a"}).text, after);
        if (after == "list") {
            QCOMPARE(m_server->run({"LLEN", "lock-signal:a"}).integer, qint64(1));
            QVERIFY(m_server->run({"PTTL", "lock-signal:a"}).integer > 0);
        }
    }

    /** Nobody is woken for a lock that is another's by now. */
    void releaseAndSignalAreOneStep()
    {
        for (const char *rules : {"+@all", "-@scripting"}) {
            m_server->run({"FLUSHALL"});
            StringLockDesk desk(specOf(rules));
            AcquireRequest wish = request(token);
            wish.name = "lock:a";
            const Client client = clientFor(desk, wish);
            QVERIFY(tryOnce(desk, *client)->acquired);
            m_server->run({"SET", "lock:a", stranger});
            QCOMPARE(client->release(inSeconds(10)), Result<bool>(false));
            QCOMPARE(m_server->run({"EXISTS", "lock-signal:a"}).integer, qint64(0));
            m_server->run({"DEL", "lock:a"});

            const Client next = clientFor(desk, wish);
            QVERIFY(tryOnce(desk, *next)->acquired);
            m_server->run({"CONFIG", "RESETSTAT"});
            QCOMPARE(next->release(inSeconds(10)), Result<bool>(true));
            const QByteArray stats = m_server->run({"INFO", "commandstats"}).text;
            const char *step = rules[0] == '+' ? "cmdstat_eval:calls=1," : "cmdstat_exec:calls=1,";
            QVERIFY2(stats.contains(step), stats.constData());
            QVERIFY2(stats.contains("cmdstat_lpush:calls=1,"), stats.constData());
        }
    }

    void aCutAfterTheDeleteLeavesTheSignal()
    {
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        StringLockDesk desk(spec);
        AcquireRequest wish = request(token);
        wish.name = "lock:a";
        const Client client = clientFor(desk, wish);
        QVERIFY(tryOnce(desk, *client)->acquired);
        proxy.cutAfter(QByteArray(":1"));
        (void)client->release(inSeconds(10));
        QCOMPARE(m_server->run({"EXISTS", "lock:a"}).integer, qint64(0));
        QCOMPARE(m_server->run({"TYPE", "lock-signal:a"}).text, QByteArray("list"));
    }

    /** The owner that an operator chose may be another program's too. */
    void withoutAnAnswerAChosenOwnerIsLeftAlone()
    {
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        StringLockDesk desk(spec);
        AcquireRequest wish = request(token);
        wish.owner = "web-3";
        const Client client = clientFor(desk, wish);
        m_server->run({"SET", wish.name, "web-3"});
        proxy.cutAfter(QByteArray("$-1")); // the server's "no"
        QVERIFY(!tryOnce(desk, *client));
        QVERIFY(!client->release(inSeconds(10)));
        QCOMPARE(m_server->run({"GET", wish.name}).text, QByteArray("web-3"));
    }

    void redisPyHonoursIt()
    {
        NEEDS_REDIS_PY();
        StringLockDesk desk(m_server->spec());
        const Client client = clientFor(desk, request(token));
        QVERIFY(tryOnce(desk, *client)->acquired);
        PythonProgram program(m_server->port(), "lock = r.lock('job', timeout=30)\n"
                                                "say(lock.acquire(blocking=False))\n"
                                                "assert lock.acquire(blocking_timeout=25)\n"
                                                "say('acquired')\n"
                                                "sys.stdin.readline()\n"
                                                "try:\n"
                                                "    lock.release()\n"
                                                "    say('released')\n"
                                                "except redis.exceptions.LockNotOwnedError:\n"
                                                "    say('not owned')\n");
        QCOMPARE(program.line(), QByteArray("False"));
        const SteadyTime released = systemClock().now();
        QCOMPARE(client->release(inSeconds(10)), Result<bool>(true));
        QCOMPARE(program.line(), QByteArray("acquired"));
        qInfo("redis-py took the lock %lld ms after we let go (it asks every 100 ms)",
              static_cast<long long>(
                  std::chrono::duration_cast<Millis>(systemClock().now() - released).count()));
        const auto refused = tryOnce(desk, *client);
        QVERIFY(refused && !refused->acquired && refused->heldBy);
        QVERIFY(refused->heldBy->label.startsWith(QStringLiteral("redis-py")));

        // Its holder learns that we let go of it in its place.
        const auto ticket = desk.lookAndBegin("job");
        QVERIFY(ticket);
        const auto outcome = desk.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("released"));
        program.goOn();
        QCOMPARE(program.line(), QByteArray("not owned"));
    }
};

LOCKMASTER_TEST(TestRedisStringAcquire, QCoreApplication)

} // namespace tst_redisstringacquire

#undef NEEDS_REDIS_PY

#include "tst_redisstringacquire.moc"
