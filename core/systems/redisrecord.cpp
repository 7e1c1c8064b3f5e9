// SPDX-License-Identifier: Apache-2.0
#include "core/systems/redisrecord.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTimeZone>

namespace lockmaster {

LockRecord RedisRecordMaker::make(const KeyReading &key, const RedisReadContext &context)
{
    if (!m_source || m_source->backend != context.backend || m_source->name != context.source)
        m_source =
            std::make_shared<const SourceId>(SourceId{context.backend, m_system, context.source});

    LockRecord record;
    record.id = {m_source, key.key};
    record.state = LockState::Held;
    record.pattern = key.pattern;
    record.lease.hasExpiry = key.storedExpiryMs != -1 || key.expiresAt.has_value();
    record.lease.stored = key.storedExpiryMs;
    if (key.expiresAt && key.deadline) {
        record.lease.expiresAt = key.expiresAt;
        record.lease.deadline = *key.deadline;
        record.lease.precision = key.expiryExact ? Micros(0) : context.clock.uncertainty;
    }
    return record;
}

std::optional<Micros> ttlOf(const KeyReading &key, const RedisReadContext &context)
{
    if (!key.deadline)
        return std::nullopt;
    return std::chrono::duration_cast<Micros>(*key.deadline - context.clock.local);
}

Attribute storedExpiry(const KeyReading &key)
{
    const QString label = QCoreApplication::translate("lockmaster", "Expiry as stored");
    if (key.storedExpiryMs == -1)
        return {Attribute::Group::Raw, label,
                QCoreApplication::translate("lockmaster", "none (PTTL -1)")};
    if (!key.expiryExact)
        return {Attribute::Group::Raw, label,
                QCoreApplication::translate("lockmaster", "known from PTTL only")};
    return {Attribute::Group::Raw, label,
            QCoreApplication::translate("lockmaster", "%1 (PEXPIRETIME)").arg(key.storedExpiryMs)};
}

QString momentText(ServerTime moment)
{
    const qint64 micros = moment.time_since_epoch().count();
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(micros / 1000, Qt::UTC);
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz")) + QStringLiteral(" UTC");
}

} // namespace lockmaster
