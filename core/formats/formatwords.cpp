// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatwords.h"

#include "core/text/literaltext.h"
#include "core/text/sqlname.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

QString valueText(const FormatSet &set)
{
    switch (set.to) {
    case FormatSet::To::Zero: return QStringLiteral("0");
    case FormatSet::To::Null: return QStringLiteral("NULL");
    case FormatSet::To::Blank: return QStringLiteral("''");
    case FormatSet::To::Past: return Words::tr("(a time that is over)");
    case FormatSet::To::Default: return QStringLiteral("DEFAULT");
    case FormatSet::To::OneMore: return inBackticks(set.column) + QStringLiteral(" + 1");
    case FormatSet::To::Word:
        return u'\'' + QString(set.word).replace(u'\'', QStringLiteral("''")) + u'\'';
    case FormatSet::To::Column: return inBackticks(set.word);
    }
    Q_UNREACHABLE();
}

/** The other table of a release, and what is written there behind `sets`. */
QString joinText(const FormatRelease &release, QStringList &sets)
{
    if (!release.also)
        return {};
    QStringList where;
    for (const FormatOther::Pair &pair : release.also->other.where)
        where << QStringLiteral("o.%1 = %2").arg(inBackticks(pair.theirs), inBackticks(pair.ours));
    for (const FormatSet &set : release.also->sets)
        sets << QStringLiteral("o.%1 = %2").arg(inBackticks(set.column), valueText(set));
    return QStringLiteral(" LEFT JOIN %1 AS o ON %2")
        .arg(inBackticks(release.also->other.table), where.join(QStringLiteral(" AND ")));
}

QString releaseCommand(const FormatKeys &keys)
{
    if (keys.fields)
        return QStringLiteral("DEL");
    switch (keys.type) {
    case FormatKeys::Type::String: return QStringLiteral("DEL");
    case FormatKeys::Type::Hash: return QStringLiteral("HDEL");
    case FormatKeys::Type::SortedSet: return QStringLiteral("ZREM");
    case FormatKeys::Type::Set: return QStringLiteral("SREM");
    }
    Q_UNREACHABLE();
}

/** All that a release may send, side keys of either kind included. */
QStringList releaseCommands(const FormatKeys &keys)
{
    if (keys.release.how == FormatRelease::How::Never)
        return {};
    QStringList commands{releaseCommand(keys)};
    for (const FormatWake &wake : keys.wakes) {
        if (wake.list.isEmpty())
            commands << QStringLiteral("PUBLISH");
        else
            commands << QStringLiteral("LPUSH") << QStringLiteral("PEXPIRE");
    }
    for (const FormatSideKey &side : keys.withLast) {
        if (side.member.isEmpty())
            commands << QStringLiteral("DEL");
        else
            commands << QStringLiteral("ZREM") << QStringLiteral("SREM");
    }
    return commands;
}

} // namespace

QString inOurLanguage(const FormatText &text)
{
    //: the code of the language of this translation: en, ko
    return Words::tr("en") == u"ko" ? text.korean : text.english;
}

QString releaseWord(const LockFormat &format)
{
    QStringList words;
    const auto add = [&words](FormatRelease::How how) {
        switch (how) {
        case FormatRelease::How::Never: words << QStringLiteral("never"); break;
        case FormatRelease::How::Set: words << QStringLiteral("update"); break;
        case FormatRelease::How::Delete: words << QStringLiteral("delete"); break;
        case FormatRelease::How::EndSession: words << QStringLiteral("end-session"); break;
        }
    };
    for (const FormatTable &table : format.tables)
        add(table.release.how);
    for (const FormatKeys &keys : format.keys)
        add(keys.release.how);
    words.removeDuplicates();
    return words.join(QStringLiteral(", "));
}

QString releaseOutline(const FormatTable &table, const QString &tableName)
{
    QString begin;
    QStringList sets;
    switch (table.release.how) {
    case FormatRelease::How::Never: return {};
    case FormatRelease::How::EndSession: return QStringLiteral("KILL CONNECTION ...");
    case FormatRelease::How::Delete:
        begin = QStringLiteral("DELETE FROM %1").arg(inBackticks(tableName));
        break;
    case FormatRelease::How::Set:
        for (const FormatSet &set : table.release.sets)
            sets << QStringLiteral("%1 = %2").arg(inBackticks(set.column), valueText(set));
        begin = QStringLiteral("UPDATE %1%2 SET %3")
                    .arg(inBackticks(tableName), joinText(table.release, sets),
                         sets.join(QStringLiteral(", ")));
        break;
    }
    QStringList columns = table.key;
    columns << table.owner << table.comparedColumns(true);
    if (table.end)
        columns << table.end->time.column;
    columns.removeAll(QString());
    columns.removeDuplicates();
    QStringList compared;
    for (const QString &column : columns)
        compared << inBackticks(column) + QStringLiteral(" = ...");
    return begin + QStringLiteral(" WHERE ") + compared.join(QStringLiteral(" AND "));
}

QString takeOutline(const FormatTable &table, const QString &tableName)
{
    if (!table.taking)
        return {};
    QStringList written{table.owner};
    if (table.end)
        written << table.end->time.column;
    if (table.since)
        written << table.since->column;
    if (table.held.by == FormatHeld::By::Flag)
        written << table.held.column;
    written.removeAll(QString());
    written.removeDuplicates();
    QStringList sets;
    for (QString &column : written) {
        column = inBackticks(column);
        sets << column + QStringLiteral(" = ...");
    }
    QString update = QStringLiteral("UPDATE %1 SET %2 WHERE ...")
                         .arg(inBackticks(tableName), sets.join(QStringLiteral(", ")));
    if (!table.taking->inserts)
        return update;
    written.prepend(inBackticks(table.key.front()));
    return QStringLiteral("INSERT INTO %1 (%2) VALUES (...); ")
               .arg(inBackticks(tableName), written.join(QStringLiteral(", ")))
           + update;
}

QString releaseRight(const FormatTable &table)
{
    switch (table.release.how) {
    case FormatRelease::How::Never: return {};
    case FormatRelease::How::Set: return QStringLiteral("UPDATE");
    case FormatRelease::How::Delete: return QStringLiteral("DELETE");
    case FormatRelease::How::EndSession: return QStringLiteral("CONNECTION ADMIN");
    }
    Q_UNREACHABLE();
}

FormatRights rightsOf(const LockFormat &format)
{
    FormatRights rights;
    for (const FormatTable &table : format.tables) {
        rights.release << releaseRight(table);
        if (table.release.also)
            rights.alsoOn << table.release.also->other.table;
        if (table.taking && table.taking->inserts)
            rights.take << QStringLiteral("INSERT");
        if (table.taking)
            rights.take << QStringLiteral("UPDATE");
    }
    for (const FormatKeys &keys : format.keys) {
        for (const QString &command : releaseCommands(keys))
            rights.release << u'+' + command.toLower();
    }
    for (QStringList *each : {&rights.release, &rights.take}) {
        each->removeAll(QString());
        each->removeDuplicates();
    }
    return rights;
}

bool isTaken(const LockFormat &format)
{
    return std::any_of(format.tables.begin(), format.tables.end(),
                       [](const FormatTable &table) { return table.taking.has_value(); });
}

QStringList placesOf(const LockFormat &format)
{
    QStringList places = format.names;
    for (const FormatKeys &keys : format.keys)
        places << (keys.match.isEmpty() ? Words::tr("any key") : keys.match);
    places.removeDuplicates();
    return places;
}

QString releaseOutline(const FormatKeys &keys)
{
    if (keys.release.how == FormatRelease::How::Never)
        return {};
    const QString first = releaseCommand(keys) + QStringLiteral(" KEY");
    const bool isWhole = keys.fields || keys.type == FormatKeys::Type::String;
    QStringList commands;
    for (const FormatWake &wake : keys.wakes)
        commands << (wake.list.isEmpty()
                         ? QStringLiteral("PUBLISH %1 %2").arg(wake.channel, wake.text)
                         : QStringLiteral("LPUSH %1 %2; PEXPIRE %1 ...").arg(wake.list, wake.text));
    commands << (isWhole ? first : first + QStringLiteral(" HOLDER"));
    if (!keys.marks.isEmpty())
        commands << first + u' ' + keys.marks.join(u' ');
    for (const FormatSideKey &side : keys.withLast)
        commands << (side.member.isEmpty()
                         ? QStringLiteral("DEL ") + side.key
                         : QStringLiteral("ZREM/SREM ") + side.key + u' ' + side.member);
    QString all = commands.join(QStringLiteral("; "));
    if (!keys.fields)
        return all;
    QStringList compared{keys.fields->owner};
    compared << keys.fields->instance << keys.fields->count << keys.fields->time;
    compared.removeAll(QString());
    return QStringLiteral("if HMGET KEY %1 = ...: %2").arg(compared.join(u' '), all);
}

QString untriedReleaseText(const LockFormat &format)
{
    if (!format.verifiedBy.isEmpty())
        return {};
    if (!format.isShipped)
        return Words::tr("This release does what the format %1 says; it does not say what it was "
                         "tried with.")
            .arg(literalText(format.title));
    return Words::tr("This release follows the source of %1 and was not tried with the library "
                     "itself.")
        .arg(format.title);
}

QStringList whatIsTrusted(const LockFormat &format)
{
    QStringList lines;
    lines << QStringLiteral("%1: %2").arg(format.id, literalText(format.title));
    lines << (format.isOfKeys()
                  ? Words::tr("It reads keys of every Redis that is watched: %1.")
                  : Words::tr("It reads tables that a profile or a URL names; usually %1."))
                 .arg(literalText(placesOf(format).join(QStringLiteral(", "))));
    const auto add = [&lines](const QString &version, const QString &release, const QString &take) {
        const QString begin =
            version.isEmpty() ? QString() : literalText(version) + QStringLiteral(": ");
        if (release.isEmpty() && take.isEmpty())
            lines << begin + Words::tr("Nothing is ever written.");
        if (!release.isEmpty())
            lines << begin
                         + Words::tr("To let go of one lock it sends, if what was seen still "
                                     "stands: %1")
                               .arg(literalText(release));
        if (!take.isEmpty())
            lines << begin + Words::tr("To take one that is free: %1").arg(literalText(take));
    };
    QStringList counted;
    for (const FormatTable &table : format.tables) {
        for (const FormatCount &count : table.counts)
            counted << count.other.table;
    }
    counted.removeDuplicates();
    if (!counted.isEmpty())
        lines << Words::tr("It counts rows of the tables beside them: %1.")
                     .arg(literalText(counted.join(QStringLiteral(", "))));
    for (const FormatTable &table : format.tables)
        add(table.version, releaseOutline(table, format.names.front()),
            takeOutline(table, format.names.front()));
    for (const FormatKeys &keys : format.keys)
        add({}, releaseOutline(keys), {});
    return lines;
}

} // namespace lockmaster
