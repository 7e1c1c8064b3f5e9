// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"

#include "core/platform/childenvironment.h"
#include "core/platform/supervisedchild.h"
#include "core/text/words.h"

#include <algorithm>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr qsizetype longestOutput = 4096;

/** A command that is heard. */
class Command
{
public:
    explicit Command(const QStringList &command)
        : m_child({command, environmentWithoutPasswords(), SupervisedChild::Leftovers::End,
                   /*isTold=*/false, /*isHeard=*/true})
    {
    }

    bool started() const { return m_child.hasStarted(); }

    /** False once the deadline has passed. True when it ended, or printed too much. */
    bool collect(SteadyTime deadline, QByteArray &output)
    {
        bool isOpen = true;
        while (!m_child.status() && output.size() <= longestOutput) {
            const auto left = std::chrono::ceil<Millis>(deadline - systemClock().now());
            if (left.count() <= 0)
                return false;
            pollfd waited[] = {{isOpen ? m_child.output() : -1, POLLIN, 0},
                               {m_child.ending(), POLLIN, 0}};
            ::poll(waited, 2, int(std::min<qint64>(left.count(), 60'000)));
            isOpen = take(output);
        }
        take(output);
        return true;
    }

    bool succeeded() { return m_child.status() == 0; }

    /** Once it ended. */
    QString ending()
    {
        const int status = m_child.status().value_or(0);
        if (!WIFEXITED(status))
            return Words::tr("it crashed");
        return Words::tr("it ended with status %1").arg(WEXITSTATUS(status));
    }

private:
    /** What there is, as far as it is wanted. False once there will be no more. */
    bool take(QByteArray &output)
    {
        char chunk[512];
        ssize_t got = 1;
        while (got > 0 && output.size() <= longestOutput) {
            got = ::read(m_child.output(), chunk, sizeof chunk);
            if (got > 0)
                output.append(chunk, got);
        }
        return got != 0;
    }

    SupervisedChild m_child;
};

tl::unexpected<Error> refused(const QString &program, const QString &why)
{
    return failure(ErrorKind::Config,
                   Words::tr("The password command '%1' failed: %2.").arg(program, why),
                   Words::tr("Run it by hand: it has to print the "
                             "password, then end with status 0."));
}

} // namespace

Result<Secret> runPasswordCommand(const QStringList &command, SteadyTime deadline)
{
    const QString &program = command.first();
    Command child(command);
    if (!child.started()) {
        return refused(program, Words::tr("it could not be started"));
    }
    QByteArray output;
    if (!child.collect(deadline, output)) {
        return failure(ErrorKind::Timeout,
                       Words::tr("The password command '%1' did not end in time.").arg(program),
                       Words::tr("It must not ask; raise timeout_ms if it is "
                                 "slow."));
    }
    if (output.size() > longestOutput) {
        return refused(program, Words::tr("it printed more than 4096 bytes"));
    }
    if (!child.succeeded())
        return refused(program, child.ending());
    Secret password = firstLine(std::move(output));
    if (password.isEmpty())
        return refused(program, Words::tr("it printed nothing"));
    return password;
}

} // namespace lockmaster
