// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"
#include "tests/support/faultproxy.h"
#include "tests/support/privateredis.h"
#include "tests/support/redissonreplay.h"
#include "tests/support/redissonstage.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <future>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_redissonrelease {

namespace {

using Type = RedissonReplay::Type;

const QByteArray one = "1c4eddfe-e10b-4e47-9e08-b510e610ca3c:302";
const QByteArray two = "9f1c0a00-0000-4000-8000-000000000001:5";
const QByteArray three = "9f1c0a00-0000-4000-8000-000000000002:7";

#define VERIFY_OUTCOME(made, expected)                                                             \
    do {                                                                                           \
        const Result<ReleaseOutcome> &verified = (made);                                           \
        QVERIFY2(verified, qPrintable(verified ? QString() : verified.error().message));           \
        QVERIFY2(verified->result == (expected),                                                   \
                 qPrintable(releaseResultName(verified->result) + u' ' + verified->message + u' '  \
                            + verified->remedy));                                                  \
    } while (false)

#define OPEN_TICKET(ticket, opened)                                                                \
    auto ticket##Opened = (opened);                                                                \
    QVERIFY2(ticket##Opened,                                                                       \
             qPrintable(ticket##Opened ? QString() : ticket##Opened.error().message));             \
    ReleaseTicket &ticket = **ticket##Opened

/** The account `name`, made on `server` with these rights. */
BackendSpec account(PrivateRedis &server, const QByteArray &name,
                    const std::vector<QByteArray> &rights)
{
    RedisCommand command = {"ACL", "SETUSER", name, "reset", "on", "nopass"};
    command.insert(command.end(), rights.begin(), rights.end());
    server.run(command);
    BackendSpec spec = server.spec();
    spec.user = QString::fromLatin1(name);
    spec.urlPassword = Secret("x");
    return spec;
}

/** The ways there are to compare and release in one step, by what the account may do. */
const std::vector<QByteArray> ways = {"script", "WATCH", "no exact expiry"};

BackendSpec accountFor(PrivateRedis &server, const QByteArray &way)
{
    if (way == "script")
        return server.spec();
    const QByteArray closed = way == "WATCH" ? "-@scripting" : "-pexpiretime";
    return account(server, "limited", {"~*", "&*", "+@all", closed});
}

} // namespace

class TestRedissonRelease : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateRedis> m_server;

    RedissonReplay client(Type type, const QByteArray &name, const QByteArray &owner)
    {
        return RedissonReplay(m_server->port(), type, name, owner);
    }

    bool exists(const QByteArray &name) { return m_server->run({"EXISTS", name}).integer == 1; }

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_server = PrivateRedis::start();
        QVERIFY(m_server);
    }

    void init() { m_server->run({"FLUSHALL"}); }

    void aLockIsReleased_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("way");
        for (const QByteArray &way : ways) {
            const char *how = way.constData();
            for (const QByteArray name : {"coupon:7", "{tag}:7", "a{b", "two words\n\xff"}) {
                QTest::addRow("plain %s %s", how, name.toPercentEncoding().constData())
                    << int(Type::Plain) << name << way;
                QTest::addRow("write %s %s", how, name.toPercentEncoding().constData())
                    << int(Type::Write) << name << way;
                QTest::addRow("read %s %s", how, name.toPercentEncoding().constData())
                    << int(Type::Read) << name << way;
            }
        }
    }
    void aLockIsReleased()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, way);
        RedissonReplay holder = client(Type(type), name, one);
        QVERIFY(!holder.tryLock(30s));
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(accountFor(*m_server, way));
        const auto seen = stage.look(name);
        QVERIFY(seen);
        QCOMPARE(seen->holdCount(), qint64(2));
        OPEN_TICKET(ticket, stage.begin(*seen));
        const ReleasePreview &preview = ticket.preview();
        QVERIFY(!preview.refusal);
        QVERIFY(!preview.renewed);
        QVERIFY(preview.canCompareInstanceOnly);
        QCOMPARE(preview.losses.size(), 1); // the hold count
        const QString command = ticket.command(Compare::InstanceAndLease);
        QVERIFY2(command.startsWith(way == "script" ? QStringLiteral("EVAL ")
                                                    : QStringLiteral("WATCH ")),
                 qPrintable(command));
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Released);
        QVERIFY(outcome->sent);
        QCOMPARE(m_server->run({"DBSIZE"}).integer, qint64(0));
        const auto now = ticket.observe(inTime());
        QVERIFY(now.has_value() && !now->has_value());
        // For which the library throws; of a read or write lock it says nothing.
        QCOMPARE(holder.unlock(30s), Type(type) != Type::Plain);
        QVERIFY(!holder.renew(30s));
    }

    void aFencingTokenStays()
    {
        RedissonReplay holder = client(Type::Plain, "vault", one);
        QVERIFY(!holder.tryLock(30s));
        m_server->run({"INCR", "redisson_lock_token:{vault}"});
        RedissonStage stage(m_server->spec());
        const auto seen = stage.look("vault");
        QCOMPARE(seen->variant, QStringLiteral("fenced"));
        OPEN_TICKET(ticket, stage.begin(*seen));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
        QVERIFY(!exists("vault"));
        QVERIFY(exists("redisson_lock_token:{vault}"));
    }

    /** What differs is told, and nothing is changed. */
    void whatChangedIsRefused_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("afterOpening");
        QTest::addColumn<QByteArray>("way");
        for (const char *change : {"owner", "count", "renewed", "gone", "expired", "other type"}) {
            for (const Type type : {Type::Plain, Type::Fair, Type::Read, Type::Write}) {
                if (type != Type::Plain && qstrcmp(change, "expired") == 0)
                    continue; // it takes its time, and is the same for all
                for (const bool after : {false, true}) {
                    for (const QByteArray &way : ways)
                        QTest::addRow("%s %d %s %s", change, int(type), after ? "after" : "before",
                                      way.constData())
                            << int(type) << QString::fromLatin1(change) << after << way;
                }
            }
        }
    }
    void whatChangedIsRefused()
    {
        QFETCH(int, type);
        QFETCH(QString, change);
        QFETCH(bool, afterOpening);
        QFETCH(QByteArray, way);
        RedissonReplay holder = client(Type(type), "coupon:7", one);
        RedissonReplay other = client(Type(type), "coupon:7", two);
        const bool expires = change == QLatin1StringView("expired");
        QVERIFY(!holder.tryLock(expires ? Millis(1500) : Millis(30s)));
        RedissonStage stage(accountFor(*m_server, way));
        const auto seen = stage.look("coupon:7");
        QVERIFY(seen);
        const auto apply = [&] {
            if (change == QLatin1StringView("owner")) {
                holder.unlock(30s);
                other.tryLock(30s);
            } else if (change == QLatin1StringView("count")) {
                holder.tryLock(30s);
            } else if (change == QLatin1StringView("renewed")) {
                holder.renew(31s);
            } else if (change == QLatin1StringView("gone")) {
                holder.unlock(30s);
            } else if (expires) {
                QTRY_VERIFY_WITH_TIMEOUT(!exists("coupon:7"), 10'000);
            } else {
                m_server->runAll({{"DEL", "coupon:7"}, {"SET", "coupon:7", "x"}});
            }
        };
        if (!afterOpening)
            apply();
        OPEN_TICKET(ticket, stage.begin(*seen));
        if (afterOpening)
            apply();
        const bool isThere = exists("coupon:7");
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Changed);
        ChangeDetail detail = ChangeDetail::None;
        if (change == QLatin1StringView("renewed"))
            detail = ChangeDetail::Renewed;
        else if (!isThere)
            detail = ChangeDetail::Gone;
        QVERIFY2(outcome->detail == detail, qPrintable(outcome->message));
        QCOMPARE(exists("coupon:7"), isThere);
        if (isThere && change == QLatin1StringView("owner"))
            QVERIFY(other.unlock(30s));
        if (!afterOpening) {
            QVERIFY(!outcome->sent);
            QCOMPARE(ticket.preview().renewed, change == QLatin1StringView("renewed"));
        }
    }

    /** The stronger confirmation reaches a holder that keeps renewing, and no other. */
    void aZombieWatchdogIsCured_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("way");
        for (const QByteArray &way : ways) {
            const char *how = way.constData();
            QTest::addRow("plain, %s", how) << int(Type::Plain) << way;
            QTest::addRow("fair, %s", how) << int(Type::Fair) << way;
            QTest::addRow("read, %s", how) << int(Type::Read) << way;
            QTest::addRow("write, %s", how) << int(Type::Write) << way;
        }
    }
    void aZombieWatchdogIsCured()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, way);
        RedissonReplay zombie = client(Type(type), "coupon:7", one);
        QVERIFY(!zombie.tryLock(30s));
        RedissonStage stage(accountFor(*m_server, way));
        const auto seen = stage.look("coupon:7");
        QVERIFY(zombie.renew(31s));
        {
            OPEN_TICKET(ticket, stage.begin(*seen));
            QVERIFY(ticket.preview().renewed);
            const auto outcome = stage.commit(ticket);
            VERIFY_OUTCOME(outcome, ReleaseResult::Changed);
            QCOMPARE(outcome->detail, ChangeDetail::Renewed);
        }
        OPEN_TICKET(ticket, stage.begin(*seen));
        QVERIFY(zombie.renew(32s));
        VERIFY_OUTCOME(stage.commit(ticket, Compare::InstanceOnly), ReleaseResult::Released);
        QVERIFY(!zombie.renew(33s)); // it stops at its tick
        QVERIFY(!exists("coupon:7"));
    }

    void theStrongerConfirmationReachesNoOtherHolder_data() { aZombieWatchdogIsCured_data(); }
    void theStrongerConfirmationReachesNoOtherHolder()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, way);
        RedissonReplay holder = client(Type(type), "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(accountFor(*m_server, way));
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        QVERIFY(holder.unlock(30s));
        RedissonReplay next = client(Type(type), "coupon:7", two);
        QVERIFY(!next.tryLock(30s));
        VERIFY_OUTCOME(stage.commit(ticket, Compare::InstanceOnly), ReleaseResult::Changed);
        QVERIFY(next.unlock(30s));
    }

    void oneReaderLeavesTheOthers_data()
    {
        QTest::addColumn<QByteArray>("way");
        for (const QByteArray &way : ways)
            QTest::newRow(way.constData()) << way;
    }
    void oneReaderLeavesTheOthers()
    {
        QFETCH(QByteArray, way);
        RedissonReplay first = client(Type::Read, "doc", one);
        RedissonReplay second = client(Type::Read, "doc", two);
        QVERIFY(!second.tryLock(20s));
        QVERIFY(!first.tryLock(60s));
        QVERIFY(!first.tryLock(90s));
        RedissonStage stage(accountFor(*m_server, way));
        const auto seen = stage.look("doc");
        const auto actions = stage.system().actions(*seen);
        QCOMPARE(actions.size(), size_t(3));
        QCOMPARE(actions[0].id, QStringLiteral("read-one"));
        QCOMPARE(actions[2].id, QStringLiteral("read-all"));
        OPEN_TICKET(ticket, stage.begin(*seen, QStringLiteral("read-one"), one));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
        QCOMPARE(m_server->run({"HGET", "doc", two}).text, QByteArray("1"));
        QCOMPARE(m_server->run({"HLEN", "doc"}).integer, qint64(2));
        const qint64 left = m_server->run({"PTTL", "doc"}).integer;
        QVERIFY2(left > 10'000 && left <= 20'000, qPrintable(QString::number(left)));
        QCOMPARE(m_server->run({"KEYS", "*rwlock_timeout*"}).elements.size(), size_t(1));
        QVERIFY(!first.unlock(30s));
        QVERIFY(second.renew(30s));
        QVERIFY(second.unlock(30s));
        QCOMPARE(m_server->run({"DBSIZE"}).integer, qint64(0));
    }

    /** Others come and go: a reader's release is about that reader. */
    void otherReadersDoNotStandInTheWay()
    {
        RedissonReplay first = client(Type::Read, "doc", one);
        RedissonReplay second = client(Type::Read, "doc", two);
        QVERIFY(!first.tryLock(30s));
        RedissonStage stage(m_server->spec());
        const auto seen = stage.look("doc");
        OPEN_TICKET(alone, stage.begin(*seen, QStringLiteral("read-one"), one));
        QVERIFY(!second.tryLock(40s));
        VERIFY_OUTCOME(stage.commit(alone), ReleaseResult::Released);
        QCOMPARE(m_server->run({"HGETALL", "doc"}).elements.size(), size_t(4));

        OPEN_TICKET(left, stage.begin(*stage.look("doc"), QStringLiteral("read-one"), two));
        QVERIFY(second.unlock(30s));
        QVERIFY(!first.tryLock(30s));
        const auto outcome = stage.commit(left);
        VERIFY_OUTCOME(outcome, ReleaseResult::Changed);
        QVERIFY(first.unlock(30s));
    }

    void allReadersAreEvictedTogetherOrNotAtAll()
    {
        RedissonReplay first = client(Type::Read, "doc", one);
        RedissonReplay second = client(Type::Read, "doc", two);
        QVERIFY(!first.tryLock(30s));
        QVERIFY(!second.tryLock(30s));
        RedissonStage stage(m_server->spec());
        const auto seen = stage.look("doc");
        OPEN_TICKET(late, stage.begin(*seen, QStringLiteral("read-all")));
        QCOMPARE(late.preview().losses.size(), 2);
        RedissonReplay newcomer = client(Type::Read, "doc", three);
        QVERIFY(!newcomer.tryLock(30s));
        VERIFY_OUTCOME(stage.commit(late, Compare::InstanceOnly), ReleaseResult::Changed);
        QVERIFY(newcomer.unlock(30s));

        OPEN_TICKET(ticket, stage.begin(*stage.look("doc"), QStringLiteral("read-all")));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
        QVERIFY(!exists("doc"));
        QVERIFY(!first.unlock(30s) || !exists("doc"));
    }

    void whoWasNotSeenIsNotEvicted()
    {
        std::vector<RedisCommand> readers = {{"HSET", "doc", "mode", "read"}};
        for (int i = 0; i < 600; ++i)
            readers.push_back({"HSET", "doc", redissonOwner(i), "1"});
        readers.push_back({"PEXPIRE", "doc", "60000"});
        BackendSpec spec = m_server->spec();
        spec.patterns = {"doc"};
        RedissonStage stage(spec);
        m_server->runAll(readers);
        const auto seen = stage.look("doc");
        QVERIFY(seen);
        const auto refused = stage.begin(*seen, QStringLiteral("read-all"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Unsupported);
        const QByteArray reader = seen->holders.front().raw;
        OPEN_TICKET(ticket, stage.begin(*seen, QStringLiteral("read-one"), reader));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
        QCOMPARE(m_server->run({"HLEN", "doc"}).integer, qint64(600));
        QVERIFY(m_server->run({"HGET", "doc", reader}).isNil());
    }

    void whatCannotBeProvedHasNoAction()
    {
        m_server->runAll({{"HSET", "group", "0123", one, "0123:" + one + ":expire_time",
                           "1795000000000", "0123:" + one + ":lock_count", "1"},
                          {"HSET", "both", "mode", "write", one + ":write", "1", one, "1"},
                          {"PEXPIRE", "group", "60000"},
                          {"PEXPIRE", "both", "60000"}});
        RedissonStage stage(m_server->spec());
        for (const char *name : {"group", "both"}) {
            const auto seen = stage.look(name);
            QVERIFY2(seen, name);
            QVERIFY(stage.system().actions(*seen).empty());
            const auto refused = stage.begin(*seen, QStringLiteral("release"));
            QVERIFY(!refused);
            QCOMPARE(refused.error().kind, ErrorKind::Unsupported);
        }
        QVERIFY(!client(Type::Plain, "plain", one).tryLock(30s));
        const auto plain = stage.look("plain");
        QCOMPARE(stage.begin(*plain, QStringLiteral("expire")).error().kind, ErrorKind::Config);
    }

    void aClosedChannelLeavesTheLock_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("way");
        QTest::addColumn<bool>("predicted");
        for (const QByteArray &way : {QByteArray("script"), QByteArray("WATCH")}) {
            for (const bool predicted : {true, false}) {
                const QByteArray how = way + (predicted ? ", foreseen" : "");
                QTest::addRow("plain, %s", how.constData()) << int(Type::Plain) << way << predicted;
                QTest::addRow("read, %s", how.constData()) << int(Type::Read) << way << predicted;
                QTest::addRow("write, %s", how.constData()) << int(Type::Write) << way << predicted;
            }
        }
    }
    void aClosedChannelLeavesTheLock()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, way);
        QFETCH(bool, predicted);
        RedissonReplay holder = client(Type(type), "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(
            account(*m_server, "quiet",
                    {"~*", "resetchannels", "&other", "+@all",
                     way == "script" ? "+eval" : "-@scripting", predicted ? "+acl" : "-acl"}));
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        QCOMPARE(ticket.preview().refusal.has_value(), predicted);
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Denied);
        QCOMPARE(outcome->sent, !predicted);
        QVERIFY2(outcome->remedy.contains(QStringLiteral("ACL SETUSER quiet \"&redisson_")),
                 qPrintable(outcome->remedy));
        QVERIFY(holder.unlock(30s));
    }

    void whoMayNeitherScriptNorWatchIsDenied()
    {
        QVERIFY(!client(Type::Plain, "coupon:7", one).tryLock(30s));
        RedissonStage stage(
            account(*m_server, "reader", {"~*", "&*", "+@all", "-@scripting", "-watch"}));
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Denied);
        QVERIFY(exists("coupon:7"));
    }

    /** Refused, MULTI may not leave what was to follow it to be carried out by itself. */
    void aTransactionThatIsDeniedLeavesTheSuccessor_data()
    {
        QTest::addColumn<QByteArray>("closed");
        QTest::addColumn<bool>("before");
        for (const QByteArray closed : {"-multi", "-exec"}) {
            for (const bool before : {true, false})
                QTest::addRow("%s %s", closed.constData(), before ? "before" : "after")
                    << closed << before;
        }
    }
    void aTransactionThatIsDeniedLeavesTheSuccessor()
    {
        QFETCH(QByteArray, closed);
        QFETCH(bool, before);
        RedissonReplay holder = client(Type::Plain, "coupon:7", one);
        RedissonReplay successor = client(Type::Plain, "coupon:7", two);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(account(*m_server, "limited", {"~*", "&*", "+@all", "-eval", "-acl"}));
        const auto seen = stage.look("coupon:7");
        if (before)
            m_server->run({"ACL", "SETUSER", "limited", closed});
        OPEN_TICKET(ticket, stage.begin(*seen));
        QCOMPARE(ticket.preview().refusal.has_value(), before);
        QVERIFY(holder.unlock(30s));
        QVERIFY(!successor.tryLock(30s));
        m_server->run({"ACL", "SETUSER", "limited", closed});
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Denied);
        QVERIFY2(outcome->message.contains(QStringLiteral("Nothing was changed")),
                 qPrintable(outcome->message));
        QVERIFY(exists("coupon:7"));
        const auto now = ticket.observe(inTime());
        QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
        QVERIFY(*now && (*now)->holders.front().raw == two);
        QVERIFY(successor.unlock(30s));
    }

    void aReaderIsTakenOutAsAWholeOrNotAtAll()
    {
        RedissonReplay first = client(Type::Read, "doc", one);
        RedissonReplay second = client(Type::Read, "doc", two);
        QVERIFY(!first.tryLock(30s));
        QVERIFY(!second.tryLock(20s));
        for (const QByteArray closed : {"-hgetall", "-hdel"}) {
            RedissonStage stage(
                account(*m_server, "limited", {"~*", "&*", "+@all", closed, "-acl"}));
            OPEN_TICKET(ticket, stage.begin(*stage.look("doc"), QStringLiteral("read-one"), one));
            VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Denied);
            QCOMPARE(m_server->run({"HGET", "doc", one}).text, QByteArray("1"));
            QCOMPARE(m_server->run({"KEYS", "*rwlock_timeout*"}).elements.size(), size_t(2));
        }
        QVERIFY(first.unlock(30s));
        QVERIFY(second.unlock(20s));
    }

    void aPermitForAnotherBackendIsRefused()
    {
        RedissonReplay holder = client(Type::Plain, "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(m_server->spec());
        BackendSpec elsewhere = m_server->spec();
        elsewhere.name += QStringLiteral("-2");
        const RedissonStage other(elsewhere);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        const auto refused = ticket.commit(other.permit(), Compare::InstanceAndLease, inTime());
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::Config);
        QVERIFY(holder.unlock(30s));
    }

    void deletingMayBeDenied()
    {
        QVERIFY(!client(Type::Plain, "coupon:7", one).tryLock(30s));
        for (const char *foresight : {"+acl", "-acl"}) {
            RedissonStage stage(
                account(*m_server, "nodel", {"~*", "&*", "+@all", "-del", foresight}));
            OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
            VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Denied);
            QVERIFY(exists("coupon:7"));
        }
    }

    void theRightsOfTheGuideSuffice_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("plain") << int(Type::Plain);
        QTest::newRow("fair") << int(Type::Fair);
        QTest::newRow("read") << int(Type::Read);
        QTest::newRow("write") << int(Type::Write);
    }
    void theRightsOfTheGuideSuffice()
    {
        QFETCH(int, type);
        const QByteArray rights =
            "~* +@read +time +role +info +ping +select +pubsub|numsub +pubsub|channels +set +del "
            "+pexpire +hset +hincrby +hdel +lpush +rpush +lpop +lrem +zadd +zincrby +zrem +eval "
            "+watch +unwatch +multi +exec +publish +subscribe +unsubscribe +client|kill "
            "+acl|dryrun &*";
        const QByteArrayList words = rights.split(' ');
        RedissonStage stage(account(*m_server, "operator", {words.begin(), words.end()}));
        const QByteArray name = "coupon:7";
        constexpr const char *variants[] = {"plain", "fair", "read", "write"};
        const auto taker = stage.system().client(
            {{}, name, {}, Millis(30s), QString::fromLatin1(variants[type])}, stage.context());
        QVERIFY(taker);
        const auto taken = (*taker)->acquire(stage.permit(), inTime(), {});
        QVERIFY2(taken, qPrintable(taken ? QString() : taken.error().message));
        QVERIFY(taken->acquired);
        QVERIFY((*taker)->renew(inTime()).value_or(false));
        QVERIFY((*taker)->release(inTime()).value_or(false));

        QVERIFY(!client(Type(type), name, one).tryLock(30s));
        OPEN_TICKET(ticket, stage.begin(*stage.look(name)));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
        QVERIFY(!exists(name));
    }

    /** Some accounts are given the locks' own keys only. */
    void aQueueThatIsClosedIsNoObstacleToAPlainLock()
    {
        QVERIFY(!client(Type::Plain, "coupon:7", one).tryLock(30s));
        RedissonStage stage(account(*m_server, "narrow", {"~coupon:*", "&*", "+@all"}));
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        QCOMPARE(ticket.preview().warnings.size(), 1);
        const auto released = stage.commit(ticket);
        VERIFY_OUTCOME(released, ReleaseResult::Released);
        QVERIFY(!released->message.contains(QStringLiteral("told"))); // nobody was there
        QVERIFY(!exists("coupon:7"));
    }

    void aFairQueueIsWokenAndTheDeadDropped_data() { oneReaderLeavesTheOthers_data(); }
    void aFairQueueIsWokenAndTheDeadDropped()
    {
        QFETCH(QByteArray, way);
        RedissonReplay holder = client(Type::Fair, "sale", one);
        QVERIFY(!holder.tryLock(30s));
        const qint64 now = m_server->run({"TIME"}).elements[0].text.toLongLong() * 1000;
        const auto ms = [](qint64 at) { return QByteArray::number(at); };
        const QByteArray dead = redissonOwner(1);
        const QByteArray doubtful = redissonOwner(2);
        RedissonReplay alive = client(Type::Fair, "sale", two);
        m_server->runAll({{"RPUSH", "redisson_lock_queue:{sale}", dead, doubtful},
                          {"ZADD", "redisson_lock_timeout:{sale}", ms(now - 60'000), dead,
                           ms(now - 500), doubtful}});
        m_server->runAll({{"RPUSH", "redisson_lock_queue:{sale}", two, three},
                          {"ZADD", "redisson_lock_timeout:{sale}", ms(now + 60'000), two,
                           ms(now + 60'000), three}});
        RedissonStage stage(accountFor(*m_server, way));
        const auto seen = stage.look("sale");
        QCOMPARE(seen->variant, QStringLiteral("fair"));
        const QByteArray channel = "redisson_lock__channel:{sale}";
        BackendSpec spec = m_server->spec();
        auto listener = RedisConnection::open(endpointOf(spec, Secret()), inTime());
        QVERIFY(listener
                && (*listener)->subscribe({channel, channel + ':' + dead, channel + ':' + doubtful,
                                           channel + ':' + two, channel + ':' + three},
                                          inTime()));
        OPEN_TICKET(ticket, stage.begin(*seen));
        const auto released = stage.commit(ticket);
        VERIFY_OUTCOME(released, ReleaseResult::Released);
        QByteArrayList woken;
        while (!woken.contains(channel)) {
            const auto message = (*listener)->receive(inTime());
            QVERIFY(message && *message);
            QCOMPARE((*message)->elements[2].text, QByteArray("0"));
            woken.append((*message)->elements[1].text);
        }
        const QString told = QStringLiteral(" %1 subscribers were told.").arg(woken.size());
        QVERIFY2(released->message.endsWith(told), qPrintable(released->message));
        QVERIFY(woken.contains(channel + ':' + two));
        QVERIFY(woken.contains(channel + ':' + doubtful));
        QVERIFY(!woken.contains(channel + ':' + three));
        const auto queue = m_server->run({"LRANGE", "redisson_lock_queue:{sale}", "0", "-1"});
        QCOMPARE(queue.elements.front().text, way == "script" ? doubtful : dead);
        QCOMPARE(m_server->run({"ZSCORE", "redisson_lock_timeout:{sale}", dead}).isNil(),
                 way == "script");
        // Who is next gets in, whatever of the dead is left to it.
        QVERIFY(!alive.tryLock(30s, 60s));
    }

    /** From the release to the next holder, of every type; never at the end of a TTL. */
    void waitersWakeAtOnce()
    {
        struct Pair {
            Type holder;
            Type waiter;
        };
        std::vector<double> millis;
        RedissonStage stage(m_server->spec());
        for (const Pair pair : {Pair{Type::Plain, Type::Plain}, Pair{Type::Fair, Type::Fair},
                                Pair{Type::Read, Type::Write}, Pair{Type::Write, Type::Read},
                                Pair{Type::Write, Type::Write}}) {
            RedissonReplay holder = client(pair.holder, "wake", one);
            for (int round = 0; round < 24; ++round) {
                QVERIFY(!holder.tryLock(60s));
                const QByteArray owner = redissonOwner(round);
                const QByteArray channel = client(pair.waiter, "wake", owner).channel();
                auto woken = std::async(std::launch::async, [this, pair, owner] {
                    RedissonReplay waiter = client(pair.waiter, "wake", owner);
                    const bool got = waiter.lock(60s, 50s);
                    const SteadyTime at = std::chrono::steady_clock::now();
                    waiter.unlock(60s);
                    return got ? at : SteadyTime();
                });
                QTRY_COMPARE_WITH_TIMEOUT(
                    m_server->run({"PUBSUB", "NUMSUB", channel}).elements[1].integer, qint64(1),
                    20'000);
                OPEN_TICKET(ticket, stage.begin(*stage.look("wake")));
                const SteadyTime before = std::chrono::steady_clock::now();
                VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
                const SteadyTime at = woken.get();
                QVERIFY(at != SteadyTime());
                millis.push_back(std::chrono::duration<double, std::milli>(at - before).count());
                QTRY_VERIFY(!exists("wake"));
            }
        }
        std::sort(millis.begin(), millis.end());
        qInfo("wake-up redisson: %zu releases, median %.2f ms, maximum %.2f ms", millis.size(),
              millis[millis.size() / 2], millis.back());
        QVERIFY(millis.size() >= 100);
        // The machine may hiccup once; who was not woken sleeps for a minute.
        QVERIFY2(millis[millis.size() - 2] <= 200, "waiters woke late");
        QVERIFY2(millis.back() <= 10'000, "a waiter slept on");
    }

    void aSecondCommitSendsNothing()
    {
        RedissonReplay holder = client(Type::Plain, "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(m_server->spec());
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        VERIFY_OUTCOME(stage.commit(ticket), ReleaseResult::Released);
        QVERIFY(!holder.tryLock(30s));
        const auto again = stage.commit(ticket, Compare::InstanceOnly);
        VERIFY_OUTCOME(again, ReleaseResult::Changed);
        QVERIFY(!again->sent);
        QVERIFY(exists("coupon:7"));
    }

    void ofTwoOperatorsOneReleases()
    {
        std::atomic<int> released = 0;
        std::atomic<int> refused = 0;
        std::barrier together(2);
        RedissonReplay holder = client(Type::Plain, "coupon:7", one);
        const auto operate = [&](RedissonStage &stage, const LockRecord &seen) {
            const auto ticket = stage.begin(seen);
            together.arrive_and_wait();
            if (!ticket)
                return;
            const auto outcome = stage.commit(**ticket);
            if (outcome && outcome->result == ReleaseResult::Released)
                ++released;
            if (outcome && outcome->detail == ChangeDetail::Gone)
                ++refused;
        };
        RedissonStage here(m_server->spec());
        for (int round = 0; round < 200; ++round) {
            QVERIFY(!holder.tryLock(30s));
            const auto seen = here.look("coupon:7");
            QVERIFY(seen);
            std::thread other([&] {
                RedissonStage there(m_server->spec());
                operate(there, *seen);
            });
            operate(here, *seen);
            other.join();
        }
        QCOMPARE(released.load(), 200);
        QCOMPARE(refused.load(), 200);
    }

    /** With a restart the lock is gone, and what was watched with it; not so the next holder. */
    void aRestartWhileOpen_data() { oneReaderLeavesTheOthers_data(); }
    void aRestartWhileOpen()
    {
        QFETCH(QByteArray, way);
        auto server = PrivateRedis::start();
        QVERIFY(server);
        const BackendSpec spec = accountFor(*server, way);
        QVERIFY(!RedissonReplay(server->port(), Type::Plain, "coupon:7", one).tryLock(30s));
        RedissonStage stage(spec);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        QVERIFY(server->restart());
        accountFor(*server, way);
        RedissonReplay next(server->port(), Type::Plain, "coupon:7", two);
        QVERIFY(!next.tryLock(30s));
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Changed);
        QVERIFY(!outcome->sent);
        const auto now = ticket.observe(inTime());
        QVERIFY(now && *now);
        QCOMPARE((*now)->holders.front().raw, two);
        QVERIFY(next.unlock(30s));
    }

    /** Its copy of the lock may be an old one: nobody looked at it there. */
    void anotherServerAtTheSameAddressIsRefused()
    {
        const auto other = PrivateRedis::start();
        QVERIFY(other);
        FaultProxy proxy(m_server->port());
        BackendSpec spec = m_server->spec();
        spec.port = proxy.port();
        QVERIFY(!client(Type::Plain, "coupon:7", one).tryLock(30s));
        QVERIFY(!RedissonReplay(other->port(), Type::Plain, "coupon:7", one).tryLock(30s));
        RedissonStage stage(spec);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        proxy.setTarget(other->port());
        proxy.dropConnections();
        const auto outcome = stage.commit(ticket, Compare::InstanceOnly);
        VERIFY_OUTCOME(outcome, ReleaseResult::Changed);
        QCOMPARE(outcome->detail, ChangeDetail::OtherServer);
        QVERIFY(!outcome->sent);
        QCOMPARE(other->run({"EXISTS", "coupon:7"}).integer, qint64(1));
        QVERIFY(exists("coupon:7"));
    }

    /** After a failover the old server would only lose what is written to it. */
    void aServerThatBecameAReplicaRefuses_data() { oneReaderLeavesTheOthers_data(); }
    void aServerThatBecameAReplicaRefuses()
    {
        QFETCH(QByteArray, way);
        auto server = PrivateRedis::start();
        QVERIFY(server);
        const BackendSpec spec = accountFor(*server, way);
        QVERIFY(!RedissonReplay(server->port(), Type::Plain, "coupon:7", one).tryLock(30s));
        RedissonStage stage(spec);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        server->run({"REPLICAOF", "127.0.0.1", "1"});
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Denied);
        QVERIFY(!outcome->remedy.isEmpty());
        QCOMPARE(server->run({"EXISTS", "coupon:7"}).integer, qint64(1));
    }

    void aServerThatDoesNotComeBackIsAnError()
    {
        auto server = PrivateRedis::start();
        QVERIFY(server);
        RedissonReplay(server->port(), Type::Plain, "coupon:7", one).tryLock(30s);
        RedissonStage stage(server->spec());
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        server.reset();
        const auto outcome = stage.commit(ticket);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().kind, ErrorKind::Network);
    }

    /** What was observed in between may not pass for what was watched. */
    void aNewConnectionWatchesNothing()
    {
        FaultProxy proxy(m_server->port());
        BackendSpec spec = accountFor(*m_server, "WATCH");
        spec.port = proxy.port();
        RedissonReplay holder = client(Type::Plain, "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(spec);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        proxy.dropConnections();
        QVERIFY(!ticket.observe(inTime())); // notices
        QVERIFY(ticket.observe(inTime()));
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Changed);
        QVERIFY(!outcome->sent);
        QVERIFY(holder.unlock(30s));
    }

    /** The answer is lost: unknown, and then the truth by looking. */
    void aCutInMidReleaseIsUnknown_data()
    {
        QTest::addColumn<QByteArray>("way");
        QTest::addColumn<bool>("arrived");
        QTest::newRow("script, arrived") << ways[0] << true;
        QTest::newRow("script, lost") << ways[0] << false;
        QTest::newRow("WATCH, arrived") << ways[1] << true;
    }
    void aCutInMidReleaseIsUnknown()
    {
        QFETCH(QByteArray, way);
        QFETCH(bool, arrived);
        FaultProxy proxy(m_server->port());
        BackendSpec spec = accountFor(*m_server, way);
        spec.port = proxy.port();
        RedissonReplay holder = client(Type::Plain, "coupon:7", one);
        QVERIFY(!holder.tryLock(30s));
        RedissonStage stage(spec);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        if (!arrived)
            proxy.cutAfter(followersAnswer(*m_server));
        else if (way == "script")
            proxy.cutAfter(followersAnswer(*m_server).size() + qint64(sizeof("$8\r\n") - 1));
        else
            proxy.cutAfter(QByteArray("+QUEUED\r\n*2\r\n"));
        const auto outcome = stage.commit(ticket);
        VERIFY_OUTCOME(outcome, ReleaseResult::Unknown);
        QVERIFY(outcome->sent);
        const auto now = ticket.observe(inTime());
        QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
        QCOMPARE(now->has_value(), !arrived);
        QCOMPARE(exists("coupon:7"), !arrived);
        const auto again = stage.commit(ticket);
        VERIFY_OUTCOME(again, ReleaseResult::Changed);
        QVERIFY(!again->sent);
    }

    void aHungServerIsNotToldAnything()
    {
        auto server = PrivateRedis::start();
        QVERIFY(server);
        QVERIFY(!RedissonReplay(server->port(), Type::Plain, "coupon:7", one).tryLock(60s));
        RedissonStage stage(server->spec());
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        server->stop();
        const auto unsent = ticket.commit(stage.permit(), Compare::InstanceAndLease,
                                          std::chrono::steady_clock::now() + 300ms);
        server->resume();
        QVERIFY(!unsent); // nothing was compared yet, so it is no outcome
        QCOMPARE(unsent.error().kind, ErrorKind::Timeout);
        const auto now = ticket.observe(inTime());
        QVERIFY(now && *now);
    }

    /** It hangs with the release in its ears: what is said afterwards stays true. */
    void aReleaseThatMayStillHappenIsSettledFirst()
    {
        auto server = PrivateRedis::start();
        QVERIFY(server);
        QVERIFY(!RedissonReplay(server->port(), Type::Plain, "coupon:7", one).tryLock(60s));
        FaultProxy proxy(server->port());
        BackendSpec spec = server->spec();
        spec.port = proxy.port();
        RedissonStage stage(spec);
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon:7")));
        const auto pings = proxy.sentByClients().count("ROLE");
        proxy.setDelay(1s);
        std::thread stopper([&] {
            while (proxy.sentByClients().count("ROLE") == pings)
                std::this_thread::sleep_for(1ms);
            std::this_thread::sleep_for(500ms); // it has answered, and the answer is on its way
            server->stop();
        });
        const auto outcome = ticket.commit(stage.permit(), Compare::InstanceAndLease,
                                           std::chrono::steady_clock::now() + 3s);
        stopper.join();
        proxy.setDelay(0ms);
        server->resume();
        VERIFY_OUTCOME(outcome, ReleaseResult::Unknown);
        const auto now = ticket.observe(inTime());
        QVERIFY2(now, qPrintable(now ? QString() : now.error().message));
        QCOMPARE(server->run({"EXISTS", "coupon:7"}).integer == 1, now->has_value());
        QTest::qWait(200);
        QCOMPARE(server->run({"EXISTS", "coupon:7"}).integer == 1, now->has_value());
    }

    void theCommandIsWrittenOut()
    {
        QVERIFY(!client(Type::Plain, "coupon 7", one).tryLock(30s));
        RedissonStage stage(m_server->spec());
        OPEN_TICKET(ticket, stage.begin(*stage.look("coupon 7")));
        const QString lease = ticket.command(Compare::InstanceAndLease);
        const QString instance = ticket.command(Compare::InstanceOnly);
        for (const QString &command : {lease, instance}) {
            QVERIFY(command.contains(QStringLiteral("\"coupon 7\"")));
            QVERIFY(command.contains(QString::fromLatin1(one)));
            QVERIFY(command.indexOf(QStringLiteral("publish"))
                    < command.indexOf(QStringLiteral("'del'")));
        }
        QVERIFY(lease.contains(QStringLiteral("pexpiretime")));
        QVERIFY(!instance.contains(QStringLiteral("pexpiretime")));
    }
};

LOCKMASTER_TEST(TestRedissonRelease, QCoreApplication)

} // namespace tst_redissonrelease

#undef VERIFY_OUTCOME
#undef OPEN_TICKET

#include "tst_redissonrelease.moc"
