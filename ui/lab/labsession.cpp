// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/labsession.h"

#include "ui/lab/labthread.h"

#include <mutex>
#include <utility>

namespace lockmaster {

/** What the GUI thread, the election's and those that make and end it share of one election. */
struct LabSession::Run {
    PlaceMaker makePlace;
    ElectionSetup setup;
    std::mutex mutex;
    LabSession *session = nullptr;                  ///< null: it has gone
    std::shared_ptr<const ElectionSnapshot> newest; ///< not fetched yet
    std::unique_ptr<ElectionLab> lab;
    std::optional<Error> failure; ///< why there is none
    bool unwanted = false;        ///< its end was asked for

    /** Calls a member of the session on its thread, if it is still there. */
    void tell(const std::shared_ptr<Run> &self,
              void (LabSession::*slot)(const std::shared_ptr<Run> &))
    {
        const std::lock_guard lock(mutex);
        post(self, slot);
    }
    void post(const std::shared_ptr<Run> &self,
              void (LabSession::*slot)(const std::shared_ptr<Run> &))
    {
        if (LabSession *to = session)
            QMetaObject::invokeMethod(
                to, [to, self, slot] { (to->*slot)(self); }, Qt::QueuedConnection);
    }
    /** The place's keeper goes here, not on the GUI thread. */
    void over(const std::shared_ptr<Run> &self)
    {
        makePlace = nullptr;
        tell(self, &LabSession::finish);
    }
    void publish(const std::shared_ptr<Run> &self, std::shared_ptr<const ElectionSnapshot> snapshot)
    {
        const std::lock_guard lock(mutex);
        const bool waits = newest != nullptr;
        newest = std::move(snapshot);
        if (!waits)
            post(self, &LabSession::take);
    }
};

LabSession::LabSession(QObject *parent) : QObject(parent) {}

LabSession::~LabSession()
{
    if (!m_run)
        return;
    end();
    const std::lock_guard lock(m_run->mutex);
    m_run->session = nullptr;
}

void LabSession::start(PlaceMaker place, const ElectionSetup &setup)
{
    if (m_run)
        return;
    m_run = std::make_shared<Run>();
    m_run->makePlace = std::move(place);
    m_run->setup = setup;
    m_run->session = this;
    runAside([run = m_run] {
        const std::weak_ptr<Run> weak = run;
        auto made = run->makePlace();
        if (!made) {
            run->failure = made.error();
            run->over(run);
            return;
        }
        auto lab = std::make_unique<ElectionLab>(
            std::move(*made), run->setup, [weak](std::shared_ptr<const ElectionSnapshot> snapshot) {
                if (const auto self = weak.lock())
                    self->publish(self, std::move(snapshot));
            });
        bool isTaken = false;
        {
            const std::lock_guard lock(run->mutex);
            isTaken = !run->unwanted;
            if (isTaken)
                run->lab = std::move(lab);
        }
        if (isTaken) {
            run->tell(run, &LabSession::adopt);
            return;
        }
        lab.reset();
        run->over(run);
    });
}

void LabSession::adopt(const std::shared_ptr<Run> &run)
{
    if (ElectionLab *standing = lab(); run == m_run && standing)
        emit started(standing->watchedBackend(), standing->lockName());
}

void LabSession::take(const std::shared_ptr<Run> &run)
{
    std::shared_ptr<const ElectionSnapshot> snapshot;
    {
        const std::lock_guard lock(run->mutex);
        snapshot = std::exchange(run->newest, nullptr);
    }
    if (run == m_run && snapshot)
        emit published(snapshot);
}

void LabSession::end()
{
    if (!m_run)
        return;
    std::unique_ptr<ElectionLab> lab;
    {
        const std::lock_guard lock(m_run->mutex);
        if (m_run->unwanted)
            return;
        m_run->unwanted = true;
        lab = std::move(m_run->lab);
    }
    if (!lab) // it is being made: who makes it ends it
        return;
    runAside([run = m_run, ending = std::shared_ptr<ElectionLab>(std::move(lab))]() mutable {
        ending.reset();
        run->over(run);
    });
}

void LabSession::finish(const std::shared_ptr<Run> &run)
{
    if (run != m_run)
        return;
    m_run.reset();
    if (run->failure)
        emit failed(*run->failure);
    emit ended();
}

/** Only this thread takes it away again, so that what is returned stays valid here. */
ElectionLab *LabSession::lab() const
{
    if (!m_run)
        return nullptr;
    const std::lock_guard lock(m_run->mutex);
    return m_run->lab.get();
}

void LabSession::act(int candidate, CandidateAction action, Millis skew)
{
    if (ElectionLab *standing = lab())
        standing->act(candidate, action, skew);
}

void LabSession::actOnLeader(CandidateAction action)
{
    if (ElectionLab *standing = lab())
        standing->actOnLeader(action);
}

void LabSession::measureFailovers(int kills, quint32 seed)
{
    if (ElectionLab *standing = lab())
        standing->measureFailovers(kills, seed);
}

void LabSession::cancelMeasuring()
{
    if (ElectionLab *standing = lab())
        standing->cancelMeasuring();
}

void LabSession::noteWatched(const std::vector<Failover> &failovers)
{
    if (ElectionLab *standing = lab())
        standing->noteWatched(failovers);
}

} // namespace lockmaster
