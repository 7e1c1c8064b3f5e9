// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/messagepage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

constexpr int textWidth = 420;

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
    m_label->setFixedWidth(textWidth);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->addStretch(2);
    layout->addWidget(m_label, 0, Qt::AlignHCenter);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    buttons->addWidget(m_button);
    buttons->addWidget(m_second);
    buttons->addStretch();
    layout->addLayout(buttons);
    layout->addStretch(3);
    m_second->hide();
    connect(m_button, &QPushButton::clicked, this, &MessagePage::buttonClicked);
    connect(m_second, &QPushButton::clicked, this, &MessagePage::secondButtonClicked);
}

void MessagePage::setMessage(const QString &text, const QString &button, const QString &second)
{
    if (m_label->text() != text) {
        m_label->setText(text);
        // A centred label is not asked how high it is at its width.
        m_label->setMinimumHeight(m_label->heightForWidth(textWidth));
        m_label->setAccessibleName(text);
    }
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_second->setText(second);
    m_second->setVisible(!second.isEmpty());
}

QString MessagePage::text() const
{
    return m_label->text();
}

} // namespace lockmaster
