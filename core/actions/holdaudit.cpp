// SPDX-License-Identifier: Apache-2.0
#include "core/actions/holdaudit.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/plainwords.h"

namespace lockmaster {

namespace {

/** In words: the commands are the client's own and differ with what it finds. */
QString acquireCommand(const HoldOrder &order)
{
    const PlainWords plain; // the log outlives the language of who writes it
    QStringList parts{QStringLiteral("acquire")};
    if (!order.request.variant.isEmpty())
        parts.append(order.request.variant);
    if (order.request.ttl)
        parts.append(QStringLiteral("ttl ") + durationText(*order.request.ttl));
    if (order.wait.count() > 0)
        parts.append(QStringLiteral("wait ") + durationText(order.wait));
    return parts.join(QLatin1StringView(", "));
}

AuditOutcome outcomeOf(const QString &word, const std::optional<Error> &why)
{
    AuditOutcome outcome;
    outcome.outcome = word;
    if (why) {
        outcome.detail = errorKindName(why->kind);
        outcome.message = why->message;
    }
    return outcome;
}

} // namespace

HoldAudit::HoldAudit(const HoldOrder &order, const ActionTools &tools,
                     std::pair<LockId, QByteArray> lock)
    : m_order(order), m_tools(tools), m_lock(std::move(lock.first)), m_owner(std::move(lock.second))
{
}

AuditIntent HoldAudit::intent(const QString &action, const QString &command) const
{
    AuditIntent intent;
    intent.action = action;
    intent.backend = m_order.backend.name;
    intent.environment = environmentName(m_order.backend.environment);
    intent.lock = m_lock;
    intent.owner = literalText(m_owner);
    intent.reason = m_order.reason;
    intent.command = command;
    intent.program = m_tools.program;
    return intent;
}

Result<void> HoldAudit::beginAcquire()
{
    Result<QString> id =
        m_tools.audit->begin(intent(QStringLiteral("acquire"), acquireCommand(m_order)));
    if (!id)
        return passOn(id);
    m_acquireId = *id;
    return {};
}

void HoldAudit::acquired(const OwnLock &own)
{
    m_owner = own.owner;
    m_lock = own.id;
    AuditOutcome outcome = outcomeOf(QStringLiteral("acquired"), std::nullopt);
    outcome.heldBy = own.owner.isEmpty() ? m_tools.program : literalText(own.owner);
    outcome.heldByKnown = true;
    finish(m_acquireId, outcome);
}

void HoldAudit::notAcquired(const AcquireResult &result)
{
    AuditOutcome outcome = outcomeOf(QStringLiteral("not_acquired"), std::nullopt);
    if (result.heldBy) {
        outcome.heldBy = result.heldBy->label;
        outcome.heldByKnown = true;
    }
    finish(m_acquireId, outcome);
}

void HoldAudit::notOurs(const QString &outcome, const Error &why)
{
    finish(m_acquireId, outcomeOf(outcome, why));
}

void HoldAudit::beginLetGo()
{
    Result<QString> id =
        m_tools.audit->begin(intent(QStringLiteral("let-go"), QStringLiteral("release")));
    if (id)
        m_letGoId = *id;
    else if (!m_notAudited)
        m_notAudited = id.error();
}

void HoldAudit::letGo(const QString &outcome, const std::optional<Error> &why)
{
    finish(m_letGoId, outcomeOf(outcome, why));
}

void HoldAudit::finish(const QString &id, const AuditOutcome &outcome)
{
    if (id.isEmpty())
        return;
    const Result<void> written = m_tools.audit->finish(id, outcome);
    if (!written && !m_notAudited)
        m_notAudited = written.error();
}

} // namespace lockmaster
