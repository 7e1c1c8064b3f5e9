// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/ownerlist.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** An owner in words: the texts of the table's cells, translated, plain and literal. */
class OwnerText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::OwnerText)

public:
    /** By what it is known, in a word. */
    static QString basis(OwnerBasis basis);
    /** What is one by that, in a sentence. */
    static QString basisMeaning(OwnerBasis basis);
    /** `3`, `3 + 2?` where of two more it is not known how they stand. */
    static QString holds(const OwnerEntry &owner);
    /** The same in sentences. */
    static QString holdsSentence(const OwnerEntry &owner);
    static QString oldest(const OwnerEntry &owner, SteadyTime now);
    /** What is said of its locks, the worst first: `2 no sign of life, 5 alive`. */
    static QString lives(const OwnerEntry &owner);
    static Tone livesTone(const OwnerEntry &owner);
    /** `2: cache, billing-db` of several: how many are not seen in a narrow cell. */
    static QString backends(const OwnerEntry &owner);
    static QString backendLines(const OwnerEntry &owner);
    /** Host, user, program, process: what is known beside its name, in one line. */
    static QString seenAs(const OwnerEntry &owner);
    /** The same with what each of them is, one line for each kind. */
    static QString seenAsLines(const OwnerEntry &owner);
    /** What the list leaves out, in sentences; empty: nothing. */
    static QString leftOut(const OwnerList &list);
};

} // namespace lockmaster
