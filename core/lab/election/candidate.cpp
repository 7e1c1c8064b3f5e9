// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/candidate.h"

#include "core/lab/election/candidatereport.h"
#include "core/transport/socketinterrupt.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <array>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <mutex>
#include <thread>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockmaster {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Kind = CandidateReport::Kind;

/** The candidate's end of the conversation with its lab. */
class ReportSocket
{
public:
    explicit ReportSocket(const QString &name)
        : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        const QByteArray path = QFile::encodeName(name).left(sizeof address.sun_path - 1);
        std::memcpy(address.sun_path, path.constData(), static_cast<size_t>(path.size()));
        if (::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            ::_exit(1);
    }

    void tell(Kind kind, SteadyTime at, qint64 value = 0, const QString &text = {})
    {
        const QByteArray line = reportLine({kind, at, value, text});
        const std::lock_guard lock(m_sending);
        qsizetype sent = 0;
        while (sent < line.size()) {
            const ssize_t count = ::send(m_socket, line.constData() + sent,
                                         static_cast<size_t>(line.size() - sent), MSG_NOSIGNAL);
            if (count < 0 && errno != EINTR)
                ::_exit(1);
            sent += std::max<ssize_t>(count, 0);
        }
    }

    /** Waits for what the lab says next; ends the process when it says nothing any more. */
    QByteArray hear()
    {
        for (;;) {
            if (const auto line = m_heard.next())
                return *line;
            std::array<char, 512> bytes = {};
            const ssize_t count = ::recv(m_socket, bytes.data(), bytes.size(), 0);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0 || !m_heard.add(QByteArrayView(bytes.data(), count)))
                ::_exit(0);
        }
    }

private:
    int m_socket;
    std::mutex m_sending; ///< whole lines, of either thread
    LineBuffer m_heard;
};

/**
 * Rounds on the process's main thread; a second thread listens to the lab, so that it is obeyed
 * while a statement waits. The process ends without ado, with both.
 */
class Candidate
{
public:
    Candidate(const CandidateOrder &order, const QString &identity, Millis skew)
        : m_order(order),
          m_reports(order.socketName), m_terms{order.table, order.lockName, identity, order.lease},
          m_skew(skew)
    {
    }

    [[noreturn]] void run(qint64 number);

private:
    [[noreturn]] void listen();
    void obey(const QByteArrayList &words);
    void round();
    bool connect();
    void freeze(bool inTransaction);
    void freezeBetweenRounds();
    void failed(const Error &error);
    void work();
    bool waitForRound(SteadyTime &next);
    bool pauseUntil(SteadyTime moment);
    ServerTime now() const;

    const CandidateOrder &m_order;
    ReportSocket m_reports;
    ElectionTerms m_terms;
    std::unique_ptr<SqlConnection> m_session;
    std::optional<bool> m_leads; ///< none: not known since the start or the last error

    std::timed_mutex m_inRound; ///< held by a round, from its first statement until it is told of
    std::mutex m_mutex;         ///< for what the two threads share
    std::condition_variable m_told;
    bool m_stop = false;
    std::optional<SteadyTime> m_nextRound; ///< told: the others follow it
    std::shared_ptr<SocketInterrupt> m_interrupt = std::make_shared<SocketInterrupt>();
    std::atomic<bool> m_freezeInTransaction = false;
    std::atomic<Millis> m_skew;
};

void Candidate::run(qint64 number)
{
    m_reports.tell(Kind::Hello, SteadyClock::now(), number);
    std::thread([this] { listen(); }).detach();
    const qint64 phase = QRandomGenerator::system()->bounded(qint64(m_order.period.count()));
    SteadyTime next = SteadyClock::now() + Millis(phase);
    while (waitForRound(next)) {
        round();
        if (m_leads == true && m_order.work > Millis(0))
            work();
        const auto since = std::max(SteadyClock::duration::zero(), SteadyClock::now() - next);
        next += m_order.period * (since / m_order.period + 1);
    }
    m_reports.tell(Kind::Stopped, SteadyClock::now());
    ::_exit(0);
}

void Candidate::listen()
{
    for (;;) {
        const QByteArrayList words = m_reports.hear().split(' ');
        if (words.first() == freezeCommand)
            freezeBetweenRounds();
        else
            obey(words);
    }
}

void Candidate::obey(const QByteArrayList &words)
{
    const std::lock_guard lock(m_mutex);
    if (words.first() == stopCommand) {
        m_stop = true;
        m_told.notify_all();
    } else if (words.first() == cutCommand) {
        m_interrupt->interrupt();
    } else if (words.first() == freezeInTransactionCommand) {
        m_freezeInTransaction = true;
    } else if (words.first() == skewCommand) {
        m_skew = Millis(words.value(1).toLongLong());
    } else if (words.first() == phaseCommand) {
        m_nextRound = SteadyClock::now() + Millis(words.value(1).toLongLong());
        m_told.notify_all();
    }
}

/** Until `next`, which may be changed meanwhile. False: it is to stop. */
bool Candidate::waitForRound(SteadyTime &next)
{
    std::unique_lock lock(m_mutex);
    do {
        next = std::exchange(m_nextRound, std::nullopt).value_or(next);
        m_told.wait_until(lock, next, [this] { return m_stop || m_nextRound; });
    } while (!m_stop && m_nextRound);
    return !m_stop;
}

/** False: it is to stop. */
bool Candidate::pauseUntil(SteadyTime moment)
{
    std::unique_lock lock(m_mutex);
    return !m_told.wait_until(lock, moment, [this] { return m_stop; });
}

ServerTime Candidate::now() const
{
    return std::chrono::floor<Micros>(std::chrono::system_clock::now()) + m_skew.load();
}

/** Within the round, as a pool does it: a server that is away makes the round fail. */
bool Candidate::connect()
{
    std::shared_ptr<SocketInterrupt> interrupt;
    {
        const std::lock_guard lock(m_mutex);
        m_interrupt = std::make_shared<SocketInterrupt>();
        interrupt = m_interrupt;
    }
    auto session = openCandidateSession(endpointOf(m_order.backend, m_order.password),
                                        SteadyClock::now() + m_order.backend.timeout, interrupt);
    if (!session) {
        m_leads.reset();
        m_reports.tell(Kind::Disconnected, SteadyClock::now(), 0, session.error().message);
        return false;
    }
    m_session = std::move(*session);
    m_reports.tell(Kind::Connected, SteadyClock::now(), m_session->server().connectionId);
    return true;
}

void Candidate::round()
{
    if (!m_session && !connect())
        return;
    // What came of it is told before it may be frozen: the truth would miss a reign.
    const std::lock_guard lock(m_inRound);
    const auto leads = standInRound(
        *m_session, m_terms, [this] { return now(); },
        [this] {
            if (m_freezeInTransaction.exchange(false))
                freeze(true);
        });
    const SteadyTime at = SteadyClock::now();
    if (!leads) {
        failed(leads.error());
        return;
    }
    if (*leads)
        m_reports.tell(Kind::Led, at);
    else if (m_leads != false)
        m_reports.tell(Kind::Waited, at);
    m_leads = *leads;
}

/** The design takes an exception for "not acquired". */
void Candidate::failed(const Error &error)
{
    m_leads.reset();
    const bool lost = !m_session->usable();
    if (lost)
        m_session.reset();
    m_reports.tell(lost ? Kind::Disconnected : Kind::Failed, SteadyClock::now(), 0, error.message);
}

void Candidate::freeze(bool inTransaction)
{
    m_reports.tell(Kind::Freezing, SteadyClock::now(), inTransaction ? 1 : 0);
    // Of this thread: another one that takes the signal would let this one run on for a moment.
    ::raise(SIGSTOP);
    m_reports.tell(Kind::Woke, SteadyClock::now());
}

/**
 * Not where it happens to be: one in a dozen rounds of a busy machine would hold the row, and
 * nobody could follow. A round that waits for somebody else's row is not waited for: it may
 * get that row while it is frozen.
 */
void Candidate::freezeBetweenRounds()
{
    const std::unique_lock lock(m_inRound, std::chrono::seconds(1));
    freeze(!lock.owns_lock());
}

/** In steps: what stood still in the middle has the rest of its work before it. */
void Candidate::work()
{
    constexpr Millis step(5);
    m_reports.tell(Kind::Working, SteadyClock::now());
    for (Millis left = m_order.work; left > Millis(0); left -= step) {
        if (!pauseUntil(SteadyClock::now() + std::min(step, left)))
            break;
    }
    m_reports.tell(Kind::Rested, SteadyClock::now());
}

} // namespace

QByteArray writtenOrder(const CandidateOrder &order)
{
    const BackendSpec &backend = order.backend;
    return QJsonDocument(QJsonObject{
                             {QStringLiteral("name"), backend.name},
                             {QStringLiteral("host"), backend.host},
                             {QStringLiteral("port"), backend.effectivePort()},
                             {QStringLiteral("socket"), backend.socketPath},
                             {QStringLiteral("user"), backend.user},
                             {QStringLiteral("database"), backend.database},
                             {QStringLiteral("tls"), backend.tls == TlsMode::Verify},
                             {QStringLiteral("ca"), backend.caFile},
                             {QStringLiteral("cert"), backend.certFile},
                             {QStringLiteral("key"), backend.keyFile},
                             {QStringLiteral("server_public_key"), backend.publicKeyFile},
                             {QStringLiteral("timeout_ms"), qint64(backend.timeout.count())},
                             {QStringLiteral("password"),
                              QString::fromLatin1(order.password.reveal().toBase64())},
                             {QStringLiteral("table"), order.table},
                             {QStringLiteral("lock"), order.lockName},
                             {QStringLiteral("period_ms"), qint64(order.period.count())},
                             {QStringLiteral("lease_ms"), qint64(order.lease.count())},
                             {QStringLiteral("work_ms"), qint64(order.work.count())},
                             {QStringLiteral("reports"), order.socketName},
                         })
        .toJson(QJsonDocument::Compact);
}

std::optional<CandidateOrder> orderFromText(const QByteArray &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    const auto word = [&](const char *key) { return object.value(QLatin1String(key)).toString(); };
    const auto millis = [&](const char *key) {
        return Millis(object.value(QLatin1String(key)).toInteger());
    };
    CandidateOrder order;
    order.backend.name = word("name");
    order.backend.host = word("host");
    order.backend.port = static_cast<quint16>(object.value(QLatin1String("port")).toInt());
    order.backend.socketPath = word("socket");
    order.backend.user = word("user");
    order.backend.database = word("database");
    order.backend.tls =
        object.value(QLatin1String("tls")).toBool() ? TlsMode::Verify : TlsMode::Off;
    order.backend.caFile = word("ca");
    order.backend.certFile = word("cert");
    order.backend.keyFile = word("key");
    order.backend.publicKeyFile = word("server_public_key");
    order.backend.timeout = millis("timeout_ms");
    order.password = Secret(QByteArray::fromBase64(word("password").toLatin1()));
    order.table = word("table");
    order.lockName = word("lock");
    order.period = millis("period_ms");
    order.lease = millis("lease_ms");
    order.work = millis("work_ms");
    order.socketName = word("reports");
    if (order.period <= Millis(0) || order.table.isEmpty() || order.socketName.isEmpty())
        return std::nullopt;
    return order;
}

int runCandidate(const QByteArrayList &arguments)
{
    constexpr qsizetype wanted = 4;
    QFile file(QFile::decodeName(arguments.value(0)));
    if (arguments.size() != wanted || !file.open(QIODevice::ReadOnly))
        return 2;
    const auto order = orderFromText(file.readAll());
    if (!order)
        // cppcheck-suppress missingReturn ; what follows does not return
        return 2;
    Candidate candidate(*order, QString::fromUtf8(arguments.at(2)),
                        Millis(arguments.at(3).toLongLong()));
    candidate.run(arguments.at(1).toLongLong());
}

} // namespace lockmaster
