// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/dock.h"

#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

const QString heightKey = QStringLiteral("lists/height");
const QString foldedKey = QStringLiteral("lists/folded");
const QString foldedTightKey = QStringLiteral("lists/folded-in-little-room");
const QString awayKey = QStringLiteral("lists/away");
const QString frontKey = QStringLiteral("lists/front");

constexpr int usualRows = 6;
constexpr int leastRows = 2;

} // namespace

Dock::Dock(QSettings &settings, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_tabs(new QTabBar(this)),
      m_worst(new ElidedLabel(this)), m_tools(new QStackedWidget(this)),
      m_fold(new QToolButton(this)), m_putAway(new QToolButton(this)), m_head(buildHead()),
      m_lists(new QStackedWidget(this)), m_wanted(settings.value(frontKey).toString()),
      m_openHeight(settings.value(heightKey).toInt()),
      m_folded(settings.value(foldedKey, false).toBool()),
      m_foldedWhenTight(settings.value(foldedTightKey, true).toBool()),
      m_away(settings.value(awayKey, false).toBool())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_lists, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_lists->setCurrentIndex(index);
        m_tools->setCurrentIndex(index);
        follow();
        if (QWidget *const list = current())
            emit listBrought(list);
    });
    // Who chooses one wants to see it.
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this](int index) {
        if (index >= 0)
            setFolded(false);
    });
    connect(m_tabs, &QTabBar::tabBarDoubleClicked, this, [this](int index) {
        if (index >= 0)
            setFolded(true);
    });
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!isFolded()); });
    connect(m_putAway, &QToolButton::clicked, this, [this] { setAway(true); });
    follow();
}

QWidget *Dock::buildHead()
{
    auto *head = new QWidget(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_tabs->setAccessibleName(tr("Lists"));
    m_worst->setContentsMargins(8, 0, 8, 0);
    m_worst->setCursor(Qt::PointingHandCursor);
    m_worst->installEventFilter(this);
    m_tools->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    for (QToolButton *button : {m_fold, m_putAway}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }
    m_putAway->setText(QStringLiteral("×"));
    m_putAway->setAccessibleName(tr("Put the lists away"));
    m_putAway->setToolTip(tr("Put the lists away: Ctrl+Shift+J brings them back"));
    auto *layout = new QHBoxLayout(head);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    layout->addWidget(m_tabs);
    layout->addWidget(m_worst, 2);
    layout->addWidget(m_tools, 3);
    layout->addStretch(); // where neither of both is shown
    layout->addWidget(m_fold);
    layout->addWidget(m_putAway);
    return head;
}

void Dock::add(const QString &key, const QString &title, QWidget *list, QWidget *tools)
{
    m_keys << key;
    m_titles << title;
    m_tones.push_back(Tone::Plain);
    m_lists->addWidget(list);
    m_tools->addWidget(tools);
    const QSignalBlocker quiet(m_tabs);
    m_tabs->addTab(title);
    m_tabs->updateGeometry(); // it tells nobody before it is shown
    const int front = int(m_keys.indexOf(m_wanted));
    m_tabs->setCurrentIndex(std::max(front, 0));
    m_lists->setCurrentIndex(m_tabs->currentIndex());
    m_tools->setCurrentIndex(m_tabs->currentIndex());
    follow();
}

int Dock::indexOf(const QWidget *list) const
{
    return m_lists->indexOf(const_cast<QWidget *>(list));
}

void Dock::setCount(const QWidget *list, const QString &count, Tone tone)
{
    const int index = indexOf(list);
    if (index < 0)
        return;
    const QString &title = m_titles[index];
    const QString text = count.isEmpty() ? title : QStringLiteral("%1 %2").arg(title, count);
    if (text != m_tabs->tabText(index))
        m_tabs->setTabText(index, text);
    m_tabs->updateGeometry();
    if (!count.isEmpty())
        setFilled();
    if (std::exchange(m_tones[size_t(index)], tone) != tone)
        colourTabs();
}

QString Dock::tabText(const QWidget *list) const
{
    return m_tabs->tabText(indexOf(list));
}

void Dock::colourTabs()
{
    const Colors &colors = colorsFor(palette());
    for (int index = 0; index < m_tabs->count(); ++index) {
        const Tone tone = m_tones[size_t(index)];
        m_tabs->setTabTextColor(index, tone == Tone::Plain ? QColor() : toneColor(tone, colors));
    }
    setTone(m_worst, m_worstTone);
}

void Dock::setWorst(const QWidget *list, const QString &text, Tone tone)
{
    m_worstOf = list;
    m_worstText = text;
    m_worstTone = tone;
    followWorst();
}

void Dock::followWorst()
{
    const QString text = isListShown(m_worstOf) ? QString() : m_worstText;
    if (text != m_worst->text())
        m_worst->setText(text);
    setTone(m_worst, m_worstTone);
    m_worst->setVisible(!text.isEmpty());
    // A line alone has no list to act on.
    m_tools->setVisible(!isFolded());
}

void Dock::setFilled()
{
    if (!std::exchange(m_filled, true))
        emit stateChanged();
}

QString Dock::worstShown() const
{
    return m_worst->text();
}

QWidget *Dock::current() const
{
    return m_lists->currentWidget();
}

bool Dock::isListShown(const QWidget *list) const
{
    return list && list == current() && !isFolded() && !m_away && !m_presenting;
}

void Dock::bring(QWidget *list)
{
    m_tabs->setCurrentIndex(indexOf(list));
    m_away = false;
    setFolded(false);
}

void Dock::enter()
{
    const QWidget *focus = window()->focusWidget();
    const bool isHere = isListShown(current()) && focus && isAncestorOf(focus);
    bring(m_lists->widget((m_tabs->currentIndex() + (isHere ? 1 : 0)) % m_tabs->count()));
    current()->setFocus(Qt::ShortcutFocusReason);
}

bool Dock::isFolded() const
{
    return m_tight ? m_foldedWhenTight : m_folded;
}

void Dock::setFolded(bool folded)
{
    folding() = folded;
    follow();
}

void Dock::setAway(bool away)
{
    m_away = away;
    follow();
}

void Dock::setTight(bool tight)
{
    if (std::exchange(m_tight, tight) != tight)
        follow();
}

void Dock::setPresenting(bool presenting)
{
    m_presenting = presenting;
    follow();
}

void Dock::follow()
{
    const bool folded = isFolded();
    m_lists->setVisible(!folded);
    m_fold->setArrowType(folded ? Qt::UpArrow : Qt::DownArrow);
    const QString name = folded ? tr("Unfold the lists") : tr("Fold the lists");
    m_fold->setAccessibleName(name);
    m_fold->setToolTip(QStringLiteral("%1 (Ctrl+J)").arg(name));
    const int least = m_head->sizeHint().height();
    setMinimumHeight(folded ? least : least + leastRows * LockDelegate::rowHeight());
    setMaximumHeight(folded ? least : QWIDGETSIZE_MAX);
    setVisible(!m_away && !m_presenting);
    followWorst();
    emit stateChanged();
}

int Dock::wantedHeight() const
{
    const int head = m_head->sizeHint().height();
    if (isFolded())
        return head;
    if (!m_filled)
        return minimumHeight();
    const int usual = head + usualRows * LockDelegate::rowHeight();
    return std::max(minimumHeight(), m_openHeight > 0 ? m_openHeight : usual);
}

void Dock::setOpenHeight(int height)
{
    if (isFolded() || !isVisible())
        return;
    m_openHeight = height;
    m_filled = true; // somebody wants the room
}

void Dock::saveState()
{
    m_settings.setValue(heightKey, m_openHeight);
    m_settings.setValue(foldedKey, m_folded);
    m_settings.setValue(foldedTightKey, m_foldedWhenTight);
    m_settings.setValue(awayKey, m_away);
    m_settings.setValue(frontKey, m_keys.value(m_tabs->currentIndex()));
}

void Dock::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourTabs();
    if (event->type() == QEvent::FontChange)
        follow();
}

/** What is worst leads to where it stands. */
bool Dock::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_worst && event->type() == QEvent::MouseButtonRelease)
        bring(const_cast<QWidget *>(m_worstOf));
    return QWidget::eventFilter(watched, event);
}

} // namespace lockmaster
