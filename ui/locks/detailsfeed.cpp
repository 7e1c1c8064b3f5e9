// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/detailsfeed.h"

#include "core/display/alivechecks.h"
#include "core/display/locktablemodel.h"
#include "ui/details/detailspane.h"

namespace lockmaster {

DetailsFeed::DetailsFeed(DetailsPane &pane, const LockStore &store, const LockTableModel &rows,
                         SystemNames names, const Clock &clock)
    : m_pane(pane), m_store(store), m_rows(rows), m_names(std::move(names)), m_clock(clock)
{
}

const BackendStatus *DetailsFeed::statusOf(const QString &backend) const
{
    const BackendSnapshot *snapshot = m_store.view()->backend(backend);
    return snapshot ? &snapshot->status : nullptr;
}

FocusedLock DetailsFeed::focused(const LockId &id) const
{
    const auto &known = m_store.view()->focus;
    if (known && known->lock && known->lock->id == id)
        return *known;
    FocusedLock focus;
    // The worker has not answered yet: the row itself knows most of it.
    if (const int row = m_rows.rowOf(id); row >= 0)
        focus.lock = m_rows.rowAt(row).lock.record();
    if (const auto &changes = m_store.view()->changes; changes && focus.lock)
        focus.changes = changes->of(id);
    return focus;
}

void DetailsFeed::show(const ViewQuery &query)
{
    const auto now = m_clock.now();
    const FocusedLock focus = query.focus ? focused(*query.focus) : FocusedLock();
    m_shown = focus.lock;
    if (focus.lock) {
        const LockId &id = focus.lock->id;
        const auto check = m_checks ? m_checks->saidOf(*focus.lock) : std::nullopt;
        const auto verdict =
            focus.goneAt ? std::nullopt : verdictOf(*focus.lock, *m_store.view(), now, check);
        Details details = DetailRows::ofLock(focus, statusOf(id.source->backend), m_names, now,
                                             noteOf(m_notes, id.name), verdict);
        if (m_past && m_pastOf == id)
            DetailRows::addPast(details, *m_past);
        m_pane.show(details);
        return;
    }
    if (const BackendStatus *status = statusOf(query.scope.backend))
        m_pane.show(DetailRows::ofBackend(*status, m_names, now));
    else
        m_pane.showNothing();
}

} // namespace lockmaster
