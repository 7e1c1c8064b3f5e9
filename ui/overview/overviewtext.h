// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"
#include "ui/overview/overviewrow.h"

#include <QCoreApplication>

namespace lockmaster {

/** A server at a glance in words: the texts of the table's cells, translated, plain and literal. */
class OverviewText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::OverviewText)

public:
    static QString name(const OverviewRow &row);
    /** How it does, in a word; of a group how many of it do not answer, or were not read. */
    static QString health(const OverviewRow &row, SteadyTime now);
    static QString healthSign(const OverviewRow &row);
    static Tone healthTone(const OverviewRow &row);
    /** The same in full, with what is wrong and what to do. */
    static QString healthSentence(const OverviewRow &row, SteadyTime now);
    /** `40`; `3 + 2?`: of two more it is not known how they stand; `3 + ?`: nor how many. */
    static QString locks(const OverviewRow &row);
    static QString waiters(const OverviewRow &row);
    static QString longest(const OverviewRow &row);
    /** What is wrong with its locks, the worst first: `2 blocked, Two holders 1`. */
    static QString findings(const OverviewRow &row);
    static Tone findingsTone(const OverviewRow &row);
    static QString findingLines(const OverviewRow &row);
    static QString changes(const OverviewRow &row);
    static QString changesSentence(const OverviewRow &row);

private:
    static bool isUnwatched(const OverviewRow &row);
};

} // namespace lockmaster
