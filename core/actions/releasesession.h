// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"

#include <QObject>

namespace lockmaster {

/**
 * Releases for a dialog: the same order of things as `ReleaseOperation`, on a thread of its own, so
 * that nobody waits. One or many locks; many are opened and committed one by one, each guarded by
 * its own witness.
 *
 * Lives on the thread that made it. Closing it while a command is under way lets that finish and be
 * audited in the background; a ticket that is merely open is dropped.
 */
class ReleaseSession : public QObject
{
    Q_OBJECT

public:
    ReleaseSession(std::vector<ReleaseOrder> orders, ActionTools tools, QObject *parent = nullptr);
    ~ReleaseSession() override;

    const std::vector<ReleaseOrder> &orders() const;

    /** Opens every ticket. Again after `expired`: everything is looked at anew. */
    void open();
    /** Those at `indexes` (in that order) are committed, the others left alone. */
    void commit(const std::vector<int> &indexes, lockmaster::Compare compare,
                const QString &reason);
    /** No further item is begun. */
    void cancel();

    /** Since this program began: sessions whose command is under way though nobody looks. */
    static int underWay();

signals:
    void opened(int index, const lockmaster::ReleasePreview &preview,
                const QString &commandWithLease, const QString &commandInstanceOnly);
    void reported(int index, const lockmaster::ReleaseReport &report);
    void notDone(int index, const lockmaster::NotDone &why);
    /** The tickets have been open for `ReleaseOperation::ticketLife`. */
    void expired();
    /** A commit of all its indexes is over. */
    void finished();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
