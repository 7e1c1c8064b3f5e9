// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/actiontools.h"
#include "core/actions/releaseplan.h"
#include "core/verdict/verdict.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>

namespace lockmaster {

class BulkReleaseDialog;
class ReleaseSession;

/**
 * Writes down as a plan what a bulk dialog shows: the file that `lockctl release --plan` writes for
 * these locks, word for word in English, as what ends with a lock is compared by its words. Each is
 * looked at once more for it. GUI thread, which waits for nothing; belongs to its dialog.
 */
class PlanSaver final : public QObject
{
    Q_OBJECT

public:
    struct Knowledge {
        std::function<const BackendSpec *(const QString &name)> backendOf;
        std::function<std::optional<Verdict>(const LockRecord &lock)> verdictOf;
    };

    /** What the tools point to outlives it. */
    PlanSaver(BulkReleaseDialog &dialog, ActionTools tools, Knowledge knowledge);
    ~PlanSaver() override;

    /** Asks for a file first. */
    void save();
    /** The dialog is told what comes of it. Nothing while another is being written. */
    void saveTo(const QString &path, bool goneOnly = false);

private:
    struct Asked {
        int row = -1;
        PlannedRelease planned;
        Compare compare = Compare::InstanceAndLease;
        bool isPlanned = false;
    };

    std::vector<LockAction> actionsOf(const LockRecord &lock) const;
    void ask();
    void take(size_t index, const ReleasePreview &preview, const QString &command);
    void leaveOut(int row, const QString &why);
    void answered();
    void write();
    void tellWritten(const Result<void> &written);

    BulkReleaseDialog &m_dialog;
    const ActionTools m_tools;
    const Knowledge m_knowledge;
    QString m_path;
    bool m_goneOnly = false;
    std::vector<Asked> m_asked; ///< in the dialog's order
    QStringList m_leftOut;
    size_t m_left = 0; ///< of `m_asked` not answered yet
    int m_written = 0;
    bool m_isBusy = false;
    std::unique_ptr<ReleaseSession> m_session;
};

} // namespace lockmaster
