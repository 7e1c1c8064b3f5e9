// SPDX-License-Identifier: Apache-2.0
#include "ui/lanes/lanesexportbutton.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"
#include "ui/lanes/lanesview.h"
#include "ui/kit/plainbuttons.h"

#include <QAccessible>
#include <QMessageBox>
#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto noteShown = 12s;
constexpr int noteMargin = 8;

} // namespace

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
    // A tool tip goes with the next move of the mouse: as soon as the dialog closes.
    delete m_note;
    m_note = new QLabel(window());
    m_note->setTextFormat(Qt::PlainText);
    m_note->setText(tr("Saved: %1").arg(literalText(path)));
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setWordWrap(true);
    m_note->setFrameShape(QFrame::Box);
    m_note->setMargin(8);
    m_note->setAutoFillBackground(true);
    m_note->setBackgroundRole(QPalette::ToolTipBase);
    m_note->setForegroundRole(QPalette::ToolTipText);
    const int width = std::min(window()->width() - 2 * noteMargin, m_note->sizeHint().width());
    m_note->resize(width, m_note->heightForWidth(width));
    const QPoint corner = mapTo(window(), rect().topRight());
    m_note->move(std::max(noteMargin, corner.x() - width),
                 std::max(noteMargin, corner.y() - m_note->height() - noteMargin));
    m_note->show();
    m_note->raise();
    QAccessibleEvent told(m_note, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    QTimer::singleShot(noteShown, m_note, &QObject::deleteLater);
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
