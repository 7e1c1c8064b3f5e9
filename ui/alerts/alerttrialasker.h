// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alerttrial.h"

#include <QObject>

#include <atomic>
#include <memory>

namespace lockmaster {

/** What the history says to one rule. Immutable. */
struct TriedRule {
    AlertTrial trial;
    std::optional<Error> problem; ///< why there is none; NotFound: nothing was recorded yet
    Micros unseen{0};             ///< as `AlertTrials` has them
    bool older = false;
};

/**
 * Tries a rule on the history, on a thread of the pool. Lives on the GUI thread, which never waits,
 * not even when this object goes: what is under way is given up then.
 */
class AlertTrialAsker final : public QObject
{
    Q_OBJECT

public:
    /** @param store where the history is; `clock` outlives it. */
    AlertTrialAsker(QString store, const Clock &clock, QObject *parent = nullptr);
    ~AlertTrialAsker() override;

    /** Over the time of that length that ends now. What is under way is given up. */
    void ask(const AlertRule &rule, Micros length);
    /** Nothing is told any more. */
    void cancel();
    bool isAsking() const { return m_givenUp != nullptr; }

signals:
    void answered(const std::shared_ptr<const lockmaster::TriedRule> &tried);

private:
    const QString m_store;
    const Clock &m_clock;
    std::shared_ptr<std::atomic<bool>> m_givenUp; ///< null: nothing is asked
};

} // namespace lockmaster
