// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/formattaking.h"

#include "core/systems/rows/tablelease.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
#include <QUuid>

#include <algorithm>

namespace lockmaster {

namespace {

QByteArray randomBytes(qsizetype count)
{
    QByteArray bytes(count, '\0');
    for (char &byte : bytes)
        byte = char(QRandomGenerator::system()->bounded(256));
    return bytes;
}

/** A column and what is written there; literal where it is no text that is bound. */
struct Written {
    const SqlTableColumn *column = nullptr;
    QVariant value;
};

bool isCalled(const SqlTableColumn &column, const QString &name)
{
    return column.name.compare(name, Qt::CaseInsensitive) == 0;
}

const SqlTableColumn *furtherColumn(const SqlTableShape &shape, const QString &name)
{
    const auto found = std::find_if(shape.more.begin(), shape.more.end(),
                                    [&name](const auto &column) { return isCalled(column, name); });
    return found == shape.more.end() ? nullptr : &*found;
}

std::vector<Written> writtenColumns(const SqlTableShape &shape, const FormatTable &table,
                                    const FormatTaken &taken)
{
    std::vector<Written> written;
    if (!table.owner.isEmpty())
        written.push_back({&shape.owner, columnValue(shape.owner, taken.owner)});
    if (table.end)
        written.push_back({&shape.time, taken.end});
    if (table.since && !(table.end && table.end->time.column == table.since->column))
        written.push_back({furtherColumn(shape, table.since->column), taken.since});
    if (table.held.by == FormatHeld::By::Flag)
        written.push_back({furtherColumn(shape, table.held.column), 1});
    return written;
}

} // namespace

QByteArray madeOwner(const FormatTaking &taking)
{
    using Is = FormatShape::Is;
    if (!taking.owner)
        return {};
    const int length = taking.owner->length;
    switch (taking.owner->is) {
    case Is::Uuid: return QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    case Is::Hex: return randomBytes(length / 2 + 1).toHex().left(length);
    case Is::Base64: return randomBytes(length * 3 / 4).toBase64().left(length);
    default: return {};
    }
}

QByteArray storedName(const FormatTaking &taking, const QByteArray &name)
{
    constexpr qsizetype digits = 64;
    const bool isHash = name.size() == digits && std::all_of(name.begin(), name.end(), [](char c) {
                            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                        });
    return taking.hashesName && !isHash
               ? QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex()
               : name;
}

QString momentText(TimeUnit unit, int digits, qint64 written)
{
    constexpr qint64 perSecond = 1'000'000;
    constexpr qint64 perMilli = 1000;
    switch (unit) {
    case TimeUnit::DateTime: return storedTimeText(written, digits);
    case TimeUnit::Seconds: return QString::number(written / perSecond);
    case TimeUnit::Milliseconds: return QString::number(written / perMilli);
    case TimeUnit::RealSeconds: {
        // Reads back as it is written: no digit more than a double holds, and no zero behind.
        QString text = QStringLiteral("%1.%2")
                           .arg(written / perSecond)
                           .arg(written % perSecond / perMilli, 3, 10, QChar(u'0'));
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(u'.'))
            text.chop(1);
        return text;
    }
    }
    Q_UNREACHABLE();
}

int sinceDigits(const SqlTableShape &shape, const FormatTable &table)
{
    const SqlTableColumn *column =
        table.since ? furtherColumn(shape, table.since->column) : nullptr;
    return column ? column->timeDigits : 0;
}

SqlText formatTakeStatement(const SqlTableShape &shape, const FormatTable &table,
                            const QByteArray &name, const std::optional<SqlExactRow> &seen,
                            const FormatTaken &taken)
{
    const std::vector<Written> columns = writtenColumns(shape, table, taken);
    SqlText text;
    if (!seen) {
        text.add(QStringLiteral("INSERT INTO %1 (%2").arg(shape.quotedTable, shape.name.quoted));
        for (const Written &each : columns)
            text.add(QStringLiteral(", ") + each.column->quoted);
        text.add(QStringLiteral(") VALUES (")).value(columnValue(shape.name, name));
        for (const Written &each : columns)
            text.add(QStringLiteral(", ")).value(each.value);
        return text.add(QStringLiteral(")"));
    }
    text.add(QStringLiteral("UPDATE %1 SET ").arg(shape.quotedTable));
    QString between;
    for (const Written &each : columns) {
        text.add(QStringLiteral("%1%2 = ").arg(between, each.column->quoted)).value(each.value);
        between = QStringLiteral(", ");
    }
    text.add(QStringLiteral(" WHERE "));
    addFormatComparison(text, shape, table, name, *seen, true);
    if (table.end)
        addStoredTimes(text, shape, {seen->time});
    return text;
}

SqlText formatRenewStatement(const SqlTableShape &shape, const FormatTable &table,
                             const QByteArray &name, const SqlExactRow &ours,
                             const StoredTimes &times, const QString &end)
{
    SqlText text;
    text.add(QStringLiteral("UPDATE %1 SET %2 = ").arg(shape.quotedTable, shape.time.quoted));
    text.value(end).add(QStringLiteral(" WHERE "));
    addFormatComparison(text, shape, table, name, ours, true);
    addStoredTimes(text, shape, times);
    return text;
}

QString takingPrivileges(const FormatTable &table)
{
    QStringList rights{QStringLiteral("SELECT")};
    if (table.taking && table.taking->inserts)
        rights << QStringLiteral("INSERT");
    rights << QStringLiteral("UPDATE");
    if (table.release.how == FormatRelease::How::Delete)
        rights << QStringLiteral("DELETE");
    return rights.join(QStringLiteral(", "));
}

} // namespace lockmaster
