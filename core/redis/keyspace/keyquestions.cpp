// SPDX-License-Identifier: Apache-2.0
#include "core/redis/keyspace/keyreads.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockmaster {

// What formats ask about the locks that were found.

std::vector<KeyReads::Asked> KeyReads::questions(std::vector<RedisCommand> &commands)
{
    std::vector<Asked> asked;
    for (size_t i = 0; i < m_memory.formats.size(); ++i) {
        Asked one{i, {}, 0};
        for (size_t record = 0; record < m_formatOf.size(); ++record) {
            if (m_formatOf[record] == i)
                one.locks.push_back(&m_findings.observation.records[record]);
        }
        auto questions = m_memory.formats[i]->questions(one.locks);
        one.commands = questions.size();
        std::move(questions.begin(), questions.end(), std::back_inserter(commands));
        asked.push_back(std::move(one));
    }
    return asked;
}

bool KeyReads::askFormats()
{
    if (m_memory.questionsTooLarge) {
        addProblem(*m_memory.questionsTooLarge);
        return true;
    }
    std::vector<RedisCommand> commands;
    std::vector<Asked> asked = questions(commands);
    if (!ask(asked, commands))
        return false;
    commands = moreQuestions(asked);
    return commands.empty() || ask(asked, commands);
}

/** What the answers raised; leaves those formats alone that ask no more. */
std::vector<RedisCommand> KeyReads::moreQuestions(std::vector<Asked> &asked)
{
    std::vector<RedisCommand> commands;
    for (Asked &one : asked) {
        auto more = m_memory.formats[one.format]->moreQuestions();
        one.commands = more.size();
        std::move(more.begin(), more.end(), std::back_inserter(commands));
    }
    std::erase_if(asked, [](const Asked &one) { return one.commands == 0; });
    return commands;
}

bool KeyReads::ask(const std::vector<Asked> &asked, const std::vector<RedisCommand> &commands)
{
    const SteadyTime begun = m_memory.clock.now();
    auto replies = askInParts(m_client, commands, m_deadline);
    m_findings.observation.latency +=
        std::chrono::duration_cast<Micros>(m_memory.clock.now() - begun);
    if (!replies) {
        // The locks matter more than what else is told of them.
        if (replies.error().kind == ErrorKind::Truncated)
            m_memory.questionsTooLarge = replies.error();
        return fail(replies.error());
    }
    auto next = std::make_move_iterator(replies->begin());
    for (const Asked &one : asked) {
        const auto end = next + static_cast<std::ptrdiff_t>(one.commands);
        m_memory.formats[one.format]->answer(one.locks, {next, end}, m_context,
                                             m_findings.observation);
        next = end;
    }
    return true;
}

} // namespace lockmaster
