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

/** As the settings call a page. */
QString nameOf(PageId id)
{
    switch (id) {
    case PageId::Locks: return QStringLiteral("locks");
    case PageId::Leaders: return QStringLiteral("leaders");
    case PageId::Lab: return QStringLiteral("lab");
    case PageId::History: return QStringLiteral("history");
    case PageId::Owners: return QStringLiteral("owners");
    case PageId::Chains: return QStringLiteral("chains");
    }
    Q_UNREACHABLE();
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
    const auto key = static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(id));
    auto *shortcut = new QShortcut(QKeySequence(Qt::CTRL | key), this);
    shortcut->setContext(Qt::WindowShortcut);
    connect(shortcut, &QShortcut::activated, this, [this, id, page] {
        if (page == currentWidget())
            emit chosenAgain(id);
        else
            choose(id);
        page->setFocus(Qt::ShortcutFocusReason);
    });
    if (nameOf(id) == m_remembered) {
        choose(id);
        page->setFocus();
    }
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
    m_remembered.clear();
    m_settings.setValue(settingsKey(), nameOf(id));
    if (currentWidget() == found->second)
        return;
    setCurrentWidget(found->second);
    emit chosen(id);
}

} // namespace lockmaster
