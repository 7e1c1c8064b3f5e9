// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/systems/keyformat/keyshape.h"
#include "core/systems/keys/redisrecord.h"

namespace lockmaster {

/** The locks that a format file describes in keys of a Redis. On the reader's thread. */
class KeyFormat final : public RedisFormat
{
public:
    explicit KeyFormat(LockFormatPointer format);

    QString system() const override { return m_format->id; }
    bool wantsType(const QByteArray &type) const override;
    /** What goes with a lock is no lock of anybody's. */
    bool hides(const QByteArray &key) const override;
    std::optional<LockRecord> decode(const KeyReading &key,
                                     const RedisReadContext &context) override;

    /** A string, or a hash that is one lock, has one holder; anything else may have more. */
    bool isShared(const LockRecord &lock) const override;
    bool asks() const override;
    /** Who waits, where the format says how that is told. */
    std::vector<RedisCommand> questions(const std::vector<LockRecord *> &locks) override;
    void answer(const std::vector<LockRecord *> &locks, const std::vector<RedisReply> &replies,
                const RedisReadContext &context, Observation &observation) override;

    /** The shape that the key was read as last; null: of none. */
    const KeyShape *shapeOfLast() const { return m_shape; }
    void forget() { m_shape = nullptr; }
    const ShapedKey &last() const { return m_last; }

private:
    LockRecord record(const KeyReading &key, const RedisReadContext &context);
    void addMembers(LockRecord &lock, const RedisReadContext &context) const;
    void setLease(LockRecord &lock, const RedisReadContext &context) const;
    std::shared_ptr<const Attributes> attributes(const KeyReading &key) const;

    const LockFormatPointer m_format;
    std::vector<KeyShape> m_shapes;
    QByteArrayList m_sides; ///< patterns of the keys that go with a lock
    RedisRecordMaker m_records;
    std::vector<const KeyShape *> m_asked; ///< of the locks that questions are about; null: none
    const KeyShape *m_shape = nullptr;
    ShapedKey m_last;
};

} // namespace lockmaster
