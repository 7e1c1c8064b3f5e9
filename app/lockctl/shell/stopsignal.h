// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace lockmaster {

/**
 * SIGINT, SIGTERM and SIGHUP as a Qt signal. One at a time; lives on the main thread, and longer
 * than what is put in order at the end. The second SIGINT or SIGTERM ends the program at once;
 * further SIGHUPs do nothing, also once this is gone. One that `nohup` has ignored still is.
 */
class StopSignal : public QObject
{
    Q_OBJECT

public:
    explicit StopSignal(QObject *parent = nullptr);
    ~StopSignal() override;

signals:
    void requested();

private:
    int m_ends[2] = {-1, -1};
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace lockmaster
