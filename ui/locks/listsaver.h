// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "ui/kit/savefile.h"

namespace lockmaster {

/** Saves the locks that are shown, written aside. Belongs to its widget. GUI thread. */
class ListSaver final : public QObject
{
    Q_OBJECT

public:
    ListSaver(QWidget &widget, LockStore &store, const Clock &clock);

    /** Asks where to, and in which kind. */
    void save();
    /** What is shown by now, without asking: as CSV, or JSON. */
    void write(const QString &path, bool csv);

signals:
    /** It is there, or `problem` says why not. */
    void done(const QString &path, const QString &problem);

private:
    QWidget &m_widget;
    LockStore &m_store;
    const Clock &m_clock;
    SaveNote m_note;
};

} // namespace lockmaster
