// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/sqltext.h"

#include "core/text/literaltext.h"

namespace lockmaster {

QString sqlLiteral(const QVariant &value)
{
    if (value.isNull())
        return QStringLiteral("NULL");
    if (value.typeId() == QMetaType::LongLong || value.typeId() == QMetaType::Int)
        return value.toString();
    const bool binary = value.typeId() == QMetaType::QByteArray;
    const QByteArray bytes = binary ? value.toByteArray() : value.toString().toUtf8();
    const QString text = QString::fromUtf8(bytes);
    // A backslash means one thing or another by the server's mode.
    const bool shows = !text.contains(u'\\') && literalText(bytes) == text && text.toUtf8() == bytes
                       && !text.startsWith(QChar::ByteOrderMark);
    if (!shows)
        return (binary ? QStringLiteral("X'%1'") : QStringLiteral("_utf8mb4 X'%1'"))
            .arg(QLatin1StringView(bytes.toHex()));
    QString quoted = text;
    quoted.replace(u'\'', QStringLiteral("''"));
    return u'\'' + quoted + u'\'';
}

SqlText &SqlText::add(const QString &sql)
{
    m_sql += sql;
    m_readable += sql;
    return *this;
}

SqlText &SqlText::value(const QVariant &value)
{
    m_sql += u'?';
    m_values << value;
    m_readable += sqlLiteral(value);
    return *this;
}

} // namespace lockmaster
