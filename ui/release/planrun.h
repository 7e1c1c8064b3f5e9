// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/actions/planrecord.h"
#include "core/verdict/verdict.h"
#include "ui/release/bulkreleasemodel.h"

#include <QObject>

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
 * A plan that was read, while a dialog shows and carries it out: what is said of it there, and its
 * entry in the audit log, around those of its locks. GUI thread; belongs to its dialog.
 */
class PlanRun final : public QObject
{
    Q_OBJECT

public:
    using VerdictOf = std::function<std::optional<Verdict>(const LockRecord &lock)>;

    /** What the tools point to outlives it; of the log it keeps a copy. */
    PlanRun(BulkReleaseDialog &dialog, PlanFile file, const QString &path, const ActionTools &tools,
            VerdictOf verdictOf);
    /** What was begun and not told to be over yet is noted as it stands. */
    ~PlanRun() override;

    /** What became of one: behind an unknown nothing more is begun, as by `--apply`. */
    void noteReport(const ReleaseReport &report);
    /** What a look found of the lock in that row, before its preview is told. */
    void noteLook(int row, const ReleasePreview &preview);
    /**
     * Notes the plan in the log, aside, and then calls `go`, with the reason that names it, unless
     * it was stopped meanwhile. Where the log cannot be written the dialog is told that instead.
     * `end()` follows as often as `parts`.
     */
    void begin(const QString &reason, int parts,
               const std::function<void(const QString &reason)> &go);
    void end();

private:
    QString heading() const;
    void begun(const Result<QString> &id, const QString &reason,
               const std::function<void(const QString &reason)> &go);
    void finish();
    PlanTally tally() const;

    BulkReleaseDialog &m_dialog;
    const PlanFile m_file;
    const QString m_path;
    const ActionTools m_tools;
    const AuditLog m_audit;
    const VerdictOf m_verdictOf;
    QTimer *m_age;
    std::optional<ServerTime> m_goodUntil; ///< by this machine's clock, for people
    int m_parts = 0;                       ///< not over yet
    bool m_isStopped = false;
    QString m_id; ///< of its open entry in the log; empty: there is none
    std::vector<int> m_rows;
};

} // namespace lockmaster
