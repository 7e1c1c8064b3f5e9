// SPDX-License-Identifier: Apache-2.0
#include "tests/support/faultproxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <list>
#include <thread>
#include <utility>
#include <vector>

namespace lockmaster::test {

using namespace std::chrono_literals;

namespace {

constexpr int tickMs = 20;

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int connectedTo(quint16 port, quint32 source)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in from = loopback(0);
    from.sin_addr.s_addr = source;
    ::bind(socket, reinterpret_cast<const sockaddr *>(&from), sizeof from);
    const sockaddr_in address = loopback(port);
    if (::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
        return socket;
    ::close(socket);
    return -1;
}

bool readable(int socket)
{
    pollfd waiting{socket, POLLIN, 0};
    return ::poll(&waiting, 1, tickMs) > 0;
}

/** In MySQL's first packet, the connection's id stands behind the version, which ends in a NUL. */
QByteArray disguised(QByteArray greeting, FaultProxy::Disguise disguise)
{
    constexpr qsizetype versionAt = 5;
    constexpr qsizetype idSize = 4;
    const qsizetype end = greeting.indexOf('\0', versionAt);
    if (end < 0 || end + idSize >= greeting.size())
        return greeting;
    switch (disguise) {
    case FaultProxy::Disguise::None: break;
    case FaultProxy::Disguise::OtherId: greeting[end + 1] = char(greeting[end + 1] ^ 1); break;
    case FaultProxy::Disguise::NoId:
        greeting.replace(end + 1, idSize, QByteArray(idSize, '\0'));
        break;
    case FaultProxy::Disguise::Router:
        greeting.insert(end, "-router");
        greeting[0] = char(quint8(greeting[0]) + 7); // the packet's length
        break;
    }
    return greeting;
}

/** In the same packet, the first two bytes of what the server can stand behind id and salt. */
QByteArray withoutTls(QByteArray greeting)
{
    constexpr qsizetype versionAt = 5;
    constexpr qsizetype behindVersion = 1 + 4 + 8 + 1; // NUL, id, salt, filler
    constexpr char tlsInSecondByte = 0x08;
    const qsizetype at = greeting.indexOf('\0', versionAt) + behindVersion + 1;
    if (at > behindVersion && at < greeting.size())
        greeting[at] = char(greeting[at] & ~tlsInSecondByte);
    return greeting;
}

void hangUp(int socket)
{
    if (socket >= 0)
        ::shutdown(socket, SHUT_RDWR);
}

} // namespace

struct FaultProxy::Private {
    /** One client and what stands behind it. */
    struct Session {
        int client = -1;
        int server = -1;
        std::atomic<bool> deaf = false; ///< the cut has begun: nothing goes up any more
        std::atomic<int> ended = 0;     ///< of its two threads
        std::thread upward;
        std::thread downward;
    };

    std::atomic<quint16> target;
    const QByteArray greeting;
    int listener = -1;
    quint16 port = 0;
    std::atomic<bool> ending = false;
    std::atomic<qint64> delayMs = 0;
    std::atomic<qint64> dripMs = 0;
    std::atomic<bool> blackHole = false;
    std::atomic<bool> refusing = false;
    std::atomic<bool> listening = true; ///< to what clients say
    std::atomic<Disguise> disguise = Disguise::None;
    std::atomic<bool> stripTls = false;
    std::atomic<quint32> source = INADDR_ANY; ///< in network order
    std::atomic<qint64> bytesLeft = -1;       ///< until the cut; below 0: none is planned
    std::atomic<int> accepted = 0;
    std::atomic<qint64> toClient = 0;
    mutable std::mutex mutex;
    QByteArray heard;
    QByteArray cutAt;
    QByteArray floodHead;
    QByteArray floodBytes;
    std::list<Session> sessions;
    std::thread acceptor;

    Private(quint16 to, QByteArray words) : target(to), greeting(std::move(words)) {}
    void listen();
    void acceptLoop();
    void serve(int client);
    void forgetEnded();
    static void close(Session &session);
    void upward(Session &session);
    void downward(Session &session);
    void pass(Session &session, QByteArray bytes);
    bool send(Session &session, const char *bytes, size_t size);
    void flood(Session &session);
    qint64 untilCut(const QByteArray &bytes);
    bool waitWhileSwallowing();
};

void FaultProxy::Private::listen()
{
    listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    ::bind(listener, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    ::listen(listener, 64);
    socklen_t size = sizeof address;
    ::getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size);
    port = ntohs(address.sin_port);
}

void FaultProxy::Private::acceptLoop()
{
    while (!ending) {
        forgetEnded();
        if (!readable(listener))
            continue;
        const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0)
            continue;
        ++accepted;
        if (refusing)
            ::close(client);
        else
            serve(client);
    }
}

void FaultProxy::Private::serve(int client)
{
    const int noDelay = 1;
    ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &noDelay, sizeof noDelay);
    const std::lock_guard lock(mutex);
    Session &session = sessions.emplace_back();
    session.client = client;
    session.server = target == 0 ? -1 : connectedTo(target, source);
    if (target != 0 && session.server < 0)
        hangUp(client);
    session.upward = std::thread([this, &session] {
        upward(session);
        ++session.ended;
    });
    session.downward = std::thread([this, &session] {
        downward(session);
        ++session.ended;
    });
}

/** Whoever counts this process's files counts no connections that are over. */
void FaultProxy::Private::forgetEnded()
{
    const std::lock_guard lock(mutex);
    sessions.remove_if([](Session &session) {
        const bool over = session.ended == 2;
        if (over)
            close(session);
        return over;
    });
}

void FaultProxy::Private::close(Session &session)
{
    session.upward.join();
    session.downward.join();
    ::close(session.client);
    if (session.server >= 0)
        ::close(session.server);
}

void FaultProxy::Private::upward(Session &session)
{
    std::array<char, 65536> buffer;
    while (!ending) {
        if (!readable(session.client))
            continue;
        const ssize_t got = ::recv(session.client, buffer.data(), buffer.size(), 0);
        if (got <= 0)
            break;
        if (listening) {
            const std::lock_guard lock(mutex);
            heard.append(buffer.data(), got);
        }
        if (!blackHole && !session.deaf && session.server >= 0)
            ::send(session.server, buffer.data(), size_t(got), MSG_NOSIGNAL);
    }
    hangUp(session.server);
    hangUp(session.client);
}

void FaultProxy::Private::downward(Session &session)
{
    if (target == 0) {
        pass(session, greeting);
        return;
    }
    if (session.server < 0)
        return; // nobody is behind it: the client was hung up on
    std::array<char, 65536> buffer;
    bool greeted = false;
    while (!ending) {
        if (!readable(session.server))
            continue;
        const ssize_t got = ::recv(session.server, buffer.data(), buffer.size(), 0);
        if (got <= 0)
            break;
        QByteArray bytes(buffer.data(), got);
        if (!std::exchange(greeted, true)) {
            bytes = disguised(std::move(bytes), disguise);
            if (stripTls)
                bytes = withoutTls(std::move(bytes));
        }
        if (waitWhileSwallowing())
            pass(session, std::move(bytes));
        flood(session);
    }
    hangUp(session.client);
}

/** False when what was read must not be passed on. */
bool FaultProxy::Private::waitWhileSwallowing()
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(delayMs);
    while (!ending && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(1ms);
    return !blackHole;
}

/** How many bytes go until the cut, with a cut planned behind some of `bytes`; below 0: no cut. */
qint64 FaultProxy::Private::untilCut(const QByteArray &bytes)
{
    const std::lock_guard lock(mutex);
    const qsizetype at = cutAt.isEmpty() ? -1 : bytes.indexOf(cutAt);
    if (at >= 0) {
        bytesLeft = at + cutAt.size();
        cutAt.clear();
    }
    return bytesLeft;
}

void FaultProxy::Private::pass(Session &session, QByteArray bytes)
{
    qint64 left = untilCut(bytes);
    const qsizetype allowed = left < 0 ? bytes.size() : std::min<qsizetype>(bytes.size(), left);
    const bool cuts = left >= 0 && left == allowed;
    // What the client says once it has heard the last byte must not slip through before the cut.
    if (cuts)
        session.deaf = true;
    // Nor must it be overtaken by what is planned next, or what was taken back come again.
    if (left >= 0)
        bytesLeft.compare_exchange_strong(left, cuts ? -1 : left - allowed);
    size_t at = 0;
    while (at < size_t(allowed) && !ending) {
        const qint64 pause = dripMs;
        const size_t size = pause > 0 ? 1 : size_t(allowed) - at;
        if (!send(session, bytes.constData() + at, size))
            return;
        at += size;
        if (pause > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    }
    if (cuts) {
        hangUp(session.client);
        hangUp(session.server);
    }
}

bool FaultProxy::Private::send(Session &session, const char *bytes, size_t size)
{
    toClient += qint64(size); // whoever has received them finds them counted
    while (size > 0) {
        const ssize_t sent = ::send(session.client, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            toClient -= qint64(size);
            return false;
        }
        bytes += sent;
        size -= size_t(sent);
    }
    return true;
}

/** Until nobody takes it any more. */
void FaultProxy::Private::flood(Session &session)
{
    constexpr qsizetype lot = 64 << 10;
    std::unique_lock lock(mutex);
    const QByteArray head = floodHead;
    const QByteArray bytes =
        floodBytes.isEmpty() ? QByteArray() : floodBytes.repeated(1 + lot / floodBytes.size());
    lock.unlock();
    if (!send(session, head.constData(), size_t(head.size())))
        return;
    while (!ending && !bytes.isEmpty() && send(session, bytes.constData(), size_t(bytes.size()))) {
    }
}

FaultProxy::FaultProxy(quint16 target, QByteArray greeting)
    : d(std::make_unique<Private>(target, std::move(greeting)))
{
    d->listen();
    d->acceptor = std::thread([this] { d->acceptLoop(); });
}

FaultProxy::~FaultProxy()
{
    d->ending = true;
    d->acceptor.join();
    dropConnections();
    for (Private::Session &session : d->sessions)
        Private::close(session);
    ::close(d->listener);
}

quint16 FaultProxy::port() const
{
    return d->port;
}

void FaultProxy::setTarget(quint16 port)
{
    d->target = port;
}

void FaultProxy::setDelay(std::chrono::milliseconds delay)
{
    d->delayMs = delay.count();
}

void FaultProxy::setDrip(std::chrono::milliseconds pause)
{
    d->dripMs = pause.count();
}

void FaultProxy::setBlackHole(bool on)
{
    d->blackHole = on;
}

void FaultProxy::cutAfter(qint64 bytes)
{
    d->bytesLeft = bytes;
}

void FaultProxy::cutAfter(const QByteArray &bytes)
{
    const std::lock_guard lock(d->mutex);
    d->cutAt = bytes;
}

void FaultProxy::setFlood(const QByteArray &head, const QByteArray &bytes)
{
    const std::lock_guard lock(d->mutex);
    d->floodHead = head;
    d->floodBytes = bytes;
}

void FaultProxy::dropConnections()
{
    const std::lock_guard lock(d->mutex);
    for (const Private::Session &session : d->sessions) {
        hangUp(session.client);
        hangUp(session.server);
    }
}

void FaultProxy::setDisguise(Disguise disguise)
{
    d->disguise = disguise;
}

void FaultProxy::setStripTls(bool on)
{
    d->stripTls = on;
}

void FaultProxy::setSource(const char *address)
{
    in_addr parsed{};
    ::inet_pton(AF_INET, address, &parsed);
    d->source = parsed.s_addr;
}

void FaultProxy::setRefusing(bool on)
{
    d->refusing = on;
}

void FaultProxy::stopListening()
{
    d->listening = false;
}

int FaultProxy::connectionCount() const
{
    return d->accepted;
}

qint64 FaultProxy::bytesToClient() const
{
    return d->toClient;
}

QByteArray FaultProxy::sentByClients() const
{
    const std::lock_guard lock(d->mutex);
    return QByteArray(d->heard.constData(), d->heard.size()); // shared with no other thread
}

} // namespace lockmaster::test
