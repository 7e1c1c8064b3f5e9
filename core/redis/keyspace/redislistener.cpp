// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/redislistener.h"

#include "core/domain/redisglob.h"
#include "core/text/words.h"
#include "core/redis/acltext.h"
#include "core/transport/tcpconnect.h"

#include <algorithm>
#include <utility>

#include <poll.h>

namespace lockmaster {

namespace {

const QByteArray invalidations = QByteArrayLiteral("__redis__:invalidate");

bool isRefusal(const Error &error)
{
    return error.kind == ErrorKind::Unsupported || error.kind == ErrorKind::Denied;
}

Error trackingDenied(const Error &error, const QString &user)
{
    return {
        ErrorKind::Denied, 0,
        Words::tr("This account may not be told of changes: %1").arg(error.message),
        aclStatement(user, {"+client|id", "+client|tracking", "+subscribe", '&' + invalidations})};
}

Error tellsNothing()
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("This server cannot tell of changes: it knows no CLIENT "
                      "TRACKING, and its keyspace notifications are off."),
            Words::tr("Upgrade it to Redis 6 or later, or let its operator set "
                      "notify-keyspace-events to Kg$hxe.")};
}

Error settingUnknown(const RedisReply &reply)
{
    return {ErrorKind::Unsupported,
            0,
            Words::tr("This server knows no CLIENT TRACKING, and does not say "
                      "whether it sends keyspace notifications: %1")
                .arg(errorOfReply(reply, QStringLiteral("CONFIG GET")).message),
            {}};
}

Error clusterHasNoFeed()
{
    return {ErrorKind::Unsupported,
            0,
            Words::tr("Each server of a cluster tells of its own keys alone."),
            {}};
}

/** What a replica loads when it starts over with its master, it does not tell of. */
Error replicaHasNoFeed()
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("A replica does not tell of everything that changes in it."),
            Words::tr("Watch the master.")};
}

/** `event`: as keyspace notifications name it. */
ToldChanges::What whatOf(const QByteArray &event)
{
    using What = ToldChanges::What;
    if (event == "expire")
        return What::ExpiryMoved;
    if (event == "expired")
        return What::RanOut;
    return event == "del" ? What::Deleted : What::Changed;
}

/** Literal text within a pattern. */
QByteArray escaped(const QByteArray &literal)
{
    QByteArray pattern;
    for (const char c : literal) {
        if (QByteArrayView("*?[]\\^").contains(c))
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

} // namespace

std::vector<QByteArray> feedPrefixes(const std::vector<QByteArray> &patterns)
{
    std::vector<QByteArray> prefixes;
    prefixes.reserve(patterns.size());
    for (const QByteArray &pattern : patterns)
        prefixes.push_back(redisGlobPrefix(pattern));
    // Sorted, whatever begins with a prefix stands right behind it.
    std::sort(prefixes.begin(), prefixes.end());
    const auto covered = [](const QByteArray &shorter, const QByteArray &longer) {
        return longer.startsWith(shorter);
    };
    prefixes.erase(std::unique(prefixes.begin(), prefixes.end(), covered), prefixes.end());
    if (!prefixes.empty() && prefixes.front().isEmpty())
        prefixes.clear();
    return prefixes;
}

bool tellsOfLocks(const QByteArray &setting)
{
    const auto has = [&setting](char c) { return setting.contains(c); };
    const bool evictions = has('A') || has('e');
    const bool changes = has('A') || (has('g') && has('$') && has('h') && has('x'));
    return has('K') && changes && evictions;
}

RedisListener::RedisListener(const std::vector<QByteArray> &patterns)
    : m_prefixes(feedPrefixes(patterns))
{
}

Result<std::unique_ptr<RedisListener>> RedisListener::open(const RedisInterest &interest,
                                                           SteadyTime deadline)
{
    std::unique_ptr<RedisListener> listener(new RedisListener(interest.patterns));
    if (const auto connected = listener->connect(interest, deadline); !connected)
        return passOn(connected);
    const RedisServer &server = listener->m_connection->server();
    if (server.cluster && server.node.isEmpty())
        return tl::make_unexpected(clusterHasNoFeed());
    // Of a cluster it was a master a moment ago.
    if (server.replica && !server.node.isEmpty())
        return failure(ErrorKind::Network, Words::tr("The server became a replica."));
    if (server.replica)
        return tl::make_unexpected(replicaHasNoFeed());
    const auto tracking = listener->track(deadline);
    if (tracking)
        return listener;
    if (!isRefusal(tracking.error()))
        return passOn(tracking);
    // A channel that was refused has ended the connection.
    if (!listener->m_connection->usable()) {
        if (const auto connected = listener->connect(interest, deadline); !connected)
            return passOn(connected);
    }
    const auto events = listener->subscribeToEvents(deadline);
    if (events)
        return listener;
    if (!isRefusal(events.error()))
        return passOn(events);
    return tl::make_unexpected(tracking.error().kind == ErrorKind::Denied ? trackingDenied(
                                   tracking.error(), listener->m_connection->user())
                                                                          : events.error());
}

Result<void> RedisListener::connect(const RedisInterest &interest, SteadyTime deadline)
{
    m_connection.reset(); // two at a time cannot both be interrupted
    auto connection = interest.connect(deadline);
    if (!connection)
        return passOn(connection);
    m_connection = std::move(*connection);
    m_eventChannel =
        "__keyspace@" + QByteArray::number(m_connection->endpoint().redisDatabase) + "__:";
    return {};
}

/** The connection redirects to itself: nothing else has to stay alive for it. */
Result<void> RedisListener::track(SteadyTime deadline)
{
    qint64 own = m_connection->server().connectionId;
    if (own == 0) { // it was not told at the login: why not
        const auto id = m_connection->command({"CLIENT", "ID"}, deadline);
        if (!id)
            return passOn(id);
        if (id->isError())
            return tl::make_unexpected(errorOfReply(*id, QStringLiteral("CLIENT ID")));
        own = id->integer;
    }
    RedisCommand command{"CLIENT", "TRACKING", "ON", "REDIRECT", QByteArray::number(own), "BCAST"};
    for (const QByteArray &prefix : m_prefixes)
        command.insert(command.end(), {"PREFIX", prefix});
    const auto tracking = m_connection->command(command, deadline);
    if (!tracking)
        return passOn(tracking);
    if (tracking->isError()) {
        Error error = errorOfReply(*tracking, QStringLiteral("CLIENT TRACKING"));
        // Servers before Redis 6 and what poses as one have many words for it.
        if (error.kind == ErrorKind::Protocol)
            error.kind = ErrorKind::Unsupported;
        return tl::make_unexpected(std::move(error));
    }
    m_kind = UpdateKind::Tracking;
    return m_connection->subscribe({invalidations}, deadline);
}

Result<void> RedisListener::checkSetting(RedisConnection &connection, SteadyTime deadline)
{
    const auto setting = connection.command({"CONFIG", "GET", "notify-keyspace-events"}, deadline);
    if (!setting)
        return passOn(setting);
    if (setting->isError())
        return tl::make_unexpected(settingUnknown(*setting));
    if (setting->elements.size() != 2 || !tellsOfLocks(setting->elements[1].text))
        return tl::make_unexpected(tellsNothing());
    return {};
}

Result<void> RedisListener::subscribeToEvents(SteadyTime deadline)
{
    if (auto told = checkSetting(*m_connection, deadline); !told)
        return told;
    std::vector<QByteArray> patterns;
    for (const QByteArray &prefix : m_prefixes)
        patterns.push_back(m_eventChannel + escaped(prefix) + '*');
    if (patterns.empty())
        patterns.push_back(m_eventChannel + '*');
    m_kind = UpdateKind::Notifications;
    return m_connection->subscribeToPatterns(patterns, deadline);
}

Result<void> RedisListener::check(RedisConnection &beside, SteadyTime deadline)
{
    if (m_kind == UpdateKind::Notifications) {
        if (auto told = checkSetting(beside, deadline); !told)
            return told;
    }
    return m_connection->ping(deadline);
}

void RedisListener::awaitAny(std::span<const std::unique_ptr<RedisListener>> listeners,
                             SteadyTime deadline)
{
    std::vector<pollfd> sockets;
    for (const auto &listener : listeners)
        sockets.push_back({listener->m_connection->descriptor(), POLLIN, 0});
    ::poll(sockets.data(), sockets.size(), millisUntil(deadline));
}

Result<bool> RedisListener::listen(ToldChanges &changes, SteadyTime deadline)
{
    const auto message = m_connection->receive(deadline);
    if (!message)
        return passOn(message);
    if (!*message)
        return false;
    note(**message, changes);
    return true;
}

/** Anybody may publish anything to a channel: what is no news says nothing. */
void RedisListener::note(const RedisReply &message, ToldChanges &changes) const
{
    const auto &parts = message.elements;
    if (m_kind == UpdateKind::Tracking) {
        if (parts.size() != 3 || parts[1].text != invalidations)
            return;
        if (parts[2].isNil())
            changes.noteEverything();
        for (const RedisReply &key : parts[2].elements)
            changes.note(key.text);
        return;
    }
    // A read of ours that met no key is no change.
    if (parts.size() == 4 && parts[2].text.startsWith(m_eventChannel) && parts[3].text != "keymiss")
        changes.note(parts[2].text.sliced(m_eventChannel.size()), whatOf(parts[3].text));
}

} // namespace lockmaster
