// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/signalrelay.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace lockmaster {

namespace {

int wakeUp = -1;

void onSignal(int number, siginfo_t *info, void *)
{
    const int before = errno;
    const unsigned char message[2] = {static_cast<unsigned char>(number),
                                      static_cast<unsigned char>(info->si_code == SI_KERNEL)};
    // A full pipe has signals enough in it.
    [[maybe_unused]] const ssize_t written = ::write(wakeUp, message, sizeof message);
    errno = before;
}

} // namespace

SignalRelay::SignalRelay(QObject *parent) : QObject(parent)
{
    if (::pipe2(m_ends, O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe");
    wakeUp = m_ends[1];
    m_notifier = new QSocketNotifier(m_ends[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &SignalRelay::read);
    for (size_t i = 0; i < numbers.size(); ++i) {
        ::sigaction(numbers[i], nullptr, &m_before[i]);
        if (m_before[i].sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {};
        action.sa_sigaction = onSignal;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        ::sigaction(numbers[i], &action, nullptr);
    }
}

SignalRelay::~SignalRelay()
{
    for (size_t i = 0; i < numbers.size(); ++i)
        ::sigaction(numbers[i], &m_before[i], nullptr);
    for (const int end : m_ends)
        ::close(end);
}

void SignalRelay::read()
{
    unsigned char message[2];
    while (::read(m_ends[0], message, sizeof message) == sizeof message)
        emit received(message[0], message[1] != 0);
}

} // namespace lockmaster
