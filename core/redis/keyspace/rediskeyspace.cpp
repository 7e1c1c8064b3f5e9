// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/rediskeyspace.h"

#include "core/redis/keyspace/keyspaceread.h"
#include "core/redis/keyspace/namedkeysread.h"
#include "core/domain/redisglob.h"

#include <algorithm>

namespace lockmaster {

struct RedisKeyspace::Private {
    KeyspaceMemory memory;
};

RedisKeyspace::RedisKeyspace(Settings settings, std::vector<std::unique_ptr<RedisFormat>> formats,
                             const Clock &clock)
{
    const QByteArrayList patterns(settings.patterns.begin(), settings.patterns.end());
    // cppcheck-suppress accessMoved ; within two braces it counts each move twice
    // NOLINTNEXTLINE(modernize-make-unique): clang 14 makes no aggregate of what it is handed over
    d.reset(new Private{{.settings = std::move(settings),
                         // cppcheck-suppress accessMoved ; likewise
                         .formats = std::move(formats),
                         .clock = clock,
                         .match = redisGlobCovering(patterns),
                         .budget = ScanBudget(clock, patterns.isEmpty()),
                         .rights = {},
                         .known = {},
                         .wereLocks = {},
                         .absent = {},
                         .others = {},
                         .guesses = {},
                         .cursor = {},
                         .refusal = {},
                         .lastRefusal = {},
                         .suspects = {},
                         .oversized = {},
                         .questionsTooLarge = {}}});
}

RedisKeyspace::~RedisKeyspace() = default;

QString RedisKeyspace::name() const
{
    return QStringLiteral("db %1").arg(d->memory.settings.database);
}

std::vector<QString> RedisKeyspace::systems() const
{
    std::vector<QString> systems;
    for (const auto &format : d->memory.formats)
        systems.push_back(format->system());
    return systems;
}

const std::vector<std::unique_ptr<RedisFormat>> &RedisKeyspace::formats() const
{
    return d->memory.formats;
}

void RedisKeyspace::connectionChanged()
{
    KeyspaceMemory &memory = d->memory;
    memory.rights.reset();
    memory.clockMoves = true;
    memory.passedOnce = false;
    memory.others.clear();
    memory.cursor.clear();
    memory.refusal.reset();
    memory.lastRefusal.reset();
    memory.budget.restart();
}

void RedisKeyspace::anythingChanged()
{
    KeyspaceMemory &memory = d->memory;
    if (memory.known.size() > memory.settings.mostLocks / 2
        || memory.extra > KeyspaceMemory::mostExtra / 2)
        memory.forgetLocks();
}

Observation RedisKeyspace::read(RedisClient &client, const RedisServer &server,
                                BackendReader::Depth depth, SteadyTime deadline)
{
    return KeyspaceRead(d->memory, client, server, depth, deadline).run();
}

Observation RedisKeyspace::readNamed(RedisClient &client, const RedisServer &server,
                                     const std::vector<QByteArray> &names, SteadyTime deadline)
{
    return NamedKeysRead(d->memory, client, server, deadline).run(names);
}

bool RedisKeyspace::isAskedAbout(const QByteArray &name) const
{
    const auto known = d->memory.known.constFind(name);
    return known != d->memory.known.cend() && d->memory.formats[known->format]->asks();
}

Result<std::vector<QByteArray>> RedisKeyspace::changedBeside(RedisClient &client,
                                                             const std::set<QByteArray> &changed,
                                                             SteadyTime deadline)
{
    KeyspaceMemory &memory = d->memory;
    std::vector<QByteArray> found;
    if (memory.questionsTooLarge)
        return found;
    for (size_t i = 0; i < memory.formats.size(); ++i) {
        RedisFormat &format = *memory.formats[i];
        if (!format.asks())
            continue;
        std::vector<QByteArray> names;
        for (auto entry = memory.known.cbegin(); entry != memory.known.cend(); ++entry) {
            if (entry->format == i && !changed.contains(entry.key()))
                names.push_back(entry.key());
        }
        const auto replies = askInParts(client, format.glance(names, memory.clock.now()), deadline);
        if (!replies) {
            if (replies.error().kind == ErrorKind::Truncated)
                memory.questionsTooLarge = replies.error();
            return passOn(replies);
        }
        const auto doubtful = format.doubtful(names, *replies, memory.clock.now());
        found.insert(found.end(), doubtful.begin(), doubtful.end());
    }
    return found;
}

bool RedisKeyspace::isShared(const LockRecord &lock) const
{
    const auto known = d->memory.known.constFind(lock.id.name);
    return known == d->memory.known.cend() || d->memory.formats[known->format]->isShared(lock);
}

bool RedisKeyspace::isLock(const QByteArray &name) const
{
    return d->memory.known.contains(name);
}

const std::vector<QByteArray> &RedisKeyspace::away() const
{
    return d->memory.away;
}

bool RedisKeyspace::isBeside(const QByteArray &name) const
{
    const auto &formats = d->memory.formats;
    return std::any_of(formats.begin(), formats.end(),
                       [&name](const auto &format) { return format->hides(name); });
}

bool RedisKeyspace::isOther(const QByteArray &name) const
{
    return !isLock(name) && !d->memory.absent.contains(name) && !isBeside(name);
}

} // namespace lockmaster
