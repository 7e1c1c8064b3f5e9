// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/holdwatch.h"

namespace lockmaster {

HoldWatch::HoldWatch(const Options &options, const BackendChoice &choice, QObject *parent)
    : QObject(parent), m_audit(defaultAuditDirectory())
{
    if (options.allowWrites)
        m_gate.allowAll();
    m_tools.gate = &m_gate;
    m_tools.audit = &m_audit;
    m_tools.passwords = choice.passwords;
    m_tools.program = QStringLiteral("lockctl");
}

void HoldWatch::start(const HoldOrder &order)
{
    HoldWatcher watcher;
    watcher.acquired = [this](const OwnLock &own, std::optional<SteadyTime>) {
        post(&HoldWatch::acquired, own);
    };
    watcher.renewed = [this](const OwnLock &own, std::optional<SteadyTime>) {
        post(&HoldWatch::renewed, own);
    };
    watcher.renewalFailed = [this](const Error &error) { post(&HoldWatch::renewalFailed, error); };
    watcher.lost = [this](const Error &why) { post(&HoldWatch::lost, why); };
    m_thread = std::make_unique<HoldThread>(order, m_tools, HoldSeams(), std::move(watcher),
                                            [this](const tl::expected<HoldEnd, NotDone> &end) {
                                                post(&HoldWatch::ended, HoldOver{end});
                                            });
    if (m_stopped)
        m_thread->stop();
}

void HoldWatch::stop()
{
    m_stopped = true;
    if (m_thread)
        m_thread->stop();
}

} // namespace lockmaster
