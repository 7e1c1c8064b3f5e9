// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lockactions.h"

#include "core/monitor/lockjson.h"
#include "ui/theme/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace lockmaster {

LockActions::LockActions(LockTable &table, const Clock &clock)
    : QObject(&table), m_table(table), m_clock(clock),
      m_text(add(tr("Copy as text"), QKeySequence::Copy)),
      m_json(add(tr("Copy as JSON"), QKeySequence(tr("Ctrl+Shift+C")))),
      m_command(add(tr("Copy as lockctl command"), {}))
{
    m_text->setIcon(symbolicIcon(QStringLiteral("copy")));
    connect(m_text, &QAction::triggered, this, [this] { copy(m_table.selectedText()); });
    connect(m_json, &QAction::triggered, this, [this] { copy(selectedJson()); });
    connect(m_command, &QAction::triggered, this, [this] { copy(selectedCommands()); });
    connect(&table, &QWidget::customContextMenuRequested, this, &LockActions::showMenu);
}

QAction *LockActions::add(const QString &text, const QKeySequence &keys)
{
    auto *action = new QAction(text, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table.addAction(action);
    return action;
}

void LockActions::copy(const QString &text)
{
    // Nothing selected: what is in the clipboard stays.
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

QString LockActions::selectedJson() const
{
    QByteArrayList lines;
    const auto locks = m_table.selectedLocks();
    for (const LockPointer &lock : locks)
        lines << lockToJson(*lock, m_clock.now());
    return QString::fromUtf8(lines.join('\n'));
}

QString LockActions::selectedCommands() const
{
    QStringList lines;
    const auto locks = m_table.selectedLocks();
    for (const LockPointer &lock : locks)
        lines << listCommand(*lock, m_origin);
    return lines.join(u'\n');
}

void LockActions::showMenu(const QPoint &at)
{
    if (m_table.selectedLocks().empty())
        return;
    // Gone once it is closed; nothing waits for it.
    auto *menu = new QMenu(&m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_text, m_json, m_command});
    menu->popup(m_table.viewport()->mapToGlobal(at));
}

} // namespace lockmaster
