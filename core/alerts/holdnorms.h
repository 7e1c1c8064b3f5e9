// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/lockid.h"

#include <map>

namespace lockmaster {

/** How long a lock is usually held. Lives on one thread. */
class HoldNorms
{
public:
    struct Norm {
        bool known = false; ///< false: it was not looked up yet; ask again
        qint64 holds = 0;   ///< of so many whole holds
        Micros p99{0};      ///< 99 of 100 were not longer; of none: zero
    };

    virtual ~HoldNorms() = default;
    /** Does not wait for long: it may have to be asked again. */
    virtual Norm of(const LockId &id) = 0;
    /** Another round of questions begins. */
    virtual void beginRound() {}
};

/**
 * The same from the history's store, remembered for some minutes: a round looks up a few locks at
 * most. Where nothing was recorded, nothing is usual.
 */
class HistoryNorms : public HoldNorms
{
public:
    /** `clock` must outlive it. */
    HistoryNorms(QString path, const Clock &clock);
    ~HistoryNorms() override;

    Norm of(const LockId &id) override;
    void beginRound() override;

private:
    struct Remembered {
        Norm norm;
        SteadyTime at{};
    };
    class Store;

    const QString m_path;
    const Clock &m_clock;
    std::map<LockId, Remembered> m_norms;
    std::unique_ptr<Store> m_store; ///< open for one round
    SteadyTime m_retryAt{};
    int m_asked = 0;
};

} // namespace lockmaster
