// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/messagepage.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

/** Of characters: a line that the eye finds back from, at any size of text. */
constexpr int longestLine = 60;

} // namespace

MessagePage::MessagePage(QWidget *parent)
    : QWidget(parent), m_label(new QLabel(this)), m_button(new QPushButton(this)),
      m_second(new QPushButton(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setWordWrap(true);
    m_label->setAlignment(Qt::AlignCenter);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->addStretch(2);
    // In a row of its own: a label that is centred by its alignment is not asked how high it is.
    constexpr int mostOfIt = 100;
    auto *line = new QHBoxLayout;
    line->addStretch(1);
    line->addWidget(m_label, mostOfIt);
    line->addStretch(1);
    layout->addLayout(line);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    buttons->addWidget(m_button);
    buttons->addWidget(m_second);
    buttons->addStretch();
    layout->addLayout(buttons);
    layout->addStretch(3);
    m_second->hide();
    limitLine();
    connect(m_button, &QPushButton::clicked, this, &MessagePage::buttonClicked);
    connect(m_second, &QPushButton::clicked, this, &MessagePage::secondButtonClicked);
}

void MessagePage::setMessage(const QString &text, const QString &button, const QString &second)
{
    if (m_label->text() != text) {
        m_label->setText(text);
        m_label->setAccessibleName(text);
    }
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_second->setText(second);
    m_second->setVisible(!second.isEmpty());
}

void MessagePage::limitLine()
{
    m_label->setMaximumWidth(longestLine * m_label->fontMetrics().averageCharWidth());
}

void MessagePage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        limitLine();
}

QString MessagePage::text() const
{
    return m_label->text();
}

} // namespace lockmaster
