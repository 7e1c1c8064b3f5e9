// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/savefile.h"

#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/passingnote.h"
#include "ui/kit/plainbuttons.h"

#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>

namespace lockmaster {

/** Without a dot, after which the dialog would not add the ending of the type. */
QString fileNameOf(const QString &text)
{
    static const QRegularExpression awkward(QStringLiteral("[^\\w-]+"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    QString name = briefText(text, 40);
    name.replace(awkward, QStringLiteral("-"));
    return name;
}

namespace {

/** Closed by Return while its list of names is open, the dialog leaves the keys to nobody. */
void takeKeysBack(QWidget &window)
{
    window.activateWindow();
    // The system has given them already, and told so while that list was open: Qt heeds no such
    // word then, and it is not told again.
    if (QGuiApplication::focusWindow() == window.windowHandle())
        QApplication::setActiveWindow(&window);
}

} // namespace

QFileDialog *makeFileDialog(QWidget *over, const QString &title)
{
    auto *dialog = new QFileDialog(over, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (over)
        QObject::connect(dialog, &QObject::destroyed, over->window(),
                         [window = over->window()] { takeKeysBack(*window); });
    return dialog;
}

QFileDialog *makeOpenDialog(QWidget *over, const QString &title)
{
    QFileDialog *const dialog = makeFileDialog(over, title);
    dialog->setFileMode(QFileDialog::ExistingFile);
    return dialog;
}

void askWhereToSave(QObject *context, QWidget *over, const QString &title,
                    const std::vector<SavedKind> &kinds, const QString &suggested,
                    const std::function<void(const QString &path, size_t kind)> &chosen,
                    Existing existing)
{
    QFileDialog *const dialog = makeFileDialog(over, title);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite, existing == Existing::IsNotAskedAbout);
    QStringList filters;
    for (const SavedKind &kind : kinds)
        filters << kind.filter;
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(kinds.front().suffix);
    if (!suggested.isEmpty())
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
    delete m_note;
    m_note = showPassingNote(
        m_anchor,
        QCoreApplication::translate("lockmaster::SaveNote", "Saved: %1").arg(literalText(path)));
}

void showNotDone(QWidget &widget, const QString &title, const QString &text, const QString &reason)
{
    auto *box =
        new QMessageBox(QMessageBox::Warning, title, {}, QMessageBox::Close, widget.window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(text);
    box->setInformativeText(literalText(reason));
    usePlainButtons(*box);
    box->open();
}

void SaveNote::tellFailed(const QString &path, const QString &reason)
{
    showNotDone(m_anchor, QCoreApplication::translate("lockmaster::SaveNote", "Not saved"),
                QCoreApplication::translate("lockmaster::SaveNote", "%1 could not be written.")
                    .arg(literalText(path)),
                reason);
}

} // namespace lockmaster
