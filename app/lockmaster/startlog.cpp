// SPDX-License-Identifier: Apache-2.0
#include "app/lockmaster/startlog.h"

#include "core/monitor/lockstore.h"
#include "ui/locks/locktable.h"

#include <QEvent>
#include <QLoggingCategory>

namespace lockmaster {

namespace {

Q_LOGGING_CATEGORY(startLog, "lockmaster.start", QtWarningMsg)

/** Waits for the paint event that finds locks in the table. */
class FirstPaint final : public QObject
{
public:
    FirstPaint(const LockStore &store, QObject &viewport, SteadyTime begun)
        : QObject(&viewport), m_store(store), m_begun(begun)
    {
        viewport.installEventFilter(this);
    }

    bool eventFilter(QObject *viewport, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && !m_store.view()->rows.empty()) {
            viewport->removeEventFilter(this);
            // After the event, what was painted has been handed to the screen.
            QMetaObject::invokeMethod(
                this, [this] { tell(); }, Qt::QueuedConnection);
        }
        return false;
    }

private:
    void tell()
    {
        const auto took = std::chrono::duration_cast<Millis>(systemClock().now() - m_begun);
        qCInfo(startLog, "first locks on screen after %lld ms", qlonglong(took.count()));
        deleteLater();
    }

    const LockStore &m_store;
    const SteadyTime m_begun;
};

} // namespace

void logFirstLocks(const LockStore &store, LockTable &table, SteadyTime begun)
{
    if (startLog().isInfoEnabled())
        new FirstPaint(store, *table.viewport(), begun);
}

} // namespace lockmaster
