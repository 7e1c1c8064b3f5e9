// SPDX-License-Identifier: Apache-2.0
#include "ui/window/pagewindows.h"

#include "ui/kit/windowplace.h"
#include "ui/kit/wholescreen.h"
#include "ui/window/pagewindow.h"

#include <QAction>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr QSize usualPageSize(1000, 700);

QString openKey()
{
    return QStringLiteral("window/pages");
}

QString placeKey(PageId id)
{
    return QStringLiteral("window/page-%1").arg(PageStack::nameOf(id));
}

} // namespace

PageWindows::PageWindows(PageStack &pages, QSettings &settings)
    : m_pages(pages), m_settings(settings)
{
    connect(&pages, &PageStack::chosenOutside, this, [this](PageId id) {
        PageWindow &window = *m_windows.at(id);
        if (window.isMinimized())
            window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
        window.raise();
        window.activateWindow();
    });
}

PageWindows::~PageWindows()
{
    while (!m_windows.empty())
        takeBack(m_windows.begin()->first);
}

std::unique_ptr<PageWindow> PageWindows::make(PageId id, QWidget &page)
{
    auto window = std::make_unique<PageWindow>(id, page);
    window->addActions(m_shared);
    connect(window->addKeys({QKeySequence(tr("Ctrl+W")), QKeySequence(tr("Shift+F11"))}),
            &QAction::triggered, this, [this, id] { close(id); });
    connect(window->addKeys({QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)}),
            &QAction::triggered, this, [this, id] { emit finderWanted(id); });
    for (const PageId each : m_pages.all())
        connect(window->addKeys({PageStack::keyOf(each)}), &QAction::triggered, this,
                [this, each] { emit pageWanted(each); });
    connect(
        window.get(), &PageWindow::closing, this, [this, id] { close(id); }, Qt::QueuedConnection);
    connect(window.get(), &PageWindow::seenChanged, this, &PageWindows::seenChanged);
    connect(&window->wholeScreen(), &WholeScreen::changed, this, &PageWindows::presentingChanged);
    return window;
}

void PageWindows::addShared(QAction *action)
{
    m_shared << action;
    for (const auto &[id, window] : m_windows)
        window->addAction(action);
}

void PageWindows::open(PageId id)
{
    QWidget *const page = m_pages.takeOut(id);
    if (!page)
        return;
    PageWindow &window = *(m_windows[id] = make(id, *page));
    restoreWindowPlace(window, m_settings.value(placeKey(id)).toByteArray(), usualPageSize);
    window.setProduction(m_production);
    window.setNotice(m_notice);
    window.show();
    page->setFocus();
    emit seenChanged();
}

void PageWindows::close(PageId id)
{
    if (!m_windows.contains(id))
        return;
    takeBack(id);
    m_pages.enter(id);
    m_pages.window()->activateWindow();
    emit seenChanged();
    emit presentingChanged();
}

void PageWindows::takeBack(PageId id)
{
    const auto window = std::move(m_windows.extract(id).mapped());
    remember(*window);
    window->hide();
    m_pages.takeBack(id);
}

void PageWindows::remember(PageWindow &window)
{
    m_settings.setValue(placeKey(window.id()), window.wholeScreen().place());
}

void PageWindows::restore()
{
    const QStringList open = m_settings.value(openKey()).toStringList();
    for (const PageId id : m_pages.all()) {
        if (open.contains(PageStack::nameOf(id)))
            this->open(id);
    }
}

void PageWindows::saveAndClose()
{
    QStringList open;
    for (const auto &[id, window] : m_windows)
        open << PageStack::nameOf(id);
    m_settings.setValue(openKey(), open);
    while (!m_windows.empty())
        takeBack(m_windows.begin()->first);
}

void PageWindows::setProduction(bool production)
{
    m_production = production;
    for (const auto &[id, window] : m_windows)
        window->setProduction(production);
}

void PageWindows::setNotice(const QString &notice)
{
    m_notice = notice;
    for (const auto &[id, window] : m_windows)
        window->setNotice(notice);
}

bool PageWindows::isSeen() const
{
    return std::any_of(m_windows.begin(), m_windows.end(),
                       [](const auto &each) { return each.second->isSeen(); });
}

PageWindow *PageWindows::presenting() const
{
    const auto found = std::find_if(m_windows.begin(), m_windows.end(), [](const auto &each) {
        return each.second->wholeScreen().isOn();
    });
    return found == m_windows.end() ? nullptr : found->second.get();
}

PageWindow *PageWindows::windowOf(PageId id) const
{
    const auto found = m_windows.find(id);
    return found == m_windows.end() ? nullptr : found->second.get();
}

} // namespace lockmaster
