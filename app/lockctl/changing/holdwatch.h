// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/backendchoice.h"
#include "core/actions/holdthread.h"

#include <QObject>

namespace lockmaster {

/** How a hold ended, or why it never began. */
struct HoldOver {
    tl::expected<HoldEnd, NotDone> end;
};

/**
 * A hold on its own thread, and what becomes of it as signals on the main thread. Reads
 * `--allow-writes`; writes the audit log in its usual place.
 */
class HoldWatch : public QObject
{
    Q_OBJECT

public:
    HoldWatch(const Options &options, const BackendChoice &choice, QObject *parent = nullptr);

    /** Once. */
    void start(const HoldOrder &order);
    /** Gives the wait up, or lets go; may be called before `start` and after the end. */
    void stop();

signals:
    void acquired(const lockmaster::OwnLock &own);
    void renewed(const lockmaster::OwnLock &own);
    void renewalFailed(const lockmaster::Error &error);
    /** At once; `ended` follows. */
    void lost(const lockmaster::Error &why);
    void ended(const lockmaster::HoldOver &over);

private:
    /** Emits on the main thread. */
    template<class Signal, class Value>
    void post(Signal signal, const Value &value)
    {
        QMetaObject::invokeMethod(
            this, [this, signal, value] { emit(this->*signal)(value); }, Qt::QueuedConnection);
    }

    WriteGate m_gate;
    AuditLog m_audit;
    ActionTools m_tools;
    bool m_stopped = false;
    std::unique_ptr<HoldThread> m_thread;
};

} // namespace lockmaster
