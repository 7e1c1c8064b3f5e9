// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/candidateprocesses.h"
#include "core/text/words.h"

#include <QFile>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <vector>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockmaster {

namespace {

using SteadyClock = std::chrono::steady_clock;

/** Short: a socket's path ends at 107 bytes. */
QString nextName()
{
    static std::atomic<int> count = 0;
    return QStringLiteral("election-%1").arg(++count);
}

/** A listening socket, or -1. */
int listenAt(const QString &path)
{
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    if (name.size() >= qsizetype(sizeof address.sun_path))
        return -1;
    std::memcpy(address.sun_path, name.constData(), static_cast<size_t>(name.size()));
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    constexpr int backlog = 128;
    if (listener >= 0
        && ::bind(listener, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0
        && ::listen(listener, backlog) == 0)
        return listener;
    if (listener >= 0)
        ::close(listener);
    return -1;
}

} // namespace

Result<std::unique_ptr<CandidateProcesses>>
CandidateProcesses::make(std::shared_ptr<Keeper> keeper, CandidateOrder order, Handlers handlers)
{
    std::unique_ptr<CandidateProcesses> crew(
        new CandidateProcesses(std::move(keeper), std::move(handlers)));
    if (const auto opened = crew->open(std::move(order)); !opened)
        return passOn(opened);
    return crew;
}

CandidateProcesses::CandidateProcesses(std::shared_ptr<Keeper> keeper, Handlers handlers)
    : m_keeper(std::move(keeper)), m_handlers(std::move(handlers))
{
}

Result<void> CandidateProcesses::open(CandidateOrder order)
{
    order.socketName = nextName();
    m_orderName = order.socketName + QStringLiteral(".order");
    m_socketPath = m_keeper->directory() + u'/' + order.socketName;
    m_listener = listenAt(m_socketPath);
    if (m_listener < 0)
        return failure(ErrorKind::Denied, Words::tr("%1 cannot be written.").arg(m_socketPath));
    if (const auto file = m_keeper->writeFile(m_orderName, writtenOrder(order)); !file)
        return passOn(file);
    return {};
}

CandidateProcesses::~CandidateProcesses()
{
    for (const auto &[number, member] : m_members)
        m_keeper->signal(member.child, SIGKILL);
    const SteadyTime deadline = SteadyClock::now() + std::chrono::seconds(5);
    for (const auto &[number, member] : m_members)
        m_keeper->waitForExit(member.child, deadline);
    for (const auto &[socket, conversation] : m_conversations)
        ::close(socket);
    if (m_listener >= 0)
        ::close(m_listener);
    QFile::remove(m_socketPath);
    QFile::remove(m_keeper->directory() + u'/' + m_orderName);
}

Result<qint64> CandidateProcesses::launch(int number, const QString &identity, Millis skew)
{
    const qint64 serial = ++m_serials;
    const auto child =
        m_keeper->runLab({QStringLiteral("candidate"), m_orderName, QString::number(serial),
                          identity, QString::number(skew.count())},
                         QStringLiteral("election.log"));
    if (!child)
        return passOn(child);
    m_members[number] = {*child, serial, -1};
    return m_keeper->child(*child).pid;
}

int CandidateProcesses::unheard() const
{
    return int(std::count_if(m_members.begin(), m_members.end(),
                             [](const auto &member) { return member.second.socket < 0; }));
}

void CandidateProcesses::signal(int number, int signalNumber)
{
    if (const auto member = m_members.find(number); member != m_members.end())
        m_keeper->signal(member->second.child, signalNumber);
}

void CandidateProcesses::tell(int number, const QByteArray &command)
{
    const auto member = m_members.find(number);
    if (member == m_members.end() || member->second.socket < 0)
        return;
    const QByteArray line = command + '\n';
    // Short and seldom: it fits into the socket's buffer even where the candidate stands still.
    ::send(member->second.socket, line.constData(), static_cast<size_t>(line.size()),
           MSG_NOSIGNAL | MSG_DONTWAIT);
}

void CandidateProcesses::serve(int wakeUp, Millis timeout)
{
    std::vector<pollfd> watched = {{wakeUp, POLLIN, 0}, {m_listener, POLLIN, 0}};
    for (const auto &[socket, conversation] : m_conversations)
        watched.push_back({socket, POLLIN, 0});
    if (::poll(watched.data(), watched.size(), static_cast<int>(timeout.count())) > 0) {
        for (size_t i = 2; i < watched.size(); ++i) {
            const int socket = watched[i].fd;
            const auto conversation = m_conversations.find(socket);
            if (watched[i].revents != 0 && !hear(socket, conversation->second))
                hangUp(socket);
        }
        if (watched[1].revents != 0)
            accept();
    }
    lookForTheDead();
}

void CandidateProcesses::accept()
{
    for (;;) {
        const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket < 0)
            return;
        m_conversations[socket] = {};
    }
}

/** False: the conversation is over. */
bool CandidateProcesses::hear(int socket, Conversation &conversation)
{
    std::array<char, 8192> bytes = {};
    const ssize_t count = ::recv(socket, bytes.data(), bytes.size(), 0);
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    const bool fits = conversation.heard.add(QByteArrayView(bytes.data(), count));
    while (const auto line = conversation.heard.next()) {
        if (!take(socket, conversation, *line))
            return false;
    }
    return fits && count > 0;
}

bool CandidateProcesses::take(int socket, Conversation &conversation, const QByteArray &line)
{
    const auto report = reportFromLine(line);
    if (!report || report->at < m_since || report->at > SteadyClock::now())
        return false;
    if (report->kind == CandidateReport::Kind::Hello) {
        const auto member =
            std::find_if(m_members.begin(), m_members.end(), [&](const auto &candidate) {
                return candidate.second.serial == report->value && candidate.second.socket < 0;
            });
        if (member == m_members.end() || conversation.number != 0)
            return false;
        member->second.socket = socket;
        conversation.number = member->first;
    }
    if (conversation.number == 0)
        return false;
    m_handlers.reported(conversation.number, *report);
    return true;
}

void CandidateProcesses::hangUp(int socket)
{
    const int number = m_conversations.at(socket).number;
    ::close(socket);
    m_conversations.erase(socket);
    if (number != 0)
        leave(number);
}

/** Who does not talk any more does not stand for election any more. */
void CandidateProcesses::leave(int number)
{
    m_keeper->signal(m_members.at(number).child, SIGKILL);
    m_members.erase(number);
    m_handlers.gone(number);
}

/** Those that ended before they said a word; the others' ends are heard. */
void CandidateProcesses::lookForTheDead()
{
    std::vector<int> dead;
    for (const auto &[number, member] : m_members) {
        if (member.socket < 0 && m_keeper->child(member.child).exitCode)
            dead.push_back(number);
    }
    for (const int number : dead)
        leave(number);
}

} // namespace lockmaster
