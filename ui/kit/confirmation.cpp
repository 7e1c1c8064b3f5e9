// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/confirmation.h"

#include "core/text/literaltext.h"
#include "ui/kit/elidedlabel.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

constexpr int betweenFields = 8;

QLabel *labelOf(QLineEdit *edit, QWidget *parent)
{
    auto *label = new ElidedLabel(parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(edit);
    return label;
}

} // namespace

Confirmation::Confirmation(QWidget *parent)
    : QWidget(parent), m_reasonLabel(nullptr), m_reason(new QLineEdit(this)), m_wordLabel(nullptr),
      m_word(new QLineEdit(this))
{
    constexpr int longestReason = 2000;
    m_reasonLabel = labelOf(m_reason, this);
    m_wordLabel = labelOf(m_word, this);
    m_reason->setMaxLength(longestReason);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(m_reasonLabel);
    layout->addWidget(m_reason);
    layout->addSpacing(betweenFields - 4);
    layout->addWidget(m_wordLabel);
    layout->addWidget(m_word);
    m_wordLabel->hide();
    m_word->hide();
    connect(m_reason, &QLineEdit::textChanged, this, &Confirmation::changed);
    connect(m_word, &QLineEdit::textChanged, this, &Confirmation::changed);
    askReason(false);
}

void Confirmation::askReason(bool needed)
{
    m_reasonNeeded = needed;
    m_reasonLabel->setText(needed ? tr("Reason (kept in the audit log)")
                                  : tr("Reason (optional; kept in the audit log)"));
    m_reason->setAccessibleName(m_reasonLabel->text());
    m_reason->setPlaceholderText(tr("For example: pooled connection leaked the lock, OPS-311"));
}

void Confirmation::askWord(const QString &label, const QString &word, const QString &impossible)
{
    m_wordNeeded = true;
    m_wanted = word;
    const bool possible = !word.isEmpty() && word.size() <= longestWord;
    m_impossible = possible ? QString() : impossible;
    m_wordLabel->setText(possible ? label : impossible);
    m_wordLabel->show();
    m_word->setAccessibleName(label);
    m_word->setVisible(possible);
    emit changed();
}

void Confirmation::clearWord()
{
    m_word->clear();
}

QString Confirmation::reason() const
{
    return m_reason->text().trimmed();
}

QString Confirmation::missing() const
{
    if (!m_impossible.isEmpty())
        return m_impossible;
    if (m_reasonNeeded && isBlank(reason()))
        return tr("Give a reason.");
    // An empty word never matches, whatever is typed or not typed.
    if (m_wordNeeded && (m_wanted.isEmpty() || m_word->text() != m_wanted))
        return m_wordLabel->text() + u'.';
    return {};
}

} // namespace lockmaster
