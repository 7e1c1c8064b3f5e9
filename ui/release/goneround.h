// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/actions/gonerule.h"
#include "core/actions/releaseplan.h"
#include "core/display/lockroles.h"
#include "core/verdict/verdict.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace lockmaster {

class ReleaseSession;

/**
 * Finds out of locks of a plan whether their holders are gone, by one more look at each and the
 * operator's own checks, asked anew. Takes as long as `goneChecksInAll` behind the looks, and
 * nobody waits for it: destroyed, it is given up. GUI thread.
 */
class GoneRound final : public QObject
{
    Q_OBJECT

public:
    struct Asked {
        PlannedRelease planned;
        BackendSpec backend;
    };
    using JudgeOf = std::function<std::optional<Verdict>(const LockRecord &lock,
                                                         const std::optional<LifeEvidence> &check)>;
    /** For each that was asked about; no reason: its holder is gone. */
    using Done = std::function<void(const std::vector<NotGone> &found)>;

    /** What the tools point to outlives it. */
    GoneRound(std::vector<Asked> asked, const ActionTools &tools, JudgeOf judgeOf, QObject *parent);
    ~GoneRound() override;

    /** Once. `done` may destroy it. */
    void begin(const Done &done);

private:
    void answered();
    void ask();
    void judge(const std::vector<std::optional<LifeEvidence>> &checks);

    const std::vector<Asked> m_asked;
    const ActionTools m_tools;
    const JudgeOf m_judgeOf;
    Done m_done;
    size_t m_left = 0;
    std::vector<LockPointer> m_found; ///< for each; null: not found, or not read
    std::vector<bool> m_vanished;     ///< nobody holds it any more
    std::unique_ptr<ReleaseSession> m_session;
    const std::shared_ptr<std::atomic<bool>> m_givenUp = std::make_shared<std::atomic<bool>>(false);
};

} // namespace lockmaster
