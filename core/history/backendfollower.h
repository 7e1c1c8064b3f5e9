// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyinbox.h"
#include "core/history/waitfollower.h"

#include <QVarLengthArray>

#include <map>

namespace lockmaster {

/**
 * Turns what one backend publishes into holds, events and stretches, and hands them to the writer.
 *
 * Where it is watched without a gap, events say what happened. What nothing tells of is taken from
 * the snapshot: what was there at the first look, what was lost from sight, waiters, findings. A
 * gap (not answered, paused, events dropped, the clock set) ends the stretches; holds that look the
 * same behind it stay one row, which readers part at the gap, and everything else ends where it was
 * last seen. Lives on one thread.
 */
class BackendFollower
{
public:
    /** `writer` must outlive it, and have a run. */
    BackendFollower(HistoryWriter &writer, const QString &backend);

    /** The items of one key, in sequence. */
    void take(const HistoryItem &item);

    /** Nobody watches it any more: what is open was last seen at the last look. */
    void close();

private:
    struct OpenHold {
        qint64 id = 0;
        ServerTime began{};
        HistoryWriter::Counts counts;
        bool unwritten = false; ///< the counts
    };
    struct Standing {
        PackedLock shown;                   ///< as the last snapshot has it
        PackedLock seen;                    ///< the same as far as it was known; null: never
        QVarLengthArray<OpenHold, 1> holds; ///< in the order of the holders of `seen`
        WaitFollower::Waits waits;
    };
    struct Stretch {
        qint64 id = 0;
        ServerTime until{};
        bool complete = true;
    };
    /** What is happening to one lock. */
    struct Change {
        const HistoryItem &item;
        Standing &standing;
        ServerTime at{};
        ServerTime before{};    ///< the look at which it was as it was
        bool behindGap = false; ///< nobody looked in between
        bool blind = false;     ///< it could not be seen at the look before
        bool told = false;      ///< holds began or ended
    };
    using Tolds = std::vector<const HistoryItem::Told *>;

    void loseTrack();
    void startOver();
    void loseWaits();
    void noteBackend(const HistoryItem &item);
    void follow(const HistoryItem &item);
    void followOne(const HistoryItem &item, Standing &standing, const PackedLock &now,
                   Tolds::const_iterator from, Tolds::const_iterator to);
    void takeTold(Change &change, Tolds::const_iterator from, Tolds::const_iterator to);
    void takeShown(Change &change, const PackedLock &now);
    void noteCounts(Change &change, const LockRecord &lock);
    void noteWaiters(const Change &change, const LockRecord &lock);
    void noteFindings(const Change &change, const LockRecord &lock, quint32 before);
    void open(Change &change, const LockRecord &lock, HistoryBegin how);
    void openOne(Change &change, const LockRecord &lock, const Holder *holder, HistoryBegin how,
                 QVarLengthArray<OpenHold, 1> &into);
    void closeAll(Change &change, HistoryEnd end, std::optional<ServerTime> until = {});
    void closeOne(const Change &change, const OpenHold &hold, HistoryEnd end,
                  std::optional<ServerTime> until);
    void passOn(Change &change, const LockRecord &before, const LockRecord &after);
    void noteLooks(const HistoryItem &item);
    qint64 placeOf(const QString &source);
    qint64 lockOf(const LockId &id);

    HistoryWriter &m_writer;
    const qint64 m_backend;
    WaitFollower m_waits;
    LockList m_list;
    std::vector<Standing> m_standings; ///< ordered by id
    std::map<QString, qint64> m_places;
    std::map<QString, Stretch> m_stretches; ///< that go on, by source
    ServerTime m_lastLook{};
    bool m_watching = false;  ///< the stretches go on
    bool m_behindGap = false; ///< what is being taken in is the first look after one
    bool m_waitsAnew = false; ///< nothing is known of who waited before it
    bool m_mayDiffer = false; ///< and nothing led there: events were dropped
};

} // namespace lockmaster
