// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusterword.h"
#include "core/redis/groups/sentinelword.h"
#include "core/redis/redisdecoder.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>

// What nodes of a cluster ('c' in front), or sentinels, say of their group, one after another.

namespace lockmaster::fuzz {

namespace {

constexpr size_t mostAnswers = 12;

std::vector<RedisReply> decoded(const QByteArray &bytes)
{
    RedisDecoder decoder({.replyBytes = 1 << 18, .values = 1 << 12});
    decoder.beginBatch();
    std::vector<RedisReply> replies;
    // What came before it made no sense counts.
    (void)decoder.feed(bytes.constData(), bytes.size(), replies);
    return replies;
}

/** As many replies as there are questions, for each of them. */
template<class Take>
void forEachOfThem(const std::vector<RedisReply> &replies, size_t questions, Take take)
{
    for (size_t at = 0; at + questions <= replies.size() && at / questions < mostAnswers;
         at += questions) {
        const auto begin = replies.begin() + std::ptrdiff_t(at);
        take(std::vector<RedisReply>(begin, begin + std::ptrdiff_t(questions)),
             NodeAddress{QStringLiteral("10.0.0.1"), quint16(7000 + at / questions)});
    }
}

void checkOwners(const ClusterWord &word)
{
    require(word.owners.empty() || word.owners.size() == size_t(redisSlotCount),
            "some slots have no entry");
    std::vector<int> claims(size_t(redisSlotCount), 0);
    for (const ClusterWord::Master &master : word.masters) {
        require(!master.ranges.empty(), "a master has no slots");
        for (const SlotRange &range : master.ranges) {
            require(range.first <= range.last && range.last < redisSlotCount, "a range is none");
            for (int slot = range.first; slot <= range.last; ++slot)
                ++claims[size_t(slot)];
        }
    }
    for (int slot = 0; slot < redisSlotCount; ++slot) {
        const ClusterWord::Master *owner = word.ownerOf(slot);
        require(claims[size_t(slot)] == (owner ? 1 : 0), "a slot is not its owner's alone");
        const bool isSettled = word.stateOf(slot) == GroupMember::State::Settled;
        require(isSettled == !word.troubleOf(slot), "a slot in doubt has no reason");
        require(isSettled || word.group.state != GroupMember::State::Settled,
                "a cluster is settled, and one of its slots not");
        require(owner || !isSettled, "a slot of nobody is settled");
    }
}

void checkCluster(const std::vector<RedisReply> &replies)
{
    std::vector<ClusterAnswer> answers;
    forEachOfThem(replies, clusterQuestions().size(), [&](const auto &some, const auto &from) {
        auto answer = clusterAnswer(some, from, false, SteadyTime{}, SteadyTime{});
        require(answer || !answer.error().message.isEmpty(), "a refusal without words");
        if (!answer)
            return;
        require(answer->own < answer->nodes.size(), "nobody says it");
        const bool isTwin = std::any_of(answers.begin(), answers.end(), [&](const auto &other) {
            return other.self().id == answer->self().id;
        });
        if (!isTwin)
            answers.push_back(std::move(*answer));
    });
    const ClusterWord word = clusterWord(answers, {});
    if (answers.empty())
        return;
    if (!word.masters.empty())
        checkOwners(word);
    // Whoever is heard first has no more to say.
    std::reverse(answers.begin(), answers.end());
    require(clusterWord(answers, {}).hasSameMap(word), "who is asked first decides");
}

void checkSentinels(const std::vector<RedisReply> &replies)
{
    std::vector<SentinelAnswer> answers;
    forEachOfThem(replies, sentinelQuestions("m").size(), [&](const auto &some, const auto &from) {
        auto answer = sentinelAnswer(some, from);
        require(answer || !answer.error().message.isEmpty(), "a refusal without words");
        if (!answer)
            return;
        require(answer->replicas.size() <= 64 && answer->sentinels.size() <= 32,
                "more is looked at than the bounds allow");
        answers.push_back(std::move(*answer));
    });
    const SentinelWord word = sentinelWord(QStringLiteral("m"), answers, {});
    require(!word.byMost || word.master, "most of them name nobody");
    require(word.group.state != GroupMember::State::Settled || (word.master && word.byMost),
            "it is settled, and nobody is the master");
    std::reverse(answers.begin(), answers.end());
    const SentinelWord other = sentinelWord(QStringLiteral("m"), answers, {});
    require(!word.byMost || other.master == word.master, "who is asked first decides");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const auto replies = decoded(bytesOf(data + 1, size - 1));
    if (data[0] == 'c')
        checkCluster(replies);
    else
        checkSentinels(replies);
    return 0;
}
