// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesexportbutton.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"
#include "ui/lanes/lanesview.h"
#include "ui/kit/passingnote.h"
#include "ui/kit/plainbuttons.h"

#include <QMessageBox>

namespace lockmaster {

LanesExportButton::LanesExportButton(LanesView &lanes, QWidget *parent)
    : QToolButton(parent), m_export(new LanesExport(lanes))
{
    setText(tr("Export…"));
    setToolTip(tr("Save the lanes as picture, drawing, table or numbers"));
    setFocusPolicy(Qt::StrongFocus);
    setEnabled(false);
    connect(this, &QToolButton::clicked, m_export, &LanesExport::ask);
    connect(m_export, &LanesExport::saved, this, &LanesExportButton::tellSaved);
    connect(m_export, &LanesExport::failed, this, &LanesExportButton::tellFailed);
}

void LanesExportButton::setTables(LanesExport::Tables tables)
{
    m_export->setTables(std::move(tables));
    setEnabled(m_export->canSave());
}

void LanesExportButton::setHistory(const QString &name, const QString &place,
                                   const std::shared_ptr<const LeaderHistory> &history,
                                   const std::optional<LeaderFigures> &figures)
{
    m_export->setHistory(name, place, history, figures);
    setEnabled(m_export->canSave());
}

void LanesExportButton::tellSaved(const QString &path)
{
    delete m_note;
    m_note = showPassingNote(*this, tr("Saved: %1").arg(literalText(path)));
}

void LanesExportButton::tellFailed(const QString &path, const QString &reason)
{
    auto *box =
        new QMessageBox(QMessageBox::Warning, tr("Not saved"), {}, QMessageBox::Close, window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("%1 could not be written.").arg(literalText(path)));
    box->setInformativeText(literalText(reason));
    usePlainButtons(*box);
    box->open();
}

} // namespace lockmaster
