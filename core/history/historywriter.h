// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/history/historydb.h"
#include "core/history/historyvalues.h"

#include <QHash>

#include <map>

namespace lockmaster {

/**
 * What is to be written down, as statements in one batch at a time. Errors stay with the
 * `HistoryDb` until the batch ends. Lives on one thread.
 */
class HistoryWriter
{
public:
    /** `db` must outlive the writer. */
    explicit HistoryWriter(HistoryDb &db) : m_db(db) {}

    /** A new stretch of recording; holds are of the newest. */
    void beginRun(const QString &program, ServerTime at);
    void endRun(ServerTime at);
    qint64 run() const { return m_run; }

    /** Notes that this run records it. */
    qint64 takeBackend(const QString &name);
    qint64 place(qint64 backend, const QString &name);
    qint64 lock(qint64 place, const QString &system, QByteArrayView name);

    /** What adds up while it is held. */
    struct Counts {
        qint64 renewals = 0;
        std::optional<qint64> waiters;
        quint32 findings = 0; ///< a bit for each `FindingId`

        friend bool operator==(const Counts &, const Counts &) = default;
    };
    struct NewHold {
        qint64 lock = 0;
        const Holder *holder = nullptr; ///< null: none was written down
        QString variant;
        HistoryBegin how = HistoryBegin::FirstSeen;
        ServerTime began{};
        std::optional<ServerTime> after;
        Counts counts;
    };
    qint64 openHold(const NewHold &hold);

    struct Resumed {
        qint64 id = 0;
        ServerTime began{};
        Counts counts; ///< those of before, and those of now
    };
    /**
     * The row of a hold that the server dates, where it was lost from sight, by an earlier run or
     * in this one: it goes on. None where nobody saw that hold before.
     */
    std::optional<Resumed> resumeHold(const NewHold &hold);

    /** Written with this batch or, where there are too many, one of the next. */
    void noteCounts(qint64 hold, const Counts &counts);
    void closeHold(qint64 hold, ServerTime began, HistoryEnd end, ServerTime until, ServerTime last,
                   const Counts &counts);

    /** One that an earlier run left open. */
    void endUnseen(qint64 hold, ServerTime last);

    /** Who waits for a lock, by what it is called. */
    struct NewWait {
        qint64 lock = 0;
        QString waiter;
        HistoryBegin how = HistoryBegin::FirstSeen;
        ServerTime began{};
        std::optional<ServerTime> after;
    };
    qint64 openWait(const NewWait &wait);
    /** It has turned out that nobody knows when it began. */
    void noteWaitIsOlder(qint64 wait);
    void closeWait(qint64 wait, ServerTime began, WaitEnd end, ServerTime until, ServerTime last);
    /** One that an earlier run left open. */
    void endWaitUnseen(qint64 wait, ServerTime last);

    void event(const QString &kind, qint64 backend, ServerTime at, const QString &detail,
               std::optional<qint64> lock = {}, const Holder *holder = nullptr);

    qint64 beginStretch(qint64 place, ServerTime from, ServerTime until, bool complete);
    /** Written with this batch. */
    void extendStretch(qint64 stretch, ServerTime until) { m_stretches[stretch] = until; }

    bool works() const { return m_db.works(); }

    /** A batch that has become long is committed, and the next begun. */
    void breathe();
    /** Commits what was written. @return whether all of it is in the store. */
    bool commit();

    /** What is remembered of rows that may be cleared away. */
    void forgetRows();

private:
    std::optional<qint64> owner(const Holder *holder);
    void begin();
    void writeCounts();

    HistoryDb &m_db;
    qint64 m_run = 0;
    std::map<qint64, ServerTime> m_stretches; ///< to be written
    std::map<qint64, Counts> m_counts;        ///< to be written
    qint64 m_nextCounts = 0;
    QHash<QByteArray, qint64> m_owners; ///< by label, NUL and raw
    std::optional<std::chrono::steady_clock::time_point> m_begun;
};

/** As it is stored. */
qint64 microsOf(ServerTime time);
ServerTime timeOf(qint64 micros);
/** How many bits a hold's length has. */
int spanOf(ServerTime began, ServerTime until);

} // namespace lockmaster
