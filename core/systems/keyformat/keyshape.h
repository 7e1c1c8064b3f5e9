// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"
#include "core/formats/lockformat.h"
#include "core/redis/keyspace/redisformat.h"

namespace lockmaster {

/// What a format's words about keys mean for a key that was read.

/** One who stands in a key. */
struct KeyMember {
    QByteArray name;    ///< the member, the field, the whole string; the owner's field's value
    QByteArray written; ///< its score, the field's value, the moment's; of a string as `name`
    std::optional<ServerTime> moment; ///< that, as a time; none: there is none, or it is no time
};

using HashField = std::pair<QByteArray, QByteArray>; ///< and its value

/** What stands in the fields of a hash that is one lock. */
struct ShapedFields {
    std::vector<HashField> kept; ///< the owner's and the instance's: they stay while it is held
    std::optional<HashField> count;
    std::optional<HashField> time;
};

/** A key that is of a shape. */
struct ShapedKey {
    std::vector<KeyMember> members; ///< who signs, in the server's order; none: it is free
    QByteArrayList marks;           ///< of those that name nobody, which are there
    ShapedFields fields;            ///< of a hash that is one lock
};

/** As a server calls it: `zset`. */
QByteArray keyType(FormatKeys::Type type);

/** Whether a signature looks so. */
bool fits(const FormatShape &shape, QByteArrayView text);

/** How people call who signs so. */
QString memberLabel(const FormatShape &shape, const QByteArray &text, HolderDetail &detail);

/** A shape of a format, ready to be held against very many keys. Outlived by its format. */
class KeyShape
{
public:
    explicit KeyShape(const FormatKeys &said);

    const FormatKeys &said() const { return m_said; }
    const QByteArray &type() const { return m_type; }

    /** None where the key is of another shape. */
    std::optional<ShapedKey> read(const KeyReading &key) const;

    /** `{1}` in `text` stands for what the `*` of the shape's pattern is in this key. */
    QByteArray sideText(const QByteArray &key, const QString &text) const;

    /** Its name fits, whatever it holds. */
    bool isCalled(const QByteArray &key) const;

private:
    KeyMember memberOf(const QByteArray &name, const QByteArray &written) const;
    std::optional<ShapedKey> readString(const KeyReading &key) const;
    std::optional<ShapedKey> readFields(const KeyReading &key, const FormatFields &fields) const;

    const FormatKeys &m_said;
    const QByteArray m_type;
    QByteArrayList m_marks;
    QByteArray m_before; ///< what stands before the `*` of the pattern, or all of it
    QByteArray m_behind;
    bool m_hasStar = false;
};

} // namespace lockmaster
