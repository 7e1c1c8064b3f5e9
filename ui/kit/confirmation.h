// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    /** A word that is longer cannot be asked for. */
    static constexpr qsizetype longestWord = 1000;

    explicit Confirmation(QWidget *parent = nullptr);

    /** @param needed false: a reason may be given, and need not. */
    void askReason(bool needed);
    /**
     * Asks for `word`, compared character by character; an empty word matches nothing. @param label
     * says what to type. @param impossible is said where it cannot be typed.
     */
    void askWord(const QString &label, const QString &word, const QString &impossible);
    /** Empties what was typed; the reason stays. */
    void clearWord();

    QString reason() const;
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
    QString m_wanted;
    QString m_impossible;
    bool m_reasonNeeded = false;
    bool m_wordNeeded = false;
};

} // namespace lockmaster
