// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/transportbar.h"

#include "ui/kit/icons.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr std::array speeds = {0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 60.0};
constexpr int usualSpeed = 2;
constexpr int least = 34;

/** `1:02.3`, as long for every moment of a recording. */
QString positionOf(Micros at)
{
    const auto tenths = at.count() / 100'000;
    return QStringLiteral("%1:%2.%3")
        .arg(tenths / 600)
        .arg(tenths / 10 % 60, 2, 10, QChar(u'0'))
        .arg(tenths % 10);
}

int sliderValue(Micros at)
{
    return int(std::chrono::floor<Millis>(at).count());
}

} // namespace

TransportBar::TransportBar(QWidget *parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal, this)), m_time(new QLabel(this)),
      m_speed(new QComboBox(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    QToolButton *restart = addButton(QStringLiteral("|◁"), tr("From the begin"), tr("Home"));
    QToolButton *back = addButton(QStringLiteral("◁"), tr("To the event before"), tr("Comma"));
    m_play = addButton({}, tr("Play"), tr("Space"));
    QToolButton *next = addButton(QStringLiteral("▷"), tr("To the next event"), tr("Full stop"));
    for (QToolButton *button : {restart, back, m_play, next})
        layout->addWidget(button);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_time);
    layout->addWidget(m_speed);
    m_slider->setAccessibleName(tr("Moment of the recording"));
    m_slider->setSingleStep(100);
    m_slider->setPageStep(5000);
    m_slider->setToolTip(tr("Left and Right go a second back and forth"));
    m_time->setTextFormat(Qt::PlainText);
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast it is played"));
    for (const double speed : speeds)
        m_speed->addItem(QLocale().toString(speed, 'g', 4) + QStringLiteral("×"), speed);
    m_speed->setCurrentIndex(usualSpeed);
    connect(restart, &QToolButton::clicked, this, &TransportBar::restartRequested);
    connect(back, &QToolButton::clicked, this, [this] { emit stepRequested(-1); });
    connect(m_play, &QToolButton::clicked, this, &TransportBar::playToggled);
    connect(next, &QToolButton::clicked, this, [this] { emit stepRequested(1); });
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int value) { emit seekRequested(Millis(value)); });
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { emit speedChosen(m_speed->currentData().toDouble()); });
    orderTabs({restart, back, m_play, next, m_slider, m_speed});
    passFocus(*this, *m_play);
    m_play->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setPlaying(false);
    fitTime();
}

QToolButton *TransportBar::addButton(const QString &sign, const QString &name, const QString &keys)
{
    auto *button = new QToolButton(this);
    button->setText(sign);
    button->setAccessibleName(name);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(name, keys));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setMinimumSize(least, least);
    return button;
}

void TransportBar::setLength(Micros length)
{
    m_length = length;
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, std::max(1, sliderValue(length)));
    fitTime();
}

void TransportBar::setPosition(Micros at)
{
    const QSignalBlocker quiet(m_slider);
    if (!m_slider->isSliderDown())
        m_slider->setValue(sliderValue(at));
    m_time->setText(QStringLiteral("%1 / %2").arg(positionOf(at), positionOf(m_length)));
}

QString TransportBar::positionText() const
{
    return m_time->text();
}

void TransportBar::setPlaying(bool playing)
{
    const QString name = playing ? tr("Pause") : tr("Play");
    m_play->setText(name);
    m_play->setIcon(symbolicIcon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
    setSpokenName(m_play, name);
    m_play->setToolTip(QStringLiteral("%1 (%2)").arg(name, tr("Space")));
}

void TransportBar::setEvent(const QString &text)
{
    setSpokenDescription(m_slider, text);
}

void TransportBar::changeSpeed(int by)
{
    m_speed->setCurrentIndex(std::clamp(m_speed->currentIndex() + by, 0, m_speed->count() - 1));
}

/** Nothing moves while it is played. */
void TransportBar::fitTime()
{
    const QString longest = positionOf(m_length);
    QString digits = QStringLiteral("%1 / %1").arg(longest);
    for (QChar &c : digits) {
        if (c.isDigit())
            c = u'0';
    }
    m_time->setMinimumWidth(m_time->fontMetrics().horizontalAdvance(digits) + 4);
    const int name = std::max(m_play->fontMetrics().horizontalAdvance(tr("Pause")),
                              m_play->fontMetrics().horizontalAdvance(tr("Play")));
    m_play->setMinimumWidth(name + m_play->iconSize().width() + 32);
}

void TransportBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_play)
        fitTime();
}

} // namespace lockmaster
