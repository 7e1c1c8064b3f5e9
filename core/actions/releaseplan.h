// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/domain/witness.h"

#include <vector>

namespace lockmaster {

/** One lock of a plan. What is only for people is not looked at when the plan is applied. */
struct PlannedRelease {
    QString witness;   ///< as `encodeWitness` wrote it
    Witness seen;      ///< the same, read
    QByteArray name;   ///< in full: the witness may hold only its digest
    QString action;    ///< one of `LockSystem::actions`
    QByteArray target; ///< as in `LockAction`
    /** What the backend was for; the JSON word. One that is less now is refused. */
    QString environment;
    QStringList losses; ///< what else ends with it: more than that is refused

    /// For people.

    QString owner;
    QString life;    ///< as `lifeName()`
    QString verdict; ///< one sentence
    QString command; ///< what would have been sent when the plan was made
    QString consequence;
    QStringList warnings;
};

/**
 * Locks that are to be let go of, each as it was looked at. A file that somebody may have edited:
 * nothing in it is sent. What is sent is made anew of each witness, compares as any release does,
 * and reaches no lock, holder or server than the one that was looked at.
 */
struct ReleasePlan {
    static constexpr qint64 mostBytes = qint64(32) * 1024 * 1024;
    static constexpr size_t mostLocks = 10'000;

    ServerTime madeAt{};   ///< by this machine's clock: for people, it decides nothing
    QString chosenBy;      ///< the options, for people
    bool goneOnly = false; ///< only of holders who are gone when it is applied
    std::vector<PlannedRelease> locks;
};

/** JSON, as docs/guide/json.md has it. */
QByteArray planText(const ReleasePlan &plan);

/**
 * Errors: Config, for what is no plan, or not one that can be meant: too large, a witness that is
 * none, a name that is not the witness's, the same lock twice, none at all.
 */
Result<ReleasePlan> planFromText(const QByteArray &text);

/** Writes a new file, for its owner alone, as a whole or not at all. Errors: Config; what stands
 * there stays. */
Result<void> writePlan(const QString &path, const ReleasePlan &plan);

/** A plan, and the SHA-256 of its text in hexadecimal digits. */
struct PlanFile {
    ReleasePlan plan;
    QByteArray digest;
};

/** Errors: Config; also for a file that others may read or write, or that is somebody else's. */
Result<PlanFile> readPlan(const QString &path);

} // namespace lockmaster
