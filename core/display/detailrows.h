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
    bool verbatim = false;         ///< as stored, or a token: in a font of fixed width
    std::vector<DetailLink> links; ///< instead of `value`
    QUrl address = {};             ///< where `value`, its text, leads; empty: nowhere

    friend bool operator==(const DetailRow &, const DetailRow &) = default;
};

struct DetailSection {
    QString title;               ///< may be empty
    std::vector<DetailRow> rows; ///< never empty
    /** Rarely read: folded away at first, and remembered by this word; empty: always shown. */
    QString fold = {};

    friend bool operator==(const DetailSection &, const DetailSection &) = default;
};

/** What comes first: what is wrong with it, and before that whether its holder lives. */
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
    std::vector<DetailFinding> findings; ///< shown before the sections
    std::vector<DetailSection> sections;

    friend bool operator==(const Details &, const Details &) = default;
    /** Nothing but values of rows without links, and the evidence of findings, differs. */
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
    /** What was seen of it so far stands before the raw record, which is long and rarely read. */
    static void addPast(Details &lock, const DetailSection &past);
    /** A verdict as what stands first. */
    static DetailFinding card(const Verdict &verdict);
    /** What the profile says of it, if it says anything. */
    static std::optional<DetailSection> ofNote(const LockNote &note);
    /** A token, such as a UUID: no words, and long enough to be compared by eye. */
    static bool isToken(const QString &value);
    static Details ofBackend(const BackendStatus &backend, const SystemNames &names,
                             SteadyTime now);

private:
    static DetailSection summary(const FocusedLock &focus, const BackendStatus *backend,
                                 SteadyTime now);
    static std::optional<DetailSection> signsOfLife(const Verdict &verdict);
    static void addNotDecoded(std::vector<DetailRow> &rows, const SourceStatus &source);
    static DetailSection servers(const LockShares &shares);
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
