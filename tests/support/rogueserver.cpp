// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rogueserver.h"

#include <QFile>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

bool waitFor(int descriptor, short events, std::chrono::milliseconds time)
{
    pollfd entry{descriptor, events, 0};
    return ::poll(&entry, 1, static_cast<int>(time.count())) > 0;
}

} // namespace

void Recorder::note(const QByteArray &bytes, bool encrypted)
{
    const std::lock_guard lock(m_mutex);
    (encrypted ? m_withinTls : m_inTheClear) += bytes;
}

void Recorder::noteHandshake()
{
    const std::lock_guard lock(m_mutex);
    ++m_handshakes;
}

QByteArray Recorder::inTheClear() const
{
    const std::lock_guard lock(m_mutex);
    return m_inTheClear;
}

QByteArray Recorder::withinTls() const
{
    const std::lock_guard lock(m_mutex);
    return m_withinTls;
}

int Recorder::handshakes() const
{
    const std::lock_guard lock(m_mutex);
    return m_handshakes;
}

RogueServer::Client::Client(int descriptor, const std::atomic<bool> &ending, Recorder &recorder)
    : m_descriptor(descriptor), m_ending(ending), m_recorder(recorder)
{
}

RogueServer::Client::~Client() = default;

void RogueServer::Client::close()
{
    ::shutdown(m_descriptor, SHUT_RDWR);
}

bool RogueServer::Client::isOver() const
{
    return m_ending.load();
}

bool RogueServer::Client::startTls(const TlsOffer &offer)
{
    constexpr int patienceMs = 20'000;
    const auto pem = [](const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(offer.versions);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    configuration.setLocalCertificate(QSslCertificate(pem(offer.certFile)));
    configuration.setPrivateKey(QSslKey(pem(offer.keyFile), QSsl::Rsa));
    m_tls = std::make_unique<QSslSocket>();
    m_tls->setSslConfiguration(configuration);
    m_tls->setSocketDescriptor(::dup(m_descriptor));
    m_tls->startServerEncryption();
    if (!m_tls->waitForEncrypted(patienceMs))
        return false;
    m_recorder.noteHandshake();
    return true;
}

bool RogueServer::Client::send(const QByteArray &bytes)
{
    return m_tls ? sendEncrypted(bytes) : sendPlain(bytes);
}

bool RogueServer::Client::sendPlain(const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size() && !isOver()) {
        if (!waitFor(m_descriptor, POLLOUT, 20ms))
            continue;
        const auto sent = ::send(m_descriptor, bytes.constData() + done,
                                 static_cast<size_t>(bytes.size() - done), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        done += sent;
    }
    return done == bytes.size();
}

bool RogueServer::Client::sendEncrypted(const QByteArray &bytes)
{
    if (m_tls->write(bytes) != bytes.size())
        return false;
    while (m_tls->bytesToWrite() + m_tls->encryptedBytesToWrite() > 0 && !isOver()) {
        if (!m_tls->waitForBytesWritten(20) && m_tls->state() != QAbstractSocket::ConnectedState)
            return false;
    }
    return !isOver();
}

QByteArray RogueServer::Client::receive(qsizetype most)
{
    const QByteArray bytes = m_tls ? receiveEncrypted(most) : receivePlain(most);
    m_recorder.note(bytes, m_tls != nullptr);
    return bytes;
}

QByteArray RogueServer::Client::receivePlain(qsizetype most)
{
    while (!isOver()) {
        if (!waitFor(m_descriptor, POLLIN, 20ms))
            continue;
        QByteArray bytes(most, Qt::Uninitialized);
        const auto size = ::recv(m_descriptor, bytes.data(), static_cast<size_t>(most), 0);
        return size > 0 ? bytes.left(size) : QByteArray();
    }
    return {};
}

QByteArray RogueServer::Client::receiveEncrypted(qsizetype most)
{
    while (!isOver()) {
        if (m_tls->bytesAvailable() > 0 || m_tls->waitForReadyRead(20))
            return m_tls->read(most);
        if (m_tls->state() != QAbstractSocket::ConnectedState)
            return {};
    }
    return {};
}

void RogueServer::Client::pause(std::chrono::milliseconds time)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (!isOver() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::min(time, 10ms));
}

void RogueServer::Client::stayUntilGone()
{
    while (!receive().isEmpty()) {
    }
}

RogueServer::RogueServer(Script script, const QString &path) : m_script(std::move(script))
{
    if (path.isEmpty())
        listen();
    else
        listenAt(path);
    m_thread = std::thread([this] { serve(); });
}

void RogueServer::listenAt(const QString &path)
{
    m_listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path);
    std::strncpy(address.sun_path, name.constData(), sizeof(address.sun_path) - 1);
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), sizeof(address)) != 0
        || ::listen(m_listener, 8) != 0)
        qFatal("no socket to listen on");
}

void RogueServer::listen()
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), size) != 0
        || ::listen(m_listener, 8) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        qFatal("no port to listen on");
    m_port = ntohs(address.sin_port);
}

RogueServer::~RogueServer()
{
    m_ending = true;
    m_thread.join();
    ::close(m_listener);
}

void RogueServer::serve()
{
    while (!m_ending) {
        if (!waitFor(m_listener, POLLIN, 20ms))
            continue;
        const int descriptor = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (descriptor < 0)
            continue;
        {
            Client client(descriptor, m_ending, m_recorder);
            m_script(client);
        }
        ::close(descriptor);
    }
}

RogueServer::Script afterLogin(RogueServer::Script rest, const QByteArray &versions)
{
    return [rest = std::move(rest), versions](RogueServer::Client &client) {
        QByteArray request;
        while (!request.contains("ROLE") && !client.isOver()) {
            const QByteArray bytes = client.receive();
            if (bytes.isEmpty())
                return;
            request += bytes;
        }
        const QByteArray info = versions + "\r\nredis_mode:standalone\r\n";
        client.send("+PONG\r\n+PONG\r\n+PONG\r\n+OK\r\n-ERR unknown\r\n:7\r\n$"
                    + QByteArray::number(info.size()) + "\r\n" + info
                    + "\r\n$13\r\nrole:master\r\n\r\n$19\r\ncluster_enabled:0\r\n\r\n*1\r\n$6\r\n"
                      "master\r\n");
        rest(client);
    };
}

} // namespace lockmaster::test
