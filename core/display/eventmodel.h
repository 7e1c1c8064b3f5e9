// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/lockroles.h"
#include "core/display/releasehere.h"

#include <QAbstractListModel>

#include <deque>

namespace lockmaster {

/**
 * The last events, oldest first, one column: a bounded list, and another of what stands apart. What
 * had to be left out because more happened than was kept is said in a row of its own. One thread;
 * the store outlives it.
 */
class EventModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr int capacity = 1000;

    enum Role {
        TimeRole = Qt::UserRole + 100, ///< text
        EventToneRole,                 ///< `Tone`
        EventPointerRole,              ///< `LockPointer`: the lock it is about; null: a backend
    };

    explicit EventModel(LockStore &store, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    /** Whether renewals are listed; those that came while they were not are not brought back. */
    void setRenewalsShown(bool shown);
    bool renewalsShown() const { return m_renewalsShown; }

    /**
     * What was looked at was released from here: its end, told from that moment on or told already,
     * is put down to it.
     */
    void noteRelease(const lockmaster::ReleaseHere &release);

    /** Whether the events are those of what stands apart; the others are kept meanwhile. */
    void setApart(bool apart);

    /** While not live (nobody sees it), what comes is kept, and listed at once afterwards. */
    void setLive(bool live);
    /** While still (somebody reads a line), no row comes or goes; what comes is kept meanwhile. */
    void setStill(bool still);
    bool isStill() const { return m_still; }
    /** How many lines have come meanwhile. */
    qint64 newerCount() const { return m_newer; }

signals:
    void newerCountChanged();

private:
    /** Put into words only where it is seen: most lines never are. */
    struct Line {
        Event event;
        qint64 leftOut = 0;        ///< not zero: no event, but so many that are missing here
        QString releasedBy = {};   ///< where the audit log has the release from here that ended it
        QString releasedFrom = {}; ///< as `ReleaseHere::owner`
    };

    static QVariant leftOutData(qint64 count, int role);
    QVariant eventData(const Line &line, int role) const;
    QString sentence(const Line &line) const;
    void followBackends(const ViewPart &part);
    static bool isOf(const Event &event, const ReleaseHere &release);
    static bool isEnd(EventKind kind);
    static void putDown(Line &line, const lockmaster::ReleaseHere &release);
    void putDown(Line &line);
    void dropWhatIsHeldOn(const ViewSnapshot &view);

    void append(const ViewUpdate &update);
    std::vector<Line> linesOf(const ViewNews &news);
    qint64 listedCount(const ViewNews &news) const;
    void moveToOthers(const ViewPart &part);
    void append(std::vector<Line> lines);
    void listKept();
    template<class Lines>
    static void dropOldest(Lines &lines, qsizetype count);

    std::deque<Line> m_lines;
    std::vector<Line> m_kept;            ///< while not live, or still
    std::deque<Line> m_others;           ///< those of the part that is not shown
    std::vector<ReleaseHere> m_releases; ///< whose ends were not seen yet
    QStringList m_namesApart;
    bool m_hasSeveralBackends = false;
    bool m_apart = false;
    bool m_live = true;
    bool m_still = false;
    qint64 m_newer = 0;
    bool m_renewalsShown = true;
};

} // namespace lockmaster
