// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqllockdata.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace lockmaster {

namespace {

struct QuotedField {
    QByteArray text;
    qsizetype end = 0; ///< behind its quote
};

std::optional<QuotedField> quotedField(const QByteArray &data)
{
    QByteArray field;
    for (qsizetype i = 1; i < data.size(); ++i) {
        if (data[i] != '\'') {
            field += data[i];
            continue;
        }
        const bool doubled = i + 1 < data.size() && data[i + 1] == '\'';
        if (!doubled)
            return QuotedField{field, i + 1};
        field += '\'';
        ++i;
    }
    return std::nullopt;
}

template<class List>
void sortUnique(List &list)
{
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/** The primary key that an entry tells; empty: none is told. */
QByteArray primaryKeyOf(const SqlDataLock &lock)
{
    return lock.index == u"PRIMARY" ? lock.data : restOfLockData(lock.data);
}

std::optional<QByteArray> nameTold(const SqlDataLock &lock, const QStringList &nameIndexes)
{
    return nameIndexes.contains(lock.index) ? firstOfLockData(lock.data) : std::nullopt;
}

} // namespace

std::optional<QByteArray> firstOfLockData(const QByteArray &data)
{
    if (data.startsWith('\'')) {
        const auto field = quotedField(data);
        return field ? std::optional(field->text) : std::nullopt;
    }
    if (data.startsWith("0x")) {
        const QByteArray digits = data.left(data.indexOf(',')).mid(2);
        return QByteArray::fromHex(data.contains(',') ? digits : data.mid(2));
    }
    return std::nullopt;
}

QByteArray restOfLockData(const QByteArray &data)
{
    qsizetype end = data.indexOf(',');
    if (data.startsWith('\'')) {
        const auto field = quotedField(data);
        end = field ? field->end : -1;
    }
    return end < 0 ? QByteArray() : data.mid(end + 1).trimmed();
}

bool isSupremum(const QByteArray &data)
{
    return data.startsWith("supremum");
}

bool SqlLockedRows::isWaiting(quint64 session) const
{
    return std::binary_search(waiting.begin(), waiting.end(), session);
}

SqlLockedRows lockedRowsOf(const std::vector<SqlDataLock> &locks, const QStringList &nameIndexes)
{
    QHash<QByteArray, QByteArray> names; // by primary key
    for (const SqlDataLock &lock : locks) {
        const auto name = nameTold(lock, nameIndexes);
        if (!name)
            continue;
        QByteArray key = primaryKeyOf(lock);
        names.insert(key, *name);
        // The rest of an index of several columns is more than the key.
        for (qsizetype at = key.indexOf(", "); at >= 0 && lock.index != u"PRIMARY";
             at = key.indexOf(", ")) {
            key = key.mid(at + 2);
            names.insert(key, *name);
        }
    }
    SqlLockedRows seen;
    QSet<std::pair<quint64, QByteArray>> waitedFor;
    std::vector<std::pair<quint64, QByteArray>> unnamed;
    for (const SqlDataLock &lock : locks) {
        const QByteArray key = primaryKeyOf(lock);
        auto name = nameTold(lock, nameIndexes);
        if (const auto known = names.constFind(key);
            !name && !key.isEmpty() && known != names.constEnd())
            name = *known;
        if (lock.waits) {
            seen.waiting.push_back(lock.session);
            waitedFor.insert({lock.session, key});
        }
        if (name)
            seen.rows.push_back({lock.session, *name, lock.waits});
        else if (!lock.waits && !isSupremum(lock.data))
            unnamed.emplace_back(lock.session, key);
    }
    for (const auto &[session, key] : unnamed) {
        if (key.isEmpty() || !waitedFor.contains({session, key}))
            seen.elsewhere.push_back(session);
    }
    sortOut(seen);
    return seen;
}

void sortOut(SqlLockedRows &seen)
{
    sortUnique(seen.rows);
    sortUnique(seen.elsewhere);
    sortUnique(seen.waiting);
    const std::vector<SqlLockedRow> all = seen.rows;
    std::erase_if(seen.rows, [&all](const SqlLockedRow &row) {
        return !row.waits
               && std::binary_search(all.begin(), all.end(),
                                     SqlLockedRow{row.session, row.name, true});
    });
}

} // namespace lockmaster
