// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QFileDialog;
class QLabel;
class QWidget;

namespace lockmaster {

/** One way to save what is shown. */
struct SavedKind {
    QString filter; ///< `Picture of all of it (*.png)`, translated
    QString suffix; ///< `png`
};

/** A name for a file, of which anything may have been the name before; without a dot. */
QString fileNameOf(const QString &text);

/**
 * A dialog for a file that goes when it is closed, and leaves the keys to the window it stood over:
 * closed while its list of fitting names is open, it would leave them to nobody. GUI thread.
 */
QFileDialog *makeFileDialog(QWidget *over, const QString &title);
/** The same for a file that is there. */
QFileDialog *makeOpenDialog(QWidget *over, const QString &title);

/** Of a file that is there already: the dialog asks whether to replace it, or leaves that to
 * whoever writes. */
enum class Existing : quint8 { MayBeReplaced, IsNotAskedAbout };

/**
 * Asks for a file in a dialog that blocks nothing; `chosen` gets its path, and which of the kinds
 * was chosen. Nothing is called where it is given up. GUI thread.
 */
void askWhereToSave(QObject *context, QWidget *over, const QString &title,
                    const std::vector<SavedKind> &kinds, const QString &suggested,
                    const std::function<void(const QString &path, size_t kind)> &chosen,
                    Existing existing = Existing::MayBeReplaced);

/** The file as a whole or not at all; empty, or why not. */
QString saveWhole(const QByteArray &bytes, const QString &path);

/** In a box that blocks nothing: what was not done, and why. Text is plain. GUI thread. */
void showNotDone(QWidget &widget, const QString &title, const QString &text, const QString &reason);

/** Tells beside a button where something was saved, or in a box why it was not. */
class SaveNote final
{
public:
    /** `anchor` outlives it. */
    explicit SaveNote(QWidget &anchor) : m_anchor(anchor) {}

    void tellSaved(const QString &path);
    void tellFailed(const QString &path, const QString &reason);

private:
    QWidget &m_anchor;
    QPointer<QLabel> m_note; ///< the last one, while it is shown
};

} // namespace lockmaster
