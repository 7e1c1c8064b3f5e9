// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/formatrow.h"

#include "core/formats/formatwords.h"
#include "core/systems/rows/columnclock.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

bool isSameColumn(const QString &a, const QString &b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

/** Where a column's value stands in an exact row; none: NULL. */
std::optional<QByteArray> exactValue(const SqlTableShape &shape, const SqlExactRow &seen,
                                     const SqlTableColumn &column)
{
    for (size_t i = 0; i < shape.more.size(); ++i) {
        if (isSameColumn(shape.more[i].name, column.name))
            return seen.more.at(qsizetype(i));
    }
    return std::nullopt;
}

const SqlTableColumn *columnOf(const SqlTableShape &shape, const QString &name)
{
    for (const auto *column : {&shape.time, &shape.owner, &shape.name}) {
        if (isSameColumn(column->name, name))
            return column;
    }
    for (const SqlTableColumn &column : shape.more) {
        if (isSameColumn(column.name, name))
            return &column;
    }
    return nullptr;
}

void addValue(SqlText &text, const SqlTableColumn &column, const std::optional<QByteArray> &value)
{
    text.add(QStringLiteral(" AND %1 <=> ").arg(column.bytes))
        .value(value ? QVariant(value->isNull() ? QByteArray("") : *value)
                     : QVariant(QMetaType(QMetaType::QByteArray)));
}

QString writtenValue(const FormatSet &set, const SqlTableColumn &column, const SqlTableShape &shape)
{
    switch (set.to) {
    case FormatSet::To::Zero: return QStringLiteral("0");
    case FormatSet::To::Null: return QStringLiteral("NULL");
    case FormatSet::To::Blank: return QStringLiteral("''");
    case FormatSet::To::OneMore: return column.quoted + QStringLiteral(" + 1");
    case FormatSet::To::Default: return QStringLiteral("DEFAULT(%1)").arg(column.quoted);
    case FormatSet::To::Word: return sqlLiteral(set.word);
    case FormatSet::To::Column: return columnOf(shape, set.word)->quoted;
    case FormatSet::To::Past: // over in every zone and taken by every SQL mode
        return column.timeDigits > 0 || column.type == u"datetime" || column.type == u"timestamp"
                   ? QStringLiteral("'1970-01-02 00:00:00'")
                   : QStringLiteral("0");
    }
    Q_UNREACHABLE();
}

/** Up to the WHERE. */
SqlText releaseBegin(const SqlTableShape &shape, const FormatTable &table)
{
    SqlText text;
    if (table.release.how == FormatRelease::How::Delete) {
        text.add(QStringLiteral("DELETE FROM %1 WHERE ").arg(shape.quotedTable));
        return text;
    }
    QStringList sets;
    for (const FormatSet &set : table.release.sets) {
        const SqlTableColumn &column = *columnOf(shape, set.column);
        sets << QStringLiteral("%1 = %2").arg(column.quoted, writtenValue(set, column, shape));
    }
    QString join;
    if (shape.companion) {
        join = QStringLiteral(" LEFT JOIN %1 AS o ON %2")
                   .arg(shape.companion->quotedTable, shape.companion->condition);
        for (const FormatSet &set : table.release.also->sets) {
            const SqlTableColumn &column = *shape.companion->columns.find(set.column.toLower());
            sets << QStringLiteral("%1 = %2").arg(column.quoted, writtenValue(set, column, shape));
        }
    }
    text.add(QStringLiteral("UPDATE %1%2 SET %3 WHERE ")
                 .arg(shape.quotedTable, join, sets.join(QStringLiteral(", "))));
    return text;
}

} // namespace

void addFormatComparison(SqlText &text, const SqlTableShape &shape, const FormatTable &table,
                         const QByteArray &name, const SqlExactRow &seen, bool withLease)
{
    bool isFirst = true;
    for (const SqlTableColumn &key : shape.keys) {
        const QByteArray bytes =
            shape.nameIsKey ? name : exactValue(shape, seen, key).value_or(QByteArray());
        // The first half alone uses the key, the second alone is exact.
        text.add(QStringLiteral("%1%2 = ").arg(isFirst ? QString() : QStringLiteral(" AND "),
                                               key.quoted))
            .value(columnValue(key, bytes));
        addValue(text, key, bytes);
        isFirst = false;
    }
    if (!table.owner.isEmpty())
        addValue(text, shape.owner, seen.hasOwner ? std::optional(seen.owner) : std::nullopt);
    for (const QString &compared : table.comparedColumns(withLease)) {
        const SqlTableColumn *column = columnOf(shape, compared);
        const bool isCompared = isSameColumn(compared, table.owner)
                                || (table.end && isSameColumn(compared, table.end->time.column));
        if (column && !isCompared)
            addValue(text, *column, exactValue(shape, seen, *column));
    }
}

std::optional<QByteArray> FormatRow::value(const QString &column) const
{
    if (column.isEmpty())
        return std::nullopt;
    if (const int at = m_layout.indexOf(column); at >= 0)
        return m_row.more.at(at);
    if (column == m_table.owner)
        return m_row.hasOwner ? std::optional(m_row.owner) : std::nullopt;
    if (m_table.name.isEmpty() && m_table.key.size() == 1 && column == m_table.key.front())
        return m_row.name;
    return std::nullopt;
}

std::optional<qint64> FormatRow::since() const
{
    if (m_layout.since < 0 || !m_row.more.at(m_layout.since))
        return std::nullopt;
    bool isNumber = false;
    SqlTableRow moment;
    moment.setTime(m_row.more.at(m_layout.since)->toLongLong(&isNumber));
    return isNumber ? moment.time : std::nullopt;
}

std::optional<qint64> FormatRow::count(size_t which) const
{
    const auto &sent = m_row.more.at(m_layout.counts + qsizetype(which));
    bool isNumber = false;
    const qint64 count = sent ? sent->toLongLong(&isNumber) : 0;
    return isNumber && count >= 0 ? std::optional(count) : std::nullopt;
}

QString FormatRow::text(const QString &column) const
{
    static const QString null = QStringLiteral("NULL");
    if (m_table.end && column == m_table.end->time.column) {
        if (!m_row.time)
            return null;
        const QString text = columnText(*m_row.time);
        return m_table.end->time.unit == TimeUnit::DateTime ? text : text + QStringLiteral(" UTC");
    }
    const auto found = value(column);
    return found ? literalText(*found) : null;
}

Attributes FormatRow::attributes() const
{
    Attributes attributes;
    for (const QString &column : m_table.allColumns()) {
        const auto detail =
            std::find_if(m_table.details.begin(), m_table.details.end(),
                         [&column](const FormatDetail &each) { return each.column == column; });
        const bool isNamed = detail != m_table.details.end() && !detail->label.english.isEmpty();
        attributes.push_back({Attribute::Group::Raw,
                              isNamed ? inOurLanguage(detail->label) : literalText(column),
                              text(column)});
    }
    for (size_t i = 0; i < m_table.counts.size(); ++i) {
        const auto counted = count(i);
        attributes.push_back({Attribute::Group::Raw, inOurLanguage(m_table.counts[i].label),
                              counted ? QString::number(*counted) : Words::tr("not known")});
    }
    if (m_table.release.how == FormatRelease::How::Never)
        attributes.push_back({Attribute::Group::Raw, Words::tr("Not released from here"),
                              inOurLanguage(m_table.release.means)});
    return attributes;
}

InstanceTold instanceTold(const SqlTableShape &shape, const FormatTable &table,
                          const SqlExactRow &seen)
{
    const bool namesOwner = seen.hasOwner && !seen.owner.trimmed().isEmpty();
    InstanceTold told = InstanceTold::Nothing;
    for (const QString &name : table.instance) {
        if (name == table.owner) {
            if (namesOwner)
                told = std::max(told, InstanceTold::Owner);
            continue;
        }
        const SqlTableColumn *column = columnOf(shape, name);
        const bool isEnd = table.end && name == table.end->time.column;
        const bool isThere =
            isEnd ? seen.time.has_value()
                  : column && !exactValue(shape, seen, *column).value_or(QByteArray()).isEmpty();
        const bool isTime = column && (column->type == u"datetime" || column->type == u"timestamp");
        const bool isEpoch =
            table.since && name == table.since->column && table.since->unit == TimeUnit::Seconds;
        const bool isWhole = isEpoch || (isTime && column->timeDigits == 0);
        if (isThere)
            told = std::max(told, isWhole ? InstanceTold::WholeSeconds : InstanceTold::Itself);
    }
    return told;
}

SqlText formatReleaseStatement(const SqlTableShape &shape, const FormatTable &table,
                               const QByteArray &name, const SqlExactRow &seen, bool withLease)
{
    SqlText text = releaseBegin(shape, table);
    addFormatComparison(text, shape, table, name, seen, withLease);
    if (!table.end)
        return text;
    if (withLease)
        addStoredTimes(text, shape, {seen.time});
    else if (seen.time)
        text.add(QStringLiteral(" AND %1 >= ").arg(shape.time.quoted)).value(*seen.time);
    return text;
}

SqlText formatReleaseStatement(const SqlTableShape &shape, const FormatTable &table,
                               const QByteArray &name, const SqlExactRow &seen,
                               const StoredTimes &times)
{
    SqlText text = releaseBegin(shape, table);
    addFormatComparison(text, shape, table, name, seen, true);
    if (table.end)
        addStoredTimes(text, shape, times);
    return text;
}

QString releasePrivileges(const FormatTable &table)
{
    return QStringLiteral("SELECT, ") + releaseRight(table);
}

} // namespace lockmaster
