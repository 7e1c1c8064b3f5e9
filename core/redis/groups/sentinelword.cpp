// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/sentinelword.h"

#include "core/redis/acltext.h"
#include "core/redis/redisconnection.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr size_t mostReplicas = 64;
constexpr size_t mostSentinels = 32;

enum SentinelQuestion : quint8 { Master, Replicas, Sentinels, Own };
constexpr size_t questions = 4;

using Fields = QHash<QByteArray, QByteArray>;

/** `name value name value ...`. */
Fields fieldsOf(const RedisReply &reply)
{
    Fields fields;
    for (size_t at = 0; at + 1 < reply.elements.size(); at += 2)
        fields.insert(reply.elements[at].text, reply.elements[at + 1].text);
    return fields;
}

std::optional<NodeAddress> addressOf(const Fields &fields)
{
    const QString host = QString::fromUtf8(fields.value("ip"));
    const QString shown = host.contains(u':') ? u'[' + host + u']' : host;
    return nodeAddressFromText(shown + u':' + QString::fromUtf8(fields.value("port")));
}

bool hasFlag(const Fields &fields, const QByteArray &flag)
{
    return fields.value("flags").split(',').contains(flag);
}

/** Once for each process: a name and a number may lead to the same one. */
std::vector<SentinelAnswer> oncePerProcess(const std::vector<SentinelAnswer> &answers)
{
    std::vector<SentinelAnswer> once;
    QSet<QByteArray> seen;
    for (const SentinelAnswer &answer : answers) {
        // Those that do not tell what they are may all be one, and a stranger any of them.
        if (seen.contains(answer.id) || (answer.id.isEmpty() && !answer.isNamed))
            continue;
        seen.insert(answer.id);
        once.push_back(answer);
    }
    return once;
}

/** The value that most have; the first of them in doubt. */
template<typename Value, typename Get>
std::pair<Value, qint64> mostFrequent(const std::vector<const SentinelAnswer *> &answers, Get get)
{
    std::pair<Value, qint64> best{};
    for (const SentinelAnswer *candidate : answers) {
        const Value value = get(*candidate);
        const auto votes = std::count_if(answers.begin(), answers.end(),
                                         [&](const auto *other) { return get(*other) == value; });
        if (votes > best.second)
            best = {value, votes};
    }
    return best;
}

/** How all of them see it, gathered to be judged. */
struct Council {
    QString name;
    std::vector<SentinelAnswer> all;
    std::vector<const SentinelAnswer *> counted; ///< those that are not tilted
    std::vector<const SentinelAnswer *> agreed;  ///< on the same master
    qint64 known = 0;
    NodeAddress master;

    qint64 most() const { return known / 2 + 1; }
    bool any(bool SentinelAnswer::*what) const
    {
        return std::any_of(counted.begin(), counted.end(),
                           [what](const auto *answer) { return answer->*what; });
    }
    qint64 howMany(bool SentinelAnswer::*what) const
    {
        return std::count_if(counted.begin(), counted.end(),
                             [what](const auto *answer) { return answer->*what; });
    }
    qint64 quorum() const
    {
        qint64 highest = 0;
        for (const SentinelAnswer *answer : agreed)
            highest = std::max(highest, answer->quorum);
        return highest;
    }
    /** Those that follow, as far as anybody tells; a second master stays one. */
    std::vector<SentinelReplica> replicas() const
    {
        std::vector<SentinelReplica> merged;
        for (const SentinelAnswer *answer : agreed) {
            for (const SentinelReplica &replica : answer->replicas) {
                const auto same =
                    std::find_if(merged.begin(), merged.end(), [&](const SentinelReplica &other) {
                        return other.address == replica.address;
                    });
                if (same == merged.end()) {
                    merged.push_back(replica);
                    continue;
                }
                same->isDown = same->isDown && replica.isDown;
                same->saysMaster = same->saysMaster || replica.saysMaster;
            }
        }
        std::sort(merged.begin(), merged.end(),
                  [](const auto &a, const auto &b) { return a.address.text() < b.address.text(); });
        return merged;
    }
};

Error fewAgree(const Council &council, const std::vector<SilentSentinel> &silent)
{
    QStringList missing;
    for (const SilentSentinel &one : silent)
        missing << errorText(one.why);
    if (qint64(council.agreed.size()) >= council.most()) {
        return {ErrorKind::Network, 0,
                Words::tr("Only %1 sentinels say that %2 is the master of %3, and their quorum is "
                          "%4. %5")
                    .arg(council.agreed.size())
                    .arg(council.master.text(), council.name)
                    .arg(council.quorum())
                    .arg(missing.join(u' '))
                    .trimmed(),
                Words::tr("Look why the others do not answer, or set a quorum that can be met.")};
    }
    if (const auto tilted = council.all.size() - council.counted.size(); tilted > 0)
        missing << Words::tr("%1 of them found their clocks jumping, and wait.").arg(tilted);
    const QString message =
        council.agreed.empty()
            ? Words::tr("No sentinel says which server is the master of %1.").arg(council.name)
            : Words::tr(
                  "Only %1 of %2 sentinels say that %3 is the master of %4, which is no majority: "
                  "it may be another one by now.")
                  .arg(council.agreed.size())
                  .arg(council.known)
                  .arg(council.master.text(), council.name);
    return {ErrorKind::Network, 0, (QStringList{message} + missing).join(u' '),
            Words::tr("Name all sentinels in the URL, and look why the others do not answer.")};
}

Error failsOver(const Council &council)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("%1 is failing over: its sentinels take %2 for down, or are about to have "
                      "another take its place.")
                .arg(council.name, council.master.text()),
            Words::tr("Wait until it is over, and look again.")};
}

Error doNotAgree(const Council &council)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("The sentinels do not agree on the master of %1: not all have heard of the "
                      "newest failover.")
                .arg(council.name),
            Words::tr("Wait until it is over, and look again.")};
}

Error twoMasters(const Council &council, const NodeAddress &other)
{
    return {ErrorKind::Unsupported, 0,
            Words::tr("%1 has two masters: %2, by its sentinels, and %3, which says so itself. "
                      "What is taken or let go of on the second is lost.")
                .arg(council.name, council.master.text(), other.text()),
            Words::tr("Wait until the sentinels have made it follow, which may take half a minute, "
                      "and look again.")};
}

void judge(const Council &council, const std::vector<SilentSentinel> &silent, SentinelWord &word)
{
    GroupMember &group = word.group;
    const auto replicas = council.replicas();
    for (const SentinelReplica &replica : replicas) {
        if (replica.saysMaster && !replica.isDown)
            word.others.push_back(replica.address);
        word.replicasUp += replica.isDown || replica.saysMaster ? 0 : 1;
    }
    const bool isOverdue = council.howMany(&SentinelAnswer::isDown) >= council.most();
    const auto counted = qint64(council.counted.size());
    if (!word.byMost || counted < council.quorum()) {
        const bool disagree = counted >= council.most() && counted >= council.quorum();
        group.state = disagree ? GroupMember::State::Switching : GroupMember::State::Partial;
        group.trouble = disagree ? doNotAgree(council) : fewAgree(council, silent);
    } else if (council.any(&SentinelAnswer::failsOver) || isOverdue) {
        group.state = GroupMember::State::Switching;
        group.trouble = failsOver(council);
    } else if (!word.others.empty()) {
        group.state = GroupMember::State::Split;
        group.trouble = twoMasters(council, word.others.front());
    }
    group.role = council.agreed.empty() ? Words::tr("no sentinel says who is %1").arg(council.name)
                                        : Words::tr("%1 is %2 by %3 of %4 sentinels")
                                              .arg(council.name, council.master.text())
                                              .arg(council.agreed.size())
                                              .arg(council.known);
}

std::vector<GroupNode> nodesOf(const Council &council, const std::vector<SilentSentinel> &silent)
{
    const QString down = Words::tr("The sentinels do not reach it.");
    std::vector<GroupNode> nodes;
    if (!council.agreed.empty()) {
        nodes.push_back({council.master.text(), NodeRole::Master,
                         council.any(&SentinelAnswer::isDown) ? down : QString()});
    }
    for (const SentinelReplica &replica : council.replicas()) {
        nodes.push_back({replica.address.text(),
                         replica.saysMaster ? NodeRole::Master : NodeRole::Replica,
                         replica.isDown       ? down
                         : replica.saysMaster ? Words::tr("It says that it is the master as well.")
                                              : QString()});
    }
    for (const SentinelAnswer &answer : council.all) {
        nodes.push_back({answer.from.text(), NodeRole::Sentinel,
                         answer.isTilted ? Words::tr("Its clock jumped: it waits.") : QString()});
    }
    for (const SilentSentinel &one : silent)
        nodes.push_back({one.from.text(), NodeRole::Sentinel, one.why.message});
    return nodes;
}

} // namespace

std::vector<RedisCommand> sentinelQuestions(const QByteArray &master)
{
    return {{"SENTINEL", "MASTER", master},
            {"SENTINEL", "REPLICAS", master},
            {"SENTINEL", "SENTINELS", master},
            {"INFO", "sentinel"}};
}

bool isUnknownMaster(const RedisReply &reply)
{
    return reply.isError() && reply.text.startsWith("ERR No such master");
}

Result<SentinelAnswer> sentinelAnswer(const std::vector<RedisReply> &replies,
                                      const NodeAddress &from)
{
    const auto senseless = [&from] {
        return failure(ErrorKind::Protocol,
                       Words::tr("What %1 says as a sentinel makes no sense.").arg(from.text()));
    };
    if (replies.size() != questions)
        return senseless();
    for (const SentinelQuestion question : {Master, Replicas, Sentinels}) {
        if (!replies[question].isError())
            continue;
        Error error = errorOfReply(replies[question], QStringLiteral("SENTINEL"));
        error.message = Words::tr("The sentinel %1: %2").arg(from.text(), error.message);
        if (error.kind == ErrorKind::Denied)
            error.remedy = aclStatement({}, {"+sentinel|master", "+sentinel|replicas",
                                             "+sentinel|sentinels", "+sentinel|masters"});
        return tl::make_unexpected(std::move(error));
    }
    const Fields master = fieldsOf(replies[Master]);
    const auto address = addressOf(master);
    if (!address)
        return senseless();
    SentinelAnswer answer;
    answer.from = from;
    answer.master = *address;
    answer.runId = master.value("runid");
    answer.isDown = hasFlag(master, "s_down") || hasFlag(master, "disconnected");
    answer.failsOver = hasFlag(master, "o_down") || hasFlag(master, "failover_in_progress");
    answer.others = std::clamp<qint64>(master.value("num-other-sentinels").toLongLong(), 0, 1000);
    answer.quorum = std::clamp<qint64>(master.value("quorum").toLongLong(), 0, 1000);
    answer.isTilted = replies[Own].text.contains("sentinel_tilt:1");
    for (const RedisReply &one : replies[Replicas].elements) {
        const Fields fields = fieldsOf(one);
        const auto where = addressOf(fields);
        if (!where || answer.replicas.size() == mostReplicas)
            continue;
        answer.replicas.push_back({*where,
                                   hasFlag(fields, "s_down") || hasFlag(fields, "disconnected"),
                                   fields.value("role-reported") == "master"});
    }
    for (const RedisReply &one : replies[Sentinels].elements) {
        if (const auto where = addressOf(fieldsOf(one));
            where && answer.sentinels.size() < mostSentinels)
            answer.sentinels.push_back(*where);
    }
    return answer;
}

SentinelWord sentinelWord(const QString &name, const std::vector<SentinelAnswer> &answers,
                          const std::vector<SilentSentinel> &silent)
{
    Council council;
    council.name = literalText(name);
    council.all = oncePerProcess(answers);
    const auto isNamed = [](const auto &one) { return one.isNamed; };
    council.known = std::count_if(council.all.begin(), council.all.end(), isNamed)
                    + std::count_if(silent.begin(), silent.end(), isNamed);
    for (const SentinelAnswer &answer : council.all) {
        council.known = std::max(council.known, answer.others + 1);
        if (!answer.isTilted)
            council.counted.push_back(&answer);
    }
    SentinelWord word;
    const auto [master, votes] = mostFrequent<NodeAddress>(
        council.counted, [](const SentinelAnswer &answer) { return answer.master; });
    council.master = master;
    std::copy_if(council.counted.begin(), council.counted.end(), std::back_inserter(council.agreed),
                 [&](const SentinelAnswer *answer) { return answer->master == council.master; });
    if (votes > 0)
        word.master = master;
    word.runId = mostFrequent<QByteArray>(council.agreed, [](const SentinelAnswer &answer) {
                     return answer.runId;
                 }).first;
    word.byMost = votes >= council.most();
    word.group.size = council.known;
    judge(council, silent, word);
    word.group.nodes = nodesOf(council, silent);
    return word;
}

} // namespace lockmaster
