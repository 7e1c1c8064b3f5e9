// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/releasescript.h"

#include "core/redis/rediscommandtext.h"
#include "core/systems/redisson/sidekeys.h"

#include <algorithm>

namespace lockmaster::redisson {

namespace {

using Kind = ReleaseAim::Kind;

// ARGV of every script: 1 holder, 2 hold count, 3 channel, 4 expiry; the rest is a script's own.

constexpr char isHash[] = R"(local told = 0
local kind = redis.call('type', KEYS[1]).ok
if kind == 'none' then return 'gone' end
if kind ~= 'hash' then return 'changed' end
)";

constexpr char isSingle[] = R"(if redis.call('hlen', KEYS[1]) ~= 1 then return 'changed' end
)";

constexpr char isReadMode[] =
    R"(if redis.call('hget', KEYS[1], 'mode') ~= 'read' then return 'changed' end
)";

constexpr char isWriter[] =
    R"(if redis.call('hget', KEYS[1], 'mode') ~= 'write' then return 'changed' end
if redis.call('hlen', KEYS[1]) ~= 2 then return 'changed' end
)";

constexpr char isHolder[] = R"(local count = redis.call('hget', KEYS[1], ARGV[1])
if not count then return 'changed' end
if count ~= ARGV[2] then return 'count' end
)";

constexpr char isLease[] =
    R"(if redis.call('pexpiretime', KEYS[1]) ~= tonumber(ARGV[4]) then return 'renewed' end
)";

// A reader's lease is its own: the key's expiry moves with every other reader.
constexpr char isReadersLease[] = R"(for entry = 2, #KEYS do
    if redis.call('pexpiretime', KEYS[entry]) ~= tonumber(ARGV[4 + entry]) then return 'renewed' end
end
)";

constexpr char isEverything[] =
    R"(if redis.call('hlen', KEYS[1]) * 2 ~= #ARGV - 4 then return 'changed' end
for i = 5, #ARGV, 2 do
    if redis.call('hget', KEYS[1], ARGV[i]) ~= ARGV[i + 1] then return 'changed' end
end
)";

// Those whose place is over for sure are dropped once the lock is gone; whoever may be gone is
// woken together with the next.
constexpr char wakeQueue[] = R"(local gone = {}
if redis.call('type', KEYS[2]).ok == 'list' then
    local time = redis.pcall('time')
    local now = time[1] and time[1] * 1000 + math.floor(time[2] / 1000)
    for place = 0, tonumber(ARGV[5]) - 1 do
        local waiter = redis.call('lindex', KEYS[2], place)
        if not waiter then break end
        local untilMs = tonumber(redis.pcall('zscore', KEYS[3], waiter))
        if untilMs and now and untilMs + ARGV[6] <= now and #gone == place then
            gone[#gone + 1] = waiter
        else
            local heard = redis.call('publish', ARGV[3] .. ':' .. waiter, '0')
            told = told + (tonumber(heard) or 0)
            if now and not (untilMs and untilMs <= now) then break end
        end
    end
end
)";

constexpr char removeSingle[] = R"(told = told + redis.call('publish', ARGV[3], '0')
redis.call('del', KEYS[1])
)";

constexpr char dropQueued[] = R"(for _, waiter in ipairs(gone) do
    redis.pcall('lpop', KEYS[2])
    redis.pcall('zrem', KEYS[3], waiter)
end
)";

constexpr char removeReadWrite[] = R"(told = told + redis.call('publish', ARGV[3], '1')
redis.call('del', KEYS[1])
)";

// What is left lasts as long as the longest of the other readers, as when a reader leaves itself.
// All is read before anything is written: a script that is denied a command has changed nothing.
constexpr char removeReader[] = R"(local fields = redis.call('hlen', KEYS[1])
local longest, asked = 0, 0
if fields > 2 and fields <= 1000 then
    local left = redis.call('hgetall', KEYS[1])
    for i = 1, #left, 2 do
        local entries = left[i] ~= ARGV[1] and tonumber(left[i + 1]) or 0
        for entry = entries, 1, -1 do
            asked = asked + 1
            if asked > 5000 then break end
            local ms = redis.pcall('pttl', ARGV[5] .. left[i] .. ':rwlock_timeout:' .. entry)
            longest = math.max(longest, tonumber(ms) or 0)
        end
    end
end
if fields <= 2 then
    told = told + redis.call('publish', ARGV[3], '1')
    redis.call('del', KEYS[1])
else
    redis.call('hdel', KEYS[1], ARGV[1])
end
for entry = 2, #KEYS do redis.pcall('del', KEYS[entry]) end
if longest > 0 and asked <= 5000 then redis.pcall('pexpire', KEYS[1], longest) end
)";

constexpr char released[] = "return 'released ' .. told";

RedisCommand evalCommand(const QByteArray &script, const std::vector<QByteArray> &keys,
                         const std::vector<QByteArray> &arguments)
{
    RedisCommand command = {"EVAL", script, QByteArray::number(qint64(keys.size()))};
    command.insert(command.end(), keys.begin(), keys.end());
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

/** The timeout keys of the reader that is taken out. */
std::vector<QByteArray> entryKeys(const ReleaseAim &aim)
{
    std::vector<QByteArray> keys;
    for (qint64 entry = 1; entry <= aim.holdCount().toLongLong(); ++entry)
        keys.push_back(readerTimeout(aim.name, aim.owner(), entry));
    return keys;
}

std::vector<QByteArray> commonArguments(const ReleaseAim &aim)
{
    return {aim.owner(), aim.holdCount(), aim.channel(), QByteArray::number(aim.expiryMs)};
}

RedisCommand singleScript(const ReleaseAim &aim, const QByteArray &lease)
{
    std::vector<QByteArray> keys = {aim.name};
    std::vector<QByteArray> arguments = commonArguments(aim);
    QByteArray script = QByteArray(isHash) + isSingle + isHolder + lease;
    if (aim.queueOpen) {
        keys.insert(keys.end(), {fairQueue(aim.name), fairTimeouts(aim.name)});
        arguments.insert(arguments.end(),
                         {QByteArray::number(placesLookedAt), QByteArray::number(queueGraceMs)});
        script += wakeQueue;
    }
    script += removeSingle;
    if (aim.queueOpen)
        script += dropQueued;
    return evalCommand(script + released, keys, arguments);
}

RedisCommand readerScript(const ReleaseAim &aim, bool withLease)
{
    std::vector<QByteArray> keys = {aim.name};
    const std::vector<QByteArray> entries = entryKeys(aim);
    keys.insert(keys.end(), entries.begin(), entries.end());
    std::vector<QByteArray> arguments = commonArguments(aim);
    arguments.push_back(readerTimeoutPrefix(aim.name));
    for (const qint64 expiryMs : aim.entryExpiriesMs)
        arguments.push_back(QByteArray::number(expiryMs));
    return evalCommand(QByteArray(isHash) + isReadMode + isHolder
                           + (withLease ? isReadersLease : "") + removeReader + released,
                       keys, arguments);
}

RedisCommand allReadersScript(const ReleaseAim &aim, const QByteArray &lease)
{
    std::vector<QByteArray> arguments = commonArguments(aim);
    for (const auto &[field, value] : aim.fields)
        arguments.insert(arguments.end(), {field, value});
    return evalCommand(QByteArray(isHash) + isReadMode + isEverything + lease + removeReadWrite
                           + released,
                       {aim.name}, arguments);
}

RedisCommand writerScript(const ReleaseAim &aim, const QByteArray &lease)
{
    return evalCommand(QByteArray(isHash) + isWriter + isHolder + lease + removeReadWrite
                           + released,
                       {aim.name}, commonArguments(aim));
}

} // namespace

QByteArray ReleaseAim::channel() const
{
    return kind == Kind::Single ? lockChannel(name) : readWriteChannel(name);
}

RedisCommand releaseScript(const ReleaseAim &aim, bool withLease)
{
    const QByteArray lease = withLease ? isLease : "";
    switch (aim.kind) {
    case Kind::Single: return singleScript(aim, lease);
    case Kind::OneReader: return readerScript(aim, withLease);
    case Kind::AllReaders: return allReadersScript(aim, lease);
    case Kind::Writer: return writerScript(aim, lease);
    }
    Q_UNREACHABLE();
}

RedisTransaction releaseTransaction(const ReleaseAim &aim, const Surroundings &around)
{
    RedisTransaction transaction;
    std::vector<RedisCommand> &commands = transaction.commands;
    const QByteArray message = aim.kind == Kind::Single ? "0" : "1";
    for (const QByteArray &waiter : around.queueHeads)
        commands.push_back({"PUBLISH", aim.channel() + ':' + waiter, message});
    const bool othersStay = aim.kind == Kind::OneReader && around.fieldCount > 2;
    if (!othersStay)
        commands.push_back({"PUBLISH", aim.channel(), message});
    transaction.decisive = commands.size();
    if (othersStay)
        commands.push_back({"HDEL", aim.name, aim.owner()});
    else
        commands.push_back({"DEL", aim.name});
    if (aim.kind == Kind::OneReader) {
        RedisCommand entries = {"DEL"};
        const std::vector<QByteArray> keys = entryKeys(aim);
        entries.insert(entries.end(), keys.begin(), keys.end());
        commands.push_back(std::move(entries));
        if (othersStay && around.othersLeaseMs > 0)
            commands.push_back({"PEXPIRE", aim.name, QByteArray::number(around.othersLeaseMs)});
    }
    return transaction;
}

QByteArray wakeQueueScript()
{
    return "local told = 0\n"
           + QByteArray(wakeQueue).replace("redis.call('publish'", "redis.pcall('publish'");
}

QString scriptText(const RedisCommand &command)
{
    const RedisCommand given(command.begin() + 2, command.end());
    return QStringLiteral("EVAL \"%1\" %2")
        .arg(QString::fromLatin1(command[1]), redisCommandText(given));
}

} // namespace lockmaster::redisson
