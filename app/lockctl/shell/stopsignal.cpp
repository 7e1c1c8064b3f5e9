// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/stopsignal.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace lockmaster {

namespace {

using Handler = void (*)(int);

int stopWakeUp = -1;
constexpr std::array stopSignals = {SIGINT, SIGTERM, SIGHUP};
std::array<Handler, stopSignals.size()> stopHandlers = {}; ///< as they were before

/** Whoever has something to put in order before the end is asked, the second time. */
void putBack(int number)
{
    const auto at = std::find(stopSignals.begin(), stopSignals.end(), number) - stopSignals.begin();
    const Handler before = stopHandlers[size_t(at)];
    std::signal(number, before == SIG_IGN || before == SIG_ERR ? SIG_DFL : before);
}

void onStopSignal(int number)
{
    putBack(number);
    const char byte = 0;
    if (::write(stopWakeUp, &byte, 1) < 0)
        ::_exit(128 + number);
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
    for (size_t i = 0; i < stopSignals.size(); ++i)
        stopHandlers[i] = std::signal(stopSignals[i], onStopSignal);
}

StopSignal::~StopSignal()
{
    for (const int number : stopSignals)
        putBack(number);
    for (const int end : m_ends)
        ::close(end);
}

} // namespace lockmaster
