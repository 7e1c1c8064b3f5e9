// SPDX-License-Identifier: Apache-2.0
#include "core/history/historyasker.h"

#include "core/history/historyactions.h"
#include "core/platform/askaside.h"

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

/** What of a moment was asked for: the reader narrows by backends alone. */
void narrow(std::vector<HistoryHold> &holds, const HistoryQuery &query)
{
    std::erase_if(holds, [&query](const HistoryHold &hold) {
        const bool ofOwner = query.owner.isEmpty() || hold.owner.contains(query.owner)
                             || hold.ownerRaw.contains(query.owner.toUtf8());
        return !ofOwner || !query.asksFor(hold.lock);
    });
}

void answerMoment(HistoryReader &reader, HistoryAnswer &answer)
{
    const HistoryQuery &query = answer.question.query;
    auto moment = reader.moment(*answer.question.at, query.backends);
    if (!moment) {
        answer.problem = moment.error();
        return;
    }
    const auto most = size_t(std::max<qint64>(0, query.most));
    for (std::vector<HistoryHold> *holds : {&moment->held, &moment->perhaps}) {
        narrow(*holds, query);
        if (holds->size() > most) {
            holds->resize(most);
            answer.momentCut = true;
        }
    }
    answer.moment = std::move(*moment);
}

void answerPage(HistoryReader &reader, const QString &auditDirectory, HistoryAnswer &answer)
{
    const HistoryQuery &query = answer.question.query;
    auto page = reader.page(query);
    if (!page) {
        answer.problem = page.error();
        return;
    }
    answer.page = std::move(*page);
    if (auditDirectory.isEmpty())
        return;
    auto actions = readHistoryActions(auditDirectory, query, answer.page);
    if (actions)
        answer.actions = std::move(*actions);
    else
        answer.actionsProblem = actions.error();
}

/** The lock that all holds are of; none: of several, or there are none. */
std::optional<HistoryLock> onlyLock(const std::vector<HistoryHold> &holds)
{
    if (holds.empty() || std::any_of(holds.begin(), holds.end(), [&holds](const HistoryHold &hold) {
            return hold.lock != holds.front().lock;
        }))
        return std::nullopt;
    return holds.front().lock;
}

void answerSums(HistoryReader &reader, HistoryAnswer &answer)
{
    constexpr size_t mostCourses = 20;
    const HistoryQuestion &question = answer.question;
    answer.sharesOf = question.edges.empty() ? std::nullopt : onlyLock(answer.page.holds);
    if (answer.sharesOf) {
        auto shares = reader.shares(*answer.sharesOf, question.edges);
        if (shares)
            answer.shares = std::move(*shares);
        else
            answer.problem = shares.error();
    }
    if (question.wantsContention) {
        ContentionQuery query;
        query.backends = question.query.backends;
        query.from = question.query.from;
        query.until = question.query.until;
        query.mostCourses = question.coursesUntil ? mostCourses : 0;
        query.now = question.coursesUntil;
        auto ranking = reader.contention(query);
        if (ranking)
            answer.contention = std::move(*ranking);
        else
            answer.problem = ranking.error();
    }
}

} // namespace

HistoryAnswer answerFromHistory(const HistoryPlaces &places, const HistoryQuestion &question,
                                const std::atomic<bool> &givenUp)
{
    HistoryAnswer answer;
    answer.question = question;
    const auto reader = HistoryReader::open(places.store);
    if (!reader) {
        answer.problem = reader.error();
        return answer;
    }
    (*reader)->setGivenUp(givenUp);
    if (question.at)
        answerMoment(**reader, answer);
    if (!answer.problem)
        answerPage(**reader, places.audit, answer);
    if (!answer.problem)
        answerSums(**reader, answer);
    return answer;
}

HistoryAsker::HistoryAsker(HistoryPlaces places, const Clock &clock, QObject *parent)
    : QObject(parent), m_places(std::move(places)), m_clock(clock)
{
}

HistoryAsker::~HistoryAsker()
{
    forget();
}

void HistoryAsker::forget()
{
    m_next.reset();
    m_wanted = false;
    if (m_givenUp)
        m_givenUp->store(true);
}

void HistoryAsker::ask(const HistoryQuestion &question, const Aside &aside)
{
    if (!m_asking) {
        begin({question, aside});
        return;
    }
    forget();
    m_next = Asked{question, aside};
}

void HistoryAsker::begin(const Asked &asked)
{
    using Answer = std::shared_ptr<const HistoryAnswer>;
    m_asking = true;
    m_wanted = true;
    m_givenUp = std::make_shared<std::atomic<bool>>(false);
    askAside<Answer>(
        this,
        [places = m_places, asked, givenUp = m_givenUp, now = m_clock.wallNow()]() -> Answer {
            auto answer = std::make_shared<HistoryAnswer>(
                answerFromHistory(places, asked.question, *givenUp));
            answer->asked = now;
            if (asked.aside && !*givenUp)
                asked.aside(*answer);
            return answer;
        },
        [this](const Answer &answer) {
            m_asking = false;
            if (const auto next = std::exchange(m_next, std::nullopt))
                begin(*next);
            else if (m_wanted)
                emit answered(answer);
        });
}

} // namespace lockmaster
