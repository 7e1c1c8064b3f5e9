// SPDX-License-Identifier: Apache-2.0
#include "ui/window/windowactions.h"

#include "ui/kit/actionname.h"
#include "ui/kit/icons.h"
#include "ui/kit/windowplace.h"
#include "ui/window/aboutbox.h"
#include "ui/window/helpdesk.h"
#include "ui/window/shortcutsheet.h"
#include "ui/window/viewactions.h"

#include <QApplication>
#include <QMenu>

namespace lockmaster {

WindowActions::WindowActions(MainWindow &window, const MainWindow::Offers &offers,
                             const ViewActions &view)
    : QObject(&window), m_window(window),
      m_refresh(add([] { return tr("Refresh"); }, {QKeySequence(Qt::Key_F5)})),
      // Its key is for each widget to have, where nothing else wants a space.
      m_pause(add(pauseName(false))), m_menu(new QMenu(&window))
{
    m_refresh->setIcon(symbolicIcon(QStringLiteral("refresh")));
    m_refresh->setToolTip(tr("Look at every server now (F5)"));
    connect(m_refresh, &QAction::triggered, &window, &MainWindow::refreshRequested);
    connect(m_pause, &QAction::triggered, this,
            [this] { emit m_window.pauseRequested(!m_paused); });
    QAction *const filter = add([] { return tr("To the filter"); },
                                {QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)});
    connect(filter, &QAction::triggered, this, &WindowActions::filterWanted);
    if (offers.acquire) {
        m_acquire = add([] { return tr("Acquire…"); }, {QKeySequence(tr("Ctrl+N"))});
        m_acquire->setIcon(symbolicIcon(QStringLiteral("lock")));
        m_acquire->setToolTip(tr("Acquire a lock (Ctrl+N)"));
        connect(m_acquire, &QAction::triggered, this, &WindowActions::acquireWanted);
        m_acquireNamed = new QAction(this);
        nameAction(*m_acquireNamed, [] { return tr("Acquire this name…"); });
        connect(m_acquireNamed, &QAction::triggered, m_acquire, &QAction::trigger);
    }
    buildMenu(offers, view);
}

QAction *WindowActions::add(const Name &name, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(this);
    nameAction(*action, name);
    action->setShortcuts(keys);
    m_window.addAction(action);
    return action;
}

void WindowActions::setPaused(bool paused)
{
    m_paused = paused;
    nameAction(*m_pause, pauseName(paused));
}

WindowActions::Name WindowActions::pauseName(bool paused)
{
    return [paused] { return paused ? tr("Go on looking") : tr("Pause looking"); };
}

void WindowActions::showShortcuts()
{
    auto *sheet = new ShortcutSheet(frontWindow(&m_window));
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

void WindowActions::buildMenu(const MainWindow::Offers &offers, const ViewActions &view)
{
    const auto offer = [this](const Name &name, auto signal, const QList<QKeySequence> &keys = {}) {
        QAction *const action = add(name, keys);
        connect(action, &QAction::triggered, &m_window, signal);
        m_menu->addAction(action);
        return action;
    };
    if (offers.addBackend) {
        offer([] { return tr("Add a server…"); }, &MainWindow::addBackendRequested)
            ->setIcon(symbolicIcon(QStringLiteral("plus")));
        offer([] { return tr("Import servers…"); }, &MainWindow::importRequested);
    }
    if (offers.settings)
        offer([] { return tr("Settings…"); }, &MainWindow::settingsRequested,
              {QKeySequence(tr("Ctrl+,"))})
            ->setIcon(symbolicIcon(QStringLiteral("settings")));
    if (m_acquire) {
        m_menu->addSeparator();
        m_menu->addAction(m_acquire);
    }
    QAction *const save = add([] { return tr("Save the list…"); });
    connect(save, &QAction::triggered, this, &WindowActions::saveWanted);
    m_menu->addAction(save);
    if (offers.plans)
        offer([] { return tr("Release by a plan…"); }, &MainWindow::planRequested);
    if (offers.audit)
        offer([] { return tr("Audit log…"); }, &MainWindow::auditRequested);
    if (m_acquire || offers.audit)
        m_menu->addSeparator();
    QMenu *const looks = m_menu->addMenu(tr("View"));
    view.addTo(*looks);
    // Also there before; who looks for something to do seldom means these, so that they come last.
    m_window.addActions(looks->actions());
    m_menu->addSeparator();
    buildHelp(*m_menu->addMenu(tr("Help")));
    m_menu->addSeparator();
    m_quit = offer([] { return tr("Quit"); }, &QWidget::close, {QKeySequence(tr("Ctrl+Q"))});
}

void WindowActions::buildHelp(QMenu &menu)
{
    auto *desk = new HelpDesk(m_window);
    m_guide = add([] { return tr("Guide"); }, {QKeySequence(Qt::Key_F1)});
    connect(m_guide, &QAction::triggered, desk,
            [desk] { desk->showFor(QApplication::focusWidget()); });
    m_keys = add([] { return tr("Keyboard shortcuts"); },
                 {QKeySequence(tr("Ctrl+/")), QKeySequence(Qt::Key_Question)});
    connect(m_keys, &QAction::triggered, this, &WindowActions::showShortcuts);
    QAction *const about = add([] { return tr("About Lockmaster"); });
    connect(about, &QAction::triggered, this, [this] { showAboutBox(&m_window); });
    menu.addActions({m_guide, m_keys, about});
}

} // namespace lockmaster
