// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/banner.h"

#include "ui/kit/lockdelegate.h"
#include "core/display/locktext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace lockmaster {

namespace {

constexpr int bannerStripeWidth = 3;
constexpr qsizetype bannerMostText = 2000;

QLabel *wrappedLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // One long word must not make the window as wide as it is.
    label->setMinimumWidth(1);
    return label;
}

} // namespace

Banner::Banner(QWidget *parent)
    : QWidget(parent), m_title(wrappedLabel(this)), m_text(wrappedLabel(this)),
      m_layout(new QHBoxLayout(this))
{
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_text);
    m_layout->setContentsMargins(bannerStripeWidth + 9, 8, 8, 8);
    m_layout->setSpacing(8);
    m_layout->addLayout(texts, 1);
    // As high as its width asks for: a wrapped text's own idea of a height is for a narrow column.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void Banner::setMessage(Tone tone, const QString &title, const QString &text)
{
    m_tone = tone;
    m_title->setText(briefText(title, bannerMostText));
    m_text->setText(briefText(text, bannerMostText));
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(this->text());
    applyColors();
    setVisible(!title.isEmpty());
}

QString Banner::text() const
{
    return m_text->text().isEmpty() ? m_title->text() : m_title->text() + u'\n' + m_text->text();
}

void Banner::addButton(QWidget *button)
{
    m_layout->addWidget(button, 0, Qt::AlignVCenter);
}

void Banner::applyColors()
{
    QPalette titlePalette = palette();
    titlePalette.setColor(QPalette::WindowText, toneColor(m_tone, colorsFor(palette())));
    m_title->setPalette(titlePalette);
    update();
}

void Banner::paintEvent(QPaintEvent *)
{
    const Colors &colors = colorsFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.hover);
    painter.fillRect(0, 0, bannerStripeWidth, height(), toneColor(m_tone, colors));
}

void Banner::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

} // namespace lockmaster
