// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"
#include "ui/kit/savefile.h"

namespace lockmaster {

/** Saves the locks that a view shows, written aside. Belongs to its widget. GUI thread. */
class ListSaver final : public QObject
{
    Q_OBJECT

public:
    ListSaver(QWidget &widget, const Clock &clock);

    /** Asks where to, and in which kind. */
    void save(const std::shared_ptr<const ViewSnapshot> &view);
    /** The same without asking: `csv` or JSON. */
    void write(const std::shared_ptr<const ViewSnapshot> &view, const QString &path, bool csv);

signals:
    /** It is there, or `problem` says why not. */
    void done(const QString &path, const QString &problem);

private:
    QWidget &m_widget;
    const Clock &m_clock;
    SaveNote m_note;
};

} // namespace lockmaster
