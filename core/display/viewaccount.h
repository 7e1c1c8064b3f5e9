// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QCoreApplication>

namespace lockmaster {

/** A table of a library that nobody watches, and the server that it was seen on. */
struct FoundOn {
    QString backend;
    FoundTable table;
};

/** Keys of a Redis that no format recognises and whose names say that they are locks. */
struct LikelyOn {
    QString backend;
    SuggestedPattern found;
};

/**
 * What a view shows, out of what, and what was not read: whoever says something of the kind (the
 * table's place, the line above it, the count beside the filter, the status) says it from here.
 * Texts are translated, plain and literal.
 */
struct ViewAccount {
    Q_DECLARE_TR_FUNCTIONS(lockmaster::ViewAccount)

public:
    qint64 shown = 0;      ///< without the locks that have just gone
    qint64 inScope = 0;    ///< where the sidebar looks, whatever the filter
    qint64 total = 0;      ///< that are known of anywhere
    qint64 elsewhere = 0;  ///< match the filter beyond the scope; counted only where none is shown
    qint64 notDecoded = 0; ///< entries in the scope that no format recognised
    bool isFiltered = false;
    bool isScoped = false;
    bool isWatched = true;      ///< some server or source would show what is in the scope
    bool isApart = false;       ///< of the experiments alone: neither they nor the rest count both
    bool anythingRead = false;  ///< of any server: without that, a count of zero says nothing
    QStringList unknownFields;  ///< of the filter, where nothing matches it
    QString place;              ///< the scope: `on cache, db 0`; empty: everywhere
    QStringList unread;         ///< servers in the scope that were not read, or not completely
    QStringList connecting;     ///< of which nothing is known yet; not among the unread
    QStringList late;           ///< read, but not lately: paused, or overdue
    std::vector<FoundOn> found; ///< tables of libraries in the scope that nobody watches
    std::vector<LikelyOn> likely; ///< on servers in the scope, and no pattern is named there
    QStringList problems;         ///< what is missing in the scope, one line for each problem

    static ViewAccount of(const ViewSnapshot &view);
    static bool isAnythingRead(const ViewPart &part);
    /** The servers in that state, in the profile's order. */
    static QStringList inState(const ViewSnapshot &view, BackendState state);
    static constexpr qsizetype mostNames = 3;
    /** The first of them and how many there are beside. */
    static QString names(const QStringList &all, qsizetype most = mostNames);

    /** More locks may be in the scope than are known. */
    bool isComplete() const { return unread.isEmpty() && connecting.isEmpty(); }
    /** `37 locks`, `5 of 37`; `+ ?` behind it where not all was read. Empty: nothing was. */
    QString count() const;
    /** The same in sentences, with the names of what was not read. */
    QString sentences() const;
    /** How many entries may be locks that nobody can tell. Empty: none. */
    QString notDecodedSentence() const;
    /** What the filter took for a text, as there is no such field. Empty: nothing. */
    QString unknownFieldsSentence() const;
    /** Which servers were not read. Empty: all were. */
    QString unreadSentence() const;
};

} // namespace lockmaster
