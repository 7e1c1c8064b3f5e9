// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QObject>

namespace lockmaster {

/**
 * On which server what is shown of that lock was read, and when: for its witness. Without a time
 * where nobody could read it at the last poll, or it is not in the view: other parts of its backend
 * may have been read since.
 */
ServerMoment lookedAt(const ViewSnapshot &view, const LockRecord &lock);

/**
 * The reader's side of the monitor: the newest view, and a signal when it was replaced.
 * Lives on the reader's thread (the GUI's, or a command's). Its cost does not grow with the rows.
 */
class LockStore : public QObject
{
    Q_OBJECT

public:
    explicit LockStore(QObject *parent = nullptr);
    ~LockStore() override;

    /** Never null: empty before the first update. */
    const std::shared_ptr<const ViewSnapshot> &view() const { return m_view; }

    /** Replaces the view. Updates arrive in sequence; each follows from the one before. */
    void apply(const ViewUpdate &update);

signals:
    /** The view is about to be replaced by `update.view`; `view()` is still the old one. */
    void aboutToUpdate(const lockmaster::ViewUpdate &update);
    /** `view()` is `update.view` now. */
    void updated(const lockmaster::ViewUpdate &update);

private:
    std::shared_ptr<const ViewSnapshot> m_view;
};

} // namespace lockmaster
