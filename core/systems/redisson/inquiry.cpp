// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisson/inquiry.h"

#include "core/domain/literaltext.h"
#include "core/systems/redisrecord.h"
#include "core/systems/redisson/redissontext.h"
#include "core/systems/redisson/sidekeys.h"
#include "core/systems/textshapes.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int pollsBetweenRefusals = 30;
constexpr size_t readersAsked = 8;
constexpr qint64 entriesOfAReader = 4;
constexpr qsizetype longestServerText = 200;

using Kind = RedissonShape::Kind;

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

std::vector<RedisCommand> RedissonInquiry::ask(std::vector<Subject> subjects)
{
    m_subjects = std::move(subjects);
    m_questions.clear();
    std::vector<RedisCommand> commands;
    if (m_subjects.empty())
        return commands;
    if (m_subscribersRefused.mayAsk())
        askSubscribers(commands);
    if (m_sideKeysRefused.mayAsk())
        askSideKeys(commands);
    return commands;
}

void RedissonInquiry::add(std::vector<RedisCommand> &commands, Topic topic, size_t subject,
                          RedisCommand command, std::vector<QByteArray> details)
{
    m_questions.push_back({topic, subject, std::move(details)});
    commands.push_back(std::move(command));
}

void RedissonInquiry::askSubscribers(std::vector<RedisCommand> &commands)
{
    std::sort(m_subjects.begin(), m_subjects.end(), [](const Subject &a, const Subject &b) {
        return a.known->waitersAt < b.known->waitersAt;
    });
    const size_t most = m_subscribersRefused.doubtful ? 1 : channelsInOnePoll;
    const size_t count = std::min(m_subjects.size(), most);
    for (size_t first = 0; first < count; first += channelsInOneCommand) {
        const size_t end = std::min<size_t>(count, first + channelsInOneCommand);
        RedisCommand command = {"PUBSUB", "NUMSUB"};
        std::vector<QByteArray> channels;
        for (size_t i = first; i < end; ++i) {
            const Kind kind = m_subjects[i].known->kind;
            const QByteArray &name = m_subjects[i].lock->id.name;
            channels.push_back(kind == Kind::Read || kind == Kind::Write
                                   ? redisson::readWriteChannel(name)
                                   : redisson::lockChannel(name));
        }
        command.insert(command.end(), channels.begin(), channels.end());
        add(commands, Topic::Subscribers, first, std::move(command), std::move(channels));
    }
}

void RedissonInquiry::askSideKeys(std::vector<RedisCommand> &commands)
{
    std::vector<size_t> order(m_subjects.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [this](size_t a, size_t b) {
        return m_subjects[a].known->sideKeysAt < m_subjects[b].known->sideKeysAt;
    });
    if (m_sideKeysRefused.doubtful)
        order.resize(1);
    const size_t before = commands.size();
    for (const size_t subject : order) {
        if (commands.size() - before >= sideCommandsInOnePoll)
            return;
        if (m_subjects[subject].known->kind == Kind::Single)
            askQueue(subject, commands);
        else if (m_subjects[subject].known->kind == Kind::Read)
            askReaders(subject, commands);
    }
}

/** A lock that was found to be plain costs one command from then on, until its holder changes. */
void RedissonInquiry::askQueue(size_t subject, std::vector<RedisCommand> &commands)
{
    const QByteArray &name = m_subjects[subject].lock->id.name;
    const RememberedLock &known = *m_subjects[subject].known;
    const QByteArray last = QByteArray::number(queueShown - 1);
    const bool first = known.sideKeysAt == SteadyTime{};
    add(commands, Topic::QueueLength, subject, {"LLEN", redisson::fairQueue(name)});
    if (first || known.fair) {
        add(commands, Topic::Queue, subject, {"LRANGE", redisson::fairQueue(name), "0", last});
        add(commands, Topic::QueueTimes, subject,
            {"ZRANGE", redisson::fairTimeouts(name), "0", last, "WITHSCORES"});
    }
    if (first)
        add(commands, Topic::Token, subject, {"EXISTS", redisson::fenceToken(name)});
}

void RedissonInquiry::askReaders(size_t subject, std::vector<RedisCommand> &commands)
{
    const LockRecord &lock = *m_subjects[subject].lock;
    const size_t count = std::min(lock.holders.size(), readersAsked);
    for (size_t i = 0; i < count; ++i) {
        const Holder &reader = lock.holders[i];
        RedisCommand command = {"EXISTS"};
        for (qint64 entry = 1; entry <= std::min(reader.holdCount, entriesOfAReader); ++entry)
            command.push_back(redisson::readerTimeout(lock.id.name, reader.raw, entry));
        add(commands, Topic::Reader, subject, std::move(command), {reader.raw});
    }
}

void RedissonInquiry::answered(const std::vector<RedisReply> &replies, SteadyTime now)
{
    for (const Subject &subject : m_subjects)
        subject.known->readersGone.clear();
    const size_t count = std::min(replies.size(), m_questions.size());
    for (size_t i = 0; i < count; ++i)
        understand(m_questions[i], replies[i], now);
    m_subscribersRefused.doubtful = false;
    m_sideKeysRefused.doubtful = false;
    m_questions.clear();
    m_subjects.clear();
}

void RedissonInquiry::understand(const Question &question, const RedisReply &reply, SteadyTime now)
{
    RememberedLock &known = *m_subjects[question.subject].known;
    if (reply.isError() && question.topic != Topic::Subscribers) {
        // Another type under a side key's name is somebody else's key, and no refusal.
        if (!reply.text.startsWith("WRONGTYPE"))
            m_sideKeysRefused.note(
                reply,
                QCoreApplication::translate("lockmaster",
                                            "Fair and fenced Redisson locks cannot be told from "
                                            "plain ones: %1"),
                QCoreApplication::translate("lockmaster", "Allow +llen +lrange +zrange +exists on "
                                                          "redisson_lock_* keys for this user."));
        return;
    }
    switch (question.topic) {
    case Topic::Subscribers: noteSubscribers(question, reply, now); return;
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
        m_subscribersRefused.note(
            reply,
            QCoreApplication::translate("lockmaster",
                                        "Who waits for Redisson locks cannot be seen: %1"),
            QCoreApplication::translate("lockmaster", "Allow +pubsub|numsub for this user."));
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
        RememberedLock &known = *m_subjects[question.subject + i].known;
        known.waitersAt = now;
        known.waiters = {};
        known.waiters.count = number.integer;
        known.waiters.basis = QCoreApplication::translate("lockmaster", "subscribed clients");
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
    if (!known.fair)
        return;
    known.waitersAt = now;
    known.waiters = {};
    known.waiters.count = reply.integer;
    known.waiters.basis = QCoreApplication::translate("lockmaster", "queued threads");
}

void RedissonInquiry::noteQueue(RememberedLock &known, const RedisReply &reply)
{
    if (!reply.isArray() || !known.fair)
        return;
    const size_t count = std::min<size_t>(reply.elements.size(), queueShown);
    for (size_t i = 0; i < count; ++i) {
        const QByteArray &owner = reply.elements[i].text;
        known.waiters.list.push_back({redissonLabel(owner), std::nullopt, std::nullopt});
        known.queue.push_back(
            {Attribute::Group::Raw,
             QCoreApplication::translate("lockmaster", "Queue, place %1").arg(i + 1),
             literalText(owner)});
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
            line->value = QCoreApplication::translate("lockmaster", "%1, until %2 (its clock)")
                              .arg(owner, momentText(ServerTime(Millis(*until))));
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
