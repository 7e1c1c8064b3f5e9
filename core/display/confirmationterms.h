// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>

namespace lockmaster {

/** What somebody has to type before something is done that cannot be undone, and whether they did.
 */
class ConfirmationTerms
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::ConfirmationTerms)

public:
    /** A word that is longer cannot be asked for. */
    static constexpr qsizetype longestWord = 1000;
    static constexpr int longestReason = 2000;

    /** @param needed false: a reason may be given, and need not. */
    void askReason(bool needed) { m_isReasonNeeded = needed; }
    /**
     * Asks for `word`, compared character by character; an empty word matches nothing. @param label
     * says what to type. @param impossible is said where it cannot be typed.
     */
    void askWord(const QString &label, const QString &word, const QString &impossible);

    QString reasonLabel() const;
    /** An example of a reason. */
    static QString reasonHint();
    bool asksWord() const { return m_isWordNeeded; }
    bool isPossible() const { return m_impossible.isEmpty(); }
    /** What to type, or why it cannot be typed. */
    QString wordLabel() const { return isPossible() ? m_label : m_impossible; }

    /** The first thing that is missing, as a sentence; empty: nothing is. */
    QString missing(const QString &reason, const QString &word) const;

private:
    QString m_label;
    QString m_wanted;
    QString m_impossible;
    bool m_isReasonNeeded = false;
    bool m_isWordNeeded = false;
};

} // namespace lockmaster
