// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/actions/planrecord.h"
#include "core/actions/gonerule.h"
#include "ui/release/bulkreleasemodel.h"
#include "ui/release/goneround.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

class QTimer;

namespace lockmaster {

class BulkReleaseDialog;

/** The locks of a plan, as rows; one that cannot be let go of from here says why. */
std::vector<BulkTarget>
planTargets(const ReleasePlan &plan,
            const std::function<const BackendSpec *(const QString &name)> &backendOf);

/** What has to be looked at of a plan's lock before it is let go of: all of it anew. */
ReleaseOrder planOrder(const PlannedRelease &planned, const BackendSpec &backend);

/**
 * A plan that was read, while a dialog shows and carries it out: what is said of it there, whether
 * holders that have to be gone are, and its entry in the audit log, around those of its locks. GUI
 * thread; belongs to its dialog.
 */
class PlanRun final : public QObject
{
    Q_OBJECT

public:
    /** What the run needs of the profile and of what is seen. */
    struct Knowledge {
        std::function<const BackendSpec *(const QString &name)> backendOf;
        GoneRound::JudgeOf judgeOf; ///< without a check: what was asked in the details counts
    };
    /** Lets go of these rows, and calls `end()` behind it. */
    using Go =
        std::function<void(const std::vector<int> &rows, Compare compare, const QString &reason)>;

    /** What the tools point to outlives it; of the log it keeps a copy. */
    PlanRun(BulkReleaseDialog &dialog, PlanFile file, const QString &path, const ActionTools &tools,
            Knowledge knowledge);
    /** What was begun and not told to be over yet is noted as it stands. */
    ~PlanRun() override;

    /** What became of one: behind an unknown nothing more is begun, as by `--apply`. */
    void noteReport(const ReleaseReport &report);
    /** What a look found of the lock in that row, before its preview is told. */
    void noteLook(int row, const ReleasePreview &preview);
    /**
     * Notes the plan in the log, aside, finds out who is gone where that matters, and calls `go`
     * with some rows after the other, and with the reason that names the plan, unless it was
     * stopped meanwhile. Where the log cannot be written the dialog is told that instead.
     */
    void begin(const QString &reason, const Go &go);
    void end();

private:
    QString heading() const;
    GoneRule rule() const;
    bool asksFor(int row) const;
    void begun(const Result<QString> &id);
    void proceed();
    void judge();
    void take(const std::vector<int> &rows, const std::vector<NotGone> &found);
    void refused(const std::vector<int> &rows, const std::vector<ReleaseReport> &reports);
    ReleaseOrder orderOfRow(int row) const;
    void stopped();
    void finish();
    PlanTally tally() const;

    BulkReleaseDialog &m_dialog;
    const PlanFile m_file;
    const QString m_path;
    const ActionTools m_tools;
    const AuditLog m_audit;
    const Knowledge m_knowledge;
    QTimer *m_age;
    std::optional<ServerTime> m_goodUntil; ///< by this machine's clock, for people
    Go m_go;
    QString m_reason;
    bool m_isStopped = false;
    QString m_id;                         ///< of its open entry in the log; empty: there is none
    std::deque<int> m_left;               ///< rows that were not begun yet
    std::unique_ptr<GoneRound> m_round;   ///< under way
    std::optional<SteadyTime> m_judgedAt; ///< when it was found out who of those left is gone
};

} // namespace lockmaster
