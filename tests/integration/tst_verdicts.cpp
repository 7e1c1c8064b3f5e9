// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "core/verdict/judge.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QUuid>

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_verdicts {

namespace {

/** A process that has a lock which it renews, or not, and one that it does not renew. */
struct Process {
    enum class Fate : quint8 { Lives, Slow, Killed, Frozen, Partitioned };
    static constexpr std::array fates = {Fate::Lives, Fate::Slow, Fate::Killed, Fate::Frozen,
                                         Fate::Partitioned};

    Fate fate = Fate::Lives;
    bool renews = true;
    QByteArray field; ///< `uuid:thread`
    QByteArray renewed;
    QByteArray plain;
    Millis every{500};
    SteadyTime next{};
    SteadyTime stops{}; ///< what befalls it does then
    SteadyTime lives{}; ///< when it last did something
};

/** Runs five hundred processes on one server: their locks are Redisson's. Its truth is theirs. */
class Crowd
{
public:
    static constexpr int processes = 500;

    explicit Crowd(PrivateRedis &server) : m_server(server)
    {
        std::mt19937 random(21);
        const auto any = [&random](int from, int to) {
            return std::uniform_int_distribution<int>(from, to)(random);
        };
        const SteadyTime now = systemClock().now();
        std::vector<RedisCommand> taking;
        for (int i = 0; i < processes; ++i) {
            Process each;
            each.fate = Process::fates[size_t(i) % Process::fates.size()];
            each.renews = i / 5 % 4 != 0;
            each.field = QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ":1";
            each.renewed = "renewed:" + QByteArray::number(i);
            each.plain = "plain:" + QByteArray::number(i);
            each.every = Millis(any(300, 900));
            each.next = now + each.every;
            each.stops = now + Millis(any(3'000, 6'000));
            each.lives = now;
            for (const QByteArray &key : {each.renewed, each.plain}) {
                taking.push_back({"HSET", key, each.field, "1"});
                taking.push_back({"PEXPIRE", key, "60000"});
            }
            m_processes.push_back(std::move(each));
        }
        m_server.runAll(taking);
        for (Process &each : m_processes)
            each.lives = systemClock().now();
        m_thread = std::thread([this] { run(); });
    }
    ~Crowd()
    {
        m_over = true;
        m_thread.join();
    }

    const Process &processOf(const QByteArray &lock) const
    {
        return m_processes.at(size_t(lock.mid(lock.indexOf(':') + 1).toInt()));
    }
    /** When it died; none: it lives, or stands still, or is cut off. */
    std::optional<SteadyTime> diedAt(const Process &process, SteadyTime at) const
    {
        const std::lock_guard guard(m_mutex);
        return process.fate == Process::Fate::Killed && at > process.stops
                   ? std::optional(std::max(process.stops, process.lives))
                   : std::nullopt;
    }

private:
    void run()
    {
        std::mt19937 random(22);
        while (!m_over) {
            const SteadyTime now = systemClock().now();
            std::vector<RedisCommand> renewals;
            std::vector<Process *> renewing;
            for (Process &each : m_processes) {
                const bool stopped = each.fate != Process::Fate::Lives
                                     && each.fate != Process::Fate::Slow && now >= each.stops;
                if (stopped || !each.renews || now < each.next)
                    continue;
                const int late = std::uniform_int_distribution<int>(0, 1500)(random);
                each.next = now + each.every
                            + (each.fate == Process::Fate::Slow ? Millis(late) : Millis(0));
                renewals.push_back({"PEXPIRE", each.renewed, "60000"});
                renewing.push_back(&each);
            }
            if (!renewals.empty())
                m_server.runAll(renewals);
            {
                const std::lock_guard guard(m_mutex);
                for (Process *each : renewing)
                    each->lives = systemClock().now();
            }
            std::this_thread::sleep_for(20ms);
        }
    }

    PrivateRedis &m_server;
    std::vector<Process> m_processes;
    mutable std::mutex m_mutex; ///< for `lives`
    std::atomic<bool> m_over = false;
    std::thread m_thread;
};

} // namespace

/** Verdicts on holders whose fate is known, on a real server. */
class TestVerdicts : public QObject
{
    Q_OBJECT

private slots:
    /**
     * A thousand locks: nobody who lives is gone, and nobody who is dead is alive by anything that
     * was after its death.
     */
    void ofAThousandHoldersNoneIsToldWrong()
    {
        LOCKMASTER_NEEDS_REDIS();
        const auto server = PrivateRedis::start();
        QVERIFY(server);
        Crowd crowd(*server);
        BackendSpec spec = server->spec();
        spec.name = QStringLiteral("crowd");
        spec.poll = 250ms;
        spec.push = false;
        Monitor monitor([](const BackendSpec &of) { return makeReader(of, {}); });
        monitor.setBackends({spec});

        struct Told {
            std::map<Life, int> living;
            std::map<Life, int> still; ///< alive, and frozen or cut off
            std::map<Life, int> dead;
        } told;
        int judged = 0;
        const SteadyTime begun = systemClock().now();
        while (systemClock().now() < begun + 14s) {
            QTest::qWait(500);
            const auto view = monitor.store().view();
            if (view->backends.empty() || !view->backends.front()->status.dataFrom)
                continue;
            const BackendSnapshot &seen = *view->backends.front();
            std::vector<LockRecord> locks;
            for (const PackedLock &lock : seen.locks)
                locks.push_back(lock.unpack());
            LocksByHolder all;
            for (const LockRecord &lock : locks)
                all.add(lock, seen.status.dataFrom);
            const SteadyTime now = systemClock().now();
            for (const LockRecord &lock : locks) {
                const Process &process = crowd.processOf(lock.id.name);
                const auto died = crowd.diedAt(process, now);
                const auto verdict =
                    judge({lock, seen.status.dataFrom, all.relatedTo(lock), {}}, now);
                QVERIFY(verdict);
                ++judged;
                QVERIFY(verdict->life != Life::Gone);
                const bool still = !died && now >= process.stops
                                   && process.fate != Process::Fate::Lives
                                   && process.fate != Process::Fate::Slow;
                ++(died ? told.dead : still ? told.still : told.living)[verdict->life];
                if (!died || verdict->life != Life::Alive)
                    continue;
                for (const LifeEvidence &evidence : verdict->evidence) {
                    if (evidence.says == Life::Alive)
                        QVERIFY2(*evidence.at <= *died, qPrintable(verdict->sentence));
                }
            }
        }
        const auto text = [](const char *who, std::map<Life, int> &of) {
            return QStringLiteral("%1: %2 alive, %3 no sign, %4 unknown")
                .arg(QLatin1StringView(who))
                .arg(of[Life::Alive])
                .arg(of[Life::NoSign])
                .arg(of[Life::Unknown]);
        };
        qInfo("%d verdicts on 1,000 locks. %s. %s. %s", judged,
              qPrintable(text("living", told.living)),
              qPrintable(text("frozen or cut off", told.still)),
              qPrintable(text("dead", told.dead)));
        QVERIFY(judged >= 10'000);
        QVERIFY(told.living[Life::Alive] > 1'000);
        QVERIFY(told.dead[Life::NoSign] > 100);
        // Whoever renews, slowly even, is not taken for silent.
        QCOMPARE(told.living[Life::NoSign], 0);
    }
};

LOCKMASTER_TEST(TestVerdicts, QCoreApplication)

} // namespace tst_verdicts

#include "tst_verdicts.moc"
