// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisstring/stringrelease.h"

#include "core/systems/contract/textshapes.h"
#include "core/systems/keys/scriptbuilder.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <bitset>

namespace lockmaster::stringrelease {

namespace {

constexpr qsizetype shortestToken = 16; ///< hexadecimal digits in a row
constexpr size_t fewestDifferent = 8;
constexpr int fewestTurns = 4; ///< from a digit to a letter or back
/** A registry's name may hold colons; nobody writes more of them. */
constexpr size_t mostRegistries = 16;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/** Hexadecimal digits as chance throws them: no date, no count, no word, no 0000. */
bool looksRandom(QByteArrayView digits)
{
    std::bitset<256> different;
    int turns = 0;
    for (qsizetype i = 0; i < digits.size(); ++i) {
        different.set(static_cast<unsigned char>(digits[i]));
        turns += i > 0 && isDigit(digits[i]) != isDigit(digits[i - 1]);
    }
    return different.count() >= fewestDifferent && turns >= fewestTurns;
}

bool holdsUuid(QByteArrayView value)
{
    for (qsizetype at = 0; at + uuidLength <= value.size(); ++at) {
        const QByteArrayView part = value.sliced(at, uuidLength);
        if (isUuid(part) && looksRandom(part))
            return true;
    }
    return false;
}

bool holdsHexToken(QByteArrayView value)
{
    const char *run = value.begin();
    while (run != value.end()) {
        const char *const end = std::find_if_not(run, value.end(), isHex);
        if (end - run >= shortestToken && looksRandom({run, end}))
            return true;
        run = std::find_if(end, value.end(), isHex);
    }
    return false;
}

bool isJob(const LockRecord &record)
{
    return record.variant == u"BullMQ" || record.variant == u"Bull";
}

QString consequence(const QString &library)
{
    if (library == u"BullMQ" || library == u"Bull")
        return Words::tr("The job counts as stalled: at one of the next two checks (30 s apart) "
                         "it goes back to the queue and runs again, or fails. If its worker is "
                         "alive, it runs twice.");
    if (library == u"redis-py")
        return Words::tr("Who waits takes it within 0.1 s. The holder is not told: it goes on "
                         "until it extends or releases the lock, and gets LockNotOwnedError.");
    if (library == u"RedBeat")
        return Words::tr("A standby beat starts at once. The one that holds the lock, if it is "
                         "alive, ends at its next tick.");
    if (library == u"ShedLock")
        return Words::tr("The job may start elsewhere at its next time, also while it still runs. "
                         "A job that is over and only waits out its shortest lock time looks the "
                         "same.");
    if (library == u"python-redis-lock")
        return Words::tr(
            "Anyone who waits is woken. The holder is not told: it goes on until it renews "
            "or releases the lock, and gets NotAcquired.");
    if (library == u"Spring Integration")
        return Words::tr(
            "Anyone who waits is woken. The holder is not told: it goes on, and its unlock "
            "throws. The value stands for a whole process, not for one thread.");
    if (library == u"hand-made")
        return Words::tr("The holder is not told and goes on. When it ends, it may delete the "
                         "lock of who took it next.");
    return Words::tr("The holder is not told: it goes on until it renews or releases the lock. "
                     "Who waits asks again by itself.");
}

std::vector<RedisCommand> wakeSignal(const QByteArray &key)
{
    constexpr QByteArrayView prefix("lock:");
    const QByteArray signal = "lock-signal:" + key.sliced(prefix.size());
    return {{"DEL", signal}, {"LPUSH", signal, "1"}, {"PEXPIRE", signal, "1000"}};
}

/** Where the registry's name ends and the lock's begins cannot be told: every way is served. */
std::vector<RedisCommand> wakeRegistries(const QByteArray &key)
{
    std::vector<RedisCommand> commands;
    for (qsizetype colon = key.indexOf(':'); colon > 0 && commands.size() < mostRegistries;
         colon = key.indexOf(':', colon + 1))
        commands.push_back({"PUBLISH", key.first(colon) + "-channel:" + key, key});
    return commands;
}

} // namespace

std::vector<LockAction> actions(const LockRecord &record)
{
    if (record.state != LockState::Held || record.holders.empty())
        return {};
    LockAction action;
    action.id = QStringLiteral("delete");
    action.label = isJob(record) ? Words::tr("Mark job stalled") : Words::tr("Release");
    action.consequence = consequence(record.variant);
    // Nothing in the value tells of them.
    if (!record.shares && (record.variant.isEmpty() || record.variant == u"node-redlock"))
        action.consequence +=
            u' ' + Words::tr("A lock held on several servers has to be released on each.");
    // What a library does about it is as certain as that it is this library.
    if (!record.variant.isEmpty() && record.variantCertainty == Certainty::Likely)
        action.consequence = Words::tr("If it is %1's: %2").arg(record.variant, action.consequence);
    return {action};
}

bool valueTellsHolders(const LockRecord &record)
{
    if (record.holders.empty() || record.variant == u"hand-made")
        return false;
    if (!record.variant.isEmpty())
        return true;
    // Nobody's shape. `IN_PROGRESS`, `1000` or a host's name may be what every holder writes, and
    // to take a constant for a signature would delete the lock of who came next.
    const QByteArray &value = record.holders.front().raw;
    return holdsUuid(value) || holdsHexToken(value);
}

bool valueNamesHolder(const LockRecord &record)
{
    constexpr std::array states = {"lock",    "progress", "process", "running", "pending",
                                   "working", "busy",     "active",  "taken",   "true"};
    constexpr qsizetype shortestName = 6;
    if (valueTellsHolders(record))
        return true;
    if (record.holders.empty() || record.variant == u"hand-made")
        return false;
    const QByteArray value = record.holders.front().raw.toLower();
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto divides = [](char c) { return QByteArrayView("-:@./#").contains(c); };
    return value.size() >= shortestName && std::any_of(value.begin(), value.end(), isLetter)
           && std::any_of(value.begin(), value.end(), divides)
           && std::none_of(states.begin(), states.end(),
                           [&value](const char *state) { return value.contains(state); });
}

std::vector<RedisCommand> wakeCommands(const LockRecord &record)
{
    if (record.variant == u"python-redis-lock")
        return wakeSignal(record.id.name);
    if (record.variant == u"Spring Integration")
        return wakeRegistries(record.id.name);
    return {};
}

RedisCommand script(const QByteArray &key, const QByteArray &value, qint64 storedExpiryMs,
                    ExpiryCheck check, const std::vector<RedisCommand> &wake)
{
    ScriptBuilder script;
    const QByteArray lock = script.key(key);
    const QByteArray seen = script.value(value);
    script.line("local type=redis.call('TYPE'," + lock + ").ok");
    script.line("if type=='none' then return 'gone' end");
    // One byte more than the value has: no longer one passes for it, and none is read whole.
    script.line("if type~='string' or redis.call('GETRANGE'," + lock + ",0,#" + seen + ")~=" + seen
                + " then return 'changed' end");
    script.checkExpiry(lock, storedExpiryMs, check);
    // First, because a script that is denied something in mid-way is not undone.
    for (const RedisCommand &command : wake)
        script.call(command);
    script.line("redis.call('DEL'," + lock + ')');
    script.line("return 'released'");
    return script.command();
}

} // namespace lockmaster::stringrelease
