// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fakerelease.h"

namespace lockmaster::test {

namespace {

class FakeTicket final : public ReleaseTicket
{
public:
    explicit FakeTicket(ReleaseScript &script) : m_script(script), m_preview(*script.preview) {}
    ~FakeTicket() override { m_script.note(QStringLiteral("close")); }

    const ReleasePreview &preview() const override { return m_preview; }

    QString command(Compare compare) const override
    {
        return compare == Compare::InstanceOnly ? QStringLiteral("release by instance")
                                                : QStringLiteral("release by lease");
    }

    Result<ReleaseOutcome> commit(const WritePermit &permit, Compare compare, SteadyTime) override
    {
        m_script.note(QStringLiteral("commit %1: %2").arg(permit.backend(), command(compare)));
        if (m_script.duringCommit)
            m_script.duringCommit();
        return m_script.outcome;
    }

    Result<std::optional<LockRecord>> observe(SteadyTime) override
    {
        m_script.note(QStringLiteral("observe"));
        return m_script.now;
    }

    std::optional<Error> doubt() const override { return m_script.doubt; }

private:
    ReleaseScript &m_script;
    ReleasePreview m_preview;
};

} // namespace

void ReleaseScript::note(const QString &step)
{
    const std::lock_guard lock(m_mutex);
    m_steps.append(step);
}

QStringList ReleaseScript::steps() const
{
    const std::lock_guard lock(m_mutex);
    return m_steps;
}

SystemInfo FakeReleaseSystem::info() const
{
    return {QStringLiteral("fake"), QStringLiteral("fake"), QStringLiteral("fake")};
}

std::vector<LockAction> FakeReleaseSystem::actions(const LockRecord &record) const
{
    if (record.holders.empty())
        return {};
    return {{QStringLiteral("expire"), {}, QStringLiteral("Release"), {}, false}};
}

Result<std::unique_ptr<ReleaseTicket>>
FakeReleaseSystem::beginRelease(const ReleaseRequest &request, const ActionContext &,
                                SteadyTime) const
{
    m_script.note(QStringLiteral("open %1").arg(QString::fromUtf8(request.name)));
    if (m_script.duringOpen)
        m_script.duringOpen();
    if (!m_script.preview)
        return tl::make_unexpected(m_script.preview.error());
    return std::make_unique<FakeTicket>(m_script);
}

LockRecord fakeLock(const QByteArray &name, const QByteArray &owner, qint64 expiry)
{
    LockRecord lock;
    lock.id.source = std::make_shared<const SourceId>(
        SourceId{QStringLiteral("billing"), QStringLiteral("fake"), QStringLiteral("a.b")});
    lock.id.name = name;
    lock.state = LockState::Held;
    lock.holders = {{owner, owner.size(), QString::fromUtf8(owner), 1, nullptr}};
    lock.lease.hasExpiry = true;
    lock.lease.stored = expiry;
    return lock;
}

ReleaseOrder fakeOrder(const LockRecord &lock)
{
    BackendSpec backend;
    backend.name = lock.id.source->backend;
    return {.backend = backend,
            .request = {witnessOf(lock), lock.id.name, QStringLiteral("expire"), {}},
            .maxAge = std::nullopt};
}

ActionTools fakeTools(const FakeReleaseSystem &system, const WriteGate &gate, const AuditLog &audit,
                      const Clock &clock)
{
    ActionTools tools;
    tools.gate = &gate;
    tools.audit = &audit;
    tools.passwords = [](const BackendSpec &) -> PasswordSource {
        return [](SteadyTime) -> Result<Secret> { return Secret(); };
    };
    tools.program = QStringLiteral("test");
    tools.clock = &clock;
    tools.systems = [&system](const QString &id) -> const LockSystem * {
        return id == QLatin1StringView("fake") ? &system : nullptr;
    };
    return tools;
}

} // namespace lockmaster::test
