// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/stopsignal.h"

#include <csignal>
#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace lockmaster {

namespace {

int stopWakeUp = -1;

void onStopSignal(int number)
{
    std::signal(number, SIG_DFL);
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
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        std::signal(number, onStopSignal);
}

StopSignal::~StopSignal()
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        std::signal(number, SIG_DFL);
    for (const int end : m_ends)
        ::close(end);
}

} // namespace lockmaster
