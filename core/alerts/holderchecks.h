// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"
#include "core/verdict/verdict.h"

#include <QStringList>

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
    /** Why nothing is told; empty: something is. Translated. */
    virtual QString problem() const { return {}; }
};

/**
 * The same by running them, one after another on a thread of its own, each at most once a minute
 * for one holder; what is not asked about any more is not run. A word holds until the next, for
 * five minutes at most.
 */
class CommandChecks : public HolderChecks
{
public:
    /** `clock` must outlive it, and the thread that it may leave behind. */
    explicit CommandChecks(const Clock &clock);
    ~CommandChecks() override;

    void setCommands(const AliveCommands &commands) override;
    std::optional<Word> of(const PackedLock &lock) override;
    QString problem() const override;

private:
    /** Who is asked about: the arguments for each holder. */
    using Whom = QList<QStringList>;
    struct Asked {
        bool waits = false; ///< for its word
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
    SteadyTime m_cleared{};
    std::map<QStringList, QString> m_problems; ///< by command: why it cannot be run
    const std::shared_ptr<Shared> m_shared;
    const std::unique_ptr<WorkerThread> m_worker;
};

} // namespace lockmaster
