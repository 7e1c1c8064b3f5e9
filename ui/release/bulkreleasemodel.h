// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseplan.h"
#include "core/actions/releaseoperation.h"
#include "core/display/columnmodel.h"

#include <array>
#include <vector>

namespace lockmaster {

/** One of the locks that are to be released together. */
struct BulkTarget {
    LockPointer lock; ///< as it was looked at; never null
    Environment environment = Environment::Unset;
    std::optional<LockAction> action; ///< none: nothing can be done to it
    ServerMoment looked = {};         ///< where and when it was looked at
    QString hindrance = {};           ///< why there is no action; empty: none is known for it
    /** Of a plan that was read; `lock` is no more than its name until a look found it. */
    std::shared_ptr<const PlannedRelease> planned = {};
    QString verdict =
        {}; ///< of such a lock: whether its holder lives, in a sentence; empty: nothing
};

/** A lock of a bulk release, and what becomes of it. */
struct BulkRow {
    enum class State : quint8 {
        Looking,
        Ready,
        Refused, ///< cannot be released: no action, not reached, or not what was looked at
        Waiting, ///< chosen, and not yet its turn
        Done,
        NotDone, ///< chosen, and nothing was sent
        Skipped, ///< chosen, and stopped before its turn
    };

    BulkTarget target;
    State state = State::Looking;
    bool canCompareInstanceOnly = true;
    bool isRenewed = false; ///< as of the look: with its lease compared it would be refused
    QString outcome;        ///< empty: the state's word
    QString details;
    Tone tone = Tone::Muted;
    std::optional<ReleaseReport> report;
};

/**
 * The locks of a bulk release and what becomes of each, a row each. Every text is plain and
 * literal. GUI thread.
 */
class BulkReleaseModel final : public ColumnModel<BulkRow>
{
    Q_OBJECT

public:
    enum ColumnId { Lock, Backend, Owner, Ttl, Action, Compared, Outcome, columns };

    using State = BulkRow::State;
    static constexpr size_t states = 7;

    /** @param now for the TTLs: those of the look, not of a countdown. */
    BulkReleaseModel(std::vector<BulkTarget> targets, SteadyTime now, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;

    const BulkTarget &target(int row) const { return m_rows[size_t(row)].target; }
    bool isRenewed(int row) const { return m_rows[size_t(row)].isRenewed; }
    State state(int row) const { return m_rows[size_t(row)].state; }
    QString outcomeText(int row) const { return m_rows[size_t(row)].outcome; }
    QString comparedText(int row) const;
    /** What is done to each of those to which something can be done; empty: not the same to all. */
    QString commonAction() const;
    const std::optional<ReleaseReport> &report(int row) const { return m_rows[size_t(row)].report; }
    std::vector<int> rowsIn(State state) const;
    int count(State state) const { return m_counts[size_t(state)]; }
    int releasedCount() const { return m_released; }
    /** Some are refused for the age of their look alone, or for that of their server's. */
    bool isStale() const { return m_stale > 0; }

    /** A lock of a plan, as it was found to stand; right before its preview. */
    void setFound(int row, LockPointer lock, const LockAction &action, const QString &verdict);
    void setPreview(int row, const ReleasePreview &preview);
    void setReport(int row, const ReleaseReport &report);
    void setNotDone(int row, const NotDone &why);
    /** Every row that has an action is being looked at again. */
    void beginLook();
    /** The same of targets that were looked at anew, as many as before, each in its row. */
    void beginLook(std::vector<BulkTarget> targets, SteadyTime now);
    /** All that are ready are chosen. */
    void beginCommit();
    /** Those still waiting were skipped. */
    void finish();
    void setInstanceOnly(bool instanceOnly);

private:
    const BulkRow &columnRow(int row) const override { return m_rows[size_t(row)]; }
    QString compared(const BulkRow &row) const;
    void enter(BulkRow &row, State state);
    void begin(BulkRow &row);

    std::vector<BulkRow> m_rows;
    std::array<int, states> m_counts{}; ///< kept: they are asked for with every outcome
    int m_released = 0;
    int m_stale = 0;
    SteadyTime m_now;
    bool m_instanceOnly = false;
};

} // namespace lockmaster
