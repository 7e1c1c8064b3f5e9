// SPDX-License-Identifier: Apache-2.0
#include "ui/window/refreshcontrol.h"

#include "core/text/durationtext.h"
#include "ui/kit/icons.h"

#include <QActionGroup>
#include <QKeyEvent>
#include <QMenu>

namespace lockmaster {

namespace {

constexpr int profilesOwn = -1;

int choiceOf(std::optional<Millis> period)
{
    return period ? static_cast<int>(period->count()) : profilesOwn;
}

} // namespace

RefreshControl::RefreshControl(QWidget *parent)
    : QToolButton(parent), m_choices(new QActionGroup(this))
{
    setPopupMode(MenuButtonPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip(tr("Pause or go on (Space)"));
    auto *menu = new QMenu(this);
    m_off = menu->addAction(tr("Off"));
    m_off->setCheckable(true);
    m_choices->addAction(m_off);
    connect(m_off, &QAction::triggered, this, [this] { emit pauseRequested(true); });
    setMenu(menu);
    for (const int seconds : {1, 2, 5, 10, 30, 60})
        addChoice(periodText(std::chrono::seconds(seconds)), std::chrono::seconds(seconds));
    menu->addSeparator();
    addChoice(tr("As each server's profile says"), std::nullopt);
    connect(this, &QToolButton::clicked, this, [this] { emit pauseRequested(!m_paused); });
    setState(false, std::nullopt);
}

void RefreshControl::addChoice(const QString &text, std::optional<Millis> period)
{
    QAction *action = menu()->addAction(text);
    action->setCheckable(true);
    action->setData(choiceOf(period));
    m_choices->addAction(action);
    connect(action, &QAction::triggered, this, [this, period] {
        emit periodRequested(period);
        emit pauseRequested(false);
    });
}

/** Qt opens a menu beside a button by the mouse alone. */
void RefreshControl::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_F4)
        menu()->popup(mapToGlobal(rect().bottomLeft()));
    else
        QToolButton::keyPressEvent(event);
}

void RefreshControl::setState(bool paused, std::optional<Millis> period)
{
    m_paused = paused;
    setIcon(symbolicIcon(paused ? QStringLiteral("pause") : QStringLiteral("play")));
    m_period = period;
    updateText();
    const QList<QAction *> actions = m_choices->actions();
    for (QAction *action : actions) {
        if (action != m_off)
            action->setChecked(!paused && action->data().toInt() == choiceOf(period));
    }
    if (paused)
        m_off->setChecked(true);
}

void RefreshControl::setProfilePeriod(std::optional<Millis> period)
{
    if (m_profilePeriod == period)
        return;
    m_profilePeriod = period;
    updateText();
}

void RefreshControl::updateText()
{
    const auto shown = m_period ? m_period : m_profilePeriod;
    if (m_paused)
        setText(tr("Paused"));
    else
        setText(shown ? tr("Live · %1").arg(periodText(*shown)) : tr("Live"));
}

} // namespace lockmaster
