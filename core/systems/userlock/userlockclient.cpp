// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/userlockclient.h"

#include "core/text/literaltext.h"
#include "core/sql/userlocksource.h"
#include "core/systems/userlock/lockname.h"
#include "core/systems/userlock/seenuserlock.h"
#include "core/systems/sessions/sessionfacts.h"
#include "core/systems/userlock/userlockobserver.h"
#include "core/text/words.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlconnection.h"
#include "core/sql/sqlerror.h"

#include <algorithm>
#include <array>
#include <thread>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr Millis longestWait = std::chrono::hours(24 * 365);
constexpr Millis answerMargin = 5s;
constexpr Millis leavingTakes = 5s;

/** Lost the race in a way that the system's own clients lose it too. */
constexpr std::array notTaken = {1213, 3058, 1317};
constexpr std::array notANameErrors = {1059, 3057, 4163};

bool isOneOf(const auto &codes, int code)
{
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/** MySQL counts whole seconds, and a wait must not be shorter than asked for. Never negative. */
QString secondsText(Millis wait, bool mariaDb)
{
    if (mariaDb)
        return QString::number(double(wait.count()) / 1000.0, 'f', 3);
    return QString::number(std::chrono::ceil<std::chrono::seconds>(wait).count());
}

Millis waitUntil(SteadyTime until)
{
    const auto left = std::chrono::ceil<Millis>(until - std::chrono::steady_clock::now());
    return std::clamp<Millis>(left, Millis(0), longestWait);
}

/**
 * Our session alone may not be cut short while it waits, and is proved alive while it holds: a
 * server that we are gone from without a word is not to keep the lock for long.
 */
QString sessionSettings(const SqlServer &server)
{
    return QStringLiteral("SET SESSION wait_timeout=60, %1=0")
        .arg(server.mariaDb ? QStringLiteral("max_statement_time")
                            : QStringLiteral("max_execution_time"));
}

} // namespace

UserLockClient::UserLockClient(QByteArray name, ActionContext context)
    : m_name(std::move(name)), m_context(std::move(context))
{
}

UserLockClient::~UserLockClient()
{
    if (m_lost)
        leave(); // to the server it may still be alive, and hold
}

Result<std::unique_ptr<LockClient>> UserLockClient::create(const AcquireRequest &request,
                                                           const ActionContext &context)
{
    if (!canBeLockName(request.name, true) || request.name.contains('\0'))
        return failure(
            ErrorKind::Config,
            Words::tr("The server takes no lock name like '%1'.").arg(literalText(request.name)),
            Words::tr("Give a name of 1 to 192 bytes without NUL."));
    if (!request.source.isEmpty() && request.source != userLockSourceName())
        return failure(ErrorKind::Config,
                       Words::tr("There are no locks at '%1'.").arg(literalText(request.source)));
    if (request.ttl || !request.owner.isEmpty())
        return failure(
            ErrorKind::Config,
            Words::tr("A user-level lock has neither an owner's name nor a TTL: it belongs"
                      " to its session and lasts as long."));
    return std::unique_ptr<LockClient>(new UserLockClient(request.name, context));
}

SteadyTime UserLockClient::patience() const
{
    return std::chrono::steady_clock::now() + std::max(m_context.backend.timeout, answerMargin);
}

Error UserLockClient::badName(const SqlServer &server) const
{
    return {ErrorKind::Config, 0,
            Words::tr("The server takes no lock name like '%1'.").arg(literalText(m_name)),
            server.mariaDb
                ? Words::tr("Give a name of 1 to 192 bytes.")
                : Words::tr("Give a name of 1 to 64 characters of UTF-8, without emoji.")};
}

/** Reads must be allowed to take as long as the server is told to wait. */
Result<void> UserLockClient::connect(SteadyTime until)
{
    const Millis readTimeout = std::max(m_context.backend.timeout, waitUntil(until) + answerMargin);
    if (m_connection && m_connection->usable() && m_connection->endpoint().timeout >= readTimeout)
        return {};
    m_connection.reset();
    ActionContext patient = m_context;
    patient.backend.timeout = readTimeout;
    auto opened = openSqlWriter(patient, patience(), SqlUse::Sessions);
    if (!opened && opened.error().kind == ErrorKind::Timeout)
        return tl::make_unexpected(sqlTimeout(endpointOf(m_context.backend, {})));
    if (!opened)
        return passOn(opened);
    m_connection = *std::move(opened);
    const SqlServer &server = m_connection->server();
    m_session = server.connectionId;
    m_server = server.identity;
    if (!canBeLockName(m_name, server.mariaDb))
        return tl::make_unexpected(badName(server));
    const auto set = m_connection->execute(sessionSettings(server), {}, patience());
    if (!set)
        return passOn(set);
    return {};
}

Result<UserLockClient::Answer> UserLockClient::getLock(SteadyTime until)
{
    const bool mariaDb = m_connection->server().mariaDb;
    const Millis wait = waitUntil(until);
    bool taken = false;
    // A second more, because MySQL's seconds are whole.
    const auto asked =
        m_connection->select(QStringLiteral("SELECT GET_LOCK(%1, %2)")
                                 .arg(lockNameLiteral(m_name), secondsText(wait, mariaDb)),
                             {}, patience() + wait + 1s, [&taken](const SqlRow &row) {
                                 taken = !row.isNull(0) && row.integer(0) == 1;
                             });
    if (asked)
        return taken ? Answer::Taken : Answer::NotTaken;
    if (isOneOf(notANameErrors, asked.error().nativeCode))
        return tl::make_unexpected(badName(m_connection->server()));
    if (isOneOf(notTaken, asked.error().nativeCode) && m_connection->usable())
        return Answer::NotTaken;
    return passOn(asked);
}

/** The socket's end ends the wait at once, from any thread. */
Result<UserLockClient::Answer> UserLockClient::getLockOrStop(SteadyTime until,
                                                             const std::stop_token &stop)
{
    const std::stop_callback ends(stop, [this] { m_context.interrupt->interrupt(); });
    return connect(until).and_then([&] { return getLock(until); });
}

Result<AcquireResult> UserLockClient::acquire(const WritePermit &permit, SteadyTime until,
                                              std::stop_token stop)
{
    if (const auto checked = checkPermit(permit, m_context.backend); !checked)
        return passOn(checked);
    AcquireResult result;
    result.acquired = m_held;
    if (m_held || stop.stop_requested())
        return result;
    const bool wasInterrupted = m_context.interrupt->interrupted();
    const auto answer = getLockOrStop(until, stop);
    if (stop.stop_requested() || (!answer && answer.error().kind != ErrorKind::Config)) {
        const auto left = leave();
        if (stop.stop_requested() && !wasInterrupted)
            m_context.interrupt->clear(); // it was for this wait alone
        if (!answer && !stop.stop_requested())
            return passOn(answer);
        if (!left)
            return passOn(left);
        return result;
    }
    if (!answer)
        return passOn(answer);
    if (*answer == Answer::NotTaken)
        return heldByAnother();
    if (const auto confirmed = confirm(); !confirmed) {
        leave();
        return passOn(confirmed);
    }
    m_held = true;
    result.acquired = true;
    return result;
}

/** Something in between may have given the answer, or hand our statements to several sessions. */
Result<void> UserLockClient::confirm()
{
    UserLockSource reader;
    const auto answers = reader.ask(*m_connection, {m_name}, patience());
    if (!answers)
        return passOn(answers);
    const UserLockAnswer answer = answers->value(m_name);
    if (answer.connection != m_session)
        return failure(
            ErrorKind::Unsupported,
            Words::tr("%1 gave the lock '%2' to another session than ours: a proxy seems to"
                      " stand in between.")
                .arg(m_context.backend.name, literalText(m_name)),
            Words::tr("Connect to the server itself."));
    m_storedName = answer.canonical;
    return {};
}

Result<AcquireResult> UserLockClient::heldByAnother()
{
    AcquireResult result;
    const auto sight = sightLock(*m_connection, m_context.backend, m_name, patience());
    if (!sight && !m_connection->usable())
        return passOn(sight);
    if (sight && sight->lock && !sight->lock->holders.empty())
        result.heldBy = sight->lock->holders.front();
    return result;
}

/**
 * Closes our session and makes sure that the server has ended it: one that waits for a lock looks
 * up only now and then, and might be given the lock meanwhile.
 */
Result<void> UserLockClient::leave()
{
    m_held = false;
    m_connection.reset();
    const qint64 session = m_session;
    if (session == 0)
        return {};
    ActionContext fresh = m_context;
    fresh.interrupt = std::make_shared<SocketInterrupt>();
    const SteadyTime deadline = std::chrono::steady_clock::now() + leavingTakes;
    const auto opened = openSqlWriter(fresh, deadline, SqlUse::Sessions);
    if (!opened)
        return passOn(opened);
    if ((*opened)->server().identity != m_server) {
        m_session = 0; // it went with its server
        return {};
    }
    // An account may always end its own; one that is gone already is an error that says so.
    (*opened)->execute(QStringLiteral("KILL CONNECTION %1").arg(session), {}, deadline);
    for (;;) {
        const auto exists = sessionExists(**opened, session, deadline);
        if (!exists)
            return passOn(exists);
        if (!*exists) {
            m_session = 0;
            return {};
        }
        std::this_thread::sleep_for(1ms);
    }
}

OwnLock UserLockClient::own() const
{
    OwnLock lock;
    lock.id.source = std::make_shared<const SourceId>(SourceId{
        m_context.backend.name, QStringLiteral("user_lock"), QStringLiteral("user-level locks")});
    lock.id.name = m_storedName;
    return lock;
}

Result<bool> UserLockClient::renew(SteadyTime deadline)
{
    if (!m_held)
        return false;
    bool ours = false;
    const auto asked = m_connection->select(
        QStringLiteral("SELECT IS_USED_LOCK(%1) <=> CONNECTION_ID()").arg(lockNameLiteral(m_name)),
        {}, deadline, [&ours](const SqlRow &row) { ours = row.integer(0) == 1; });
    if (!asked && (m_connection->usable() || m_context.interrupt->interrupted()))
        return passOn(asked);
    m_lost = !asked;
    m_held = ours; // a session that is over has lost its lock
    return m_held;
}

Result<bool> UserLockClient::release(SteadyTime deadline)
{
    const bool mayBeLeft = !m_connection && m_session != 0;
    if (!m_held && mayBeLeft)
        return leave().map([] { return false; });
    if (!m_held)
        return false;
    m_held = false;
    bool released = false;
    const auto asked = m_connection->select(
        QStringLiteral("SELECT RELEASE_LOCK(%1)").arg(lockNameLiteral(m_name)), {}, deadline,
        [&released](const SqlRow &row) { released = !row.isNull(0) && row.integer(0) == 1; });
    if (asked) {
        m_connection.reset();
        m_session = 0;
        return released;
    }
    if (const auto left = leave(); !left)
        return passOn(asked);
    return true; // the lock went with the session
}

} // namespace lockmaster
