// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/locknote.h"
#include "core/monitor/lockstore.h"
#include "core/display/detailrows.h"
#include "core/display/systemnames.h"

namespace lockmaster {

class AliveChecks;
class DetailsPane;
class LockTableModel;

/** Shows in the details pane what was chosen: a lock, else a backend. GUI thread; all outlive it.
 */
class DetailsFeed
{
public:
    DetailsFeed(DetailsPane &pane, const LockStore &store, const LockTableModel &rows,
                SystemNames names, const Clock &clock);

    /** What the profile says of locks; shown from the next `show()` on. */
    void setNotes(std::vector<LockNote> notes) { m_notes = std::move(notes); }

    /** What was said of holders; outlives it. */
    void setChecks(const AliveChecks &checks) { m_checks = &checks; }

    /** What was seen of that lock before; likewise, as long as it is the one that is shown. */
    void setPast(const std::optional<LockId> &id, std::optional<DetailSection> past)
    {
        m_pastOf = id;
        m_past = std::move(past);
    }

    /** What is shown; null: no lock. */
    const LockPointer &shownLock() const { return m_shown; }
    /** What `query` focuses on as it is now. */
    void show(const ViewQuery &query);

private:
    const BackendStatus *statusOf(const QString &backend) const;
    /** Without a lock: nothing is known of it. */
    FocusedLock focused(const LockId &id) const;

    DetailsPane &m_pane;
    const LockStore &m_store;
    const LockTableModel &m_rows;
    SystemNames m_names;
    std::vector<LockNote> m_notes;
    const AliveChecks *m_checks = nullptr;
    LockPointer m_shown;
    std::optional<LockId> m_pastOf;
    std::optional<DetailSection> m_past;
    const Clock &m_clock;
};

} // namespace lockmaster
