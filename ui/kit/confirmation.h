// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/confirmationterms.h"

#include <QWidget>

class QLabel;
class QLineEdit;

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
    /** Empties what was typed; the reason stays. */
    void clearWord();

    QString reason() const;
    QString word() const;
    /** The first thing that is missing, as a sentence; empty: nothing is. */
    QString missing() const;

    QLineEdit &reasonEdit() { return *m_reason; }
    QLineEdit &wordEdit() { return *m_word; }

signals:
    void changed();

private:
    QLabel *m_reasonLabel;
    QLineEdit *m_reason;
    QLabel *m_wordLabel;
    QLineEdit *m_word;
    ConfirmationTerms m_terms;
};

} // namespace lockmaster
