// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/redissonshape.h"

#include "core/systems/contract/textshapes.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lockmaster {

namespace {

constexpr QByteArrayView writeSuffix(":write");
constexpr QByteArrayView expirySuffix(":expire_time");
constexpr QByteArrayView countSuffix(":lock_count");

std::optional<qint64> positive(const QByteArray &text)
{
    const auto value = plainInteger(text);
    return value && *value > 0 ? value : std::nullopt;
}

/** A field of a lock hash with its hold count; `:write` at its end marks a writer. */
std::optional<RedissonEntry> entryOf(const QByteArray &field, const QByteArray &value)
{
    QByteArrayView owner(field);
    const bool write = owner.endsWith(writeSuffix);
    if (write)
        owner.chop(writeSuffix.size());
    auto entry = redissonOwner(owner);
    const auto count = positive(value);
    if (!entry || !count)
        return std::nullopt;
    entry->raw = field;
    entry->count = *count;
    entry->write = write;
    return entry;
}

void sortEntries(std::vector<RedissonEntry> &entries)
{
    std::sort(entries.begin(), entries.end(), [](const RedissonEntry &a, const RedissonEntry &b) {
        return a.write != b.write ? a.write : a.raw < b.raw;
    });
}

/** Plain, read and write locks: every field but `mode` is an owner. */
std::optional<RedissonShape> lockShape(const KeyReading &key, bool cut)
{
    RedissonShape shape;
    shape.cut = cut;
    QByteArray mode;
    for (const auto &[field, value] : key.fields) {
        if (field == "mode") {
            mode = value;
            continue;
        }
        auto entry = entryOf(field, value);
        if (!entry)
            return std::nullopt;
        shape.entries.push_back(std::move(*entry));
    }
    if (shape.entries.empty())
        return std::nullopt;
    const auto writers = std::count_if(shape.entries.begin(), shape.entries.end(),
                                       [](const RedissonEntry &entry) { return entry.write; });
    sortEntries(shape.entries);
    if (mode == "write" && writers == 1)
        shape.kind = RedissonShape::Kind::Write;
    else if (writers == 0 && (mode == "read" || (mode.isEmpty() && cut)))
        shape.kind = RedissonShape::Kind::Read; // cut: so many are readers; `mode` was not read
    else if (!mode.isEmpty() || writers != 0 || shape.entries.size() != 1)
        return std::nullopt;
    return shape;
}

/** `<name>:<owner>` before one of the suffixes: how the owner's two side fields are called. */
std::optional<std::pair<QByteArray, QByteArray>> nameAndOwner(QByteArrayView text)
{
    const qsizetype colon = text.lastIndexOf(':');
    const qsizetype start = colon - uuidLength;
    if (start < 2 || text[start - 1] != ':' || !redissonOwner(text.sliced(start)))
        return std::nullopt;
    return std::pair{text.first(start - 1).toByteArray(), text.sliced(start).toByteArray()};
}

using MultiKey = std::pair<QByteArray, QByteArray>;

/** The fields of a multi-lock by their role; false where one has none of the three. */
struct MultiFields {
    std::map<QByteArray, QByteArray> owners; ///< by name of the value
    std::map<MultiKey, qint64> expiries;
    std::map<MultiKey, qint64> counts;

    bool add(const QByteArray &field, const QByteArray &value)
    {
        const QByteArrayView name(field);
        const bool expiry = name.endsWith(expirySuffix);
        if (!expiry && !name.endsWith(countSuffix)) {
            owners[field] = value;
            return !field.isEmpty() && redissonOwner(value).has_value();
        }
        const auto key =
            nameAndOwner(name.chopped(expiry ? expirySuffix.size() : countSuffix.size()));
        const auto number = positive(value);
        if (!key || !number)
            return false;
        (expiry ? expiries : counts)[*key] = *number;
        return true;
    }
};

std::optional<RedissonShape> multiShape(const KeyReading &key, bool cut)
{
    MultiFields fields;
    for (const auto &[field, value] : key.fields) {
        if (!fields.add(field, value))
            return std::nullopt;
    }
    if (fields.owners.empty() || fields.counts.empty())
        return std::nullopt;

    RedissonShape shape;
    shape.kind = RedissonShape::Kind::Multi;
    shape.cut = cut;
    std::map<QByteArray, qint64> counts;
    for (const auto &[name, owner] : fields.owners) {
        const MultiKey sideKey{name, owner};
        const auto expiry = fields.expiries.find(sideKey);
        const auto count = fields.counts.find(sideKey);
        const bool whole = expiry != fields.expiries.end() && count != fields.counts.end();
        if (!whole && !cut)
            return std::nullopt;
        shape.values.push_back({name, owner, std::nullopt});
        if (expiry != fields.expiries.end())
            shape.values.back().expiresMs = expiry->second;
        qint64 &most = counts[owner];
        most = std::max(most, count != fields.counts.end() ? count->second : 1);
    }
    for (const auto &[owner, count] : counts) {
        shape.entries.push_back(*redissonOwner(owner));
        shape.entries.back().count = count;
    }
    return shape;
}

} // namespace

std::optional<RedissonEntry> redissonOwner(QByteArrayView text)
{
    if (text.size() <= uuidLength + 1 || text[uuidLength] != ':' || !isUuid(text.first(uuidLength))
        || !isThreadId(text.sliced(uuidLength + 1)))
        return std::nullopt;
    RedissonEntry entry;
    entry.raw = text.toByteArray();
    entry.client = text.first(uuidLength).toByteArray();
    entry.thread = text.sliced(uuidLength + 1).toByteArray();
    return entry;
}

std::optional<RedissonShape> redissonShape(const KeyReading &key)
{
    if (key.type != "hash" || key.fields.empty())
        return std::nullopt;
    const bool cut = key.length > static_cast<qint64>(key.fields.size());
    if (auto shape = lockShape(key, cut))
        return shape;
    return multiShape(key, cut);
}

} // namespace lockmaster
