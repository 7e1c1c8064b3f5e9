// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <array>
#include <csignal>

namespace lockmaster {

/**
 * The signals that a program with a child hands on, as a Qt signal: SIGINT, SIGTERM, SIGHUP,
 * SIGQUIT, SIGUSR1, SIGUSR2. One that was ignored when the program began (by `nohup`) still is.
 * One at a time; lives on the main thread.
 */
class SignalRelay : public QObject
{
    Q_OBJECT

public:
    explicit SignalRelay(QObject *parent = nullptr);
    ~SignalRelay() override;

signals:
    /** `fromTerminal`: by a key or a hang-up, which reached the whole foreground group. */
    void received(int number, bool fromTerminal);

private:
    static constexpr std::array numbers = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
    void read();

    int m_ends[2] = {-1, -1};
    QSocketNotifier *m_notifier = nullptr;
    std::array<struct sigaction, numbers.size()> m_before = {};
};

} // namespace lockmaster
