// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/audit/auditlog.h"
#include "core/history/historyreader.h"

#include <QObject>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace lockmaster {

/** How often what lasts until now is asked anew. */
constexpr std::chrono::seconds historyAskingPeriod{5};

/** Where the history and what was done from here are read from. */
struct HistoryPlaces {
    QString store;
    QString audit; ///< directory; empty: no actions are read
};

/** What is asked of the history: what was held in a stretch of time, or at one moment. */
struct HistoryQuestion {
    HistoryQuery query;
    /** What was held then; the stretch of `query` is what is shown around it. */
    std::optional<ServerTime> at;
    /** Of one lock: how much of each stretch between two of these it was held; empty: not asked. */
    std::vector<ServerTime> edges = {};
    /** Which locks were wanted most in the time of `query`. */
    bool wantsContention = false;
    /** And when those at the top were, until this moment; none: not asked. */
    std::optional<ServerTime> coursesUntil = {};
};

/** What the history says to one question. Immutable. */
struct HistoryAnswer {
    HistoryQuestion question;
    /** Why there is none; NotFound: nothing was recorded yet. */
    std::optional<Error> problem;
    HistoryPage page;
    /** At most `query.most` held and as many that perhaps were. */
    std::optional<HistoryMoment> moment;
    bool momentCut = false;              ///< more were held then
    std::optional<HistoryLock> sharesOf; ///< the lock that `shares` are of; none: of several
    std::vector<HeldShare> shares;
    std::optional<ContentionRanking> contention;
    std::vector<AuditLine> actions;      ///< done from here, in that time
    std::optional<Error> actionsProblem; ///< why those are missing
    ServerTime asked{};                  ///< the moment that it is true of, on the wall clock
};

/** Reads the answer to a question. Blocks; any thread. Gives up once `givenUp` is set. */
HistoryAnswer answerFromHistory(const HistoryPlaces &places, const HistoryQuestion &question,
                                const std::atomic<bool> &givenUp);

/**
 * Asks the history on a thread of the pool. The newest question wins: one that is still being
 * answered is given up for it, and its answer is never told. Lives on the GUI thread, which never
 * waits, not even when this object goes.
 */
class HistoryAsker final : public QObject
{
    Q_OBJECT

public:
    /** `clock` outlives it. */
    HistoryAsker(HistoryPlaces places, const Clock &clock, QObject *parent = nullptr);
    ~HistoryAsker() override;

    /** Called where an answer is read, before it is told: for what takes its time, too. */
    using Aside = std::function<void(const HistoryAnswer &answer)>;

    void ask(const HistoryQuestion &question, const Aside &aside = {});
    /** Nobody wants to know any more. */
    void forget();
    bool isAsking() const { return m_asking; }

signals:
    void answered(const std::shared_ptr<const lockmaster::HistoryAnswer> &answer);

private:
    struct Asked {
        HistoryQuestion question;
        Aside aside;
    };

    void begin(const Asked &asked);

    HistoryPlaces m_places;
    const Clock &m_clock;
    std::shared_ptr<std::atomic<bool>> m_givenUp;
    std::optional<Asked> m_next;
    bool m_asking = false;
    bool m_wanted = false; ///< what is being asked
};

} // namespace lockmaster
