// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/locknote.h"
#include "core/monitor/lockstore.h"
#include "ui/models/systemnames.h"

namespace lockmaster {

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
    const Clock &m_clock;
};

} // namespace lockmaster
