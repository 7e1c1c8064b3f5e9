// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QVariantList>

namespace lockmaster {

/**
 * A value as it stands in a statement, for reading: `'it''s'`, `NULL`; hexadecimal digits where a
 * text holds anything that would not show. Reads the same whatever the server's SQL mode.
 */
QString sqlLiteral(const QVariant &value);

/** A statement in the making: as it is sent, with its values, and as people read it. */
class SqlText
{
public:
    SqlText &add(const QString &sql);
    SqlText &value(const QVariant &value);

    const QString &sql() const { return m_sql; }
    const QVariantList &values() const { return m_values; }
    const QString &readable() const { return m_readable; }

private:
    QString m_sql;
    QVariantList m_values;
    QString m_readable;
};

} // namespace lockmaster
