// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/redisrelease.h"
#include "tests/integration/redisstringrun.h"
#include "tests/support/faultproxy.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QTest>

#include <barrier>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redisstringrelease {

namespace {

constexpr auto lease = Compare::InstanceAndLease;
constexpr auto instance = Compare::InstanceOnly;

const QByteArray token = "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f";
const QByteArray uuid = "9f1c0a27-5b3d-4e86-8c14-d27be0a96f31";
const QByteArray successor = "00112233445566778899aabbccddeeff";

} // namespace

// An outcome in one line: what it is, in what way it changed, whether anything was sent.
#define COMPARE_OUTCOME(outcome, wantedResult, wantedDetail, wantedSent)                           \
    do {                                                                                           \
        const auto given = (outcome);                                                              \
        QVERIFY2(given, given ? "" : qPrintable(given.error().message));                           \
        QVERIFY(!given->message.isEmpty());                                                        \
        QCOMPARE(releaseResultName(given->result),                                                 \
                 releaseResultName(ReleaseResult::wantedResult));                                  \
        QCOMPARE(changeDetailName(given->detail), changeDetailName(ChangeDetail::wantedDetail));   \
        QCOMPARE(given->sent, wantedSent);                                                         \
    } while (false)

class TestRedisStringRelease : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;

    void set(const QByteArray &value, int ttlMs = 60'000)
    {
        if (ttlMs < 0)
            m_server->run({"SET", "job", value});
        else
            m_server->run(lockKey("job", value, std::chrono::milliseconds(ttlMs)));
    }
    QByteArray value() { return m_server->run({"GET", "job"}).text; }
    bool isThere() { return m_server->run({"EXISTS", "job"}).integer == 1; }

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

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void releases_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("ttlMs");
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("token, script") << token << 60'000 << QByteArray("+@all");
        QTest::newRow("token without expiry, script") << token << -1 << QByteArray("+@all");
        QTest::newRow("token, no scripts") << token << 60'000 << QByteArray("-@scripting");
        QTest::newRow("empty") << QByteArray("") << 60'000 << QByteArray("+@all");
        QTest::newRow("a word") << QByteArray("locked") << 60'000 << QByteArray("+@all");
        QTest::newRow("empty, no scripts") << QByteArray("") << 60'000 << QByteArray("-@scripting");
        QTest::newRow("binary") << QByteArray("\0\xff\r\n\"'\\", 7) << 60'000
                                << QByteArray("+@all");
        QTest::newRow("binary, no scripts")
            << QByteArray("\0\xff\r\n\"'\\", 7) << 60'000 << QByteArray("-@scripting");
        QTest::newRow("a constant") << QByteArray("IN_PROGRESS") << 60'000 << QByteArray("+@all");
        const QByteArray megabyte = uuid + QByteArray((1 << 20) - uuid.size(), 'v');
        QTest::newRow("a megabyte") << megabyte << 60'000 << QByteArray("+@all");
        QTest::newRow("a megabyte, no scripts") << megabyte << 60'000 << QByteArray("-@scripting");
        QTest::newRow("token, no exact expiry") << token << 60'000 << QByteArray("-pexpiretime");
        QTest::newRow("token, neither scripts nor exact expiry")
            << token << 60'000 << QByteArray("-pexpiretime -@scripting");
    }

    void releases()
    {
        QFETCH(QByteArray, value);
        QFETCH(int, ttlMs);
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        set(value, ttlMs);
        const auto ticket = desk.lookAndBegin("job");
        QVERIFY(ticket);
        const ReleasePreview &preview = ticket->preview();
        QVERIFY2(!preview.refusal, preview.refusal ? qPrintable(preview.refusal->message) : "");
        QVERIFY(preview.lock.has_value());
        QVERIFY(!preview.renewed);
        const bool signedValue = value.startsWith(token) || value.startsWith(uuid);
        QCOMPARE(ticket->command(lease).startsWith(u"EVAL"),
                 !rules.contains("scripting") && signedValue);
        QCOMPARE(preview.canCompareInstanceOnly, signedValue);
        COMPARE_OUTCOME(desk.commit(*ticket), Released, None, true);
        QVERIFY(!isThere());
        const auto after = ticket->observe(inSeconds(10));
        QVERIFY(after);
        QVERIFY(!after->has_value());

        set(successor);
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, None, false); // a second commit
        QCOMPARE(this->value(), successor);
    }

    void whatItOffers()
    {
        StringLockDesk desk(m_server->spec());
        set(token);
        const auto actions = desk.system().actions(*desk.look("job"));
        QCOMPARE(actions.size(), size_t(1));
        QCOMPARE(actions.front().id, QStringLiteral("delete"));
        QVERIFY(!actions.front().consequence.isEmpty());
        const auto ticket = desk.lookAndBegin("job");
        QVERIFY(ticket->preview().canCompareInstanceOnly);
        QVERIFY(ticket->command(lease).contains(QString::fromLatin1(token)));
        QVERIFY(ticket->command(lease).contains(QStringLiteral("PEXPIRETIME")));
        QVERIFY(!ticket->command(instance).contains(QStringLiteral("PEXPIRETIME")));

        set("");
        const auto unsignedTicket = desk.lookAndBegin("job");
        QVERIFY(!unsignedTicket->preview().canCompareInstanceOnly);
        QCOMPARE(unsignedTicket->command(lease), QStringLiteral("WATCH job\nMULTI\nDEL job\nEXEC"));
        const ReleaseRequest other{
            witnessOf(*desk.look("job")), "job", QStringLiteral("expire"), {}};
        QCOMPARE(desk.system().beginRelease(other, desk.context(), inSeconds(10)).error().kind,
                 ErrorKind::Config);
    }

    /** What happened between the look and the ticket, or between the ticket and its commit. */
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QByteArray>("event");
        QTest::addColumn<QString>("detail");
        QTest::addColumn<bool>("beforeTheTicket");
        const QString another;
        const QString renewed = QStringLiteral("renewed");
        const QString gone = QStringLiteral("gone");
        for (const bool before : {true, false}) {
            for (const char *rules : {"+@all", "-@scripting"}) {
                const auto row = [&](const char *what) -> QTestData & {
                    return QTest::addRow("%s, %s, %s", what, rules,
                                         before ? "before the ticket" : "after it");
                };
                row("another owner")
                    << token << QByteArray(rules)
                    << QByteArray("SET job " + successor + " PX 60000") << another << before;
                row("renewed") << token << QByteArray(rules) << QByteArray("PEXPIRE job 90000")
                               << renewed << before;
                row("expiry taken off")
                    << token << QByteArray(rules) << QByteArray("PERSIST job") << renewed << before;
                row("gone") << token << QByteArray(rules) << QByteArray("DEL job") << gone
                            << before;
                row("another type") << token << QByteArray(rules)
                                    << QByteArray("EVAL redis.call('DEL','job')redis.call('HSET',"
                                                  "'job','a','1')return/**/1 0")
                                    << another << before;
                row("empty, taken by another")
                    << QByteArray("") << QByteArray(rules) << QByteArray("PEXPIRE job 90000")
                    << another << before;
                row("empty, gone") << QByteArray("") << QByteArray(rules) << QByteArray("DEL job")
                                   << gone << before;
                row("empty, signed since")
                    << QByteArray("") << QByteArray(rules)
                    << QByteArray("SET job " + successor + " PX 60000") << another << before;
            }
        }
    }

    void refuses()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, rules);
        QFETCH(QByteArray, event);
        QFETCH(QString, detail);
        QFETCH(bool, beforeTheTicket);
        StringLockDesk desk(specOf(rules));
        set(value);
        const auto seen = desk.look("job");
        QVERIFY(seen);
        const auto happen = [&] {
            if (event.startsWith("EVAL")) {
                m_server->run({"DEL", "job"});
                m_server->run({"HSET", "job", "a", "1"});
                return;
            }
            const auto words = event.split(' ');
            m_server->run(RedisCommand(words.begin(), words.end()));
        };
        if (beforeTheTicket)
            happen();
        const auto ticket = desk.begin(*seen);
        QVERIFY(ticket);
        if (beforeTheTicket)
            QVERIFY((*ticket)->preview().refusal.has_value() || (*ticket)->preview().renewed);
        else
            happen();
        const auto outcome = desk.commit(**ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("changed"));
        QCOMPARE(changeDetailName(outcome->detail), detail);
        QCOMPARE(isThere(), !event.startsWith("DEL"));
        if (beforeTheTicket)
            QVERIFY(!outcome->sent);
        QCOMPARE((*ticket)->command(lease).isEmpty(), (*ticket)->preview().refusal.has_value());
    }

    void aRenewedLockIsReleasedWhereAsked_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("script") << QByteArray("+@all");
        QTest::newRow("no scripts") << QByteArray("-@scripting");
    }

    void aRenewedLockIsReleasedWhereAsked()
    {
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        set(token);
        auto ticket = desk.lookAndBegin("job");
        m_server->run({"PEXPIRE", "job", "90000"});
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, Renewed, !rules.startsWith('-'));
        ticket = desk.lookAndBegin("job");
        m_server->run({"PEXPIRE", "job", "95000"});
        COMPARE_OUTCOME(desk.commit(*ticket, instance), Released, None, true);
        QVERIFY(!isThere());

        // Never another holder, whatever is asked for.
        set(token);
        ticket = desk.lookAndBegin("job");
        set(successor);
        COMPARE_OUTCOME(desk.commit(*ticket, instance), Changed, None, !rules.startsWith('-'));
        QCOMPARE(value(), successor);
    }

    void anUnsignedLockAlwaysComparesItsLease()
    {
        StringLockDesk desk(m_server->spec());
        set("");
        const auto ticket = desk.lookAndBegin("job");
        m_server->run({"DEL", "job"});
        set("", 60'005);
        COMPARE_OUTCOME(desk.commit(*ticket, instance), Changed, None, true);
        QVERIFY(isThere());
    }

    static void constants()
    {
        QTest::addColumn<QByteArray>("value");
        for (const char *value : {"IN_PROGRESS", "is_locked", "1000", "lock-1"})
            QTest::newRow(value) << QByteArray(value);
    }

    void aConstantTakenByTheNextHolderStays_data() { constants(); }

    void aConstantTakenByTheNextHolderStays()
    {
        QFETCH(QByteArray, value);
        ManualClock clock;
        StringLockDesk desk(m_server->spec(), clock);
        for (const Compare compare : {lease, instance}) {
            for (const int ttlMs : {-1, 60'000}) {
                set(value, ttlMs);
                const auto seen = desk.look("job");
                const auto ticket = desk.begin(*seen);
                QVERIFY(ticket);
                QVERIFY(!(*ticket)->preview().canCompareInstanceOnly);
                clock.advance(2s);
                m_server->run({"DEL", "job"});
                set(value, ttlMs < 0 ? -1 : ttlMs + 5);
                COMPARE_OUTCOME(desk.commit(**ticket, compare), Changed, None, true);
                QCOMPARE(this->value(), value);
            }
        }
    }

    void aConstantTakenBeforeTheTicketStays_data() { constants(); }

    void aConstantTakenBeforeTheTicketStays()
    {
        QFETCH(QByteArray, value);
        StringLockDesk desk(m_server->spec());
        set(value, 60'000);
        const auto seen = desk.look("job");
        m_server->run({"DEL", "job"});
        set(value, 60'005);
        const auto ticket = desk.begin(*seen);
        QVERIFY(ticket);
        COMPARE_OUTCOME(desk.commit(**ticket, instance), Changed, None, false);
        QCOMPARE(this->value(), value);
    }

    void aConstantWithoutExpiryIsReleasedWithAWarning_data() { constants(); }

    void aConstantWithoutExpiryIsReleasedWithAWarning()
    {
        QFETCH(QByteArray, value);
        StringLockDesk desk(m_server->spec());
        set(value, -1);
        const auto ticket = desk.begin(*desk.look("job"));
        QVERIFY(ticket);
        QCOMPARE((*ticket)->preview().warnings.size(), 1);
        COMPARE_OUTCOME(desk.commit(**ticket), Released, None, true);
        QVERIFY(!isThere());
    }

    void aNameIsTheSameHolderWhenItRenews_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("script") << QByteArray("+@all");
        QTest::newRow("no scripts") << QByteArray("-@scripting");
    }

    void aNameIsTheSameHolderWhenItRenews()
    {
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        for (const bool whileOpen : {false, true}) {
            set("web-3:4711", 60'000);
            const auto seen = desk.look("job");
            if (!whileOpen)
                set("web-3:4711", 90'000);
            for (const Compare compare : {lease, instance}) {
                const auto ticket = desk.begin(*seen);
                QVERIFY(ticket);
                QVERIFY((*ticket)->preview().canCompareInstanceOnly);
                if (whileOpen)
                    set("web-3:4711", 90'000);
                if (compare == lease) {
                    COMPARE_OUTCOME(desk.commit(**ticket, compare), Changed, Renewed, whileOpen);
                    QVERIFY(isThere());
                } else {
                    COMPARE_OUTCOME(desk.commit(**ticket, compare), Released, None, true);
                    QVERIFY(!isThere());
                }
            }
        }
        set("web-3:4711", 60'000);
        const auto ticket = desk.begin(*desk.look("job"));
        QVERIFY(ticket);
        set("web-4:4711", 60'000);
        COMPARE_OUTCOME(desk.commit(**ticket, instance), Changed, None, rules == "+@all");
        QCOMPARE(value(), QByteArray("web-4:4711"));
    }

    void itExpiresWhileItIsLookedAt_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("token") << token;
        QTest::newRow("empty") << QByteArray("");
    }

    void itExpiresWhileItIsLookedAt()
    {
        QFETCH(QByteArray, value);
        StringLockDesk desk(m_server->spec());
        set(value, 600);
        const auto ticket = desk.lookAndBegin("job");
        QVERIFY(ticket);
        QVERIFY(!ticket->preview().refusal);
        QTRY_VERIFY(!isThere());
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, Gone, true);
    }

    void whatIsDeniedNamesTheRule_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QString>("named");
        QTest::addColumn<bool>("foretold");
        const QByteArray none("");
        const QString del = QStringLiteral("+del");
        const QString keys = QStringLiteral("~job");
        const QByteArray readOnly = "resetkeys %R~*";
        QTest::newRow("script") << token << QByteArray("-del") << del << true;
        QTest::newRow("unsigned") << none << QByteArray("-del") << del << true;
        QTest::newRow("keys") << token << readOnly << keys << true;
        QTest::newRow("no WATCH") << none << QByteArray("-watch") << QStringLiteral("+watch")
                                  << true;
        // An account that may not ask beforehand learns of it from the answer.
        QTest::newRow("script, told") << token << QByteArray("-del -acl") << del << false;
        QTest::newRow("transaction, told")
            << token << QByteArray("-del -acl -@scripting") << del << false;
        QTest::newRow("unsigned, told") << none << QByteArray("-del -acl") << del << false;
        QTest::newRow("keys, told") << token << readOnly + " -acl" << keys << false;
        QTest::newRow("keys, unsigned, told") << none << readOnly + " -acl" << keys << false;
        QTest::newRow("no MULTI") << none << QByteArray("-multi") << QStringLiteral("+multi")
                                  << false;
        QTest::newRow("no EXEC") << none << QByteArray("-exec") << QStringLiteral("+exec") << false;
    }

    void whatIsDeniedNamesTheRule()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, rules);
        QFETCH(QString, named);
        QFETCH(bool, foretold);
        StringLockDesk desk(specOf(rules));
        set(value);
        const auto ticket = desk.lookAndBegin("job");
        QCOMPARE(ticket->preview().refusal.has_value(), foretold);
        const auto outcome = desk.commit(*ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("denied"));
        QCOMPARE(outcome->remedy, QStringLiteral("ACL SETUSER operator ") + named);
        QCOMPARE(outcome->sent, !foretold && named != u"+multi");
        QVERIFY(isThere());

        RedisCommand pasted;
        for (const QString &word : outcome->remedy.split(u' '))
            pasted.push_back(word.toUtf8());
        QVERIFY(!m_server->run(pasted).isError());
        const auto allowed = desk.lookAndBegin("job");
        QVERIFY(allowed);
        COMPARE_OUTCOME(desk.commit(*allowed), Released, None, true);
    }

    void aServerThatFollowsAnotherByNowRefuses()
    {
        StringLockDesk desk(m_server->spec());
        for (const QByteArray &value : {token, QByteArray("")}) {
            set(value);
            const auto ticket = desk.lookAndBegin("job");
            m_server->run({"REPLICAOF", "127.0.0.1", "1"});
            const auto outcome = desk.commit(*ticket);
            const auto again = desk.begin(*ticket->preview().lock);
            m_server->run({"REPLICAOF", "NO", "ONE"});
            COMPARE_OUTCOME(outcome, Denied, None, true); // and not: nothing was sent
            QVERIFY(!outcome->remedy.isEmpty());
            QVERIFY(!again);
            QCOMPARE(again.error().kind, ErrorKind::Unsupported);
            QVERIFY(isThere());
        }
    }

    void withoutAnExactExpiryAnUnsignedLockIsIndistinguishable()
    {
        constexpr int ttlMs = 60'000;
        StringLockDesk desk(specOf("-pexpiretime"));
        set("locked", ttlMs);
        auto ticket = desk.lookAndBegin("job");
        QVERIFY(ticket);
        QVERIFY(ticket->preview().indistinguishable);
        QCOMPARE(ticket->preview().warnings.size(), 1);
        COMPARE_OUTCOME(desk.commit(*ticket), Released, None, true);
        QVERIFY(!isThere());

        set("locked", ttlMs);
        ticket = desk.lookAndBegin("job");
        set("locked", ttlMs); // the same to the eye
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, None, true);
        QVERIFY(isThere());
    }

    void whatTellsItsHolder_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("ttlMs");
        QTest::addColumn<bool>("tells");
        for (const char *value : {"", "1", "IN_PROGRESS", "order-service", "web-3:4711"}) {
            QTest::addRow("'%s' without expiry", value) << QByteArray(value) << -1 << false;
            QTest::addRow("'%s' with an exact one", value) << QByteArray(value) << 60'000 << true;
        }
        QTest::newRow("a token without expiry") << token << -1 << true;
        QTest::newRow("a uuid without expiry") << uuid << -1 << true;
    }

    void whatTellsItsHolder()
    {
        QFETCH(QByteArray, value);
        QFETCH(int, ttlMs);
        QFETCH(bool, tells);
        StringLockDesk desk(m_server->spec());
        set(value, ttlMs);
        const auto ticket = desk.lookAndBegin("job");
        QVERIFY(ticket);
        QCOMPARE(ticket->preview().indistinguishable, !tells);
        QVERIFY(!ticket->preview().server.server.isEmpty());
        QVERIFY(ticket->preview().server.at);
    }

    /** Who locks until the end of the hour writes what the one before wrote. */
    void anExpiryAtAFullSecondTellsNobody()
    {
        StringLockDesk desk(m_server->spec());
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        const auto takenUntil = [this](const QByteArray &value, qint64 ms) {
            m_server->run({"SET", "job", value, "PXAT", QByteArray::number(ms)});
        };
        for (const QByteArray &value : {QByteArray(), QByteArray("1"), QByteArray("host-a")}) {
            takenUntil(value, (now + 600) * 1000);
            QVERIFY(desk.lookAndBegin("job")->preview().indistinguishable);
            takenUntil(value, (now + 600) * 1000 + 1);
            QVERIFY(!desk.lookAndBegin("job")->preview().indistinguishable);
        }
        takenUntil(token, (now + 600) * 1000);
        QVERIFY(!desk.lookAndBegin("job")->preview().indistinguishable);
    }

    void aLostConnectionVoidsTheWatch_data()
    {
        QTest::addColumn<bool>("observed");
        QTest::newRow("committed at once") << false;
        QTest::newRow("looked at in between, on a new connection") << true;
    }

    void aLostConnectionVoidsTheWatch()
    {
        QFETCH(bool, observed);
        StringLockDesk desk(m_server->spec());
        set("");
        const auto ticket = desk.lookAndBegin("job");
        m_server->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        set("", 60'000);
        if (observed) {
            (void)ticket->observe(inSeconds(10)); // learns of the loss
            const auto now = ticket->observe(inSeconds(10));
            QVERIFY(now);
            QVERIFY(now->has_value());
        }
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, None, false);
        QVERIFY(isThere());
    }

    /** A script compares by itself: the same server is asked on another connection. */
    void aSignedLockOutlivesItsConnection()
    {
        StringLockDesk desk(m_server->spec());
        set(token);
        const auto ticket = desk.lookAndBegin("job");
        m_server->run({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        COMPARE_OUTCOME(desk.commit(*ticket), Released, None, true);
        QVERIFY(!isThere());
    }

    void theServerRestartsWhileItIsLookedAt()
    {
        PrivateRedis::Options options;
        options.lines = {"enable-debug-command yes"};
        const auto server = PrivateRedis::start(options);
        QVERIFY(server);
        StringLockDesk desk(server->spec());
        for (const QByteArray &value : {token, QByteArray("")}) {
            server->run(lockKey("job", value, 60000ms));
            const auto ticket = desk.lookAndBegin("job");
            auto connection =
                RedisConnection::open(endpointOf(server->spec(), Secret()), inSeconds(10));
            QVERIFY(connection);
            QVERIFY(!(*connection)->command({"DEBUG", "RESTART"}, inSeconds(10)));
            QTRY_VERIFY(RedisConnection::open(endpointOf(server->spec(), Secret()), inSeconds(10)));
            server->run(lockKey("job", successor, 60000ms));
            const auto outcome = desk.commit(*ticket);
            QVERIFY(!outcome || (outcome->result == ReleaseResult::Changed && !outcome->sent));
            QCOMPARE(server->run({"GET", "job"}).text, successor);
        }
    }

    void aCutBeforeTheAnswerIsUnknown_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<bool>("carriedOut");
        // Who follows, +OK (MULTI), then the first byte of the answer.
        const int role = int(followersAnswer(*m_server).size());
        QTest::newRow("script, carried out") << token << role + 1 << true;
        QTest::newRow("transaction, carried out") << QByteArray("") << role + 6 << true;
        QTest::newRow("script, cut off before it") << token << role << false;
        QTest::newRow("transaction, cut off before it") << QByteArray("") << role + 5 << false;
    }

    void aCutBeforeTheAnswerIsUnknown()
    {
        QFETCH(QByteArray, value);
        QFETCH(int, bytes);
        QFETCH(bool, carriedOut);
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        StringLockDesk desk(spec);
        set(value);
        const auto ticket = desk.lookAndBegin("job");
        proxy.cutAfter(qint64(bytes));
        COMPARE_OUTCOME(desk.commit(*ticket), Unknown, None, true);
        const auto truth = ticket->observe(inSeconds(10));
        QVERIFY(truth);
        QCOMPARE(truth->has_value(), isThere());
        if (carriedOut)
            QVERIFY(!isThere());
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, None, false);
    }

    /** A command that waits behind a stopped server is not carried out once the truth was told. */
    void whatIsStillOnItsWayIsEnded()
    {
        const auto first =
            RedisConnection::open(endpointOf(m_server->spec(), Secret()), inSeconds(10));
        const auto second =
            RedisConnection::open(endpointOf(m_server->spec(), Secret()), inSeconds(10));
        QVERIFY(first && second);
        const RedisConnectionMark mark = markOf(**first);
        QVERIFY(!mark.serverRun.isEmpty());
        RedisConnectionMark otherRun = mark;
        otherRun.serverRun = "another run of the server";
        endOnServer(**second, otherRun, inSeconds(10));
        QVERIFY((*first)->command({"PING"}, inSeconds(10)));
        endOnServer(**second, mark, inSeconds(10));
        QVERIFY(!(*first)->command({"PING"}, inSeconds(10)));
    }

    void twoOperators()
    {
        constexpr int rounds = 200;
        StringLockDesk desk(m_server->spec());
        int released = 0;
        for (int round = 0; round < rounds; ++round) {
            set(round % 2 == 0 ? token : QByteArray(""));
            const auto seen = desk.look("job");
            const auto first = desk.begin(*seen);
            QVERIFY(first);
            Result<ReleaseOutcome> other = failure(ErrorKind::Cancelled, {});
            std::barrier bothLooked(2);
            std::thread operatorTwo([&] {
                const auto second = desk.begin(*seen);
                bothLooked.arrive_and_wait();
                if (second)
                    other = desk.commit(**second);
            });
            bothLooked.arrive_and_wait();
            const auto one = desk.commit(**first);
            operatorTwo.join();
            QVERIFY(one && other);
            const auto &refused = one->result == ReleaseResult::Released ? other : one;
            released += one->result == ReleaseResult::Released;
            released += other->result == ReleaseResult::Released;
            QCOMPARE(releaseResultName(refused->result), QStringLiteral("changed"));
            QCOMPARE(changeDetailName(refused->detail), QStringLiteral("gone"));
        }
        QCOMPARE(released, rounds);
    }

    void tooLongValuesAreLeftAlone()
    {
        StringLockDesk desk(m_server->spec());
        set(QByteArray((1 << 20) + 1, 'v'));
        const auto ticket = desk.begin(*desk.look("job"));
        QVERIFY(!ticket);
        QCOMPARE(ticket.error().kind, ErrorKind::Unsupported);
    }

    /** Only the first 1,024 bytes are in the witness: the rest is compared from the ticket on. */
    void aLongValueIsComparedAsAWhole_data() { aRenewedLockIsReleasedWhereAsked_data(); }

    void aLongValueIsComparedAsAWhole()
    {
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        set(uuid + QByteArray(5000 - uuid.size(), 'v'));
        const auto ticket = desk.lookAndBegin("job");
        QCOMPARE(ticket->preview().warnings.size(), 1);
        m_server->run({"SETRANGE", "job", "4999", "w"}); // keeps the expiry
        COMPARE_OUTCOME(desk.commit(*ticket), Changed, None, !rules.startsWith('-'));
        QVERIFY(isThere());
    }

    void whoWaitsForAPythonRedisLockIsWoken_data() { aRenewedLockIsReleasedWhereAsked_data(); }

    void whoWaitsForAPythonRedisLockIsWoken()
    {
        QFETCH(QByteArray, rules);
        StringLockDesk desk(specOf(rules));
        m_server->run({"SET", "lock:report", "aGVsbG8gd29ybGQhISEhISEh", "NX"});
        const auto seen = desk.look("lock:report");
        QVERIFY(seen);
        QCOMPARE(seen->variant, QStringLiteral("python-redis-lock"));
        Result<RedisReply> woken = failure(ErrorKind::Cancelled, {});
        std::thread waiting([&] {
            const auto waiter =
                RedisConnection::open(endpointOf(m_server->spec(), Secret()), inSeconds(10));
            if (waiter)
                woken = (*waiter)->command({"BLPOP", "lock-signal:report", "20"}, inSeconds(30));
        });
        const auto blocked = [this] {
            return m_server->run({"INFO", "clients"}).text.contains("blocked_clients:1");
        };
        while (!blocked())
            std::this_thread::sleep_for(1ms);
        const auto ticket = desk.begin(*seen);
        const auto outcome = ticket ? desk.commit(**ticket)
                                    : Result<ReleaseOutcome>(tl::make_unexpected(ticket.error()));
        waiting.join();
        COMPARE_OUTCOME(outcome, Released, None, true);
        QVERIFY(woken);
        QVERIFY(woken->isArray());
        QCOMPARE(m_server->run({"EXISTS", "lock:report"}).integer, qint64(0));
    }

    void whoWaitsForARegistryIsTold()
    {
        StringLockDesk desk(m_server->spec());
        const QByteArray key = "my:lock-registry:order:7";
        m_server->run(lockKey(key, "9f1c0a00-0000-4000-8000-000000000001", 60000ms));
        auto record = desk.look(key);
        QVERIFY(record);
        if (record->variant != u"Spring Integration") { // needs its name to say so
            m_server->run({"DEL", key});
            m_server->run(
                lockKey("lock-registry:order:7", "9f1c0a00-0000-4000-8000-000000000001", 60000ms));
            record = desk.look("lock-registry:order:7");
        }
        QCOMPARE(record->variant, QStringLiteral("Spring Integration"));
        const auto ticket = desk.begin(*record);
        QVERIFY(ticket);
        const QString command = (*ticket)->command(lease);
        QVERIFY(command.contains(QStringLiteral("lock-registry-channel:lock-registry:order:7")));
        QVERIFY(command.contains(QStringLiteral("lock-registry:order-channel:lock-registry")));
        QVERIFY(command.indexOf(QStringLiteral("'PUBLISH'"))
                < command.indexOf(QStringLiteral("'DEL'")));
        COMPARE_OUTCOME(desk.commit(**ticket), Released, None, true);
    }

    /** A message that may not be sent leaves the lock as it is: nobody would be woken. */
    void noWakingNoRelease()
    {
        StringLockDesk desk(specOf("resetchannels"));
        const QByteArray key = "lock-registry:order";
        m_server->run(lockKey(key, "9f1c0a00-0000-4000-8000-000000000001", 60000ms));
        const auto ticket = desk.begin(*desk.look(key));
        QVERIFY(ticket);
        const auto outcome = desk.commit(**ticket);
        QVERIFY(outcome);
        QCOMPARE(releaseResultName(outcome->result), QStringLiteral("denied"));
        QVERIFY2(outcome->remedy.contains(u"\"&lock-registry-channel:"),
                 qPrintable(outcome->remedy));
        QCOMPARE(m_server->run({"EXISTS", key}).integer, qint64(1));
    }
};

LOCKMASTER_TEST(TestRedisStringRelease, QCoreApplication)

} // namespace tst_redisstringrelease

#undef COMPARE_OUTCOME

#include "tst_redisstringrelease.moc"
