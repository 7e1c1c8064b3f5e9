// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesexportbutton.h"

#include "ui/lanes/lanesview.h"

namespace lockmaster {

LanesExportButton::LanesExportButton(LanesView &lanes, QWidget *parent)
    : QToolButton(parent), m_export(new LanesExport(lanes)), m_note(*this)
{
    setText(tr("Export…"));
    setToolTip(tr("Save the lanes as picture, drawing, table or numbers"));
    setFocusPolicy(Qt::StrongFocus);
    setEnabled(false);
    connect(this, &QToolButton::clicked, m_export, &LanesExport::ask);
    connect(m_export, &LanesExport::saved, this,
            [this](const QString &path) { m_note.tellSaved(path); });
    connect(m_export, &LanesExport::failed, this,
            [this](const QString &path, const QString &why) { m_note.tellFailed(path, why); });
}

void LanesExportButton::setTables(LanesExport::Tables tables)
{
    m_export->setTables(std::move(tables));
    setEnabled(m_export->canSave());
}

void LanesExportButton::setHistory(const QString &name, const QString &place,
                                   const std::shared_ptr<const LeaderHistory> &history,
                                   const std::optional<LeaderFigures> &figures,
                                   const std::optional<LockId> &lock)
{
    m_export->setHistory(name, place, history, figures, lock);
    setEnabled(m_export->canSave());
}

} // namespace lockmaster
