// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/locktable.h"

#include <QAction>
#include <QStringList>

class QMenu;

namespace lockmaster {

/**
 * What can be done with the selected locks: copy them as text, as JSON, as the command that shows
 * the same in a shell. As shortcuts in the table and as its context menu. GUI thread.
 */
class LockActions final : public QObject
{
    Q_OBJECT

public:
    /** Belongs to the table. */
    LockActions(LockTable &table, const Clock &clock);

    /** Options for `lockctl` that stand for how this program found its backends. */
    void setCommandOrigin(const QStringList &options) { m_origin = options; }

    QAction &copyText() { return *m_text; }
    QAction &copyJson() { return *m_json; }
    QAction &copyCommand() { return *m_command; }

private:
    QAction *add(const QString &text, const QKeySequence &keys);
    void copy(const QString &text);
    QString selectedJson() const;
    QString selectedCommands() const;
    void showMenu(const QPoint &at);

    LockTable &m_table;
    const Clock &m_clock;
    QStringList m_origin;
    QAction *m_text;
    QAction *m_json;
    QAction *m_command;
};

} // namespace lockmaster
