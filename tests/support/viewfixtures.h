// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/monitor/viewbuilder.h"

#include <QByteArray>

#include <chrono>

namespace lockmaster::test {

/** Builds records and views by hand: what a monitor would deliver, without servers or threads. */
struct LockSpec {
    QByteArray name = {};
    QString backend = QStringLiteral("billing-db");
    QString system = QStringLiteral("dist_lock");
    QString source = QStringLiteral("billing.dist_lock");
    LockState state = LockState::Held;
    QByteArray owner = "web-3";
    QString label = {};                         ///< empty: the owner's text
    std::optional<Millis> ttl = Millis(41'000); ///< none: no expiry
    std::optional<Millis> granted = Millis(60'000);
    std::optional<Millis> held = Millis(134'000);
    HeldBasis basis = HeldBasis::Observed;
    std::optional<qint64> waiters = {};
    QList<Finding> findings = {};
    RowMark mark = RowMark::None;
    Certainty certainty = Certainty::Certain;
    QString host = {}; ///< of the holder, where it is known
    std::optional<Renewals> renewals = {};
};

std::shared_ptr<const LockRecord> makeLock(const LockSpec &spec, const Clock &clock);

/** A status that is online and was read just now. */
BackendStatus makeStatus(const QString &name, BackendKind kind, const Clock &clock);

/** Collects backends and rows, and hands them to a store as the next view. */
class ViewFeed
{
public:
    ViewFeed(LockStore &store, const Clock &clock)
        : m_store(store), m_clock(clock), m_builder(clock)
    {
    }

    ViewQuery query;
    std::vector<BackendStatus> backends;
    std::vector<LockSpec> locks;
    std::vector<std::shared_ptr<const LeaderWatch>> leaders; ///< of all backends
    std::vector<Event> events;
    std::optional<LockId> focus;
    qint64 filteredOut = 0;       ///< locks that are there and not in the view
    std::vector<LockSpec> hidden; ///< likewise, each where it is
    qint64 matchesElsewhere = 0;

    /** The next view; rows in the order of `locks`. Rows are matched with the last by identity. */
    void publish();
    void publishRows(SharedList<ViewRow> rows);
    /**
     * Has a view builder make the next view of `query`, with the backends of these names apart. The
     * store's view has no rows, or is the last that was built.
     */
    void build(const QStringList &apart);

private:
    int backendIndex(const QString &name) const;
    void count(ViewSnapshot &view) const;

    LockStore &m_store;
    const Clock &m_clock;
    ViewBuilder m_builder;
    quint64 m_sequence = 0;
};

/** The drawing's twelve locks on three backends, one of which has stopped answering. */
void fillShowcase(ViewFeed &feed, const Clock &clock);

} // namespace lockmaster::test
