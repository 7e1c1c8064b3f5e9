// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/confirmation.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"

#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
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
    : QWidget(parent), m_lift(textLabel({}, this)), m_reasonLabel(nullptr),
      m_reason(new QLineEdit(this)), m_wordLabel(nullptr), m_word(new QLineEdit(this))
{
    m_reasonLabel = labelOf(m_reason, this);
    m_wordLabel = labelOf(m_word, this);
    m_reason->setMaxLength(ConfirmationTerms::longestReason);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    m_lift->setContentsMargins(0, 0, 0, betweenFields - 4);
    layout->addWidget(m_lift);
    layout->addWidget(m_reasonLabel);
    layout->addWidget(m_reason);
    layout->addSpacing(betweenFields - 4);
    layout->addWidget(m_wordLabel);
    layout->addWidget(m_word);
    m_lift->hide();
    m_wordLabel->hide();
    m_word->hide();
    connect(m_reason, &QLineEdit::textChanged, this, &Confirmation::changed);
    connect(m_word, &QLineEdit::textChanged, this, &Confirmation::changed);
    askReason(false);
}

void Confirmation::askReason(bool needed)
{
    m_terms.askReason(needed);
    ask(m_terms);
}

void Confirmation::askWord(const QString &label, const QString &word, const QString &impossible)
{
    m_terms.askWord(label, word, impossible);
    ask(m_terms);
}

void Confirmation::ask(const ConfirmationTerms &terms)
{
    m_terms = terms;
    m_reasonLabel->setText(terms.reasonLabel());
    m_reason->setAccessibleName(terms.reasonLabel());
    m_reason->setPlaceholderText(ConfirmationTerms::reasonHint());
    m_wordLabel->setVisible(terms.asksWord());
    m_wordLabel->setText(terms.wordLabel());
    m_word->setAccessibleName(terms.wordLabel());
    m_word->setVisible(terms.asksWord() && terms.isPossible());
    emit changed();
}

void Confirmation::setLift(const QString &text)
{
    m_lift->setText(text);
    m_lift->setVisible(!text.isEmpty());
    setTone(m_lift, Tone::Expiring);
}

void Confirmation::takeFocus()
{
    const bool isReasonGiven = !m_reason->text().isEmpty();
    (isReasonGiven && !m_word->isHidden() ? m_word : m_reason)->setFocus(Qt::OtherFocusReason);
}

bool Confirmation::takeKey(const QKeyEvent &event, QPushButton &button)
{
    if (event.key() != Qt::Key_Return && event.key() != Qt::Key_Enter)
        return false;
    if (event.modifiers().testFlag(Qt::ControlModifier))
        return true;
    if (m_reason->hasFocus() && !m_word->isHidden())
        m_word->setFocus(Qt::TabFocusReason);
    return m_reason->hasFocus() || m_word->hasFocus() || button.hasFocus();
}

void Confirmation::offerKey(QPushButton &button)
{
    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *chord = new QShortcut(QKeySequence(Qt::CTRL | key), button.window());
        chord->setAutoRepeat(false); // nobody who leans on the keys has made up their mind
        connect(chord, &QShortcut::activated, &button, [&button] {
            if (button.isVisible() && button.isEnabled())
                button.click();
        });
    }
}

QString Confirmation::keyHint()
{
    return QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText);
}

void Confirmation::clearWord()
{
    m_word->clear();
}

QString Confirmation::reason() const
{
    return m_reason->text().trimmed();
}

QString Confirmation::word() const
{
    // A name that was copied as a line has its end with it, which is not seen in the field.
    QString word = m_word->text();
    while (word.endsWith(u'\n') || word.endsWith(u'\r'))
        word.chop(1);
    return word;
}

QString Confirmation::missing() const
{
    return m_terms.missing(reason(), word());
}

} // namespace lockmaster
