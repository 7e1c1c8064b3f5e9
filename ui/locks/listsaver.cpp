// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/listsaver.h"

#include "core/monitor/listexport.h"
#include "core/platform/askaside.h"

#include <QDateTime>
#include <QWidget>

namespace lockmaster {

ListSaver::ListSaver(QWidget &widget, LockStore &store, const Clock &clock)
    : QObject(&widget), m_widget(widget), m_store(store), m_clock(clock), m_note(widget)
{
}

void ListSaver::save()
{
    const QString name = QStringLiteral("locks-")
                         + QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    askWhereToSave(this, m_widget.window(), tr("Save the list"),
                   {{tr("Table for a spreadsheet (*.csv)"), QStringLiteral("csv")},
                    {tr("JSON (*.json)"), QStringLiteral("json")}},
                   name, [this](const QString &path, size_t kind) { write(path, kind == 0); });
}

void ListSaver::write(const QString &path, bool csv)
{
    const auto view = m_store.view();
    const SteadyTime at = m_clock.now();
    const ServerTime takenAt = m_clock.wallNow();
    askAside<QString>(
        this,
        [view, path, csv, at, takenAt] {
            return saveWhole(csv ? lockListCsv(*view, at) : lockListJson(*view, at, takenAt), path);
        },
        [this, path](const QString &problem) {
            if (problem.isEmpty())
                m_note.tellSaved(path);
            else
                m_note.tellFailed(path, problem);
            emit done(path, problem);
        });
}

} // namespace lockmaster
