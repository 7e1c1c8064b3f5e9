// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/holderchecks.h"

#include "core/domain/alivecommand.h"
#include "core/platform/worker.h"
#include "core/text/words.h"
#include "core/trust/commandtrust.h"
#include "core/verdict/alivecheck.h"

#include <atomic>
#include <deque>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto pace = 1min;
constexpr auto holdsFor = 5min;
constexpr Micros patience = 10s;
/** So soon it is looked whether a word has come. */
constexpr auto wordsComeWithin = 1s;
/** So many wait at most: with one second for each they are asked in time. */
constexpr size_t mostWaiting = 256;
constexpr size_t mostKept = 10'000;
constexpr Millis endPatience = 1s;

} // namespace

struct CommandChecks::Shared : Mailbox {
    struct Question {
        Whom whom;
        std::shared_ptr<const LockRecord> lock;
        QStringList command;
    };
    struct Answer {
        Whom whom;
        LifeEvidence said;
        SteadyTime askedAt{};
        QStringList command;
        QString problem; ///< why the command cannot be run; empty: it can
    };

    std::deque<Question> questions;
    std::vector<Answer> answers;
    std::atomic<bool> givenUp = false;

    void run(const Clock &clock);
};

void CommandChecks::Shared::run(const Clock &clock)
{
    std::unique_lock lock(mutex);
    while (!stopping) {
        if (questions.empty()) {
            changed.wait(lock, [this] { return stopping || !questions.empty(); });
            continue;
        }
        const Question question = std::move(questions.front());
        questions.pop_front();
        round(lock, [&] {
            Answer answer{
                question.whom, {}, clock.now(), question.command, whyNotAsked(question.command)};
            AliveAsker asker(patience, systemClock().now() + patience);
            asker.setGivenUp(givenUp);
            answer.said = asker.about(*question.lock, question.command).value_or(LifeEvidence());
            const std::lock_guard answering(mutex);
            answers.push_back(std::move(answer));
        });
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
    m_problems.clear();
    m_shared->put([this] { m_shared->questions.clear(); });
}

std::optional<HolderChecks::Word> CommandChecks::of(const PackedLock &lock)
{
    const auto command = m_commands.find(lock.source()->backend);
    if (command == m_commands.end())
        return std::nullopt;
    const auto record = lock.record();
    if (record->holders.empty())
        return std::nullopt;
    Whom whom;
    for (const Holder &holder : record->holders)
        whom.append(aliveArguments(command->second, holder).value_or(command->second));
    takeWords();
    const SteadyTime now = m_clock.now();
    Asked *const asked = place(whom, now);
    if (!asked)
        return Word{{}, {}, now + pace};
    asked->wantedAt = now;
    const bool isDue = !asked->said || now - asked->askedAt >= pace;
    if (isDue && !asked->waits) {
        m_shared->put([&] {
            if (m_shared->questions.size() < mostWaiting) {
                m_shared->questions.push_back({whom, record, command->second});
                asked->waits = true;
            }
        });
    }
    Word word{{}, asked->askedAt, isDue ? now + wordsComeWithin : asked->askedAt + pace};
    if (asked->said && now - asked->askedAt < holdsFor)
        word.said = *asked->said;
    return word;
}

QString CommandChecks::problem() const
{
    for (const auto &[command, why] : m_problems) {
        if (!why.isEmpty())
            return Words::tr("Holders are not asked about by %1: %2.")
                .arg(commandText(aliveCheck(command)), why);
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
    for (Shared::Answer &answer : answers) {
        m_problems[answer.command] = answer.problem;
        const auto asked = m_asked.find(answer.whom);
        if (asked == m_asked.end())
            continue;
        asked->second.waits = false;
        asked->second.said = std::move(answer.said);
        asked->second.askedAt = answer.askedAt;
    }
}

CommandChecks::Asked *CommandChecks::place(const Whom &whom, SteadyTime now)
{
    if (m_asked.size() >= mostKept && now - m_cleared >= pace) {
        m_cleared = now;
        std::erase_if(m_asked,
                      [now](const auto &each) { return now - each.second.wantedAt > holdsFor; });
    }
    const auto known = m_asked.find(whom);
    if (known != m_asked.end())
        return &known->second;
    return m_asked.size() < mostKept ? &m_asked[whom] : nullptr;
}

} // namespace lockmaster
