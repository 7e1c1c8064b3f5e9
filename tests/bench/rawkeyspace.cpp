// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/rawkeyspace.h"

#include <QByteArrayList>

#include <algorithm>
#include <array>

namespace lockmaster::bench {

namespace {

constexpr size_t pipelined = 1000;

std::string textOf(const redisReply *reply)
{
    return reply->str != nullptr ? std::string(reply->str, reply->len) : std::string();
}

bool isPage(const redisReply *reply)
{
    return reply != nullptr && reply->type == REDIS_REPLY_ARRAY && reply->elements == 2;
}

} // namespace

RawKeyspace::RawKeyspace(quint16 port) : m_context(redisConnect("127.0.0.1", port), &redisFree) {}

void RawKeyspace::send(std::initializer_list<std::string_view> words)
{
    std::array<const char *, 8> texts{};
    std::array<size_t, 8> sizes{};
    int count = 0;
    for (const std::string_view word : words) {
        texts[size_t(count)] = word.data();
        sizes[size_t(count++)] = word.size();
    }
    redisAppendCommandArgv(m_context.get(), count, texts.data(), sizes.data());
}

RawKeyspace::Reply RawKeyspace::next()
{
    void *reply = nullptr;
    if (redisGetReply(m_context.get(), &reply) != REDIS_OK)
        reply = nullptr;
    return {static_cast<redisReply *>(reply), &freeReplyObject};
}

RawKeyspace::Reply RawKeyspace::command(const char *text)
{
    return {static_cast<redisReply *>(redisCommand(m_context.get(), text)), &freeReplyObject};
}

bool RawKeyspace::skip(size_t replies)
{
    for (size_t i = 0; i < replies; ++i) {
        const Reply reply = next();
        if (!reply || reply->type == REDIS_REPLY_ERROR)
            return false;
    }
    return true;
}

bool RawKeyspace::fill(int others, int locks)
{
    const Reply populated = Reply(static_cast<redisReply *>(redisCommand(
                                      m_context.get(), "DEBUG POPULATE %d cache:page 16", others)),
                                  &freeReplyObject);
    if (!populated || populated->type == REDIS_REPLY_ERROR)
        return false;
    for (int i = 0; i < locks; ++i) {
        if (i % 2 == 0)
            redisAppendCommand(m_context.get(), "SET lock:%d holder-%d", i, i);
        else
            redisAppendCommand(m_context.get(),
                               "HSET lock:%d 8743c9c0-0795-4907-87fd-6c719a6b4586:%d 1", i, i);
        if (i % int(pipelined) == int(pipelined) - 1 && !skip(pipelined))
            return false;
    }
    return skip(size_t(locks) % pipelined) && renew(locks);
}

bool RawKeyspace::renew(int locks)
{
    for (int i = 0; i < locks; ++i) {
        redisAppendCommand(m_context.get(), "PEXPIRE lock:%d 3600000", i);
        if (i % int(pipelined) == int(pipelined) - 1 && !skip(pipelined))
            return false;
    }
    return skip(size_t(locks) % pipelined);
}

/** The read that fits its type. */
void RawKeyspace::ask(const Lock &lock)
{
    send({lock.type == "hash" ? "HGETALL" : "GET", lock.key});
}

bool RawKeyspace::take(Lock &lock)
{
    const Reply reply = next();
    if (!reply || reply->type == REDIS_REPLY_ERROR)
        return false;
    lock.value = textOf(reply.get());
    lock.fields.clear();
    for (size_t i = 0; i + 1 < reply->elements; i += 2)
        lock.fields.emplace_back(textOf(reply->element[i]), textOf(reply->element[i + 1]));
    return true;
}

std::optional<RawKeyspace::Locks> RawKeyspace::snapshot(const char *match)
{
    Locks locks;
    size_t typed = 0; // how many of them have been asked for their type, and for their value
    size_t valued = 0;
    std::string cursor = "0";
    bool scanning = true;
    while (scanning || valued < locks.size()) {
        const size_t toValue = typed;
        const size_t toType = locks.size();
        if (scanning)
            send({"SCAN", cursor, "MATCH", match, "COUNT", "1000"});
        for (size_t i = valued; i < toValue; ++i)
            ask(locks[i]);
        for (size_t i = typed; i < toType; ++i) {
            send({"TYPE", locks[i].key});
            send({"PTTL", locks[i].key});
        }
        if (scanning) {
            const Reply page = next();
            if (!isPage(page.get()))
                return std::nullopt;
            for (size_t i = 0; i < page->element[1]->elements; ++i)
                locks.emplace_back().key = textOf(page->element[1]->element[i]);
            cursor = textOf(page->element[0]);
            scanning = cursor != "0";
        }
        for (; valued < toValue; ++valued) {
            if (!take(locks[valued]))
                return std::nullopt;
        }
        for (; typed < toType; ++typed) {
            const Reply type = next();
            const Reply end = next();
            if (!type || !end)
                return std::nullopt;
            locks[typed].type = textOf(type.get());
            locks[typed].expiryMs = end->integer;
        }
    }
    return locks;
}

std::optional<RawKeyspace::Locks> RawKeyspace::oneByOne(const char *match)
{
    Locks locks;
    std::string cursor = "0";
    do {
        send({"SCAN", cursor, "MATCH", match, "COUNT", "10"});
        const Reply page = next();
        if (!isPage(page.get()))
            return std::nullopt;
        for (size_t i = 0; i < page->element[1]->elements; ++i) {
            Lock lock;
            lock.key = textOf(page->element[1]->element[i]);
            send({"TYPE", lock.key});
            const Reply type = next();
            send({"PTTL", lock.key});
            const Reply end = next();
            if (!type || !end)
                return std::nullopt;
            lock.type = textOf(type.get());
            lock.expiryMs = end->integer;
            ask(lock);
            if (!take(lock))
                return std::nullopt;
            locks.push_back(std::move(lock));
        }
        cursor = textOf(page->element[0]);
    } while (cursor != "0");
    return locks;
}

std::optional<RawKeyspace::Locks> RawKeyspace::refresh(const Locks &known)
{
    Locks locks;
    locks.reserve(known.size());
    for (size_t first = 0; first < known.size(); first += pipelined) {
        const size_t end = std::min(known.size(), first + pipelined);
        for (size_t i = first; i < end; ++i) {
            ask(known[i]);
            send({"PEXPIRETIME", known[i].key});
        }
        for (size_t i = first; i < end; ++i) {
            Lock &lock = locks.emplace_back();
            lock.key = known[i].key;
            lock.type = known[i].type;
            if (!take(lock))
                return std::nullopt;
            const Reply expiry = next();
            if (!expiry)
                return std::nullopt;
            lock.expiryMs = expiry->integer;
        }
    }
    return locks;
}

bool RawKeyspace::resetStatistics()
{
    return command("CONFIG RESETSTAT") && command("SLOWLOG RESET");
}

/** `cmdstat_scan:calls=12,usec=340,usec_per_call=28.33,...`, and the log of everything. */
std::optional<RawKeyspace::CommandTimes> RawKeyspace::commandTimes()
{
    const Reply log = command("SLOWLOG GET -1");
    const Reply info = command("INFO commandstats");
    if (!log || log->type != REDIS_REPLY_ARRAY || !info || info->type != REDIS_REPLY_STRING)
        return std::nullopt;
    CommandTimes times;
    for (size_t i = 0; i < log->elements; ++i)
        times.worstMicros =
            std::max(times.worstMicros, double(log->element[i]->element[2]->integer));
    const QByteArrayList lines = QByteArray(info->str, qsizetype(info->len)).split('\n');
    for (const QByteArray &line : lines) {
        constexpr QByteArrayView mark("usec_per_call=");
        const qsizetype at = line.indexOf(mark);
        if (at < 0 || line.startsWith("cmdstat_slowlog") || line.startsWith("cmdstat_config"))
            continue;
        const qsizetype from = at + mark.size();
        const double mean = line.mid(from, line.indexOf(',', from) - from).toDouble();
        if (mean <= times.meanMicros)
            continue;
        times.meanMicros = mean;
        times.slowest = line.left(line.indexOf(':')).mid(8).toStdString();
    }
    return times;
}

} // namespace lockmaster::bench
