// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/commandprocess.h"

#include "core/platform/childenvironment.h"
#include "core/text/endingtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/tunnels/quotedsentence.h"
#include "core/tunnels/sockettable.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockmaster {

namespace {

/** One that is free now; 0: none. Whoever takes it meanwhile is not taken for the command. */
quint16 freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool bound = ::bind(socket, reinterpret_cast<sockaddr *>(&address), size) == 0
                       && ::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size) == 0;
    if (socket >= 0)
        ::close(socket);
    return bound ? ntohs(address.sin_port) : 0;
}

} // namespace

Result<SupervisedChild::Order> CommandProcess::order()
{
    auto directory = TunnelDirectory::make();
    if (!directory)
        return passOn(directory);
    m_directory = std::move(*directory);
    TunnelSpec spec;
    spec.command = m_command;
    m_end = spec.wantsPort() ? TunnelNearEnd{{}, freePort()}
                             : TunnelNearEnd{m_directory->file(QStringLiteral("s")), 0};
    SupervisedChild::Order order;
    for (QString word : m_command) {
        word.replace(QLatin1StringView(TunnelSpec::portWord), QString::number(m_end.port));
        word.replace(QLatin1StringView(TunnelSpec::socketWord), m_end.socketPath);
        order.command << word;
    }
    order.environment = environmentWithoutPasswords();
    order.leftovers = SupervisedChild::Leftovers::EndAll;
    order.areErrorsHeard = true;
    return order;
}

bool CommandProcess::isReady(const SupervisedChild &child, const QByteArray &)
{
    return m_end.socketPath.isEmpty() ? listensOnPort(child.processBetween(), m_end.port)
                                      : listensAtPath(child.processBetween(), m_end.socketPath);
}

Result<TunnelNearEnd> CommandProcess::lead(const TunnelTarget &)
{
    return m_end;
}

Error CommandProcess::ending(int status, const TunnelComplaints &complaints) const
{
    const QString said = complaints.lines.isEmpty() ? endingText(status) : complaints.lines.last();
    return {ErrorKind::Network, 0,
            Words::tr("The command %1 leads nowhere: %2")
                .arg(literalText(m_command.value(0)), quotedSentence(said)),
            Words::tr("It has to stay in the foreground and to listen where it is told to. Run it "
                      "by hand.")};
}

std::optional<Error> CommandProcess::complaint(const QString &line) const
{
    return Error{
        ErrorKind::Network,
        0,
        Words::tr("%1 says: %2").arg(literalText(m_command.value(0)), quotedSentence(line)),
        {}};
}

} // namespace lockmaster
