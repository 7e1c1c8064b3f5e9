// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/confirmationterms.h"

#include <QWidget>

class QKeyEvent;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockmaster {

/**
 * What an operator has to give before something is done: a reason, and on a production server a
 * word typed as it stands. Each is there only where it is asked for. GUI thread.
 */
class Confirmation final : public QWidget
{
    Q_OBJECT

public:
    explicit Confirmation(QWidget *parent = nullptr);

    /** @param needed false: a reason may be given, and need not. */
    void askReason(bool needed);
    /** As `ConfirmationTerms` has them. */
    void ask(const ConfirmationTerms &terms);
    void askWord(const QString &label, const QString &word, const QString &impossible);
    /** What is allowed along with it, in amber above the fields; empty: nothing. */
    void setLift(const QString &text);
    /** Empties what was typed; the reason stays. */
    void clearWord();
    /** To where typing goes: what is missing first, if anything. */
    void takeFocus();

    QString reason() const;
    QString word() const;
    /** The first thing that is missing, as a sentence; empty: nothing is. */
    QString missing() const;

    /**
     * What the keys of a dialog with a confirmation do. Return never presses `button`: typing ends
     * with it out of habit, so it goes from the reason to the word, and does nothing behind that.
     * @return whether the key was one of these
     */
    bool takeKey(const QKeyEvent &event, QPushButton &button);
    /**
     * Ctrl+Return presses `button` of a dialog where it can be pressed, and never anything else:
     * not what has the focus by then.
     */
    static void offerKey(QPushButton &button);
    /** What to press once nothing is missing, for the place where that would be told. */
    static QString keyHint();

    QLineEdit &reasonEdit() { return *m_reason; }
    QLineEdit &wordEdit() { return *m_word; }

signals:
    void changed();

private:
    QLabel *m_lift; ///< hidden where nothing is
    QLabel *m_reasonLabel;
    QLineEdit *m_reason;
    QLabel *m_wordLabel;
    QLineEdit *m_word;
    ConfirmationTerms m_terms;
};

} // namespace lockmaster
