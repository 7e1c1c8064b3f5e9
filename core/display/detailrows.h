// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/locknote.h"
#include "core/monitor/viewsnapshot.h"
#include "core/display/lockroles.h"
#include "core/display/systemnames.h"

#include <QCoreApplication>
#include <QUrl>

namespace lockmaster {

struct DetailLink {
    QString text;
    LockId lock;

    friend bool operator==(const DetailLink &, const DetailLink &) = default;
};

/** One line of the details pane. Everything in it is plain, literal text. */
struct DetailRow {
    QString label;
    QString value;
    Tone tone = Tone::Plain;
    bool verbatim = false;         ///< as stored: in a font of fixed width
    std::vector<DetailLink> links; ///< instead of `value`
    QUrl address = {};             ///< where `value`, its text, leads; empty: nowhere

    friend bool operator==(const DetailRow &, const DetailRow &) = default;
};

struct DetailSection {
    QString title;               ///< empty for the first
    std::vector<DetailRow> rows; ///< never empty

    friend bool operator==(const DetailSection &, const DetailSection &) = default;
};

struct DetailFinding {
    QString title;
    QString evidence;
    Tone tone = Tone::Expiring;

    friend bool operator==(const DetailFinding &, const DetailFinding &) = default;
};

/** What the details pane shows. Neither title nor sections: nothing. */
struct Details {
    QString title;
    QString subtitle;
    QString warning;
    std::vector<DetailSection> sections;
    std::vector<DetailFinding> findings;

    friend bool operator==(const Details &, const Details &) = default;
    /** Nothing but values of rows without links differs. */
    bool sameShape(const Details &other) const;
};

/** Puts a lock or a backend into the rows of the details pane. */
class DetailRows
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::DetailRows)

public:
    /** `note`: what the profile says of it; `verdict`: what is said of its holder; if anything. */
    static Details ofLock(const FocusedLock &focus, const BackendStatus *backend,
                          const SystemNames &names, SteadyTime now, const LockNote *note = nullptr,
                          const std::optional<Verdict> &verdict = {});
    static Details ofBackend(const BackendStatus &backend, const SystemNames &names,
                             SteadyTime now);

private:
    static DetailSection summary(const FocusedLock &focus, const BackendStatus *backend,
                                 SteadyTime now, const std::optional<Verdict> &verdict);
    static DetailSection signsOfLife(const Verdict &verdict);
    static void addNotDecoded(std::vector<DetailRow> &rows, const SourceStatus &source);
    static DetailSection servers(const LockShares &shares);
    static void addNote(std::vector<DetailRow> &rows, const LockNote &note);
    static QString distinctName(const PackedLock &lock, const FocusedLock &focus);
    static void addHolder(std::vector<DetailRow> &rows, const LockRecord &lock);
    static void addLease(std::vector<DetailRow> &rows, const LockRecord &lock, SteadyTime now,
                         SteadyTime seenUntil);
    static void addWaiters(std::vector<DetailRow> &rows, const LockRecord &lock);
    static DetailSection rawRecord(const FocusedLock &focus, const BackendStatus *backend,
                                   SteadyTime now);
    static QString age(const BackendStatus &backend, SteadyTime now);
};

} // namespace lockmaster
