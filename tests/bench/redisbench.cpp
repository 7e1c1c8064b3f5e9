// SPDX-License-Identifier: Apache-2.0
#include "core/lab/privateredis.h"
#include "core/systems/registry.h"
#include "tests/bench/benchmark.h"

#include <hiredis/hiredis.h>

#include <memory>

namespace lockmaster::bench {

namespace {

using RawConnection = std::unique_ptr<redisContext, decltype(&redisFree)>;
using RawReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

constexpr int otherKeys = 90'000;
constexpr int locks = 10'000;

RawReply next(redisContext *context)
{
    void *reply = nullptr;
    if (redisGetReply(context, &reply) != REDIS_OK)
        reply = nullptr;
    return {static_cast<redisReply *>(reply), &freeReplyObject};
}

bool fill(redisContext *context)
{
    for (int i = 0; i < otherKeys; ++i)
        redisAppendCommand(context, "SET cache:page:%d some-cached-value", i);
    for (int i = 0; i < locks; ++i)
        redisAppendCommand(context, "SET lock:%d holder-%d PX 3600000", i, i);
    for (int i = 0; i < otherKeys + locks; ++i) {
        if (!next(context))
            return false;
    }
    return true;
}

/** SCAN with the reads of a page and the next SCAN in one pipeline, as written by hand. */
bool readRaw(redisContext *context)
{
    size_t found = 0;
    redisAppendCommand(context, "SCAN 0 MATCH lock:* COUNT 1000");
    RawReply page = next(context);
    while (page && page->type == REDIS_REPLY_ARRAY) {
        const redisReply *keys = page->element[1];
        const bool last = qstrcmp(page->element[0]->str, "0") == 0;
        for (size_t i = 0; i < keys->elements; ++i) {
            redisAppendCommand(context, "PTTL %b", keys->element[i]->str, keys->element[i]->len);
            redisAppendCommand(context, "GET %b", keys->element[i]->str, keys->element[i]->len);
        }
        if (!last) {
            redisAppendCommand(context, "SCAN %s MATCH lock:* COUNT 1000", page->element[0]->str);
        }
        for (size_t i = 0; i < keys->elements * 2; ++i) {
            if (!next(context))
                return false;
        }
        found += keys->elements;
        if (last)
            return found >= size_t(locks);
        page = next(context);
    }
    return false;
}

} // namespace

Result<std::vector<Figure>> redisSnapshots()
{
    auto server = PrivateRedis::start({.password = false});
    if (!server)
        return tl::make_unexpected(server.error());
    const RawConnection raw(redisConnect("127.0.0.1", (*server)->port()), &redisFree);
    if (!raw || raw->err != 0 || !fill(raw.get()))
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot connect."));

    BackendSpec spec = (*server)->spec();
    spec.patterns = {"lock:*"};
    spec.systems = {QStringLiteral("redis_string")};
    spec.timeout = std::chrono::seconds(30);
    const auto reader = makeReader(
        spec, [&server](SteadyTime) -> Result<Secret> { return (*server)->adminPassword(); });
    const auto ours = [&] {
        const BackendReading reading = reader->read(BackendReader::Depth::Full,
                                                    systemClock().now() + std::chrono::seconds(30));
        return !reading.failure && reading.observations.size() == 1
               && reading.observations.front().records.size() == size_t(locks);
    };
    auto figure = inTurn(QStringLiteral("redis-snapshot-10000-of-100000"), 1.3, 15, ours,
                         [&] { return readRaw(raw.get()); });
    if (!figure)
        return tl::make_unexpected(figure.error());
    return std::vector{*figure};
}

} // namespace lockmaster::bench
