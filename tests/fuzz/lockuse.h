// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <QList>

namespace lockmaster::fuzz {

/// The moment of every look here, by the server and by us.
inline constexpr ServerTime now(std::chrono::sys_days(std::chrono::year(2026) / 11 / 21));
inline constexpr SteadyTime here(std::chrono::hours(1));

/**
 * Does with a lock what the program does with one: packs it, writes it as JSON, names it in a
 * command line and finds it by that, takes and reads back its witness, shows it.
 */
void useLock(const LockRecord &lock);

/** The input's parts, each up to a byte that no text in UTF-8 has. */
class Parts
{
public:
    explicit Parts(const QByteArray &bytes) : m_parts(bytes.split('\xff')) {}

    bool atEnd() const { return m_next >= m_parts.size(); }
    /** Empty beyond the end. */
    QByteArray next() { return m_parts.value(m_next++); }
    /** The part's first eight bytes as a number; none for an empty part. */
    std::optional<qint64> nextNumber();

private:
    QList<QByteArray> m_parts;
    qsizetype m_next = 0;
};

} // namespace lockmaster::fuzz
