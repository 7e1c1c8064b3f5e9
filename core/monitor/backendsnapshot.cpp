// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendsnapshot.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace lockmaster {

QString backendStateName(BackendState state)
{
    switch (state) {
    case BackendState::Connecting: return QStringLiteral("connecting");
    case BackendState::Online: return QStringLiteral("online");
    case BackendState::Stale: return QStringLiteral("stale");
    case BackendState::Offline: return QStringLiteral("offline");
    }
    Q_UNREACHABLE();
}

BackendStatus initialStatus(const BackendSpec &spec)
{
    BackendStatus status;
    status.name = spec.name;
    status.kind = spec.kind;
    status.environment = spec.environment;
    status.readOnly = spec.readOnly;
    status.period = spec.poll;
    status.patterns = spec.patterns;
    return status;
}

void noteFailure(BackendStatus &status, const Error &error)
{
    status.state = BackendState::Offline;
    status.problems = {{QString(), error}};
    status.waits.reset();
    for (SourceStatus &source : status.sources)
        source.complete = false;
}

void noteReading(BackendStatus &status, const BackendReading &reading, SteadyTime begun)
{
    if (reading.failure) {
        noteFailure(status, *reading.failure);
        return;
    }
    status.state = BackendState::Online;
    status.server = reading.server;
    status.latency = reading.latency;
    status.sources.clear();
    status.absent.clear();
    status.problems.clear();
    status.found = reading.found;
    status.waits = reading.waits;
    for (const Observation &seen : reading.observations) {
        for (const Error &problem : seen.problems)
            status.problems.push_back({seen.source, problem});
        if (seen.complete || !seen.records.empty())
            status.dataFrom = begun;
        if (seen.absent) {
            status.absent.push_back({seen.source, seen.systems, *seen.absent});
            continue;
        }
        SourceStatus source;
        source.name = seen.source;
        source.systems = seen.systems;
        source.complete = seen.complete;
        source.fewerFollow = seen.fewerFollow;
        source.lockCount = static_cast<qint64>(seen.records.size());
        source.notDecoded = seen.notDecoded;
        source.notDecodedKinds = seen.notDecodedKinds;
        source.latency = seen.latency;
        status.sources.push_back(std::move(source));
        if (seen.clock.server != ServerTime{})
            status.clock = seen.clock;
    }
}

ServerMoment lookedAt(const BackendStatus &status)
{
    ServerMoment looked{status.server.identity, {}, status.server.followers.most};
    if (status.dataFrom && status.clock)
        looked.at = status.clock->serverAt(*status.dataFrom);
    return looked;
}

LockList::const_iterator findLock(const LockList &locks, const LockId &id)
{
    const auto found = std::lower_bound(
        locks.begin(), locks.end(), id,
        [](const PackedLock &lock, const LockId &wanted) { return lock.compareId(wanted) < 0; });
    return found != locks.end() && found->hasId(id) ? found : locks.end();
}

namespace {

/**
 * What a record is ordered by, side by side in memory: most comparisons need not look for the
 * record and its name. A scan of a keyspace brings its names in no order at all.
 */
struct SortKey {
    quint32 source = 0; ///< place among the sources in their order
    quint32 place = 0;  ///< among the records
    quint64 start = 0;  ///< of the name, behind what all names of its source begin with
};

/** The sources of some records, in their order, each with the start that its names share. */
class SourceOrder
{
public:
    explicit SourceOrder(const std::vector<LockRecord *> &records)
    {
        for (const LockRecord *record : records) {
            Names &names = namesOf(*record);
            const QByteArray &name = record->id.name;
            if (names.count++ == 0)
                names.shared = name;
            const QByteArrayView shared(names.shared);
            const auto differ =
                std::mismatch(shared.begin(), shared.end(), name.begin(), name.end()).first;
            if (differ != shared.end())
                names.shared.truncate(differ - shared.begin());
        }
        quint32 place = 0;
        for (auto &[source, names] : m_names)
            names.place = place++;
    }

    SortKey keyOf(const LockRecord &record, quint32 place)
    {
        const Names &names = namesOf(record);
        std::array<char, sizeof(quint64)> start{};
        const QByteArrayView rest = QByteArrayView(record.id.name).sliced(names.shared.size());
        std::copy_n(rest.begin(), std::min<qsizetype>(rest.size(), start.size()), start.begin());
        return {names.place, place, qFromBigEndian<quint64>(start.data())};
    }

private:
    struct Names {
        QByteArray shared;
        qsizetype count = 0;
        quint32 place = 0;
    };

    /** Records of one source nearly always follow each other. */
    Names &namesOf(const LockRecord &record)
    {
        if (record.id.source.get() != m_lastSource) {
            m_lastSource = record.id.source.get();
            m_last = &m_names[*m_lastSource];
        }
        return *m_last;
    }

    std::map<SourceId, Names> m_names;
    const SourceId *m_lastSource = nullptr;
    Names *m_last = nullptr;
};

std::vector<LockRecord *> sortedById(const std::vector<LockRecord *> &records)
{
    SourceOrder order(records);
    std::vector<SortKey> keys;
    keys.reserve(records.size());
    for (const LockRecord *record : records)
        keys.push_back(order.keyOf(*record, quint32(keys.size())));
    std::sort(keys.begin(), keys.end(), [&records](const SortKey &a, const SortKey &b) {
        if (a.source != b.source || a.start != b.start)
            return std::tie(a.source, a.start) < std::tie(b.source, b.start);
        const int names = records[a.place]->id.name.compare(records[b.place]->id.name);
        return names != 0 ? names < 0 : a.place < b.place;
    });
    std::vector<LockRecord *> sorted;
    sorted.reserve(records.size());
    for (const SortKey &key : keys)
        sorted.push_back(records[key.place]);
    return sorted;
}

} // namespace

std::vector<LockRecord *> recordsById(BackendReading &reading)
{
    std::vector<LockRecord *> records;
    for (Observation &seen : reading.observations) {
        for (LockRecord &record : seen.records)
            records.push_back(&record);
    }
    const auto before = [](const LockRecord *a, const LockRecord *b) { return a->id < b->id; };
    if (!std::is_sorted(records.begin(), records.end(), before))
        records = sortedById(records);
    const auto same = [](const LockRecord *a, const LockRecord *b) { return a->id == b->id; };
    records.erase(std::unique(records.begin(), records.end(), same), records.end());
    return records;
}

} // namespace lockmaster
