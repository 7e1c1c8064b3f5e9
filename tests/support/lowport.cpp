// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lowport.h"

#include <QHostAddress>
#include <QTcpServer>

#include <unistd.h>

namespace lockmaster::test {

quint16 lowPort()
{
    constexpr quint16 first = 20'000;
    constexpr quint16 range = 12'000;
    // Programs that run side by side begin far from each other.
    static auto next = quint16(::getpid() * 37 % range);
    for (int i = 0; i < 1000; ++i) {
        QTcpServer probe;
        next = quint16((next + 1) % range);
        if (probe.listen(QHostAddress::LocalHost, quint16(first + next)))
            return quint16(first + next);
    }
    return 0;
}

} // namespace lockmaster::test
