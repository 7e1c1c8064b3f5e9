// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/history/contention.h"
#include "core/history/historyquery.h"
#include "core/history/historysums.h"

#include <atomic>
#include <functional>
#include <memory>

namespace lockmaster {

/**
 * Reads the store; others may write to it meanwhile. Lives on one thread; errors are of the kinds
 * NotFound (nothing was recorded yet), Config, and Cancelled.
 *
 * A hold that was seen before and behind a gap becomes two, unless the server told since when it is
 * held: what happened in the gap is not known.
 */
class HistoryReader
{
public:
    static Result<std::unique_ptr<HistoryReader>> open(const QString &path);
    ~HistoryReader();

    /** Once this is set, by whatever thread, what is being read is given up. Outlives the reader.
     */
    void setGivenUp(const std::atomic<bool> &givenUp);

    Result<HistoryPage> page(const HistoryQuery &query);
    Result<HistoryMoment> moment(ServerTime at, const QStringList &backends);
    /** How long the newest holds of that lock lasted: at most `most`, each of which was seen whole.
     */
    Result<HoldFigures> figures(const HistoryLock &lock, size_t most);
    /** All locks of that name that were ever seen and are kept, on these backends; of none: on any.
     */
    Result<std::vector<HistoryLock>> locksNamed(const QByteArray &name,
                                                const QStringList &backends);
    Result<SourceLooks> looks(const HistoryLock &lock);

    /** Which locks are asked for. */
    struct KnownLocks {
        QStringList backends;  ///< of none: on any
        qint64 leastHolds = 1; ///< what was held less often is left out
        size_t most = 1000;
        std::function<bool(const HistoryLock &lock)> wanted;
    };
    /** Among the 100,000 that were known first, in that order. */
    Result<std::vector<HistoryLock>> knownLocks(const KnownLocks &which);
    /** How much of each stretch that lock was held. @param edges where one ends and the next
     * begins, in order */
    Result<std::vector<HeldShare>> shares(const HistoryLock &lock,
                                          const std::vector<ServerTime> &edges);
    /** Which locks were wanted most, and when. */
    Result<ContentionRanking> contention(const ContentionQuery &query);
    /** `mostBegins`: so many of the newest make its rhythm; 0: it is not asked for. */
    Result<LockRhythm> rhythm(const HistoryLock &lock, qint64 mostBegins);

private:
    class Store;
    explicit HistoryReader(std::unique_ptr<Store> store);

    std::unique_ptr<Store> m_store;
};

} // namespace lockmaster
