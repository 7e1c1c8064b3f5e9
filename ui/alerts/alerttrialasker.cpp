// SPDX-License-Identifier: Apache-2.0
#include "ui/alerts/alerttrialasker.h"

#include "core/history/historyreader.h"
#include "core/platform/askaside.h"

namespace lockmaster {

namespace {

TriedRule triedOn(const QString &store, const AlertRule &rule, ServerTime from, ServerTime until,
                  const std::atomic<bool> &givenUp)
{
    TriedRule tried;
    const auto reader = HistoryReader::open(store);
    if (!reader) {
        tried.problem = reader.error();
        return tried;
    }
    (*reader)->setGivenUp(givenUp);
    auto trials = tryAlerts(**reader, {rule}, {}, from, until);
    if (!trials) {
        tried.problem = trials.error();
        return tried;
    }
    tried.trial = std::move(trials->trials.front());
    tried.unseen = trials->unseen;
    tried.older = trials->older;
    return tried;
}

} // namespace

AlertTrialAsker::AlertTrialAsker(QString store, const Clock &clock, QObject *parent)
    : QObject(parent), m_store(std::move(store)), m_clock(clock)
{
}

AlertTrialAsker::~AlertTrialAsker()
{
    cancel();
}

void AlertTrialAsker::cancel()
{
    if (m_givenUp)
        m_givenUp->store(true);
    m_givenUp.reset();
}

void AlertTrialAsker::ask(const AlertRule &rule, Micros length)
{
    using Tried = std::shared_ptr<const TriedRule>;
    cancel();
    m_givenUp = std::make_shared<std::atomic<bool>>(false);
    const ServerTime until = m_clock.wallNow();
    askAside<Tried>(
        this,
        [store = m_store, rule, from = until - length, until, givenUp = m_givenUp]() -> Tried {
            return std::make_shared<TriedRule>(triedOn(store, rule, from, until, *givenUp));
        },
        [this, givenUp = m_givenUp](const Tried &tried) {
            if (givenUp != m_givenUp)
                return; // nobody wants to know any more
            m_givenUp.reset();
            emit answered(tried);
        });
}

} // namespace lockmaster
