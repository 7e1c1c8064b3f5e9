// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/holdoperation.h"

#include <QObject>

namespace lockmaster {

/** One lock in the list of those held by this program, and how it fares. A value. */
struct HeldLock {
    enum class State : quint8 {
        Waiting,
        Held,
        LettingGo,
        LetGo,
        NotAcquired,
        Lost,
        Failed,
        Unsure
    };
    int id = 0; ///< unique in this program
    HoldOrder order;
    State state = State::Waiting;
    std::optional<OwnLock> own;          ///< since it was acquired
    SteadyTime since{};                  ///< of this state
    std::optional<SteadyTime> leaseEnds; ///< as far as we know
    qint64 renewals = 0;
    QString message; ///< translated: who has it instead, what went wrong; may be empty
    /** Held or waited for: a thread is at it. */
    bool isLive() const { return state == State::Waiting || isOurs(); }
    bool isOurs() const { return state == State::Held || state == State::LettingGo; }
};

/**
 * The locks that this program takes, each on a thread of its own. Lives on the thread that made it
 * and never waits, except in its destructor: what is held then is let go of, within two seconds.
 */
class HoldController : public QObject
{
    Q_OBJECT

public:
    explicit HoldController(ActionTools tools, QObject *parent = nullptr, HoldSeams seams = {});
    ~HoldController() override;

    /** @return the new entry's id; it is `Waiting` at first, whatever comes of it. */
    int acquire(const HoldOrder &order);
    /** Lets go, or gives the wait up. */
    void release(int id);
    void releaseAll();
    void renew(int id);
    /** Takes an entry that is over off the list; another stays. */
    void dismiss(int id);

    /** In the order of asking. */
    const std::vector<HeldLock> &locks() const;
    /** How many are held or waited for. */
    int liveCount() const;

signals:
    void changed(int id);
    void removed(int id);
    /** A lock that was ours is not any more, and we did not let go. */
    void lost(int id);
    /** Held by us until then: what is seen to end from `end.letGoBegun` on is our doing. */
    void letGo(const lockmaster::OwnLock &own, const lockmaster::HoldEnd &end);

private:
    struct Private;
    struct Entry;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
