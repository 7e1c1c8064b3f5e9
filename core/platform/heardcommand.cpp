// SPDX-License-Identifier: Apache-2.0
#include "core/platform/heardcommand.h"

#include "core/platform/childenvironment.h"

#include <algorithm>

#include <poll.h>
#include <unistd.h>

namespace lockmaster {

HeardCommand::HeardCommand(const QStringList &command, qsizetype most, const char *directory,
                           Stream stream, SupervisedChild::Leftovers leftovers)
    : m_child({command, environmentWithoutPasswords(), leftovers,
               /*isTold=*/false, /*isHeard=*/stream == Stream::Output,
               /*areErrorsHeard=*/stream == Stream::Errors, directory}),
      m_most(most), m_stream(stream)
{
}

bool HeardCommand::collect(SteadyTime deadline, QByteArray &output)
{
    bool isOpen = true;
    while (started() && !m_child.status() && output.size() <= m_most) {
        const auto left = std::chrono::ceil<Millis>(deadline - systemClock().now());
        if (left.count() <= 0)
            return false;
        pollfd waited[] = {{isOpen ? heard() : -1, POLLIN, 0}, {m_child.ending(), POLLIN, 0}};
        ::poll(waited, 2, int(std::min<qint64>(left.count(), 60'000)));
        isOpen = take(output);
    }
    take(output);
    return true;
}

/** What there is, as far as it is wanted. False once there will be no more. */
bool HeardCommand::take(QByteArray &output)
{
    char chunk[512];
    ssize_t got = 1;
    while (got > 0 && output.size() <= m_most) {
        got = ::read(heard(), chunk, sizeof chunk);
        if (got > 0)
            output.append(chunk, got);
    }
    return got != 0;
}

} // namespace lockmaster
