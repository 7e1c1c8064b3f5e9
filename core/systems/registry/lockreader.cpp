// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/lockreader.h"

#include "core/domain/systemtraits.h"
#include "core/redis/keyspace/redisformat.h"
#include "core/redis/keyspace/redisonekey.h"
#include "core/redis/redlock/redlockshares.h"
#include "core/systems/redlock/redlockmembers.h"
#include "core/sql/sqlsource.h"
#include "core/systems/registry/registry.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/redis/redisconnection.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Found = Result<FoundLock>;

tl::unexpected<Error> noSuchSource(const LockId &id)
{
    return failure(ErrorKind::NotFound,
                   Words::tr("%1 has no %2 to read as %3.")
                       .arg(id.source->backend, id.source->name, id.source->system),
                   Words::tr("Look at the tables and systems that its profile "
                             "or URL names."));
}

/** What concerns all that a server shows stands with its first source. */
Error whyIncomplete(const Observation &observation, const BackendReading &reading)
{
    if (!observation.problems.empty())
        return observation.problems.front();
    if (observation.absent)
        return *observation.absent;
    for (const Observation &each : reading.observations) {
        if (!each.problems.empty())
            return each.problems.front();
    }
    return {ErrorKind::Unsupported,
            0,
            Words::tr("%1 was not read whole.").arg(literalText(observation.source)),
            {}};
}

Found readRow(const LockId &id, const ActionContext &context, SteadyTime deadline)
{
    BackendSpec narrow = context.backend;
    narrow.systems = {id.source->system};
    if (traitsOf(id.source->system).asksByName)
        narrow.userLocks = {id.name};
    const auto reader = makeReader(narrow, context.password, *context.clock);
    const BackendReading reading = reader->read(BackendReader::Depth::Full, deadline);
    if (reading.failure)
        return tl::make_unexpected(*reading.failure);
    for (const Observation &observation : reading.observations) {
        if (observation.source != id.source->name)
            continue;
        const auto found =
            std::find_if(observation.records.begin(), observation.records.end(),
                         [&id](const LockRecord &record) { return record.id == id; });
        if (found != observation.records.end())
            return FoundLock{*found, reading.server.identity};
        if (!observation.complete)
            return tl::make_unexpected(whyIncomplete(observation, reading));
        return FoundLock{{}, reading.server.identity};
    }
    return noSuchSource(id);
}

/** `clock`: where the server's goes; may be null. */
Found readKey(const LockId &id, const ActionContext &context, qint64 seenExpiryMs,
              SteadyTime deadline, ClockReading *clock = nullptr)
{
    SourceSet sources;
    lockSystem(id.source->system)->contribute(context.backend, sources);
    const auto connection = openRedisWriter(context, id.name, deadline);
    if (!connection)
        return passOn(connection);
    RedisOneKey one(context.backend, **connection, *context.clock);
    const auto look = one.read(id.name, seenExpiryMs, deadline);
    if (!look)
        return passOn(look);
    if (clock)
        *clock = look->context.clock;
    const QByteArray server = serverOf(**connection);
    const auto followers = (*connection)->followers(deadline);
    if (!followers)
        return passOn(followers);
    if (!look->reading)
        return FoundLock{{}, server, *followers};
    for (const auto &format : sources.redisFormats) {
        std::optional<LockRecord> record = format->decode(*look->reading, look->context);
        if (!record)
            continue;
        if (record->id != id)
            return noSuchSource(id);
        const std::vector<LockRecord *> locks{&*record};
        for (std::vector<RedisCommand> questions = format->questions(locks); !questions.empty();
             questions = format->moreQuestions()) {
            const auto replies = (*connection)->pipeline(questions, deadline);
            if (!replies)
                return passOn(replies);
            Observation observation;
            format->answer(locks, *replies, look->context, observation);
        }
        return FoundLock{std::move(record), server, *followers};
    }
    return FoundLock{{}, server, *followers};
}

/** On all servers that have it together. */
Found readShares(const LockId &id, const ActionContext &context, SteadyTime deadline)
{
    const auto seen = readOnEach(id, memberContexts(context), readLockThere, {}, deadline);
    if (const auto twin = twinAmong(context.backend, seen))
        return tl::make_unexpected(*twin);
    auto joined = joinedRead(context.backend, seen);
    if (!joined)
        return passOn(joined);
    return FoundLock{std::move(*joined), redlockIdentity(context.backend)};
}

} // namespace

Result<LockThere> readLockThere(const LockId &id, const ActionContext &context, qint64 seenExpiryMs,
                                SteadyTime deadline)
{
    ClockReading clock;
    auto found = readKey(id, context, seenExpiryMs, deadline, &clock);
    if (!found)
        return passOn(found);
    return LockThere{std::move(found->lock), clock, found->server};
}

Result<FoundLock> readLock(const LockId &id, const ActionContext &context, SteadyTime deadline)
{
    const std::optional<SystemInfo> info = systemInfo(id.source->system);
    if (!info || info->kind != context.backend.kind)
        return noSuchSource(id);
    if (context.backend.isQuorum())
        return readShares(id, context, deadline);
    return info->kind == BackendKind::Redis ? readKey(id, context, -1, deadline)
                                            : readRow(id, context, deadline);
}

} // namespace lockmaster
