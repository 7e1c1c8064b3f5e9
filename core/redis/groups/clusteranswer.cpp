// SPDX-License-Identifier: Apache-2.0
#include "core/redis/groups/clusteranswer.h"

#include "core/redis/redisconnection.h"
#include "core/redis/redisinfo.h"
#include "core/text/words.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr size_t mostNodes = 1000;

enum ClusterQuestion : quint8 { Nodes, Info, Replication, Time };
constexpr size_t clusterQuestionCount = 4;

/** Where the words of a line of CLUSTER NODES stand. */
enum Column : quint8 { Id, Address, Flags, Follows, Ping, Pong, Epoch, Link, Slots };

/** `10.0.0.1:6379@16379,name,...`; without a host it is `here`. None: it makes no sense. */
std::optional<NodeAddress> addressOf(const QByteArray &text, const QString &here, bool byName)
{
    const QByteArrayList parts = text.split(',');
    const QByteArray place = parts.front().split('@').front();
    const qsizetype colon = place.lastIndexOf(':');
    if (colon < 0)
        return std::nullopt;
    QString host = QString::fromUtf8(place.first(colon));
    const QString name = parts.size() > 1 ? QString::fromUtf8(parts[1]) : QString();
    if (host.isEmpty() || (byName && !name.isEmpty()))
        host = name.isEmpty() ? here : name;
    const NodeAddress address{host, place.sliced(colon + 1).toUShort()};
    return nodeAddressFromText(address.text());
}

std::optional<quint16> slotOf(QByteArrayView text)
{
    bool ok = false;
    const auto slot = QByteArray(text.data(), text.size()).toUShort(&ok);
    return ok && slot < redisSlotCount ? std::optional(slot) : std::nullopt;
}

/** `0-5460`, `5461`, and in a node's own line `[93->-id]`, `[77-<-id]`. @return false: none of it.
 */
bool takeSlots(const QByteArray &text, ClusterNode &node, ClusterAnswer &answer)
{
    if (text.startsWith('[')) {
        const qsizetype dash = text.indexOf('-');
        const auto slot =
            dash < 0 ? std::nullopt : slotOf(QByteArrayView(text).sliced(1, dash - 1));
        if (!slot)
            return false;
        if (dash + 3 >= text.size() || answer.arriving.size() == size_t(redisSlotCount))
            return false;
        if (text[dash + 1] == '>')
            answer.leaving.insert_or_assign(*slot, text.sliced(dash + 3).chopped(1));
        else
            answer.arriving.push_back(*slot);
        return true;
    }
    const qsizetype dash = text.indexOf('-');
    const auto first = slotOf(QByteArrayView(text).first(dash < 0 ? text.size() : dash));
    const auto last = dash < 0 ? first : slotOf(QByteArrayView(text).sliced(dash + 1));
    if (!first || !last || *last < *first)
        return false;
    // Each slot has one line: more than that would be work without an end.
    answer.covered += *last - *first + 1;
    if (answer.covered > redisSlotCount)
        return false;
    node.ranges.push_back({*first, *last});
    return true;
}

/** False: it makes no sense. Nodes that cannot be reached are left out. */
bool takeLine(const QByteArray &line, bool byName, ClusterAnswer &answer)
{
    const QByteArrayList words = line.simplified().split(' ');
    if (words.size() < Slots)
        return false;
    const QByteArrayList flags = words[Flags].split(',');
    if (flags.contains("handshake") || flags.contains("noaddr"))
        return true;
    const auto address = addressOf(words[Address], answer.from.host, byName);
    if (!address)
        return words[Address].contains(':');
    if (words[Id].size() > 64 || answer.nodes.size() == mostNodes)
        return false;
    ClusterNode node;
    node.id = words[Id];
    node.address = *address;
    node.isMaster = flags.contains("master");
    node.follows = words[Follows] == "-" ? QByteArray() : words[Follows];
    node.isDoubted = flags.contains("fail?");
    node.isGivenUp = flags.contains("fail");
    node.epoch = words[Epoch].toULongLong();
    for (qsizetype at = Slots; at < words.size(); ++at) {
        if (!takeSlots(words[at], node, answer))
            return false;
    }
    node.isSelf = flags.contains("myself");
    if (node.isSelf)
        answer.own = answer.nodes.size();
    answer.nodes.push_back(std::move(node));
    return true;
}

} // namespace

std::vector<RedisCommand> clusterQuestions()
{
    return {{"CLUSTER", "NODES"}, {"CLUSTER", "INFO"}, {"INFO", "replication"}, {"TIME"}};
}

Result<ClusterAnswer> clusterAnswer(const std::vector<RedisReply> &replies, const NodeAddress &from,
                                    bool byName, SteadyTime asked, SteadyTime answered)
{
    const auto senseless = [&from] {
        return failure(ErrorKind::Protocol,
                       Words::tr("What %1 says of its cluster makes no sense.").arg(from.text()));
    };
    constexpr qsizetype longestText = 1 << 20; // of a thousand nodes with all slots apart
    if (replies.size() != clusterQuestionCount || replies[Nodes].text.size() > longestText)
        return senseless();
    for (const ClusterQuestion question : {Nodes, Info}) {
        if (!replies[question].isError())
            continue;
        if (replies[question].text.contains("cluster support disabled")) {
            return failure(ErrorKind::Config,
                           Words::tr("%1 is no node of a cluster.").arg(from.text()),
                           Words::tr("Write redis://%1/0.").arg(from.text()));
        }
        Error error = errorOfReply(replies[question], QStringLiteral("CLUSTER"));
        error.message = Words::tr("The node %1: %2").arg(from.text(), error.message);
        return tl::make_unexpected(std::move(error));
    }
    ClusterAnswer answer;
    answer.from = from;
    for (const QByteArray &line : replies[Nodes].text.split('\n')) {
        if (!line.trimmed().isEmpty() && !takeLine(line, byName, answer))
            return senseless();
    }
    const auto selves = std::count_if(answer.nodes.begin(), answer.nodes.end(),
                                      [](const ClusterNode &node) { return node.isSelf; });
    if (selves != 1)
        return senseless();
    answer.isDown = infoField(replies[Info].text, "cluster_state") != "ok";
    const QByteArray &replication = replies[Replication].text;
    answer.replicationId = infoField(replication, "master_replid");
    answer.offset = infoNumber(replication, "master_repl_offset");
    answer.idBefore = infoField(replication, "master_replid2");
    answer.offsetBefore = infoNumber(replication, "second_repl_offset");
    answer.clock = clockOf(replies[Time], asked, answered);
    return answer;
}

Error anotherNode(const QString &where)
{
    return {ErrorKind::Config, 0,
            Words::tr("Another node answers at %1 than the cluster says is there.").arg(where),
            Words::tr("Say with 'nodes' where each is dialled.")};
}

} // namespace lockmaster
