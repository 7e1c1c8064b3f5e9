// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/pagestack.h"

#include <QSettings>
#include <QShortcut>

namespace lockmaster {

namespace {

QString settingsKey()
{
    return QStringLiteral("window/page");
}

} // namespace

PageStack::PageStack(QSettings &settings, QWidget *parent)
    : SnugStack(parent), m_settings(settings),
      m_remembered(settings.value(settingsKey()).toString())
{
}

void PageStack::add(PageId id, QWidget *page)
{
    m_pages[id] = page;
    addWidget(page);
    auto *shortcut = new QShortcut(keyOf(id), this);
    shortcut->setContext(Qt::WindowShortcut);
    connect(shortcut, &QShortcut::activated, this, [this, id] {
        if (id == current())
            emit chosenAgain(id);
        enter(id);
    });
    if (nameOf(id) == m_remembered) {
        choose(id);
        page->setFocus();
    }
}

QString PageStack::nameOf(PageId id)
{
    switch (id) {
    case PageId::Locks: return QStringLiteral("locks");
    case PageId::Leaders: return QStringLiteral("leaders");
    case PageId::Lab: return QStringLiteral("lab");
    case PageId::History: return QStringLiteral("history");
    case PageId::Owners: return QStringLiteral("owners");
    case PageId::Chains: return QStringLiteral("chains");
    case PageId::Overview: return QStringLiteral("overview");
    }
    Q_UNREACHABLE();
}

QKeySequence PageStack::keyOf(PageId id)
{
    return QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(id)));
}

void PageStack::enter(PageId id)
{
    choose(id);
    if (id == current())
        currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

std::vector<PageId> PageStack::all() const
{
    std::vector<PageId> ids;
    for (const auto &[id, page] : m_pages)
        ids.push_back(id);
    return ids;
}

PageId PageStack::current() const
{
    for (const auto &[id, page] : m_pages) {
        if (page == currentWidget())
            return id;
    }
    return PageId::Locks;
}

void PageStack::choose(PageId id)
{
    const auto found = m_pages.find(id);
    if (found == m_pages.end())
        return;
    if (isOut(id)) {
        emit chosenOutside(id);
        return;
    }
    m_remembered.clear();
    m_settings.setValue(settingsKey(), nameOf(id));
    if (currentWidget() == found->second)
        return;
    setCurrentWidget(found->second);
    emit chosen(id);
}

QWidget *PageStack::takeOut(PageId id)
{
    const auto found = m_pages.find(id);
    if (found == m_pages.end() || isOut(id) || id == PageId::Locks)
        return nullptr;
    if (currentWidget() == found->second)
        choose(PageId::Locks);
    m_out.insert(id);
    removeWidget(found->second);
    return found->second;
}

void PageStack::takeBack(PageId id)
{
    if (m_out.erase(id))
        addWidget(m_pages.at(id));
}

} // namespace lockmaster
