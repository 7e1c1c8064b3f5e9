// SPDX-License-Identifier: Apache-2.0
#include "core/systems/contract/lockclient.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QSysInfo>

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <mutex>

namespace lockmaster {

namespace {

/** What the owner columns of the known designs hold. */
constexpr qsizetype mostOwnerBytes = 100;

/** Of the operating system; a number where it has no name for it. */
QByteArray accountName()
{
    std::array<char, 1024> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    const uid_t id = ::geteuid();
    if (::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return found->pw_name;
    return QByteArray::number(id);
}

/** An owner goes into columns, keys and shells: what is not plain there becomes an underscore. */
QByteArray plain(QByteArray text, qsizetype most)
{
    for (char &c : text) {
        const bool letterOrDigit =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letterOrDigit && c != '-' && c != '.' && c != '_')
            c = '_';
    }
    return text.left(most);
}

} // namespace

void restFor(SteadyTime::duration time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any signal;
    // cppcheck-suppress localMutex ; it guards nothing: whoever waits for a signal has to hold one
    std::unique_lock lock(mutex);
    signal.wait_for(lock, stop, time, [] { return false; });
}

QByteArray defaultOwner()
{
    const QByteArray process = ':' + QByteArray::number(QCoreApplication::applicationPid());
    const QByteArray user = plain(accountName(), 32);
    const QByteArray start = "lockmaster:" + user + '@';
    // The process tells two of us on one host apart, so a long host gives way and not that.
    const qsizetype left = mostOwnerBytes - start.size() - process.size();
    return start + plain(QSysInfo::machineHostName().toUtf8(), left) + process;
}

QByteArray newOwner()
{
    return defaultOwner() + ':'
           + QByteArray::number(QRandomGenerator::system()->generate64(), 16)
                 .rightJustified(16, '0');
}

} // namespace lockmaster
