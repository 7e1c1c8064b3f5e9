// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/releaseoperation.h"

#include <QSemaphore>

#include <functional>
#include <mutex>

namespace lockmaster::test {

/** What a fake lock system answers, and what was asked of it. Thread-safe where it is used so. */
struct ReleaseScript {
    Result<ReleasePreview> preview = ReleasePreview{};
    Result<ReleaseOutcome> outcome = ReleaseOutcome{
        ReleaseResult::Released, ChangeDetail::None, true, QStringLiteral("Released."), {}};
    Result<std::optional<LockRecord>> now = std::nullopt;
    std::function<void()> duringOpen;
    std::function<void()> duringCommit;
    std::optional<Error> doubt; ///< of whether what is found counts

    void note(const QString &step);
    QStringList steps() const;

private:
    mutable std::mutex m_mutex;
    QStringList m_steps;
};

/** A lock system whose tickets follow the script: no server is asked. */
class FakeReleaseSystem final : public LockSystem
{
public:
    explicit FakeReleaseSystem(ReleaseScript &script) : m_script(script) {}

    SystemInfo info() const override;
    void contribute(const BackendSpec &, SourceSet &) const override {}
    /** One, `expire`, while somebody holds it. */
    std::vector<LockAction> actions(const LockRecord &record) const override;
    Result<std::unique_ptr<ReleaseTicket>> beginRelease(const ReleaseRequest &request,
                                                        const ActionContext &context,
                                                        SteadyTime deadline) const override;

private:
    ReleaseScript &m_script;
};

/** A lock of the fake system on the backend `billing`, held by `owner` until `expiry`. */
LockRecord fakeLock(const QByteArray &name, const QByteArray &owner, qint64 expiry = 1000);

/** An order to release it. */
ReleaseOrder fakeOrder(const LockRecord &lock);

/** Tools for the fake system. What is pointed to must outlive them. */
ActionTools fakeTools(const FakeReleaseSystem &system, const WriteGate &gate, const AuditLog &audit,
                      const Clock &clock);

} // namespace lockmaster::test
