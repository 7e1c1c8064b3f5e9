// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/alertrule.h"
#include "core/domain/lockid.h"
#include "core/history/historyvalues.h"
#include "core/monitor/filter.h"

#include <map>
#include <memory>

namespace lockmaster {

/** A lock, and when it was taken. */
struct TakenLock {
    LockId id;
    LockRhythm rhythm;
};

/** When the locks were taken that a rule of the kind `NotTaken` is about. Lives on one thread. */
class LockRhythms
{
public:
    virtual ~LockRhythms() = default;
    /**
     * Those on `backend`, in the order of their ids; as it was up to a minute ago, which they say
     * (`LockRhythm::seen`). Null: it is not known which there are.
     */
    virtual const std::vector<TakenLock> *of(const AlertRule &rule, const QString &backend) = 0;
};

/**
 * The same from the history's store: of each rule the first 1,000 locks of a backend that it knows
 * and that were held often enough. Asked once a minute when each was taken last, and every ten
 * minutes which there are and what rhythm they have.
 */
class HistoryRhythms : public LockRhythms
{
public:
    static constexpr size_t mostLocks = 1000;

    /** `clock` must outlive it. */
    HistoryRhythms(QString path, const Clock &clock);
    ~HistoryRhythms() override;

    const std::vector<TakenLock> *of(const AlertRule &rule, const QString &backend) override;

private:
    struct Remembered {
        AlertRule rule;
        Filter scope;
        std::vector<TakenLock> locks;
        std::optional<SteadyTime> asked;  ///< when each was taken
        std::optional<SteadyTime> listed; ///< which there are
    };
    void ask(Remembered &remembered, const QString &backend, SteadyTime now);

    const QString m_path;
    const Clock &m_clock;
    std::map<std::pair<QString, QString>, Remembered> m_remembered; ///< by rule and backend
    SteadyTime m_retryAt{};
};

/** Whether a rule with this scope is about that lock, wherever it is and whoever holds it. */
bool isAbout(const Filter &scope, const LockId &id);

} // namespace lockmaster
