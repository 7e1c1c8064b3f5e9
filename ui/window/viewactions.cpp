// SPDX-License-Identifier: Apache-2.0
#include "ui/window/viewactions.h"

#include "ui/kit/actionname.h"
#include "ui/kit/dock.h"
#include "ui/kit/textsize.h"
#include "ui/kit/wholescreen.h"
#include "ui/window/centre.h"
#include "ui/window/pagewindow.h"
#include "ui/window/pagewindows.h"

#include <QAction>
#include <QEvent>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QScreen>
#include <QStatusBar>
#include <QWindow>

namespace lockmaster {

ViewActions::ViewActions(QMainWindow &window, Centre &centre, PageWindows &pageWindows,
                         TextSize &textSize)
    : QObject(&window), m_window(window), m_centre(centre), m_pageWindows(pageWindows),
      m_textSize(textSize),
      // A keyboard may have the plus on a key with the equals sign.
      m_larger(add([] { return tr("Larger text"); },
                   {QKeySequence(tr("Ctrl++")), QKeySequence(Qt::CTRL | Qt::Key_Equal)})),
      m_smaller(add([] { return tr("Smaller text"); }, {QKeySequence(tr("Ctrl+-"))})),
      m_usual(add([] { return tr("Text as the desktop has it"); }, {QKeySequence(tr("Ctrl+0"))})),
      m_lists(add([] { return tr("To the lists below, one after the other"); },
                  {QKeySequence(Qt::Key_F6)})),
      m_fold(add([] { return tr("Fold the lists below"); }, {QKeySequence(tr("Ctrl+J"))})),
      m_putAway(
          add([] { return tr("Put the lists below away"); }, {QKeySequence(tr("Ctrl+Shift+J"))})),
      m_present(add([] { return tr("Present on the whole screen"); }, {QKeySequence(Qt::Key_F11)})),
      m_alone(add([] { return tr("Give this page a window of its own"); },
                  {QKeySequence(tr("Shift+F11"))})),
      m_wholeScreen(new WholeScreen(window))
{
    connect(m_larger, &QAction::triggered, &m_textSize, &TextSize::larger);
    connect(m_smaller, &QAction::triggered, &m_textSize, &TextSize::smaller);
    connect(m_usual, &QAction::triggered, &m_textSize,
            [this] { m_textSize.setPercent(TextSize::usual); });
    for (QAction *action : {m_fold, m_putAway, m_present})
        action->setCheckable(true);
    Dock &dock = m_centre.dock();
    connect(m_lists, &QAction::triggered, &dock, &Dock::enter);
    // Who folds what is not there wants to see it.
    connect(m_fold, &QAction::triggered, this, [&dock](bool folded) {
        dock.setFolded(folded && !dock.isAway());
        dock.setAway(false);
    });
    connect(m_putAway, &QAction::triggered, &dock, &Dock::setAway);
    connect(&dock, &Dock::stateChanged, this, &ViewActions::followDock);
    followDock();
    connect(m_alone, &QAction::triggered, &pageWindows,
            [this, &pageWindows] { pageWindows.open(m_centre.pages().current()); });
    connect(&m_centre.pages(), &PageStack::chosen, this, &ViewActions::followPage);
    followPage();
    connect(m_present, &QAction::toggled, m_wholeScreen, &WholeScreen::set);
    connect(m_wholeScreen, &WholeScreen::changed, this, &ViewActions::present);
    connect(&m_textSize, &TextSize::changed, this, &ViewActions::followSize);
    followSize();
    connect(&pageWindows, &PageWindows::presentingChanged, this, &ViewActions::followScreen);
    m_window.installEventFilter(this);
}

QAction *ViewActions::add(const std::function<QString()> &name, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(this);
    nameAction(*action, name);
    action->setShortcuts(keys);
    m_window.addAction(action);
    return action;
}

void ViewActions::addTo(QMenu &menu) const
{
    menu.addActions({m_larger, m_smaller, m_usual, m_lists, m_fold, m_putAway, m_alone, m_present});
}

bool ViewActions::isPresenting() const
{
    return m_wholeScreen->isOn();
}

QByteArray ViewActions::place() const
{
    return m_wholeScreen->place();
}

void ViewActions::followDock()
{
    m_fold->setChecked(m_centre.dock().isFolded());
    m_putAway->setChecked(m_centre.dock().isAway());
}

/** The locks have their filter and their details in the main window. */
void ViewActions::followPage()
{
    const bool mayLeave = m_centre.pages().current() != PageId::Locks;
    m_alone->setEnabled(mayLeave);
    m_alone->setToolTip(mayLeave ? QString() : tr("The locks stay in the main window"));
}

void ViewActions::followSize()
{
    m_larger->setEnabled(m_textSize.percent() < TextSize::percents.back());
    m_smaller->setEnabled(m_textSize.percent() > TextSize::percents.front());
    m_usual->setEnabled(m_textSize.percent() != TextSize::usual);
}

/**
 * The program has one size of text: that of the screen that a room looks at, otherwise that of the
 * main window's.
 */
void ViewActions::followScreen()
{
    const QWidget *const presented = isPresenting() ? nullptr : m_pageWindows.presenting();
    m_textSize.follow((presented ? presented : &m_window)->screen());
}

void ViewActions::present(bool on)
{
    m_present->setChecked(on);
    followScreen();
    m_centre.setPresenting(on);
    m_window.statusBar()->setVisible(!on);
    emit presentingChanged();
}

/** On which screen it stands is known once it is shown. */
bool ViewActions::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show && m_window.windowHandle()) {
        followScreen();
        connect(m_window.windowHandle(), &QWindow::screenChanged, this, &ViewActions::followScreen,
                Qt::UniqueConnection);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockmaster
