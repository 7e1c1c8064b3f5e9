// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockobserver.h"
#include "core/systems/userlock/userlocksystem.h"
#include "tests/support/lockoperator.h"
#include "tests/support/sqlscratch.h"
#include "tests/support/sqltestserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <mutex>
#include <random>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_userlockrace {

namespace {

constexpr int lanes = 3; ///< locks that are churned and ended at the same time
constexpr int sessionsPerLane = 4;
constexpr int usualKills = 500;
constexpr auto linger = 20ms; ///< so long a session that let go stays to see whether it is ended

constexpr int noAnswer = -1;

const UserLockSystem system_;

/** How a session that held a lock once came to its end, as it saw that itself. */
enum class End : quint8 {
    WhileTaking,    ///< the server gave it the lock, and it was ended before it was told
    LetGo,          ///< let go, and was alive after that
    WhileHolding,   ///< it was ended before it told the server to let go
    WhileLettingGo, ///< the server never answered that it had let go: it cannot be told
    AfterLettingGo, ///< it had been told that it held the lock no more: it was hit wrongly
};

/** What the sessions wrote down, each of itself and in its own order. Thread-safe. */
class Journal
{
public:
    void write(qint64 session, End end)
    {
        const std::lock_guard lock(m_mutex);
        m_ends.insert(session, end);
    }
    QHash<qint64, End> read() const
    {
        const std::lock_guard lock(m_mutex);
        return m_ends;
    }

private:
    mutable std::mutex m_mutex;
    QHash<qint64, End> m_ends;
};

/** One session, from its login to its end: takes the lock once, and lets go if it lives to. */
void liveOneSession(const Endpoint &endpoint, const QByteArray &name, Millis hold, Journal &journal)
{
    auto opened = SqlConnection::open(endpoint, soon());
    if (!opened)
        return;
    SqlConnection &session = **opened;
    const auto answer = [&](const QString &sql) {
        int value = noAnswer;
        const auto asked = session.select(sql, {}, soon(),
                                          [&](const SqlRow &row) { value = int(row.integer(0)); });
        return asked ? value : noAnswer;
    };
    const QString ping = QStringLiteral("SELECT 1");
    const QString letGo = QStringLiteral("SELECT RELEASE_LOCK('%1')").arg(QLatin1StringView(name));
    session.prepare(ping, soon()); // so that each is one round trip
    session.prepare(letGo, soon());
    const auto ended = [&](End end) { journal.write(session.server().connectionId, end); };
    const int taken =
        answer(QStringLiteral("SELECT GET_LOCK('%1', 10)").arg(QLatin1StringView(name)));
    if (taken == noAnswer)
        return ended(End::WhileTaking);
    if (taken != 1)
        return;
    std::this_thread::sleep_for(hold);
    if (answer(ping) != 1)
        return ended(End::WhileHolding);
    if (answer(letGo) != 1)
        return ended(End::WhileLettingGo);
    std::this_thread::sleep_for(linger);
    ended(answer(ping) == 1 ? End::LetGo : End::AfterLettingGo);
}

/** Sessions that take one lock in turns, every few milliseconds another. */
class Churn
{
public:
    Churn(const Endpoint &endpoint, const QByteArray &name, unsigned seed, Journal &journal)
    {
        for (int i = 0; i < sessionsPerLane; ++i) {
            m_threads.emplace_back([=, &journal](std::stop_token stop) {
                std::mt19937 random(seed + unsigned(i));
                std::uniform_int_distribution<int> brief(1, 4);
                std::uniform_int_distribution<int> longer(20, 80);
                while (!stop.stop_requested()) {
                    const int hold = random() % 3 == 0 ? brief(random) : longer(random);
                    liveOneSession(endpoint, name, Millis(hold), journal);
                }
            });
        }
    }

private:
    std::vector<std::jthread> m_threads;
};

struct Tally {
    int tries = 0;
    int refused = 0;
    int other = 0; ///< busy, denied, unknown, errors: none of it belongs here
    QString what;
    std::vector<qint64> ended; ///< sessions that a release says it has ended
};

/** An operator who looks, thinks, and releases; again and again. */
class Releasing
{
public:
    Releasing(const LiveSqlServer &server, QByteArray name, unsigned seed)
        : m_name(std::move(name)), m_someone(system_, specOf(server)),
          m_observer(m_someone.backend()), m_random(seed), m_endpoint(server.endpoint())
    {
    }

    Tally run(int kills)
    {
        m_eye = connectTo(m_endpoint);
        std::uniform_int_distribution<int> thinking(0, 5'000);
        while (m_eye && int(m_tally.ended.size()) < kills && m_tally.other == 0) {
            const Observation seen = m_observer.read(*m_eye, soon());
            for (const LockRecord &record : seen.records) {
                if (record.id.name == m_name && record.holders.size() == 1)
                    release(record, std::chrono::microseconds(thinking(m_random)));
            }
        }
        m_eye.reset(); // a connection ends on its own thread
        return m_tally;
    }

private:
    void release(const LockRecord &seen, std::chrono::microseconds thought)
    {
        ++m_tally.tries;
        const auto ticket = m_someone.begin(seen, QStringLiteral("kill"));
        std::this_thread::sleep_for(thought);
        const auto outcome = ticket ? m_someone.commit(*ticket) : std::nullopt;
        if (!outcome || outcome->result == ReleaseResult::Unknown) {
            ++m_tally.other;
            m_tally.what = outcome ? outcome->message : m_someone.error().message;
        } else if (outcome->result == ReleaseResult::Released) {
            m_tally.ended.push_back(*seen.holders.front().detail->connectionId);
        } else {
            ++m_tally.refused;
        }
    }

    const QByteArray m_name;
    LockOperator m_someone;
    UserLockObserver m_observer;
    std::mt19937 m_random;
    const Endpoint m_endpoint;
    std::unique_ptr<SqlConnection> m_eye;
    Tally m_tally;
};

} // namespace

class TestUserLockRace : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { m_servers.addRows(); }
    void initTestCase() { REQUIRE_SQL_SERVERS(m_servers); }
    void endsHoldersAndNobodyElse();

private:
    SqlServers m_servers;
};

/**
 * The server compares and ends in one statement, but the session goes on until it is marked: that
 * little is known and documented, and bounded here. `LOCKMASTER_TEST_RACE_KILLS` asks for more than
 * the usual number.
 */
void TestUserLockRace::endsHoldersAndNobodyElse()
{
    QFETCH_GLOBAL(LiveSqlServer *, server);
    bool isSet = false;
    const int asked = qEnvironmentVariableIntValue("LOCKMASTER_TEST_RACE_KILLS", &isSet);
    const int kills = isSet ? asked : usualKills;
    const int mostWrong = std::max(2, kills / 1000);
    Journal journal;
    std::vector<Tally> tallies(lanes);
    {
        std::vector<std::unique_ptr<Churn>> churns;
        std::vector<std::thread> operators;
        for (int lane = 0; lane < lanes; ++lane) {
            const QByteArray name = "race:" + QByteArray::number(lane);
            const unsigned seed = 4711u + 100u * unsigned(lane);
            churns.push_back(std::make_unique<Churn>(server->endpoint(), name, seed, journal));
            operators.emplace_back([=, &tallies] {
                tallies[size_t(lane)] =
                    Releasing(*server, name, seed + 50u).run((kills + lanes - 1) / lanes);
            });
        }
        for (std::thread &one : operators)
            one.join();
    } // every session comes to its end and writes it down

    const QHash<qint64, End> ends = journal.read();
    int tries = 0, refused = 0, released = 0, wrong = 0, inFlight = 0;
    QSet<qint64> ended;
    for (const Tally &tally : tallies) {
        QVERIFY2(tally.other == 0, qPrintable(tally.what));
        tries += tally.tries;
        refused += tally.refused;
        released += int(tally.ended.size());
        for (const qint64 session : tally.ended) {
            ended.insert(session);
            QVERIFY2(ends.contains(session), "ended without ever having held the lock");
            const End end = ends.value(session);
            wrong += end == End::LetGo || end == End::AfterLettingGo ? 1 : 0;
            inFlight += end == End::WhileLettingGo ? 1 : 0;
        }
    }
    for (auto it = ends.cbegin(); it != ends.cend(); ++it) {
        // Whoever was ended was ended by a release that says so.
        if (it.value() != End::LetGo && !ended.contains(it.key()))
            ++wrong;
    }
    qInfo("race user_lock (%s): tries %d, released %d, refused %d, wrong %d",
          qPrintable(server->name()), tries, released, refused, wrong);
    qInfo("of %lld sessions that held; %d were ended while the server was letting go",
          qlonglong(ends.size()), inFlight);
    QVERIFY(released >= kills);
    QVERIFY(refused > 0); // otherwise nothing was raced for
    QVERIFY2(wrong <= mostWrong, qPrintable(QString::number(wrong)));
}

LOCKMASTER_TEST(TestUserLockRace, QCoreApplication)

} // namespace tst_userlockrace

#include "tst_userlockrace.moc"
