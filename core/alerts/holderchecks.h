// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"
#include "core/verdict/verdict.h"

#include <QStringList>

#include <atomic>
#include <map>
#include <memory>

namespace lockmaster {

class WorkerThread;

/** A backend's `alive_command`, by its name. */
using AliveCommands = std::map<QString, QStringList>;

/** What the operator's own checks say of those who hold locks. Lives on one thread. */
class HolderChecks
{
public:
    struct Word {
        LifeEvidence said;    ///< `Unknown`: it told nothing, or was not asked yet
        SteadyTime askedAt{}; ///< what was seen of a holder behind that is newer
        SteadyTime nextAsk{}; ///< there may be another word then
    };

    virtual ~HolderChecks() = default;
    virtual void setCommands(const AliveCommands &commands) = 0;
    /** None: there is nobody to ask. Does not wait: who was not asked yet, is asked. */
    virtual std::optional<Word> of(const PackedLock &lock) = 0;
    /** Why little or nothing is told; empty: no reason is known. Translated. */
    virtual QString problem() { return {}; }
};

/**
 * The same by running them, one after another on a thread of its own, those of each command in the
 * order in which they were wanted and the commands by turns: once a minute for one holder, where
 * there is time for that. What nobody has wanted for half a minute is not run. A word holds until
 * the next, for five minutes at most. What it says goes to others, and names no command: its
 * arguments may be secrets.
 */
class CommandChecks : public HolderChecks
{
public:
    /** `clock` must outlive it, and the thread that it may leave behind. */
    explicit CommandChecks(const Clock &clock);
    ~CommandChecks() override;

    void setCommands(const AliveCommands &commands) override;
    std::optional<Word> of(const PackedLock &lock) override;
    QString problem() override;

private:
    /** Who is asked about: the arguments for each holder. */
    using Whom = QList<QStringList>;
    struct Asked {
        bool waits = false;                              ///< for its word
        std::shared_ptr<std::atomic<SteadyTime>> wanted; ///< when last, while it waits
        std::optional<LifeEvidence> said;
        SteadyTime askedAt{};
        SteadyTime wantedAt{};
    };
    struct Shared;

    void takeWords();
    /** Null: there are too many. */
    Asked *place(const Whom &whom, SteadyTime now);

    const Clock &m_clock;
    AliveCommands m_commands;
    std::map<Whom, Asked> m_asked;
    size_t m_waiting = 0; ///< of those
    SteadyTime m_cleared{};
    std::map<QStringList, QString> m_problems; ///< by command: why it cannot be run, or is late
    const std::shared_ptr<Shared> m_shared;
    const std::unique_ptr<WorkerThread> m_worker;
};

} // namespace lockmaster
