// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/alivecheck.h"

#include "core/domain/alivecommand.h"
#include "core/platform/heardcommand.h"
#include "core/text/endingtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/trust/commandtrust.h"

namespace lockmaster {

namespace {

constexpr qsizetype mostPrinted = 256;
constexpr std::chrono::milliseconds piece(200);

LifeEvidence toldNothing(const QString &why)
{
    return {LifeEvidence::Source::Check,
            Life::Unknown,
            Words::tr("The check of your own told nothing: %1.").arg(why),
            {}};
}

LifeEvidence told(Life life, const QStringList &command)
{
    const QString text = life == Life::Gone ? Words::tr("The check of your own says it is gone: %1")
                                            : Words::tr("The check of your own says it lives: %1");
    return {LifeEvidence::Source::Check, life, text.arg(commandText(aliveCheck(command))),
            systemClock().now()};
}

} // namespace

QString whyNotAsked(const QStringList &command)
{
    if (const QString fault = aliveCommandFault(command); !fault.isEmpty())
        return Words::tr("it takes %1").arg(fault);
    const Result<bool> trusted = isTrusted(aliveCheck(command));
    if (!trusted)
        return errorText(trusted.error());
    return *trusted ? QString()
                    : Words::tr("nobody has trusted it on this machine; read it, then trust it: "
                                "lockctl trust, or Settings, Formats");
}

LifeEvidence AliveAsker::run(const QStringList &arguments) const
{
    const SteadyTime now = systemClock().now();
    if (now >= m_end)
        return toldNothing(Words::tr("there was no time left to ask it"));
    HeardCommand child(arguments, mostPrinted, "/", HeardCommand::Stream::Output,
                       SupervisedChild::Leftovers::EndAll);
    if (!child.started())
        return toldNothing(Words::tr("it could not be started"));
    QByteArray output;
    // In pieces: whoever asked may have gone.
    const SteadyTime deadline = std::min<SteadyTime>(now + m_patience, m_end);
    SteadyTime until = now;
    bool ended = false;
    while (!ended && until < deadline && !(m_givenUp && *m_givenUp)) {
        until = std::min<SteadyTime>(until + piece, deadline);
        ended = child.collect(until, output);
    }
    if (!ended)
        return toldNothing(Words::tr("it did not end in time"));
    if (output.size() > mostPrinted)
        return toldNothing(Words::tr("it printed more than a line"));
    if (!child.succeeded())
        return toldNothing(endingText(child.status().value_or(0)));
    if (output == "gone\n" || output == "gone")
        return told(Life::Gone, arguments);
    if (output == "alive\n" || output == "alive")
        return told(Life::Alive, arguments);
    return toldNothing(Words::tr("it printed neither the line 'gone' nor 'alive', but '%1'")
                           .arg(literalText(output.left(40))));
}

LifeEvidence AliveAsker::about(const Holder &holder, const QStringList &command)
{
    auto usable = m_unusable.find(command);
    if (usable == m_unusable.end())
        usable = m_unusable.emplace(command, whyNotAsked(command)).first;
    if (!usable->second.isEmpty())
        return toldNothing(usable->second);
    const auto arguments = aliveArguments(command, holder);
    if (!arguments)
        return toldNothing(arguments.error());
    const auto known = m_said.find(*arguments);
    return known != m_said.end() ? known->second
                                 : m_said.emplace(*arguments, run(*arguments)).first->second;
}

std::optional<LifeEvidence> AliveAsker::about(const LockRecord &lock, const QStringList &command)
{
    if (command.isEmpty() || lock.holders.empty() || lock.state == LockState::Free)
        return std::nullopt;
    LifeEvidence all = about(lock.holders.constFirst(), command);
    for (qsizetype i = 1; i < lock.holders.size(); ++i) {
        const LifeEvidence next = about(lock.holders[i], command);
        // Who lives is enough; that they are gone has to be true of each.
        const bool lives = next.says == Life::Alive && all.says != Life::Alive;
        const bool doubts = next.says == Life::Unknown && all.says == Life::Gone;
        if (lives || doubts)
            all = next;
    }
    return all;
}

} // namespace lockmaster
