// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/keyhints.h"

#include "core/systems/keys/redisrecord.h"

#include <QVarLengthArray>

#include <algorithm>
#include <array>

namespace lockmaster::keyhint {

namespace {

/** Ten times the longest default lease of the libraries that this is asked for. */
constexpr Micros shortLife = std::chrono::minutes(2);

constexpr std::array somethingElse = {
    "session", "cache", "token", "csrf",     "etag",   "nonce",    "auth",
    "otp",     "hash",  "md5",   "checksum", "digest", "password", "secret",
};

/// As Laravel names them, behind whatever prefixes an application has.
constexpr std::array<const char *, 3> laravelJobs = {
    "laravel_unique_job:", "laravel-queue-overlap:", "framework/schedule-"};
constexpr std::array<const char *, 3> laravelCaches = {"laravel_cache:", "laravel_cache_",
                                                       "laravel-cache-"};
constexpr std::array<const char *, 3> caches = {"_cache:", "_cache_", "-cache-"};

bool containsAny(const QByteArray &name, const std::array<const char *, 3> &words)
{
    if (!name.contains('_') && !name.contains('-'))
        return false; // as most are: all of these have one of the two
    return std::any_of(words.begin(), words.end(),
                       [&name](const char *word) { return name.contains(word); });
}

/** `lock` as a word or part of one, but not in block, clock or flock. */
bool saysLock(QByteArrayView lower)
{
    for (qsizetype at = lower.indexOf("lock"); at >= 0; at = lower.indexOf("lock", at + 1)) {
        const char before = at > 0 ? lower[at - 1] : ':';
        if (before != 'b' && before != 'c' && before != 'f')
            return true;
    }
    return lower.contains("mutex");
}

bool saysSomethingElse(QByteArrayView lower)
{
    return std::any_of(somethingElse.begin(), somethingElse.end(),
                       [&lower](const char *word) { return lower.contains(word); });
}

/** Without a heap block for most names: it is asked of each new key. */
class Lower
{
public:
    explicit Lower(QByteArrayView text) : m_text(text.begin(), text.end())
    {
        for (char &c : m_text) {
            if (c >= 'A' && c <= 'Z')
                c = char(c | 0x20);
        }
    }
    operator QByteArrayView() const { return {m_text.data(), m_text.size()}; }

private:
    QVarLengthArray<char, 128> m_text;
};

} // namespace

bool any(const KeyReading &, const RedisReadContext &)
{
    return true;
}

bool none(const KeyReading &, const RedisReadContext &)
{
    return false;
}

bool expires(const KeyReading &key, const RedisReadContext &)
{
    return key.deadline.has_value();
}

bool namedLock(const KeyReading &key, const RedisReadContext &context)
{
    return expires(key, context) && saysLock(Lower(key.key));
}

bool lockLike(const KeyReading &key, const RedisReadContext &context)
{
    const auto ttl = ttlOf(key, context);
    if (!ttl)
        return false;
    const Lower lower(key.key);
    return saysLock(lower) || (*ttl <= shortLife && !saysSomethingElse(lower));
}

bool mutex(const KeyReading &key, const RedisReadContext &)
{
    return key.key.startsWith("mutex:");
}

bool lockPrefix(const KeyReading &key, const RedisReadContext &)
{
    return key.key.startsWith("lock:");
}

bool hangfire(const KeyReading &key, const RedisReadContext &)
{
    return key.key.startsWith("{hangfire}:");
}

bool job(const KeyReading &key, const RedisReadContext &)
{
    return key.key.endsWith(":lock") && key.key.count(':') >= 3;
}

bool bullJob(const KeyReading &key, const RedisReadContext &context)
{
    return key.key.startsWith("bull:") && job(key, context);
}

bool registry(const KeyReading &key, const RedisReadContext &)
{
    const qsizetype colon = key.key.indexOf(':');
    if (colon <= 0)
        return false;
    const Lower first(QByteArrayView(key.key).first(colon));
    return saysLock(first) || QByteArrayView(first).contains("registry");
}

bool laravelJob(const KeyReading &key, const RedisReadContext &)
{
    return containsAny(key.key, laravelJobs);
}

bool laravelCache(const KeyReading &key, const RedisReadContext &)
{
    return containsAny(key.key, laravelCaches);
}

bool namedCache(const KeyReading &key, const RedisReadContext &)
{
    return containsAny(key.key, caches);
}

bool redbeat(const KeyReading &key, const RedisReadContext &)
{
    return key.key == "redbeat::lock";
}

} // namespace lockmaster::keyhint
