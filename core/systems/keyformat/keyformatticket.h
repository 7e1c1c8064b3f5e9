// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/systems/keyformat/keyformat.h"
#include "core/systems/keys/onekeyticket.h"
#include "core/systems/keys/scriptbuilder.h"

namespace lockmaster {

/**
 * Lets go of one who stands in a key, as its format file says: the member, the field or the string
 * that was seen, with the score or value that was seen beside it. With the last one goes what the
 * format names besides.
 */
class KeyFormatTicket final : public OneKeyTicket
{
public:
    static QString action() { return QStringLiteral("release"); }

    static Result<std::unique_ptr<ReleaseTicket>> open(const LockFormatPointer &format,
                                                       const ReleaseRequest &request,
                                                       const ActionContext &context,
                                                       SteadyTime deadline);

private:
    KeyFormatTicket(const LockFormatPointer &format, const ReleaseRequest &request,
                    const ActionContext &context)
        : OneKeyTicket(request, context), m_lockFormat(format), m_format(format)
    {
    }

    std::optional<LockRecord> decode(const KeyReading *reading,
                                     const RedisReadContext &context) override;
    bool canCompareInstanceOnly(const LockRecord &lock) const override;
    Result<bool> aim(const LockRecord &lock, SteadyTime deadline) override;
    Result<bool> lookAround(SteadyTime deadline) override;
    Guard guardFor(bool withLease) const override;
    RedisCommand script(bool withLease) const override;
    RedisTransaction transaction() const override;

    const KeyMember *found() const;
    bool mayBeWrittenAgain() const;
    RedisCommand removal() const;
    std::vector<RedisCommand> removalOfRest() const;
    std::vector<RedisCommand> wakingUp() const;
    void compareMember(ScriptBuilder &script, const QByteArray &key, bool withLease) const;
    void compareFields(ScriptBuilder &script, const QByteArray &key, bool withLease) const;
    ExpiryCheck expiryCheck(bool withLease) const;

    const LockFormatPointer m_lockFormat;
    KeyFormat m_format;
    bool m_isWhole = false; ///< everybody who stands there was read
    qint64 m_readExpiryMs = -1;
    // As it was aimed at:
    const KeyShape *m_keyShape = nullptr;
    const FormatKeys *m_shape = nullptr;
    KeyMember m_member;
    QByteArrayList m_marks;
    ShapedFields m_fields;
    bool m_isLast = false; ///< nobody else stands there
    qint64 m_expiryMs = -1;
};

} // namespace lockmaster
