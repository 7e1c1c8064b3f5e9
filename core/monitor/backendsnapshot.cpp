// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/backendsnapshot.h"

#include <algorithm>

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
    return status;
}

void noteFailure(BackendStatus &status, const Error &error)
{
    status.state = BackendState::Offline;
    status.problems = {{QString(), error}};
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
    status.problems.clear();
    for (const Observation &seen : reading.observations) {
        SourceStatus source;
        source.name = seen.source;
        source.systems = seen.systems;
        source.complete = seen.complete;
        source.lockCount = static_cast<qint64>(seen.records.size());
        source.notDecoded = seen.notDecoded;
        source.latency = seen.latency;
        status.sources.push_back(std::move(source));
        if (seen.complete || !seen.records.empty())
            status.dataFrom = begun;
        for (const Error &problem : seen.problems)
            status.problems.push_back({seen.source, problem});
    }
}

std::vector<LockRecord *> recordsById(BackendReading &reading)
{
    std::vector<LockRecord *> records;
    for (Observation &seen : reading.observations) {
        for (LockRecord &record : seen.records)
            records.push_back(&record);
    }
    const auto before = [](const LockRecord *a, const LockRecord *b) { return a->id < b->id; };
    if (!std::is_sorted(records.begin(), records.end(), before))
        std::stable_sort(records.begin(), records.end(), before);
    const auto same = [](const LockRecord *a, const LockRecord *b) { return a->id == b->id; };
    records.erase(std::unique(records.begin(), records.end(), same), records.end());
    return records;
}

} // namespace lockmaster
