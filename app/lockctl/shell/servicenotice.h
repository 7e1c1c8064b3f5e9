// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

namespace lockmaster {

/**
 * Tells a service manager how this program is, in the protocol of sd_notify(3): nothing where
 * `NOTIFY_SOCKET` names nobody who listens. While this lives, and the event loop turns, its
 * watchdog is fed. Lives on one thread; never waits.
 */
class ServiceNotice : public QObject
{
    Q_OBJECT

public:
    explicit ServiceNotice(QObject *parent = nullptr);

    void sayReady();
    void sayStopping();

private:
    QTimer m_watchdog;
};

} // namespace lockmaster
