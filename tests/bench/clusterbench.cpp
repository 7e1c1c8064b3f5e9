// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/systems/registry/registry.h"
#include "tests/bench/benchmark.h"
#include "tests/bench/rawkeyspace.h"
#include "tests/support/privatecluster.h"

#include <algorithm>
#include <memory>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;

constexpr auto lockPattern = "lock:*";
constexpr int keys = 100'000;

/** Every tenth key is a lock, and each is where its slot is. */
void fill(test::PrivateCluster &cluster, int locks)
{
    std::vector<std::vector<RedisCommand>> commands(test::PrivateCluster::shards);
    std::vector<size_t> owners;
    for (int slot = 0; slot < redisSlotCount; slot += 64)
        owners.push_back(cluster.ownerOf(slot));
    for (int number = 0; number < keys; ++number) {
        const QByteArray name = (number < locks ? "lock:" : "data:") + QByteArray::number(number);
        const int slot = redisSlot(name);
        // Neighbours have the same owner, but for two of these.
        size_t owner = owners[size_t(slot / 64)];
        if (size_t(slot / 64) + 1 < owners.size() && owners[size_t(slot / 64) + 1] != owner)
            owner = cluster.ownerOf(slot);
        commands[owner].push_back(
            {"SET", name, "5f0c6d3e8a7b4c1d9e2f0a1b2c3d4e5f", "PX", "3600000"});
    }
    for (size_t node = 0; node < commands.size(); ++node) {
        for (size_t at = 0; at < commands[node].size(); at += 1000) {
            const auto begin = commands[node].begin() + std::ptrdiff_t(at);
            const auto count = std::min<size_t>(1000, commands[node].size() - at);
            cluster.node(node).runAll({begin, begin + std::ptrdiff_t(count)});
        }
    }
}

Result<Figure> snapshot(int locks)
{
    const auto cluster = test::PrivateCluster::start(test::PrivateCluster::Login::Open);
    if (!cluster)
        return failure(ErrorKind::Network, QStringLiteral("The cluster does not start."));
    fill(*cluster, locks);
    std::vector<std::unique_ptr<RawKeyspace>> raw;
    for (size_t node = 0; node < test::PrivateCluster::shards; ++node)
        raw.push_back(std::make_unique<RawKeyspace>(cluster->node(node).port()));
    BackendSpec spec = cluster->spec({0, 1, 2});
    spec.systems = {QStringLiteral("redis_string")};
    spec.timeout = 60s;
    const auto reader = makeReader(spec, passwordsOf(spec));
    return inTurn(
        QStringLiteral("cluster-snapshot-%1k-locks-100k-keys").arg(locks / 1000), 1.3, 9,
        [&] {
            const BackendReading reading =
                reader->read(BackendReader::Depth::Full, systemClock().now() + 60s);
            return !reading.failure && reading.observations.front().complete
                   && reading.observations.front().records.size() == size_t(locks);
        },
        [&] {
            size_t found = 0;
            for (const auto &one : raw) {
                const auto read = one->snapshot(lockPattern);
                found += read ? read->size() : 0;
            }
            return found >= size_t(locks);
        });
}

} // namespace

/** One thread, one node after the other: what a careful program by hand would do. */
Result<Figures> clusterSnapshots()
{
    Figures all;
    for (const int locks : {10'000, keys}) {
        const auto figure = snapshot(locks);
        if (!figure)
            return tl::make_unexpected(figure.error());
        all.push_back(*figure);
    }
    return all;
}

} // namespace lockmaster::bench
