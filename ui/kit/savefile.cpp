// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/savefile.h"

#include "core/text/literaltext.h"
#include "ui/kit/locktext.h"
#include "ui/kit/plainbuttons.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSaveFile>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto noteShown = 12s;
constexpr int noteMargin = 8;

} // namespace

/** Without a dot, after which the dialog would not add the ending of the type. */
QString fileNameOf(const QString &text)
{
    static const QRegularExpression awkward(QStringLiteral("[^\\w-]+"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    QString name = briefText(text, 40);
    name.replace(awkward, QStringLiteral("-"));
    return name;
}

void askWhereToSave(QObject *context, QWidget *over, const QString &title,
                    const std::vector<SavedKind> &kinds, const QString &suggested,
                    const std::function<void(const QString &path, size_t kind)> &chosen)
{
    auto *dialog = new QFileDialog(over, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const SavedKind &kind : kinds)
        filters << kind.filter;
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(kinds.front().suffix);
    dialog->selectFile(suggested);
    const auto kindOf = [kinds](const QString &filter) {
        const auto found = std::find_if(kinds.begin(), kinds.end(), [&filter](const auto &kind) {
            return kind.filter == filter;
        });
        return found == kinds.end() ? size_t(0) : size_t(found - kinds.begin());
    };
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                     [dialog, kinds, kindOf](const QString &filter) {
                         dialog->setDefaultSuffix(kinds[kindOf(filter)].suffix);
                     });
    QObject::connect(dialog, &QFileDialog::fileSelected, context,
                     [dialog, kindOf, chosen](const QString &path) {
                         chosen(path, kindOf(dialog->selectedNameFilter()));
                     });
    dialog->open();
}

QString saveWhole(const QByteArray &bytes, const QString &path)
{
    if (bytes.isEmpty())
        return QCoreApplication::translate("lockmaster::SaveNote", "There is nothing to save.");
    QSaveFile file(path);
    const bool isSaved =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return isSaved ? QString() : file.errorString();
}

void SaveNote::tellSaved(const QString &path)
{
    // A tool tip goes with the next move of the mouse: as soon as the dialog closes.
    delete m_note;
    QWidget *const window = m_anchor.window();
    m_note = new QLabel(window);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setText(
        QCoreApplication::translate("lockmaster::SaveNote", "Saved: %1").arg(literalText(path)));
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setWordWrap(true);
    m_note->setFrameShape(QFrame::Box);
    m_note->setMargin(8);
    m_note->setAutoFillBackground(true);
    m_note->setBackgroundRole(QPalette::ToolTipBase);
    m_note->setForegroundRole(QPalette::ToolTipText);
    const int width = std::min(window->width() - 2 * noteMargin, m_note->sizeHint().width());
    m_note->resize(width, m_note->heightForWidth(width));
    const QPoint corner = m_anchor.mapTo(window, m_anchor.rect().topRight());
    m_note->move(std::max(noteMargin, corner.x() - width),
                 std::max(noteMargin, corner.y() - m_note->height() - noteMargin));
    m_note->show();
    m_note->raise();
    QAccessibleEvent told(m_note, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    QTimer::singleShot(noteShown, m_note, &QObject::deleteLater);
}

void SaveNote::tellFailed(const QString &path, const QString &reason)
{
    auto *box = new QMessageBox(QMessageBox::Warning,
                                QCoreApplication::translate("lockmaster::SaveNote", "Not saved"),
                                {}, QMessageBox::Close, m_anchor.window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(QCoreApplication::translate("lockmaster::SaveNote", "%1 could not be written.")
                     .arg(literalText(path)));
    box->setInformativeText(literalText(reason));
    usePlainButtons(*box);
    box->open();
}

} // namespace lockmaster
