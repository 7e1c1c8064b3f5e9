// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/stopsignal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace lockmaster {

namespace {

using Handler = void (*)(int);

int stopWakeUp = -1;
constexpr std::array stopSignals = {SIGINT, SIGTERM, SIGHUP};
std::array<Handler, stopSignals.size()> stopHandlers = {}; ///< as they were before

/**
 * A line that drops is told by the shell to its jobs, by the kernel once the shell ends, and by
 * whoever keeps sessions: it is one wish, and what it began is not cut short by hearing it again.
 * No `SIG_IGN`: programs that are started yet would inherit that.
 */
void onHangUpAgain(int) {}

/** Whoever has something to put in order before the end is asked, the second time. */
void putBack(int number)
{
    const auto at = std::find(stopSignals.begin(), stopSignals.end(), number) - stopSignals.begin();
    const Handler before = stopHandlers[size_t(at)];
    std::signal(number, before == SIG_IGN || before == SIG_ERR ? SIG_DFL : before);
}

void onStopSignal(int number)
{
    const int before = errno;
    if (number == SIGHUP)
        std::signal(SIGHUP, onHangUpAgain);
    else
        putBack(number);
    const char byte = 0;
    if (::write(stopWakeUp, &byte, 1) < 0)
        ::_exit(128 + number);
    errno = before;
}

/** What it does now; null: nothing of a program's own. */
Handler handlerOf(int number)
{
    struct sigaction now = {};
    ::sigaction(number, nullptr, &now);
    return (now.sa_flags & SA_SIGINFO) == 0 ? now.sa_handler : nullptr;
}

} // namespace

StopSignal::StopSignal(QObject *parent) : QObject(parent)
{
    if (::pipe2(m_ends, O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe");
    stopWakeUp = m_ends[1];
    m_notifier = new QSocketNotifier(m_ends[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        emit requested();
    });
    for (size_t i = 0; i < stopSignals.size(); ++i) {
        stopHandlers[i] = handlerOf(stopSignals[i]);
        // Under `nohup` a line that drops is to end nothing.
        if (stopSignals[i] != SIGHUP || stopHandlers[i] != SIG_IGN)
            std::signal(stopSignals[i], onStopSignal);
    }
}

StopSignal::~StopSignal()
{
    for (const int number : stopSignals) {
        if (handlerOf(number) == onStopSignal)
            putBack(number);
    }
    for (const int end : m_ends)
        ::close(end);
}

} // namespace lockmaster
