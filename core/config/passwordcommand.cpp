// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"

#include "core/platform/heardcommand.h"
#include "core/text/endingtext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype longestOutput = 4096;

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
    HeardCommand child(command, longestOutput);
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
        return refused(program, endingText(child.status().value_or(0)));
    Secret password = firstLine(std::move(output));
    if (password.isEmpty())
        return refused(program, Words::tr("it printed nothing"));
    return password;
}

} // namespace lockmaster
