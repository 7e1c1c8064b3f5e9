// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"
#include "core/platform/worker.h"

#include <QObject>

namespace lockmaster {

/**
 * Releases for a dialog: the same order of things as `ReleaseOperation`, on a thread of its own, so
 * that nobody waits. One or many locks; many are opened and committed one by one, each guarded by
 * its own witness.
 *
 * Lives on the thread that made it and never waits. Destroying it while a command is under way lets
 * that finish and be audited in the background; a ticket that is merely open is dropped. The gate
 * and the clock of its tools outlive what is under way; the audit log is copied.
 */
class ReleaseSession : public QObject
{
    Q_OBJECT

public:
    ReleaseSession(std::vector<ReleaseOrder> orders, ActionTools tools, QObject *parent = nullptr);
    ~ReleaseSession() override;

    const std::vector<ReleaseOrder> &orders() const;

    /**
     * Opens every ticket; each is told by `opened` or `notDone`. Again after `expired`: everything
     * is looked at anew. Of very many, those past the 32nd are looked at once more when they are
     * committed, rather than that each keeps a connection.
     */
    void open();
    /**
     * Those at `indexes` (in that order) are committed, the others left alone; each is told by
     * `reported` or `notDone`. One that could not be opened is tried once more.
     */
    void commit(const std::vector<int> &indexes, lockmaster::Compare compare, const QString &reason,
                lockmaster::Indistinguishable indistinguishable = Indistinguishable::Refuse);
    /** No further item is begun; one that is being opened is given up. */
    void cancel();

    /** How many sessions were destroyed and have a command under way still. Any thread. */
    static int underWay();
    /** For the program's end: waits for those. @return whether all are over. */
    static bool waitUnderWay(Millis patience);

signals:
    void opened(int index, const lockmaster::ReleasePreview &preview,
                const QString &commandWithLease, const QString &commandInstanceOnly);
    void reported(int index, const lockmaster::ReleaseReport &report);
    void notDone(int index, const lockmaster::NotDone &why);
    /** The tickets have been open for `ReleaseOrder::lookLife`. */
    void expired();
    /** A commit of all its indexes is over, or was cancelled. */
    void finished();

private:
    struct Private;
    std::shared_ptr<Private> d;
    WorkerThread m_worker;
};

} // namespace lockmaster
