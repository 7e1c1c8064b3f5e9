// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/lockstore.h"

#include "core/domain/toldlock.h"

namespace lockmaster {

LockStore::LockStore(QObject *parent)
    : QObject(parent), m_view(std::make_shared<const ViewSnapshot>())
{
}

LockStore::~LockStore() = default;

void LockStore::apply(const ViewUpdate &update)
{
    Q_ASSERT(update.view);
    Q_ASSERT(update.newRowOfOld.size() == m_view->rows.size());
    emit aboutToUpdate(update);
    m_view = update.view;
    emit updated(update);
}

ServerMoment lookedAt(const ViewSnapshot &view, const LockRecord &lock)
{
    const BackendSnapshot *snapshot = view.backend(lock.id.source->backend);
    if (!snapshot)
        return {};
    ServerMoment looked = lookedAt(snapshot->status);
    const auto shown = findLock(snapshot->locks, lock.id);
    if (shown == snapshot->locks.end() || !isTold(*shown))
        looked.at.reset();
    return looked;
}

} // namespace lockmaster
