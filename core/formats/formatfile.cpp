// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatfile.h"

#include "core/formats/formatkeys.h"
#include "core/formats/tomlkeys.h"
#include "core/text/words.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestIdentifier = 64;
constexpr size_t mostCounts = 4; // each is asked of every row

bool isFormatId(const QString &text)
{
    static const QRegularExpression plain(QStringLiteral("\\A[a-z][a-z0-9_]{1,31}\\z"));
    return plain.match(text).hasMatch();
}

FormatTime readTime(TomlKeys &keys)
{
    static const Vocabulary<TimeUnit> units = {{u"datetime", TimeUnit::DateTime},
                                               {u"s", TimeUnit::Seconds},
                                               {u"ms", TimeUnit::Milliseconds},
                                               {u"real-s", TimeUnit::RealSeconds}};
    return {keys.needText(u"column"), keys.word(u"unit", units)};
}

FormatEnd readEnd(TomlKeys &keys)
{
    static const Vocabulary<FormatEnd::Means> meanings = {{u"end", FormatEnd::Means::End},
                                                          {u"taken", FormatEnd::Means::Taken},
                                                          {u"beat", FormatEnd::Means::Beat}};
    static const Vocabulary<bool> over = {{u"expired", false}, {u"free", true}};
    FormatEnd end;
    end.time = readTime(keys);
    end.means = keys.word(u"means", meanings);
    end.lasts = keys.duration(u"lasts");
    end.lastsColumn = keys.text(u"lasts_column");
    end.lastsField = keys.text(u"lasts_field");
    // A unit alone is one of it.
    const TomlNode *unit = keys.find(u"lasts_unit");
    if (unit && (unit->text == u"ms" || unit->text == u"s"))
        end.lastsUnit = unit->text == u"s" ? Micros(std::chrono::seconds(1)) : end.lastsUnit;
    else if (const auto length = keys.duration(u"lasts_unit"))
        end.lastsUnit = *length;
    end.includesEnd = keys.flag(u"includes_end");
    end.overIsFree = keys.word(u"over", over);
    const bool saysHowLong = end.lasts.has_value() || !end.lastsColumn.isEmpty();
    if (!end.lastsField.isEmpty() && end.lastsColumn.isEmpty())
        keys.refuse(Words::tr("'lasts_field' is one of an object in 'lasts_column'."));
    if (end.means == FormatEnd::Means::End && (end.lasts || !end.lastsColumn.isEmpty()))
        keys.refuse(Words::tr("What is an end itself lasts no longer: leave 'lasts' out."));
    if (end.means != FormatEnd::Means::End && !saysHowLong)
        keys.refuse(Words::tr("How long it lasts is missing: 'lasts' or 'lasts_column'."));
    return end;
}

FormatHeld readHeld(TomlKeys &keys)
{
    using By = FormatHeld::By;
    static const Vocabulary<By> ways = {{u"row", By::Row},          {u"flag", By::Flag},
                                        {u"owner", By::Owner},      {u"words", By::Words},
                                        {u"has-time", By::HasTime}, {u"permits", By::Permits},
                                        {u"row-lock", By::RowLock}};
    FormatHeld held;
    held.by = keys.word(u"by", ways);
    held.column = keys.text(u"column");
    held.words = keys.texts(u"words");
    held.upkeep = keys.texts(u"upkeep");
    const auto of = keys.number(u"of");
    held.least = keys.number(u"least");
    held.of = of.value_or(held.of);
    if (held.by == By::Permits)
        held.least = held.least.value_or(0);
    const bool needsColumn = held.by != By::Row && held.by != By::Owner && held.by != By::RowLock;
    if (needsColumn && held.column.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"column")));
    if ((held.by == By::Words) != !held.words.isEmpty())
        keys.refuse(Words::tr("'words' go with by = \"words\"."));
    static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9_]{1,64}\\z"));
    const auto isPlain = [](const QString &word) { return plain.match(word).hasMatch(); };
    if (!held.upkeep.isEmpty()
        && (held.by != By::RowLock
            || !std::all_of(held.upkeep.begin(), held.upkeep.end(), isPlain)))
        keys.refuse(Words::tr("'upkeep' goes with by = \"row-lock\", and takes words of letters, "
                              "digits and _."));
    if ((of && (held.by != By::Permits || held.of < 1))
        || (held.least && held.by != By::Permits && held.by != By::Flag))
        keys.refuse(Words::tr("'of', at least 1, goes with by = \"permits\", and 'least' with that "
                              "or \"flag\"."));
    return held;
}

FormatSet readSet(const TomlMember &member, std::vector<FormatProblem> &problems)
{
    using To = FormatSet::To;
    static const Vocabulary<To> words = {{u"zero", To::Zero},        {u"null", To::Null},
                                         {u"blank", To::Blank},      {u"past", To::Past},
                                         {u"one-more", To::OneMore}, {u"default", To::Default}};
    FormatSet set;
    set.column = member.key;
    const QString text = member.value.type == Type::String ? member.value.text : QString();
    for (const auto &[name, to] : words) {
        if (text == name) {
            set.to = to;
            return set;
        }
    }
    for (const auto &[prefix, to] : {std::pair{u"column:", To::Column}, {u"word:", To::Word}}) {
        const QStringView begin(prefix);
        if (text.startsWith(begin) && text.size() > begin.size()) {
            set.to = to;
            set.word = text.sliced(begin.size());
            return set;
        }
    }
    problems.push_back({member.value.line, member.value.column,
                        Words::tr("'%1' takes one of %2.")
                            .arg(member.key, QStringLiteral("zero, null, blank, past, one-more, "
                                                            "default, column:NAME, word:TEXT"))});
    return set;
}

/** `set = { COLUMN = "zero" }` */
std::vector<FormatSet> readSets(TomlKeys &keys)
{
    std::vector<FormatSet> sets;
    const TomlNode *node = keys.find(u"set", Type::Table, QStringLiteral("{ COLUMN = \"zero\" }"));
    if (node) {
        for (const TomlMember &member : node->members)
            sets.push_back(readSet(member, keys.problems()));
    }
    return sets;
}

/** `table` and `where = { THEIRS = "OURS" }` */
FormatOther readOther(TomlKeys &keys)
{
    FormatOther other;
    other.table = keys.needText(u"table");
    const TomlNode *where =
        keys.find(u"where", Type::Table, QStringLiteral("{ THEIR_COLUMN = \"OUR_COLUMN\" }"));
    if (!where || where->members.empty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"where")));
    else
        for (const TomlMember &member : where->members)
            other.where.push_back({member.key, member.value.text});
    const bool isPlain = std::all_of(other.where.begin(), other.where.end(), [](const auto &pair) {
        return isPlainName(pair.theirs) && isPlainName(pair.ours) && !pair.ours.isEmpty()
               && pair.theirs.size() <= longestIdentifier;
    });
    if (!isPlain || other.table.size() > longestIdentifier)
        keys.refuse(Words::tr("'table' and 'where' take names of a table and of columns."));
    return other;
}

FormatCount readCount(TomlKeys &keys)
{
    static const Vocabulary<FormatCount::As> ways = {{u"waiters", FormatCount::As::Waiters},
                                                     {u"left-behind", FormatCount::As::LeftBehind}};
    FormatCount count;
    count.other = readOther(keys);
    count.as = keys.word(u"as", ways);
    count.label = keys.bothLanguages(u"label");
    if (count.label.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"label")));
    return count;
}

FormatRelease readRelease(TomlKeys &keys)
{
    using How = FormatRelease::How;
    static const Vocabulary<How> ways = {{u"never", How::Never},
                                         {u"set", How::Set},
                                         {u"delete", How::Delete},
                                         {u"end-session", How::EndSession}};
    FormatRelease release;
    release.how = keys.word(u"how", ways);
    release.means = keys.bothLanguages(u"means");
    if (release.means.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"means")));
    release.sets = readSets(keys);
    within(keys, u"also", [&release](TomlKeys &also) {
        release.also = FormatCompanion{readOther(also), readSets(also)};
        for (const FormatSet &set : release.also->sets) {
            if (set.to == FormatSet::To::Column)
                also.refuse(Words::tr("'also' takes no column:NAME."));
        }
        if (release.also->sets.empty() || release.how != How::Set)
            also.refuse(Words::tr("'also' says what is 'set', and goes with how = \"set\"."));
    });
    if ((release.how == How::Set) != !release.sets.empty())
        keys.refuse(Words::tr("'set' goes with how = \"set\", and says at least one column."));
    return release;
}

/** `[[table.detail]]`: columns that are told in the details. */
std::vector<FormatDetail> readDetails(TomlKeys &keys)
{
    std::vector<FormatDetail> details;
    const TomlNode *node = keys.find(u"detail", Type::Array, QStringLiteral("[[table.detail]]"));
    if (!node)
        return details;
    for (const TomlNode &item : node->items) {
        TomlKeys inner(item, keys.problems());
        FormatDetail detail;
        detail.column = inner.needText(u"column");
        detail.label = inner.bothLanguages(u"label");
        inner.tellUnknown();
        details.push_back(std::move(detail));
    }
    return details;
}

QStringList ourColumns(const FormatOther &other)
{
    QStringList columns;
    for (const FormatOther::Pair &pair : other.where)
        columns << pair.ours;
    return columns;
}

/** Everything that a statement names. */
QStringList columnsOf(const FormatTable &table)
{
    QStringList all = table.columns + table.key + table.instance + table.lease;
    if (table.only)
        all << table.only->column;
    if (table.end)
        all << table.end->time.column << table.end->lastsColumn;
    if (table.since)
        all << table.since->column;
    if (table.nodes)
        all << table.nodes->since.column;
    if (table.process)
        all << table.process->column << table.process->host << table.process->pid;
    all << table.owner << table.held.column;
    for (const FormatDetail &detail : table.details)
        all << detail.column;
    for (const FormatCount &count : table.counts)
        all << ourColumns(count.other);
    if (table.release.also)
        all << ourColumns(table.release.also->other);
    for (const FormatSet &set : table.release.sets) {
        all << set.column;
        if (set.to == FormatSet::To::Column)
            all << set.word;
    }
    all.removeAll(QString());
    all.removeDuplicates();
    return all;
}

/** What can be said and cannot be meant. */
void checkSense(const FormatTable &table, TomlKeys &keys)
{
    if (table.key.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"key")));
    if (table.held.by == FormatHeld::By::Owner && table.owner.isEmpty())
        keys.refuse(Words::tr("Held by its owner, but no 'owner' is said."));
    if (table.since && table.since->unit == TimeUnit::RealSeconds)
        keys.refuse(Words::tr("'since' takes the units datetime, s and ms."));
    const bool isRowLock = table.held.by == FormatHeld::By::RowLock;
    const bool goesWithSession = table.release.how == FormatRelease::How::EndSession;
    const bool fits = goesWithSession || table.release.how == FormatRelease::How::Never;
    if (isRowLock && (!fits || table.end))
        keys.refuse(Words::tr("A lock of the row itself has no 'end', and goes with its "
                              "transaction: how = \"end-session\" or \"never\"."));
    if (goesWithSession && !isRowLock)
        keys.refuse(Words::tr("A session is ended only of a lock of the row itself, by = "
                              "\"row-lock\"."));
    for (const FormatSet &set : table.release.sets) {
        if (table.key.contains(set.column, Qt::CaseInsensitive))
            keys.refuse(Words::tr("Letting go may not write into the key %1.").arg(set.column));
    }
    if (table.only) {
        static const QRegularExpression plain(QStringLiteral("\\A[A-Za-z0-9_.:%-]{1,64}\\z"));
        if (!table.only->like.isEmpty() && !plain.match(table.only->like).hasMatch())
            keys.refuse(Words::tr("'like' takes letters, digits and the signs _ . : - %."));
    }
    for (const QString &column : columnsOf(table)) {
        if (column.size() > longestIdentifier)
            keys.refuse(Words::tr("'%1...' is too long for a column.").arg(column.left(20)));
    }
    static const QRegularExpression plainName(
        QStringLiteral("\\A([A-Za-z0-9_ .:/#-]|\\{[^{}]+\\})*\\z"));
    if (!plainName.match(table.name).hasMatch())
        keys.refuse(Words::tr("'name' takes {COLUMN}, letters, digits, spaces and _ . : / # -"));
    static const QRegularExpression part(QStringLiteral("\\{([^{}]*)\\}"));
    for (auto it = part.globalMatch(table.name); it.hasNext();) {
        const QString column = it.next().captured(1);
        if (!table.key.contains(column))
            keys.refuse(Words::tr("The name is made of columns of the key, not of '%1'.")
                            .arg(column.left(100)));
    }
}

FormatTaking readTaking(TomlKeys &keys)
{
    static const Vocabulary<bool> rows = {{u"made", true}, {u"kept", false}};
    static const Vocabulary<bool> names = {{u"plain", false}, {u"sha256", true}};
    FormatTaking taking;
    if (keys.find(u"owner"))
        taking.owner = readFormatShape(keys, u"owner", u"host");
    taking.inserts = keys.word(u"rows", rows);
    taking.hashesName = keys.word(u"name", names);
    return taking;
}

/** What would take a row, and leave it as no client of the library does. */
void checkTaking(const FormatTable &table, TomlKeys &keys)
{
    using By = FormatHeld::By;
    using Is = FormatShape::Is;
    const FormatTaking &taking = *table.taking;
    QStringList written{table.owner};
    if (table.end)
        written << table.end->time.column;
    if (table.since)
        written << table.since->column;
    QStringList apart = table.key;
    apart << table.owner << table.held.column;
    if (table.end)
        apart << table.end->time.column;
    if (table.since && !(table.end && table.end->time.column == table.since->column))
        apart << table.since->column;
    if (table.held.by == By::HasTime)
        apart.removeOne(table.held.column);
    apart.removeAll(QString());
    for (QString &column : apart)
        column = column.toLower();
    if (apart.removeDuplicates() > 0)
        keys.refuse(Words::tr("Key, owner, end, since and flag of a lock that is taken are columns "
                              "of their own."));
    if (table.release.how == FormatRelease::How::Never)
        keys.refuse(Words::tr("What is never let go of is not taken."));
    const bool isMoment = table.held.by == By::HasTime || table.held.by == By::Words;
    if (table.held.by == By::RowLock || table.held.by == By::Permits || table.nodes
        || table.release.also)
        keys.refuse(Words::tr("What is no lock of one row is not taken."));
    if (taking.owner.has_value() == table.owner.isEmpty())
        keys.refuse(Words::tr("'owner' of 'taking' goes with the table's 'owner'."));
    const Is made = taking.owner ? taking.owner->is : Is::Text;
    if (made != Is::Text && made != Is::Uuid && made != Is::Hex && made != Is::Base64)
        keys.refuse(Words::tr("'owner' of 'taking' is one of host, uuid, hex-N, base64-N."));
    if (taking.inserts && (table.key.size() > 1 || !table.name.isEmpty() || table.only))
        keys.refuse(Words::tr("A row is made anew by its only key alone; else: rows = \"kept\"."));
    if (isMoment && !written.contains(table.held.column))
        keys.refuse(Words::tr("What makes it held, '%1', is not what taking writes: key, owner, "
                              "end, since and a flag.")
                        .arg(table.held.column));
    for (const QString &column : table.instance) {
        if (!written.contains(column))
            keys.refuse(Words::tr("'%1' is new at each acquisition, and not what taking writes: "
                                  "owner, end and since.")
                            .arg(column));
    }
    if (table.end && !table.end->lastsColumn.isEmpty())
        keys.refuse(Words::tr("A lock with a 'lasts_column' is not taken."));
}

FormatTable readTable(TomlKeys &keys)
{
    FormatTable table;
    table.version = keys.text(u"version");
    table.columns = keys.texts(u"columns");
    table.key = keys.texts(u"key");
    table.name = keys.text(u"name");
    static const Vocabulary<bool> owners = {{u"text", false}, {u"token", true}};
    table.owner = keys.text(u"owner");
    table.ownerIsToken = keys.word(u"owner_is", owners);
    within(keys, u"process", [&table](TomlKeys &process) {
        table.process = FormatProcess{process.needText(u"column"), process.needText(u"of"),
                                      process.text(u"host"), process.text(u"pid")};
        if (!table.process->of.isEmpty() && !isFormatId(table.process->of))
            process.refuse(Words::tr("'of' takes small letters, digits and _, at most 32."));
        if (table.owner.isEmpty())
            process.refuse(Words::tr("'process' says more of an 'owner', and needs one."));
        if (!table.process->pid.isEmpty() && table.process->host.isEmpty())
            process.refuse(Words::tr("'pid' is a number on a 'host'."));
    });
    table.instance = keys.texts(u"instance");
    table.lease = keys.texts(u"lease");
    within(keys, u"only", [&table](TomlKeys &only) {
        table.only = FormatRows{only.needText(u"column"), only.text(u"like")};
        if (only.flag(u"set") != table.only->like.isEmpty())
            only.refuse(Words::tr("'only' takes either 'like' or set = true."));
    });
    within(keys, u"end", [&table](TomlKeys &end) { table.end = readEnd(end); });
    within(keys, u"since", [&table](TomlKeys &since) { table.since = readTime(since); });
    within(keys, u"held", [&table](TomlKeys &held) { table.held = readHeld(held); });
    table.details = readDetails(keys);
    table.counts =
        readEach<FormatCount>(keys, u"counted", QStringLiteral("[[table.counted]]"), readCount);
    if (table.counts.size() > mostCounts)
        keys.refuse(Words::tr("At most %1 other tables are 'counted'.").arg(mostCounts));
    if (!within(keys, u"release",
                [&table](TomlKeys &release) { table.release = readRelease(release); }))
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"release")));
    checkSense(table, keys);
    within(keys, u"nodes", [&table](TomlKeys &nodes) {
        table.nodes = FormatNodes{nodes.needText(u"leads"), {}};
        within(nodes, u"since",
               [&table](TomlKeys &since) { table.nodes->since = readTime(since); });
        if (table.nodes->since.column.isEmpty())
            nodes.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"since")));
        if (!table.end || table.release.how != FormatRelease::How::Never)
            nodes.refuse(Words::tr("Nodes have an 'end', by which they are dead, and how = "
                                   "\"never\"."));
    });
    within(keys, u"taking", [&table](TomlKeys &taking) {
        table.taking = readTaking(taking);
        checkTaking(table, taking);
    });
    return table;
}

LockFormat formatOf(TomlKeys &keys)
{
    LockFormat format;
    format.id = keys.needText(u"id");
    if (!format.id.isEmpty() && !isFormatId(format.id))
        keys.refuse(Words::tr("'id' takes small letters, digits and _, at most 32."),
                    keys.find(u"id"));
    format.title = keys.needText(u"title");
    format.description = keys.bothLanguages(u"description");
    format.source = keys.needText(u"source");
    format.verifiedBy = keys.text(u"verified_by");
    format.tables = readEach<FormatTable>(keys, u"table", QStringLiteral("[[table]]"), readTable);
    format.keys = readEach<FormatKeys>(keys, u"keys", QStringLiteral("[[keys]]"), readFormatKeys);
    if (format.tables.empty() == format.keys.empty())
        keys.refuse(Words::tr("A format has either [[table]] or [[keys]]."));
    format.names = keys.texts(u"names");
    if (format.names.isEmpty() != format.tables.empty())
        keys.refuse(format.tables.empty()
                        ? Words::tr("'names' are those of tables.")
                        : Words::tr("'%1' is missing.").arg(QStringView(u"names")));
    format.clock = keys.text(u"clock");
    return format;
}

} // namespace

QStringList FormatTable::allColumns() const
{
    return columnsOf(*this);
}

QStringList FormatTable::comparedColumns(bool withLease) const
{
    QStringList compared = instance;
    compared << held.column;
    if (withLease) {
        compared += lease;
        if (end)
            compared << end->lastsColumn;
        if (since)
            compared << since->column;
        for (const FormatSet &set : release.sets)
            compared << set.column;
    }
    compared.removeAll(QString());
    compared.removeDuplicates();
    return compared;
}

ParsedFormat readFormat(const TomlNode &node, const QString &origin)
{
    ParsedFormat parsed;
    TomlKeys keys(node, parsed.problems);
    LockFormat format = formatOf(keys);
    keys.tellUnknown();
    format.digest = meaningDigest(node);
    format.origin = origin;
    if (parsed.problems.empty())
        parsed.format = std::make_shared<const LockFormat>(std::move(format));
    return parsed;
}

ParsedFormat parseFormat(const QByteArray &toml, const QString &origin)
{
    const TomlText text = parseToml(toml);
    if (!text.error)
        return readFormat(text.root, origin);
    ParsedFormat parsed;
    parsed.problems.push_back({text.error->line, text.error->column, text.error->message});
    return parsed;
}

} // namespace lockmaster
