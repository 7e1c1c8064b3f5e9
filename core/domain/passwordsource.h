// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/platform/clock.h"
#include "core/platform/secret.h"

#include <concepts>
#include <functional>
#include <utility>

namespace lockmaster {

/**
 * Where a backend's passwords come from: asked when a connection opens, on whatever thread opens
 * it, maybe on several at the same time; may run a command and block. Without a source there is
 * none.
 */
class PasswordSource
{
public:
    using Question = std::function<Result<Secret>(SteadyTime deadline)>;

    PasswordSource() = default;
    /** Of the server alone. */
    template<std::convertible_to<Question> Callable>
    PasswordSource(Callable server) : m_server(std::move(server))
    {
    }
    /** Sentinels have one of their own. */
    PasswordSource(Question server, Question sentinels)
        : m_server(std::move(server)), m_sentinels(std::move(sentinels))
    {
    }

    Result<Secret> operator()(SteadyTime deadline) const { return answer(m_server, deadline); }
    Result<Secret> ofSentinels(SteadyTime deadline) const { return answer(m_sentinels, deadline); }

private:
    static Result<Secret> answer(const Question &question, SteadyTime deadline)
    {
        return question ? question(deadline) : Result<Secret>(Secret());
    }

    Question m_server;
    Question m_sentinels;
};

} // namespace lockmaster
