// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/savefile.h"
#include "ui/lanes/lanesexport.h"

#include <QToolButton>

namespace lockmaster {

class LanesView;

/**
 * "Export...": saves what `lanes` shows, and tells in a note above itself where it went, or in a
 * box why it did not. There is something to click as long as there is something to save.
 */
class LanesExportButton final : public QToolButton
{
    Q_OBJECT

public:
    /** `lanes` outlives it. */
    explicit LanesExportButton(LanesView &lanes, QWidget *parent = nullptr);

    /// See `LanesExport`; call one of them after the lanes have their chart.

    void setTables(LanesExport::Tables tables);
    void setHistory(const QString &name, const QString &place,
                    const std::shared_ptr<const LeaderHistory> &history,
                    const std::optional<LeaderFigures> &figures = std::nullopt,
                    const std::optional<LockId> &lock = std::nullopt);

private:
    LanesExport *m_export;
    SaveNote m_note;
};

} // namespace lockmaster
