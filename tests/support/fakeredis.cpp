// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fakeredis.h"

#include "core/domain/redisglob.h"

namespace lockmaster::test {

namespace {

using Type = RedisReply::Type;

RedisReply reply(Type type, const QByteArray &text)
{
    RedisReply made;
    made.type = type;
    made.text = text;
    return made;
}

RedisReply integer(qint64 value)
{
    RedisReply made;
    made.type = Type::Integer;
    made.integer = value;
    return made;
}

RedisReply array(std::vector<RedisReply> elements)
{
    RedisReply made;
    made.type = Type::Array;
    made.elements = std::move(elements);
    return made;
}

RedisReply wrongType()
{
    return reply(Type::Error, "WRONGTYPE Operation against a key holding the wrong kind of value");
}

qint64 millis(ServerTime time)
{
    return std::chrono::floor<Millis>(time.time_since_epoch()).count();
}

} // namespace

void FakeRedis::setString(const QByteArray &key, const QByteArray &value, std::optional<Millis> ttl)
{
    keys[key] = {.value = value};
    if (ttl)
        keys[key].expiresAt = now() + *ttl;
}

void FakeRedis::setHash(const QByteArray &key,
                        std::vector<std::pair<QByteArray, QByteArray>> fields,
                        std::optional<Millis> ttl)
{
    keys[key] = {.type = "hash", .fields = std::move(fields)};
    if (ttl)
        keys[key].expiresAt = now() + *ttl;
}

const FakeRedis::Key *FakeRedis::find(const QByteArray &key)
{
    const auto entry = keys.find(key);
    if (entry == keys.end())
        return nullptr;
    if (entry->second.expiresAt && *entry->second.expiresAt <= now()) {
        keys.erase(entry);
        return nullptr;
    }
    return &entry->second;
}

Result<void> FakeRedis::send(const RedisRequest &request)
{
    if (const auto error = sendTrouble ? sendTrouble() : std::nullopt) {
        m_underWay.clear();
        return tl::make_unexpected(*error);
    }
    pipelines.push_back(request.size());
    m_underWay.push_back(request.commands());
    return {};
}

Result<std::vector<RedisReply>> FakeRedis::replies(SteadyTime)
{
    Q_ASSERT(!m_underWay.empty());
    const auto commands = std::move(m_underWay.front());
    m_underWay.pop_front();
    if (const auto error = trouble ? trouble(commands) : std::nullopt) {
        m_underWay.clear(); // the connection is over
        return tl::make_unexpected(*error);
    }
    std::vector<RedisReply> replies;
    for (const RedisCommand &command : commands)
        replies.push_back(answer(command));
    if (twist)
        twist(commands, replies);
    return replies;
}

RedisReply FakeRedis::answer(const RedisCommand &command)
{
    const QByteArray &name = command.front();
    ++asked[name];
    if (beforeCommand)
        beforeCommand(command);
    if (unknownCommands.contains(name) || (version < 7 && name == "PEXPIRETIME"))
        return reply(Type::Error, "ERR unknown command '" + name + "'");
    if (deniedCommands.contains(name))
        return reply(Type::Error, "NOPERM this user has no permissions to run the '"
                                      + name.toLower() + "' command");
    if (name == "TIME") {
        const qint64 micros = now().time_since_epoch().count();
        return array({reply(Type::Bulk, QByteArray::number(micros / 1'000'000)),
                      reply(Type::Bulk, QByteArray::number(micros % 1'000'000))});
    }
    if (name == "INFO")
        return reply(Type::Bulk, "# Server\r\nserver_time_usec:"
                                     + QByteArray::number(qint64(now().time_since_epoch().count()))
                                     + "\r\n");
    if (name == "SCAN")
        return scan(command);
    const QByteArray key = name == "OBJECT" || name == "MEMORY" ? command[2] : command[1];
    if (!deniedKeys.isEmpty() && key.startsWith(deniedKeys))
        return reply(Type::Error, "NOPERM this user has no permissions to access one of the keys");
    return answerKey(name, command);
}

RedisReply FakeRedis::answerKey(const QByteArray &name, const RedisCommand &command)
{
    const QByteArray keyName = name == "OBJECT" || name == "MEMORY" ? command[2] : command[1];
    const Key *key = find(keyName);
    if (name == "TYPE")
        return reply(Type::Status, key ? key->type : "none");
    if (name == "PTTL" || name == "PEXPIRETIME") {
        if (!key || !key->expiresAt)
            return integer(key ? -1 : -2);
        return integer(name == "PTTL" ? millis(*key->expiresAt) - millis(now())
                                      : millis(*key->expiresAt));
    }
    if (name == "OBJECT")
        return key ? reply(Type::Bulk, key->encoding) : RedisReply{};
    if (name == "MEMORY")
        return key ? integer(key->memory) : RedisReply{};
    const bool forHash = name.startsWith('H');
    if (key && key->type != (forHash ? "hash" : "string"))
        return wrongType();
    if (name == "STRLEN")
        return integer(key ? key->value.size() : 0);
    if (name == "HLEN")
        return integer(key ? static_cast<qint64>(key->fields.size()) : 0);
    touched.insert(keyName);
    if (name == "GETRANGE")
        return reply(Type::Bulk, key ? key->value.mid(command[2].toInt(), command[3].toInt() + 1)
                                     : QByteArray());
    if (name == "HSCAN") {
        // Small hashes come at once, whatever was asked for; others in pages.
        const bool paged = key && key->encoding == "hashtable";
        const size_t most = paged ? command.back().toULongLong() : SIZE_MAX;
        std::vector<RedisReply> flat;
        for (size_t i = 0; key && i < std::min(key->fields.size(), most); ++i) {
            flat.push_back(reply(Type::Bulk, key->fields[i].first));
            flat.push_back(reply(Type::Bulk, key->fields[i].second));
        }
        const bool whole = !key || key->fields.size() <= most;
        return array({reply(Type::Bulk, whole ? "0" : "12"), array(std::move(flat))});
    }
    return reply(Type::Error, "ERR unknown command '" + name + "'");
}

RedisReply FakeRedis::scan(const RedisCommand &command)
{
    QByteArray match = "*";
    qsizetype count = 10;
    for (size_t i = 2; i + 1 < command.size(); i += 2) {
        if (command[i] == "MATCH")
            match = command[i + 1];
        else if (command[i] == "COUNT")
            count = command[i + 1].toLongLong();
    }
    // The cursor is the key to go on with, which stays right whatever comes and goes.
    auto at =
        command[1] == "0" ? keys.begin() : keys.lower_bound(QByteArray::fromHex(command[1].mid(1)));
    std::vector<RedisReply> page;
    for (; at != keys.end() && count > 0; ++at, --count) {
        if (!redisGlobMatches(match, at->first))
            continue;
        page.push_back(reply(Type::Bulk, at->first));
        if (repeatsKeys)
            page.push_back(reply(Type::Bulk, at->first));
    }
    const QByteArray cursor = at == keys.end() ? QByteArray("0") : 'x' + at->first.toHex();
    return array({reply(Type::Bulk, cursor), array(std::move(page))});
}

} // namespace lockmaster::test
