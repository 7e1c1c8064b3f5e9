// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyrecorder.h"

#include "core/text/momenttext.h"
#include "core/history/backendfollower.h"
#include "core/history/historycleaner.h"
#include "core/history/historyfilelocks.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

using RealTime = std::chrono::steady_clock::time_point;
using Trouble = HistoryDb::Trouble;

constexpr Millis endPatience = 1s;
/** How often is looked whether anything is to be cleared away, and for how long at once. */
constexpr Millis cleaningPeriod = 60s;
constexpr Millis cleaningShare = 100ms;
constexpr int rowsMendedAtOnce = 2000;

/** Whoever looks at the window goes first. */
void stepBack()
{
    constexpr int niceness = 10;
    ::setpriority(PRIO_PROCESS, id_t(::syscall(SYS_gettid)), niceness);
}

} // namespace

struct HistoryRecorder::Shared : Mailbox {
    Shared(HistorySettings theSettings, Changed theChanged, const Clock &theClock)
        : settings(std::move(theSettings)), clock(theClock), inbox(theClock),
          listener(std::move(theChanged))
    {
    }

    const HistorySettings settings;
    const Clock &clock;
    HistoryInbox inbox;

    const Changed listener;
    CallGate gate;

    bool news = true; ///< to begin with: the store is opened before anything comes
    HistoryStatus status;
};

/** What the thread does. */
class HistoryRecorder::Work
{
public:
    explicit Work(Shared &shared) : m_shared(shared), m_settings(shared.settings) {}

    void run();

private:
    void step();
    void openStore();
    tl::expected<std::unique_ptr<HistoryDb>, HistoryDb::Failure> openOnce();
    bool setAside();
    void closeStore();
    void take(const HistoryItem &item);
    BackendFollower *followerOf(const HistoryItem &item);
    void meet(const HistoryDb::Failure &failure);
    void mend();
    void clean();
    void tell();

    Shared &m_shared;
    const HistorySettings &m_settings;
    HistoryStatus m_status;
    std::unique_ptr<HistoryFileLocks> m_turns;
    std::unique_ptr<HistoryDb> m_db;
    std::unique_ptr<HistoryWriter> m_writer;
    std::unique_ptr<HistoryCleaner> m_cleaner;
    std::map<quint64, std::pair<QString, std::unique_ptr<BackendFollower>>> m_followers;
    std::set<QString> m_toMend; ///< backends that an earlier run may have left open holds of
    bool m_damaged = false;     ///< as was found while it was open
    RealTime m_retryAt{};
    RealTime m_cleanAt{};
};

void HistoryRecorder::Work::run()
{
    stepBack();
    std::unique_lock lock(m_shared.mutex);
    RealTime lastStep{};
    while (!m_shared.stopping) {
        const bool flushing = m_shared.isRoundWanted();
        const RealTime due = lastStep + m_settings.pace;
        if (!flushing && (!m_shared.news || std::chrono::steady_clock::now() < due)) {
            // Half a minute without news: something may still be there to clear away, or to retry.
            m_shared.changed.wait_until(lock, m_shared.news ? due : lastStep + m_settings.retry);
            if (!m_shared.news && std::chrono::steady_clock::now() < lastStep + m_settings.retry)
                continue;
            if (m_shared.news && std::chrono::steady_clock::now() < due)
                continue;
        }
        m_shared.news = false;
        lastStep = std::chrono::steady_clock::now();
        m_shared.round(lock, [this] { step(); });
    }
    lock.unlock();
    step();
    if (m_db) {
        m_writer->endRun(m_shared.clock.wallNow());
        m_writer->commit();
    }
    closeStore();
}

void HistoryRecorder::Work::step()
{
    if (!m_db && std::chrono::steady_clock::now() >= m_retryAt)
        openStore();
    // Taken also where they cannot be kept: nothing is to pile up.
    std::vector<HistoryItem> items = m_shared.inbox.take();
    for (const HistoryItem &item : items) {
        if (m_db)
            take(item);
    }
    items.clear();
    if (m_db && !m_writer->commit())
        meet(m_db->failure());
    if (m_db)
        mend();
    if (m_db)
        clean();
    tell();
}

void HistoryRecorder::Work::openStore()
{
    m_retryAt = std::chrono::steady_clock::now() + m_settings.retry;
    if (const auto made = HistoryDb::makeFile(m_settings.path); made.trouble != Trouble::None) {
        meet(made);
        return;
    }
    m_turns = std::make_unique<HistoryFileLocks>(m_settings.path);
    if (!m_turns->beginOpening()) {
        meet(HistoryDb::failureOf(Trouble::Busy, m_settings.path));
        return;
    }
    auto opened = openOnce();
    if (!opened && opened.error().trouble == Trouble::Damaged && setAside())
        opened = HistoryDb::openForWriting(m_settings.path);
    if (opened)
        m_turns->takeUse();
    m_turns->endOpening();
    if (!opened) {
        meet(opened.error());
        return;
    }
    m_db = std::move(*opened);
    m_writer = std::make_unique<HistoryWriter>(*m_db);
    m_cleaner =
        std::make_unique<HistoryCleaner>(*m_db, *m_writer, m_settings.keep, m_settings.mostBytes);
    m_writer->beginRun(m_settings.program, m_shared.clock.wallNow());
    m_status.recording = true;
    m_status.problem.reset();
}

/** One that turned out to be damaged while it was open is not opened again. */
tl::expected<std::unique_ptr<HistoryDb>, HistoryDb::Failure> HistoryRecorder::Work::openOnce()
{
    if (std::exchange(m_damaged, false))
        return tl::make_unexpected(HistoryDb::Failure{Trouble::Damaged, *m_status.problem});
    return HistoryDb::openForWriting(m_settings.path);
}

bool HistoryRecorder::Work::setAside()
{
    if (!m_turns->isUsedByNobodyElse())
        return false;
    QString when = utcText(m_shared.clock.wallNow()).first(19);
    when.remove(u'-').remove(u':');
    const Result<QString> aside = setHistoryAside(m_settings.path, when + u'Z');
    if (aside)
        m_status.setAside = *aside;
    return aside.has_value();
}

void HistoryRecorder::Work::closeStore()
{
    m_followers.clear();
    m_cleaner.reset();
    m_writer.reset();
    if (m_db)
        m_db->rollback();
    m_db.reset();
    m_turns.reset();
    m_status.recording = false;
    m_status.elsewhere.clear();
}

/** Nothing is recorded until it was tried again; what is in the store stays as it is. */
void HistoryRecorder::Work::meet(const HistoryDb::Failure &failure)
{
    const HistoryDb::Failure met = failure; // goes with the connection
    const bool wasOpen = m_db != nullptr;
    closeStore();
    m_status.problem = met.error;
    m_damaged = wasOpen && met.trouble == Trouble::Damaged;
    if (m_damaged)
        openStore();
}

void HistoryRecorder::Work::take(const HistoryItem &item)
{
    if (!item.snapshot) {
        const auto found = m_followers.find(item.key);
        if (found == m_followers.end())
            return;
        found->second.second->close();
        m_turns->dropBackend(found->second.first);
        m_followers.erase(found);
        return;
    }
    m_status.droppedEvents += item.dropped;
    if (BackendFollower *follower = followerOf(item))
        follower->take(item);
}

BackendFollower *HistoryRecorder::Work::followerOf(const HistoryItem &item)
{
    const auto found = m_followers.find(item.key);
    if (found != m_followers.end())
        return found->second.second.get();
    const QString name = item.snapshot->status.name;
    const bool ours = m_turns->takeBackend(name);
    m_status.elsewhere.removeAll(name);
    if (!ours) {
        m_status.elsewhere.append(name);
        return nullptr;
    }
    m_toMend.insert(name);
    auto follower = std::make_unique<BackendFollower>(*m_writer, name);
    return m_followers.emplace(item.key, std::pair(name, std::move(follower)))
        .first->second.second.get();
}

/** Ends what an earlier run left open, where it was last seen. */
void HistoryRecorder::Work::mend()
{
    if (m_toMend.empty())
        return;
    const QString name = *m_toMend.begin();
    using Left = std::vector<std::pair<qint64, qint64>>; // and when it was last seen
    const auto take = [this](QSqlQuery *query) {
        Left left;
        while (query && query->next())
            left.emplace_back(query->value(0).toLongLong(), query->value(1).toLongLong());
        if (query)
            m_db->finish(*query);
        return left;
    };
    const QVariantList which{m_writer->run(), name, rowsMendedAtOnce};
    const Left holds = take(
        m_db->run("SELECT hold.id, (SELECT max(until) FROM seen WHERE seen.place = lock.place"
                  " AND seen.run = hold.run) FROM hold JOIN lock ON lock.id = hold.lock"
                  " JOIN place ON place.id = lock.place JOIN backend ON backend.id = place.backend"
                  " WHERE hold.span IS NULL AND hold.run <> ? AND backend.name = ? LIMIT ?",
                  which));
    const Left waits = take(
        m_db->run("SELECT wait.id, (SELECT max(until) FROM seen WHERE seen.place = lock.place"
                  " AND seen.run = wait.run) FROM wait JOIN lock ON lock.id = wait.lock"
                  " JOIN place ON place.id = lock.place JOIN backend ON backend.id = place.backend"
                  " WHERE wait.until IS NULL AND wait.run <> ? AND backend.name = ? LIMIT ?",
                  which));
    if (m_db->works() && holds.empty() && waits.empty())
        m_toMend.erase(name);
    for (const auto &[id, last] : holds)
        m_writer->endUnseen(id, timeOf(last));
    for (const auto &[id, last] : waits)
        m_writer->endWaitUnseen(id, timeOf(last));
    if (!m_writer->commit())
        meet(m_db->failure());
    const std::lock_guard lock(m_shared.mutex);
    m_shared.news = m_shared.news || !m_toMend.empty();
}

void HistoryRecorder::Work::clean()
{
    const RealTime begun = std::chrono::steady_clock::now();
    if (begun < m_cleanAt || !m_turns->takeCleaning())
        return;
    bool more = true;
    while (more && std::chrono::steady_clock::now() < begun + cleaningShare)
        more = m_cleaner->step(m_shared.clock.wallNow());
    m_cleanAt = more ? RealTime{} : begun + cleaningPeriod;
    if (!m_db->works())
        meet(m_db->failure());
    const std::lock_guard lock(m_shared.mutex);
    m_shared.news = m_shared.news || more;
}

void HistoryRecorder::Work::tell()
{
    m_status.elsewhere.sort();
    {
        const std::lock_guard lock(m_shared.mutex);
        if (m_shared.status == m_status)
            return;
        m_shared.status = m_status;
    }
    m_shared.gate.pass([this] {
        if (m_shared.listener)
            m_shared.listener(m_status);
    });
}

HistoryRecorder::HistoryRecorder(HistorySettings settings, Changed changed, const Clock &clock)
    : m_shared(std::make_shared<Shared>(std::move(settings), std::move(changed), clock)),
      m_worker({QStringLiteral("history"), LeftBehind::Recording, endPatience}, m_shared,
               [shared = m_shared] { Work(*shared).run(); })
{
}

HistoryRecorder::~HistoryRecorder()
{
    m_shared->gate.close();
}

void HistoryRecorder::take(quint64 key, const std::shared_ptr<const BackendSnapshot> &snapshot,
                           const std::vector<Event> &events)
{
    m_shared->inbox.put(key, snapshot, events);
    const std::lock_guard lock(m_shared->mutex);
    if (!std::exchange(m_shared->news, true))
        m_shared->changed.notify_all();
}

void HistoryRecorder::end(quint64 key)
{
    m_shared->inbox.end(key);
    m_shared->put([this] { m_shared->news = true; });
}

HistoryStatus HistoryRecorder::status() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->status;
}

void HistoryRecorder::flush()
{
    m_shared->awaitRound();
}

} // namespace lockmaster
