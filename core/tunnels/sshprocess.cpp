// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/sshprocess.h"

#include "core/platform/childenvironment.h"
#include "core/platform/heardcommand.h"
#include "core/text/endingtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/tunnels/quotedsentence.h"
#include "core/tunnels/sshwords.h"

#include <QRegularExpression>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto orderTakes = 5s; ///< at most, for an `ssh` on this machine to take one

/**
 * What must not depend on the operator's configuration: that it stays in the foreground as a
 * connection of its own, says when it is there, and leads nowhere but where it is told to.
 */
QStringList settledOptions(const QString &control)
{
    QStringList words;
    const auto set = [&words](const QString &option) { words << QStringLiteral("-o") << option; };
    // Older ones do not know them, and have not what they would switch off.
    set(QStringLiteral("IgnoreUnknown=ForkAfterAuthentication"));
    set(QStringLiteral("ForkAfterAuthentication=no"));
    set(QStringLiteral("ControlMaster=yes"));
    set(QStringLiteral("ControlPath=") + control);
    set(QStringLiteral("ControlPersist=no"));
    set(QStringLiteral("ClearAllForwardings=yes"));
    set(QStringLiteral("ForwardAgent=no"));
    set(QStringLiteral("ForwardX11=no"));
    set(QStringLiteral("Tunnel=no"));
    set(QStringLiteral("RemoteCommand=none"));
    set(QStringLiteral("PermitLocalCommand=yes"));
    set(QStringLiteral("LocalCommand=echo ready"));
    set(QStringLiteral("StreamLocalBindUnlink=yes"));
    set(QStringLiteral("StreamLocalBindMask=0177"));
    set(QStringLiteral("ServerAliveInterval=5"));
    set(QStringLiteral("ServerAliveCountMax=3"));
    set(QStringLiteral("ConnectTimeout=15"));
    set(QStringLiteral("LogLevel=INFO"));
    // A password would be refused three times for one that nobody gave.
    if (!SshQuestions::areAnswered()) {
        set(QStringLiteral("PasswordAuthentication=no"));
        set(QStringLiteral("KbdInteractiveAuthentication=no"));
    }
    return words;
}

/** Of what stands in a forwarding: `ssh` takes it apart at colons. */
bool canBeForwardedTo(const TunnelTarget &target)
{
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9._:%-]{1,253}\\z"));
    static const QRegularExpression path(QStringLiteral("\\A/[A-Za-z0-9._/+@,-]{1,200}\\z"));
    return target.socketPath.isEmpty() ? name.match(target.host).hasMatch()
                                       : path.match(target.socketPath).hasMatch();
}

QString forwarding(const QString &nearEnd, const TunnelTarget &target)
{
    if (!target.socketPath.isEmpty())
        return nearEnd + u':' + target.socketPath;
    const bool isBare6 = target.host.contains(u':');
    return QStringLiteral("%1:%2:%3")
        .arg(nearEnd, isBare6 ? u'[' + target.host + u']' : target.host)
        .arg(target.port);
}

} // namespace

Result<SupervisedChild::Order> SshProcess::order()
{
    auto directory = TunnelDirectory::make();
    if (!directory)
        return passOn(directory);
    m_directory = std::move(*directory);
    m_control = m_directory->file(QStringLiteral("c"));
    m_made = 0;
    auto questions = SshQuestions::listenAt(m_directory->file(QStringLiteral("a")), m_host);
    if (!questions)
        return passOn(questions);
    m_questions = std::move(*questions);
    SupervisedChild::Order order;
    order.command = QStringList{QStringLiteral("ssh"), QStringLiteral("-N"), QStringLiteral("-T")}
                    + settledOptions(m_control) + QStringList{QStringLiteral("--"), m_host};
    order.environment = environmentWithoutPasswords();
    m_questions->introduce(order.environment);
    // The shell of a service's account says nothing; a command for ssh is POSIX.
    order.environment.insert(QStringLiteral("SHELL"), QStringLiteral("/bin/sh"));
    order.leftovers = SupervisedChild::Leftovers::EndAll;
    order.isHeard = true;
    order.areErrorsHeard = true;
    return order;
}

bool SshProcess::isReady(const SupervisedChild &, const QByteArray &said)
{
    return said.startsWith("ready\n");
}

Result<TunnelNearEnd> SshProcess::lead(const TunnelTarget &target)
{
    if (!canBeForwardedTo(target))
        return failure(
            ErrorKind::Config,
            Words::tr("'%1' is no host that ssh can be told of.")
                .arg(literalText(target.socketPath.isEmpty() ? target.host : target.socketPath)),
            Words::tr("Write a host name or an address, as the ssh host knows it."));
    const QString nearEnd = m_directory->file(QString::number(++m_made));
    // This one gives the running one its order, and ends.
    constexpr qsizetype mostSaid = 4096;
    HeardCommand order({QStringLiteral("ssh"), QStringLiteral("-F"), QStringLiteral("none"),
                        QStringLiteral("-S"), m_control, QStringLiteral("-O"),
                        QStringLiteral("forward"), QStringLiteral("-o"),
                        QStringLiteral("StreamLocalBindUnlink=yes"), QStringLiteral("-o"),
                        QStringLiteral("StreamLocalBindMask=0177"), QStringLiteral("-L"),
                        forwarding(nearEnd, target), QStringLiteral("--"), m_host},
                       mostSaid, nullptr, HeardCommand::Stream::Errors);
    QByteArray said;
    const bool ended = order.collect(std::chrono::steady_clock::now() + orderTakes, said);
    if (ended && order.succeeded())
        return TunnelNearEnd{nearEnd, 0};
    const QString line = QString::fromUtf8(said).trimmed().section(u'\n', -1);
    const QString why = !line.isEmpty() ? line
                        : ended         ? endingText(order.status().value_or(0))
                                        : Words::tr("it did not end in time");
    return failure(
        ErrorKind::Network,
        Words::tr("ssh to %1 does not lead any further: %2").arg(m_host, quotedSentence(why)),
        Words::tr("Try the same by hand: ssh -v %1").arg(m_host));
}

Error SshProcess::ending(int status, const TunnelComplaints &complaints) const
{
    return sshEnding(m_host, status, complaints.lines,
                     m_questions ? m_questions->refused() : QString());
}

std::optional<Error> SshProcess::complaint(const QString &line) const
{
    return sshComplaint(m_host, line);
}

void SshProcess::ended()
{
    m_questions.reset();
    m_directory.reset();
}

} // namespace lockmaster
