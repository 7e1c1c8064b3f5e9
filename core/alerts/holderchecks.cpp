// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/holderchecks.h"

#include "core/domain/alivecommand.h"
#include "core/platform/worker.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/verdict/alivecheck.h"

#include <deque>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto pace = 1min;
constexpr auto holdsFor = 5min;
constexpr Micros patience = 10s;
/** So soon it is looked whether a word has come; less often where many wait for theirs. */
constexpr auto wordsComeWithin = 1s;
constexpr size_t many = 30;
constexpr auto manyComeWithin = 5s;
/** What was not wanted for so long is wanted by nobody any more. */
constexpr auto wantedFor = 30s;
/** Whose turn comes so late is not asked about once a minute, by far. */
constexpr auto late = 2min;
constexpr size_t mostKept = 10'000;
constexpr Millis endPatience = 1s;

/** The same without the command. */
QString wordsFor(Life life, const QString &told)
{
    switch (life) {
    case Life::Gone: return Words::tr("The check of your own says it is gone.");
    case Life::Alive: return Words::tr("The check of your own says it lives.");
    case Life::NoSign:
    case Life::Unknown: break;
    }
    return told;
}

} // namespace

struct CommandChecks::Shared : Mailbox {
    struct Question {
        Whom whom;
        std::shared_ptr<const LockRecord> lock;
        std::shared_ptr<std::atomic<SteadyTime>> wanted;
        SteadyTime since{};
    };
    struct Answer {
        Whom whom;
        std::optional<LifeEvidence> said; ///< none: nobody wanted to know any more
        SteadyTime askedAt{};
        QStringList command;
        QString problem; ///< why nothing is told, or late; empty: neither
    };

    std::map<QStringList, std::deque<Question>> questions; ///< by command; none is empty
    QStringList lastTurn;
    std::vector<Answer> answers;
    std::atomic<bool> givenUp = false;

    std::pair<QStringList, Question> next();
    Answer ask(const QStringList &command, const Question &question, SteadyTime now) const;
    void run(const Clock &clock);
};

/** The command whose turn it is, and the one that waits longest for it. There is one. */
std::pair<QStringList, CommandChecks::Shared::Question> CommandChecks::Shared::next()
{
    auto turn = questions.upper_bound(lastTurn);
    if (turn == questions.end())
        turn = questions.begin();
    lastTurn = turn->first;
    Question question = std::move(turn->second.front());
    turn->second.pop_front();
    if (turn->second.empty())
        questions.erase(turn);
    return {lastTurn, std::move(question)};
}

CommandChecks::Shared::Answer CommandChecks::Shared::ask(const QStringList &command,
                                                         const Question &question,
                                                         SteadyTime now) const
{
    Answer answer{question.whom, {}, now, command, {}};
    if (now - question.wanted->load() > wantedFor)
        return answer;
    AliveAsker asker(patience, systemClock().now() + patience);
    asker.setGivenUp(givenUp);
    answer.said = asker.about(*question.lock, command).value_or(LifeEvidence());
    answer.said->text = wordsFor(answer.said->says, answer.said->text);
    if (answer.said->says == Life::Unknown)
        answer.problem = whyNotAsked(command);
    if (answer.problem.isEmpty() && now - question.since > late)
        answer.problem = Words::tr("so many are asked about that each waits for %1")
                             .arg(durationText(between(question.since, now)));
    return answer;
}

void CommandChecks::Shared::run(const Clock &clock)
{
    std::unique_lock lock(mutex);
    while (!stopping) {
        if (questions.empty()) {
            changed.wait(lock, [this] { return stopping || !questions.empty(); });
            continue;
        }
        const auto [command, question] = next();
        lock.unlock();
        Answer answer = ask(command, question, clock.now());
        lock.lock();
        answers.push_back(std::move(answer));
    }
}

CommandChecks::CommandChecks(const Clock &clock)
    : m_clock(clock), m_shared(std::make_shared<Shared>()),
      m_worker(std::make_unique<WorkerThread>(
          WorkerThread::Traits{QStringLiteral("checks"), LeftBehind::Alerting, endPatience},
          m_shared, [shared = m_shared, &clock] { shared->run(clock); }))
{
}

CommandChecks::~CommandChecks()
{
    m_worker->requestStop([this] { m_shared->givenUp = true; });
}

void CommandChecks::setCommands(const AliveCommands &commands)
{
    if (commands == m_commands)
        return;
    m_commands = commands;
    m_asked.clear();
    m_waiting = 0;
    m_problems.clear();
    m_shared->put([this] { m_shared->questions.clear(); });
}

std::optional<HolderChecks::Word> CommandChecks::of(const PackedLock &lock)
{
    const auto command = m_commands.find(lock.source()->backend);
    if (command == m_commands.end())
        return std::nullopt;
    const SteadyTime now = m_clock.now();
    const auto record = lock.record();
    if (record->holders.empty())
        return Word{{}, {}, now + pace};
    Whom whom;
    for (const Holder &holder : record->holders)
        whom.append(aliveArguments(command->second, holder).value_or(command->second));
    takeWords();
    Asked *const asked = place(whom, now);
    if (!asked)
        return Word{{}, {}, now + pace};
    asked->wantedAt = now;
    const bool isDue = !asked->said || now - asked->askedAt >= pace;
    if (asked->waits) {
        asked->wanted->store(now);
    } else if (isDue) {
        asked->waits = true;
        asked->wanted = std::make_shared<std::atomic<SteadyTime>>(now);
        ++m_waiting;
        m_shared->put([&] {
            m_shared->questions[command->second].push_back({whom, record, asked->wanted, now});
        });
    }
    const Micros soon = m_waiting > many ? Micros(manyComeWithin) : Micros(wordsComeWithin);
    Word word{{}, asked->askedAt, isDue ? now + soon : asked->askedAt + pace};
    if (asked->said && now - asked->askedAt < holdsFor)
        word.said = *asked->said;
    return word;
}

QString CommandChecks::problem()
{
    takeWords();
    for (const auto &[command, why] : m_problems) {
        if (!why.isEmpty())
            return Words::tr("%1 tells little of holders: %2.")
                .arg(literalText(command.front()), why);
    }
    return {};
}

void CommandChecks::takeWords()
{
    std::vector<Shared::Answer> answers;
    {
        const std::lock_guard lock(m_shared->mutex);
        answers.swap(m_shared->answers);
    }
    const auto isOurs = [this](const QStringList &command) {
        return std::any_of(m_commands.begin(), m_commands.end(),
                           [&command](const auto &each) { return each.second == command; });
    };
    for (Shared::Answer &answer : answers) {
        if (!isOurs(answer.command))
            continue;
        const auto asked = m_asked.find(answer.whom);
        if (asked != m_asked.end() && std::exchange(asked->second.waits, false))
            --m_waiting;
        if (!answer.said)
            continue;
        m_problems[answer.command] = answer.problem;
        if (asked == m_asked.end())
            continue;
        asked->second.said = std::move(answer.said);
        asked->second.askedAt = answer.askedAt;
    }
}

CommandChecks::Asked *CommandChecks::place(const Whom &whom, SteadyTime now)
{
    if (m_asked.size() >= mostKept && now - m_cleared >= pace) {
        m_cleared = now;
        std::erase_if(m_asked, [now](const auto &each) {
            return !each.second.waits && now - each.second.wantedAt > holdsFor;
        });
    }
    const auto known = m_asked.find(whom);
    if (known != m_asked.end())
        return &known->second;
    return m_asked.size() < mostKept ? &m_asked[whom] : nullptr;
}

} // namespace lockmaster
