// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonformat.h"
#include "core/systems/redisstring/redisstringformat.h"
#include "core/redis/redisdecoder.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/lockuse.h"

#include <algorithm>

// What clients write into Redis keys: a selecting byte, then in parts the key, the value or the
// fields; after a byte 0xFE, what the server answers when it is asked about the lock.

namespace lockmaster::fuzz {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype mostValueBytes = 1024;
constexpr size_t mostFields = 64;

RedisReadContext context()
{
    RedisReadContext result;
    result.backend = QStringLiteral("cache");
    result.source = QStringLiteral("db 0");
    result.clock = {now, here, Micros(100)};
    result.version = 70015;
    return result;
}

void setExpiry(KeyReading &key, uint8_t selector)
{
    const Millis ttl = 1ms * (selector * 977);
    key.expiresAt = now + ttl;
    key.deadline = here + ttl;
    key.storedExpiryMs =
        std::chrono::duration_cast<Millis>(key.expiresAt->time_since_epoch()).count();
    key.expiryExact = selector & 8;
}

KeyReading keyOf(uint8_t selector, const QByteArray &bytes)
{
    Parts parts(bytes);
    KeyReading key;
    key.key = parts.next();
    key.type = (selector & 1) ? "hash" : "string";
    if (selector & 2)
        key.pattern = "*";
    if (selector & 4)
        setExpiry(key, selector);
    if (key.type == "string") {
        const QByteArray value = parts.next();
        key.value = value.left(mostValueBytes);
        key.length = value.size();
        return key;
    }
    while (!parts.atEnd() && key.fields.size() < mostFields) {
        const QByteArray field = parts.next();
        key.fields.emplace_back(field, parts.next());
    }
    key.length = qint64(key.fields.size()) + ((selector & 16) ? 1'000 : 0);
    return key;
}

std::vector<RedisReply> repliesIn(const QByteArray &bytes)
{
    RedisDecoder decoder({.replyBytes = 1 << 16, .values = 1 << 10});
    decoder.beginBatch();
    std::vector<RedisReply> replies;
    (void)decoder.feed(bytes.constData(), bytes.size(), replies);
    return replies;
}

/** As a source does it: as many answers as questions, and once more what those raise. */
void ask(RedisFormat &format, LockRecord &lock, std::vector<RedisReply> replies)
{
    Observation observation;
    const std::vector<LockRecord *> locks{&lock};
    for (auto questions = format.questions(locks); !questions.empty();
         questions = format.moreQuestions()) {
        std::vector<RedisReply> answers(questions.size());
        const size_t count = std::min(answers.size(), replies.size());
        std::move(replies.begin(), replies.begin() + qsizetype(count), answers.begin());
        replies.erase(replies.begin(), replies.begin() + qsizetype(count));
        format.answer(locks, answers, context(), observation);
    }
}

void look(RedisFormat &format, const KeyReading &key, const QByteArray &answers)
{
    (void)format.hides(key.key);
    (void)format.locksBeside(key.key);
    if (!format.wantsType(key.type))
        return;
    auto lock = format.decode(key, context());
    if (!lock)
        return;
    require(lock->id.name == key.key, "a lock has another name than its key");
    require(lock->state != LockState::Free, "a key that is there is free");
    ask(format, *lock, repliesIn(answers));
    useLock(*lock);
    const auto again = format.decode(key, context());
    require(again && sameLease(*again, *lock), "a second look at the same sees another lock");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const QByteArray bytes = bytesOf(data + 1, size - 1);
    const qsizetype end = bytes.indexOf('\xfe');
    const KeyReading key = keyOf(data[0], end < 0 ? bytes : bytes.first(end));
    const QByteArray answers = end < 0 ? QByteArray() : bytes.sliced(end + 1);
    RedissonFormat redisson;
    look(redisson, key, answers);
    RedisStringFormat strings;
    look(strings, key, answers);
    return 0;
}
