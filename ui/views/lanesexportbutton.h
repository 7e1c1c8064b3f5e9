// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/leader.h"

#include <QToolButton>

namespace lockmaster {

class LanesExport;
class LanesView;

/**
 * "Export...": saves what `lanes` shows, and tells in a bubble where it went, or in a box why it
 * did not. There is something to click as long as there is something to save.
 */
class LanesExportButton final : public QToolButton
{
    Q_OBJECT

public:
    /** `lanes` outlives it. */
    explicit LanesExportButton(LanesView &lanes, QWidget *parent = nullptr);

    /** See `LanesExport::setHistory`; call it after the lanes have their chart. */
    void setHistory(const QString &name, std::shared_ptr<const LeaderHistory> history,
                    std::optional<LeaderFigures> figures = std::nullopt);

private:
    void tellSaved(const QString &path);
    void tellFailed(const QString &path, const QString &reason);

    LanesExport *m_export;
};

} // namespace lockmaster
