// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>

#include <optional>
#include <thread>

#include <sys/types.h>

namespace lockmaster {

/**
 * A command run without a shell, with our own standard input and outputs, in a process group of its
 * own; in a terminal's foreground it stays in ours, so that the keyboard reaches it. It is killed
 * when this program dies, however that happens; what it started itself may outlive both.
 *
 * Main thread only: the kernel ends the child with the thread that started it.
 */
class ChildCommand : public QObject
{
    Q_OBJECT

public:
    /** Call before anything else opens a file: what is open now is what the command inherits. */
    explicit ChildCommand(QObject *parent = nullptr);
    /** A command that still runs is killed. */
    ~ChildCommand() override;

    /**
     * Our environment without passwords, and with `variables` (`NAME=value`).
     * @return none: it runs; else the code that shells end with: 127 not found, 126 not executable.
     */
    std::optional<int> start(QList<QByteArray> command, const QList<QByteArray> &variables);

    bool isRunning() const { return m_pid > 0; }

    /** Hands a signal on to it and its group. */
    void send(int number, bool fromTerminal) const;

    /** SIGTERM; SIGKILL for it and what is left of its group where it has not ended in time. */
    void end();

signals:
    /** Its status, or 128 and the number of the signal that ended it. */
    void ended(int code);

private:
    void reap();

    QList<int> m_inherited; ///< descriptors above standard error that were open at first
    pid_t m_pid = 0;
    bool m_ownGroup = true;
    bool m_ending = false;
    std::thread m_waiter;
};

} // namespace lockmaster
