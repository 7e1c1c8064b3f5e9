// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyasker.h"
#include "core/display/leadertext.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** A hold as it is listed. */
struct HistoryRow {
    HistoryHold hold;
    bool perhaps = false; ///< at the moment that was asked for nobody looked
};

/** Holds in words: translated, plain and literal. Functions of what was seen. */
class HistoryText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::HistoryText)

public:
    /** What an answer lists, oldest first; of a moment by lock. */
    static std::vector<HistoryRow> rows(const HistoryAnswer &answer);
    /** The same, of a moment with what was held around it. */
    static std::vector<HistoryRow> laneRows(const HistoryAnswer &answer);

    static QString lock(const HistoryHold &hold);
    /** A dash where nobody is known. */
    static QString owner(const HistoryHold &hold);
    /** `≤ 12:00:01` where it was there at the first look already. */
    static QString since(const HistoryHold &hold, ServerTime now);
    /** `≥ 12:00:01` where it was lost from sight; empty: it goes on. */
    static QString until(const HistoryHold &hold, ServerTime now);
    /** `≥ 3.1 s` where not both ends were seen. */
    static QString length(const HistoryHold &hold);
    /** `released`, `still held`, ... */
    static QString end(const HistoryRow &row);
    static Tone endTone(const HistoryRow &row);
    static QString waiters(const HistoryHold &hold);
    /** What the lanes' tooltip says beside the times, one fact a line. */
    static QString notes(const HistoryRow &row);
    /** All that is known, with exact local and UTC times, one fact a line. */
    static QString everything(const HistoryRow &row);

    /** What was asked for; of a part of a name, that it is one. */
    static QString subject(const HistoryQuery &query);
    /** What was found, how long it took, who waited. */
    static std::vector<Figure> figures(const HistoryAnswer &answer);
    /** What is missing from an answer, and why; empty: nothing is. */
    static QString missing(const HistoryAnswer &answer, size_t lanesLeftOut);
    /** What stands where an answer lists nothing. */
    static QString nothing(const HistoryAnswer &answer);

    /** `1.2 s (median of 214), 95 % within 3.4 s`; empty where too few were seen whole. */
    static QString typical(const HoldFigures &figures);
};

} // namespace lockmaster
