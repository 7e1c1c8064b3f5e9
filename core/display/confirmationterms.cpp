// SPDX-License-Identifier: Apache-2.0
#include "core/display/confirmationterms.h"

#include "core/text/literaltext.h"

namespace lockmaster {

void ConfirmationTerms::askWord(const QString &label, const QString &word,
                                const QString &impossible)
{
    m_isWordNeeded = true;
    m_label = label;
    m_wanted = word;
    m_impossible = !word.isEmpty() && word.size() <= longestWord ? QString() : impossible;
}

QString ConfirmationTerms::reasonLabel() const
{
    return m_isReasonNeeded ? tr("Reason (kept in the audit log)")
                            : tr("Reason (optional; kept in the audit log)");
}

QString ConfirmationTerms::reasonHint()
{
    return tr("For example: pooled connection leaked the lock, OPS-311");
}

QString ConfirmationTerms::missing(const QString &reason, const QString &word) const
{
    if (!isPossible())
        return m_impossible;
    if (m_isReasonNeeded && isBlank(reason))
        return tr("Give a reason.");
    // An empty word never matches, whatever is typed or not typed.
    if (m_isWordNeeded && (m_wanted.isEmpty() || word != m_wanted))
        return m_label + u'.';
    return {};
}

} // namespace lockmaster
