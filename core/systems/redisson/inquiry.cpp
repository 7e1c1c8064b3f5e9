// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/inquiry.h"

#include "core/text/momenttext.h"
#include "core/text/literaltext.h"
#include "core/systems/keys/redisrecord.h"
#include "core/systems/redisson/redissontext.h"
#include "core/systems/redisson/sidekeys.h"
#include "core/systems/contract/textshapes.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int pollsBetweenRefusals = 30;
constexpr qsizetype readersAsked = 8;
constexpr qint64 entriesAskedOfAReader = 4;
constexpr qsizetype longestServerText = 200;
constexpr auto askedAgainAfter = 4s;
constexpr size_t pollsForAll = 4;

using Kind = RedissonShape::Kind;

/** At least: a glance asks about locks that were read some time before. */
bool answeredLongAgo(const RememberedLock &known, SteadyTime answeredAt)
{
    return answeredAt == SteadyTime{} || known.seenAt - answeredAt >= askedAgainAfter;
}

/** When a subject's last answer came. */
struct Turn {
    SteadyTime answeredAt;
    size_t subject;
};

/** Whose turn it is: those asked longest ago, in the order of subjects; `due` must not wait. */
std::vector<size_t> askedNow(std::vector<Turn> turns, size_t due)
{
    const size_t again = std::max(RedissonInquiry::askedAgainInOnePoll, turns.size() / pollsForAll);
    const size_t count =
        std::min({turns.size(), size_t(RedissonInquiry::channelsInOnePoll), std::max(due, again)});
    std::nth_element(turns.begin(), turns.begin() + std::ptrdiff_t(count), turns.end(),
                     [](const Turn &a, const Turn &b) { return a.answeredAt < b.answeredAt; });
    std::vector<size_t> subjects;
    subjects.reserve(count);
    for (size_t i = 0; i < count; ++i)
        subjects.push_back(turns[i].subject);
    std::sort(subjects.begin(), subjects.end());
    return subjects;
}

} // namespace

bool RedissonInquiry::Refusal::mayAsk()
{
    if (!error)
        return true;
    if (--pollsToWait > 0)
        return false;
    error.reset();
    doubtful = true;
    return true;
}

void RedissonInquiry::Refusal::note(const RedisReply &reply, const QString &message,
                                    const QString &remedy)
{
    const bool denied = reply.text.startsWith("NOPERM");
    const QString said =
        literalText(reply.text.first(std::min(reply.text.size(), longestServerText)));
    error = Error{denied ? ErrorKind::Denied : ErrorKind::Unsupported, 0, message.arg(said),
                  denied ? remedy : QString()};
    pollsToWait = pollsBetweenRefusals;
}

RedissonInquiry::RedissonInquiry() : m_subscribedClients(Words::tr("subscribed clients")) {}

std::vector<RedisCommand> RedissonInquiry::ask(std::vector<Subject> subjects)
{
    m_subjects = std::move(subjects);
    m_questions.clear();
    m_raised.clear();
    std::vector<RedisCommand> commands;
    if (m_subjects.empty())
        return commands;
    for (const Subject &subject : m_subjects)
        subject.known->readersGone.clear();
    if (m_subscribersRefused.mayAsk())
        askSubscribers(commands);
    if (m_sideKeysRefused.mayAsk())
        askSideKeys(commands);
    return commands;
}

void RedissonInquiry::add(std::vector<RedisCommand> &commands, Topic topic, size_t subject,
                          RedisCommand command, std::vector<QByteArray> details)
{
    m_questions.push_back({topic, subject, std::move(details), {}});
    commands.push_back(std::move(command));
}

void RedissonInquiry::askSubscribers(std::vector<RedisCommand> &commands)
{
    std::vector<Turn> turns;
    turns.reserve(m_subjects.size());
    size_t due = 0;
    for (size_t i = 0; i < m_subjects.size(); ++i) {
        const RememberedLock &known = *m_subjects[i].known;
        turns.push_back({known.waitersAt, i});
        due += size_t(answeredLongAgo(known, known.waitersAt));
    }
    std::vector<size_t> asked = askedNow(std::move(turns), due);
    if (m_subscribersRefused.doubtful)
        asked.resize(1);
    for (size_t first = 0; first < asked.size(); first += channelsInOneCommand) {
        const size_t end = std::min<size_t>(asked.size(), first + channelsInOneCommand);
        RedisCommand command = {"PUBSUB", "NUMSUB"};
        command.reserve(command.size() + end - first);
        for (size_t i = first; i < end; ++i) {
            const Kind kind = m_subjects[asked[i]].known->kind;
            const QByteArray &name = m_subjects[asked[i]].name;
            command.push_back(kind == Kind::Read || kind == Kind::Write
                                  ? redisson::readWriteChannel(name)
                                  : redisson::lockChannel(name));
        }
        std::vector<QByteArray> channels(command.begin() + 2, command.end());
        add(commands, Topic::Subscribers, asked[first], std::move(command), std::move(channels));
        m_questions.back().subjects.assign(asked.begin() + std::ptrdiff_t(first),
                                           asked.begin() + std::ptrdiff_t(end));
    }
}

void RedissonInquiry::askSideKeys(std::vector<RedisCommand> &commands)
{
    std::vector<size_t> readers;
    std::vector<Turn> turns;
    size_t due = 0;
    for (size_t i = 0; i < m_subjects.size(); ++i) {
        const RememberedLock &known = *m_subjects[i].known;
        if (known.kind == Kind::Read) {
            readers.push_back(i);
        } else if (known.kind == Kind::Single) {
            turns.push_back({known.sideKeysAt, i});
            due += size_t(answeredLongAgo(known, known.sideKeysAt));
        }
    }
    std::vector<size_t> singles = askedNow(std::move(turns), due);
    if (m_sideKeysRefused.doubtful) {
        readers.resize(std::min<size_t>(readers.size(), 1));
        singles.resize(readers.empty() ? std::min<size_t>(singles.size(), 1) : 0);
    }
    const size_t before = commands.size();
    const auto mayAsk = [&] { return commands.size() - before < sideCommandsInOnePoll; };
    for (const size_t reader : readers) {
        if (mayAsk())
            askReaders(reader, commands);
    }
    std::vector<size_t> plain;
    for (const size_t single : singles) {
        const RememberedLock &known = *m_subjects[single].known;
        if (m_together && !known.fair && !known.apart)
            plain.push_back(single);
        else if (mayAsk())
            askQueue(single, commands);
    }
    askBeside(plain, commands);
}

/** Most locks are neither fair nor fenced: one command says so of many. */
void RedissonInquiry::askBeside(const std::vector<size_t> &plain,
                                std::vector<RedisCommand> &commands)
{
    for (size_t first = 0; first < plain.size(); first += locksInOneCommand) {
        const size_t end = std::min(plain.size(), first + locksInOneCommand);
        RedisCommand command = {"EXISTS"};
        command.reserve(2 * (end - first) + 1);
        for (size_t i = first; i < end; ++i) {
            const Subject &subject = m_subjects[plain[i]];
            command.push_back(redisson::fairQueue(subject.name));
            if (!subject.known->fenced)
                command.push_back(redisson::fenceToken(subject.name));
        }
        add(commands, Topic::Beside, plain[first], std::move(command));
        m_questions.back().subjects.assign(plain.begin() + std::ptrdiff_t(first),
                                           plain.begin() + std::ptrdiff_t(end));
    }
}

std::vector<RedisCommand> RedissonInquiry::askOn()
{
    std::vector<RedisCommand> commands;
    for (const size_t subject : std::exchange(m_raised, {})) {
        if (commands.size() < sideCommandsInOnePoll)
            askQueue(subject, commands);
    }
    return commands;
}

std::vector<QByteArray> RedissonInquiry::leaveRaised()
{
    std::vector<QByteArray> names;
    for (const size_t subject : std::exchange(m_raised, {}))
        names.push_back(m_subjects[subject].name);
    m_subjects.clear();
    return names;
}

void RedissonInquiry::askQueue(size_t subject, std::vector<RedisCommand> &commands)
{
    const QByteArray &name = m_subjects[subject].name;
    const RememberedLock &known = *m_subjects[subject].known;
    const QByteArray last = QByteArray::number(queueShown - 1);
    add(commands, Topic::QueueLength, subject, {"LLEN", redisson::fairQueue(name)});
    add(commands, Topic::Queue, subject, {"LRANGE", redisson::fairQueue(name), "0", last});
    add(commands, Topic::QueueTimes, subject,
        {"ZRANGE", redisson::fairTimeouts(name), "0", last, "WITHSCORES"});
    if (!known.fenced)
        add(commands, Topic::Token, subject, {"EXISTS", redisson::fenceToken(name)});
}

void RedissonInquiry::askReaders(size_t subject, std::vector<RedisCommand> &commands)
{
    const auto [name, holders, known] = m_subjects[subject];
    const qsizetype count = holders ? std::min(holders->size(), readersAsked) : 0;
    for (qsizetype i = 0; i < count; ++i) {
        const Holder &reader = (*holders)[i];
        RedisCommand command = {"EXISTS"};
        for (qint64 entry = 1; entry <= std::min(reader.holdCount, entriesAskedOfAReader); ++entry)
            command.push_back(redisson::readerTimeout(name, reader.raw, entry));
        add(commands, Topic::Reader, subject, std::move(command), {reader.raw});
    }
}

void RedissonInquiry::answered(const std::vector<RedisReply> &replies, SteadyTime now)
{
    const size_t count = std::min(replies.size(), m_questions.size());
    for (size_t i = 0; i < count; ++i)
        understand(m_questions[i], replies[i], now);
    m_subscribersRefused.doubtful = false;
    m_sideKeysRefused.doubtful = false;
    m_questions.clear();
    if (!hasMore())
        m_subjects.clear();
}

void RedissonInquiry::understand(const Question &question, const RedisReply &reply, SteadyTime now)
{
    RememberedLock &known = *m_subjects[question.subject].known;
    if (reply.isError() && question.topic != Topic::Subscribers) {
        // Another type under a side key's name is somebody else's key, and no refusal.
        if (question.topic == Topic::Beside && reply.text.startsWith("CROSSSLOT"))
            askApart(question);
        else if (reply.text.startsWith("WRONGTYPE"))
            known.apart = true;
        else
            m_sideKeysRefused.note(reply,
                                   Words::tr("Fair and fenced Redisson locks cannot be told from "
                                             "plain ones: %1"),
                                   Words::tr("Allow +llen +lrange +zrange +exists on "
                                             "redisson_lock_* keys for this user."));
        return;
    }
    switch (question.topic) {
    case Topic::Subscribers: noteSubscribers(question, reply, now); return;
    case Topic::Beside: noteBeside(question, reply, now); return;
    case Topic::QueueLength: noteQueueLength(known, reply, now); return;
    case Topic::Queue: noteQueue(known, reply); return;
    case Topic::QueueTimes: noteQueueTimes(known, reply); return;
    case Topic::Token:
        if (reply.type == RedisReply::Type::Integer)
            known.fenced = reply.integer > 0;
        return;
    case Topic::Reader:
        if (reply.type == RedisReply::Type::Integer && reply.integer == 0)
            known.readersGone.push_back(question.details.front());
        return;
    }
}

/** The answer repeats each channel before its count; anything else is not believed. */
void RedissonInquiry::noteSubscribers(const Question &question, const RedisReply &reply,
                                      SteadyTime now)
{
    if (reply.isError()) {
        m_subscribersRefused.note(reply,
                                  Words::tr("Who waits for Redisson locks cannot be seen: %1"),
                                  Words::tr("Allow +pubsub|numsub for this user."));
        return;
    }
    const size_t count = question.details.size();
    if (!reply.isArray() || reply.elements.size() != 2 * count)
        return;
    for (size_t i = 0; i < count; ++i) {
        const RedisReply &channel = reply.elements[2 * i];
        const RedisReply &number = reply.elements[2 * i + 1];
        if (channel.text != question.details[i] || number.type != RedisReply::Type::Integer
            || number.integer < 0)
            continue;
        RememberedLock &known = *m_subjects[question.subjects[i]].known;
        known.waitersAt = now;
        known.waiters = {};
        known.waiters.count = number.integer;
        known.waiters.basis = m_subscribedClients;
    }
}

/** A node of a cluster takes no keys of several slots at once. */
void RedissonInquiry::askApart(const Question &question)
{
    m_together = false;
    m_raised.insert(m_raised.end(), question.subjects.begin(), question.subjects.end());
}

void RedissonInquiry::noteBeside(const Question &question, const RedisReply &reply, SteadyTime now)
{
    if (reply.type != RedisReply::Type::Integer || reply.integer < 0)
        return;
    if (reply.integer > 0) {
        m_raised.insert(m_raised.end(), question.subjects.begin(), question.subjects.end());
        return;
    }
    for (const size_t subject : question.subjects) {
        RememberedLock &known = *m_subjects[subject].known;
        known.sideKeysAt = now;
        known.queue.clear();
        known.fenced = known.fenced.value_or(false);
    }
}

void RedissonInquiry::noteQueueLength(RememberedLock &known, const RedisReply &reply,
                                      SteadyTime now)
{
    if (reply.type != RedisReply::Type::Integer || reply.integer < 0)
        return;
    known.sideKeysAt = now;
    known.queue.clear();
    known.fair = known.fair || reply.integer > 0;
    known.apart = false;
    if (!known.fair)
        return;
    known.waitersAt = now;
    known.waiters = {};
    known.waiters.count = reply.integer;
    known.waiters.basis = Words::tr("queued threads");
}

void RedissonInquiry::noteQueue(RememberedLock &known, const RedisReply &reply)
{
    if (!reply.isArray() || !known.fair)
        return;
    const size_t count = std::min<size_t>(reply.elements.size(), queueShown);
    for (size_t i = 0; i < count; ++i) {
        const QByteArray &owner = reply.elements[i].text;
        known.waiters.list.push_back(
            {redissonLabel(owner), std::nullopt, std::nullopt, true, redissonDetail(owner)});
        known.queue.push_back(
            {Attribute::Group::Raw, Words::tr("Queue, place %1").arg(i + 1), literalText(owner)});
    }
}

/** Until when each one queues, by its own clock: past that, the next visitor removes it. */
void RedissonInquiry::noteQueueTimes(RememberedLock &known, const RedisReply &reply)
{
    if (!reply.isArray())
        return;
    for (size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        const QString owner = literalText(reply.elements[i].text);
        const auto until = plainInteger(reply.elements[i + 1].text);
        const auto line =
            std::find_if(known.queue.begin(), known.queue.end(),
                         [&](const Attribute &place) { return place.value == owner; });
        if (line != known.queue.end() && until && *until < latestMomentMs)
            line->value =
                Words::tr("%1, until %2 (its clock)")
                    .arg(owner, utcMomentText(ServerTime(Millis(*until)), TimeDetail::ToMilli));
    }
}

std::vector<Error> RedissonInquiry::problems() const
{
    std::vector<Error> found;
    for (const Refusal *refusal : {&m_subscribersRefused, &m_sideKeysRefused}) {
        if (refusal->error)
            found.push_back(*refusal->error);
    }
    return found;
}

} // namespace lockmaster
