// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>

namespace lockmaster::test {

/**
 * How much more memory this process had at its peak than when this was made, in KiB, as the system
 * counts it. One at a time: the system has one peak for each process.
 */
class PeakMemory
{
public:
    PeakMemory() : m_before(status("VmRSS:"))
    {
        QFile file(QStringLiteral("/proc/self/clear_refs"));
        m_reset = file.open(QIODevice::WriteOnly) && file.write("5") == 1;
    }

    /** The peak starts over where that is allowed; elsewhere it is that of the whole run. */
    bool startsOver() const { return m_reset; }
    qint64 growth() const { return status("VmHWM:") - m_before; }

    /** Sanitizers keep what was freed for a while: then the peak says nothing of the program. */
    static bool isMeaningful()
    {
#ifdef LOCKMASTER_SANITIZED
        return false;
#else
        return true;
#endif
    }

private:
    static qint64 status(QByteArrayView name)
    {
        QFile file(QStringLiteral("/proc/self/status"));
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith(name))
                return line.sliced(name.size()).chopped(2).trimmed().toLongLong();
        }
        return 0;
    }

    qint64 m_before;
    bool m_reset = false;
};

} // namespace lockmaster::test
