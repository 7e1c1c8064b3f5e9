// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatfile.h"

#include "core/text/durationtext.h"
#include "core/text/tomltext.h"
#include "core/text/words.h"

#include <QRegularExpression>
#include <QSet>

#include <utility>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestText = 2000;
constexpr qsizetype longestIdentifier = 64;
constexpr qsizetype mostOfAKind = 50;

/** A word of the vocabulary and what it stands for. */
template<class Value>
using Vocabulary = std::vector<std::pair<QStringView, Value>>;

/** One table of a file: each of its keys is asked for by name, and what nobody asked for is told.
 */
class Keys
{
public:
    Keys(const TomlNode &node, std::vector<FormatProblem> &problems)
        : m_node(node), m_problems(problems)
    {
    }

    void refuse(const QString &message, const TomlNode *where = nullptr) const
    {
        const TomlNode &at = where ? *where : m_node;
        m_problems.push_back({at.line, at.column, message});
    }

    const TomlNode *find(QStringView key)
    {
        m_known.insert(key.toString());
        const TomlMember *member = m_node.find(key);
        return member ? &member->value : nullptr;
    }

    const TomlNode *find(QStringView key, Type type, const QString &takes)
    {
        const TomlNode *node = find(key);
        if (!node || node->type == type)
            return node;
        refuse(Words::tr("'%1' takes %2.").arg(key, takes), node);
        return nullptr;
    }

    QString text(QStringView key)
    {
        const TomlNode *node = find(key, Type::String, Words::tr("text in quotes"));
        if (!node)
            return {};
        if (node->text.isEmpty() || node->text.size() > longestText
            || node->text.contains(QChar(0)))
            refuse(Words::tr("'%1' takes text in quotes.").arg(key), node);
        return node->text;
    }

    QString needText(QStringView key)
    {
        if (!find(key))
            refuse(Words::tr("'%1' is missing.").arg(key));
        return text(key);
    }

    QStringList texts(QStringView key)
    {
        const QString takes = Words::tr("a list of texts, [\"one\", \"two\"]");
        const TomlNode *node = find(key, Type::Array, takes);
        QStringList all;
        if (!node)
            return all;
        for (const TomlNode &item : node->items) {
            if (item.type != Type::String || item.text.isEmpty() || all.size() == mostOfAKind) {
                refuse(Words::tr("'%1' takes %2.").arg(key, takes), &item);
                return all;
            }
            all.append(item.text);
        }
        return all;
    }

    bool flag(QStringView key)
    {
        const TomlNode *node = find(key, Type::Boolean, QStringLiteral("true, false"));
        return node && node->boolean;
    }

    std::optional<Micros> duration(QStringView key)
    {
        const TomlNode *node = find(key, Type::String, Words::tr("a duration such as \"10m\""));
        if (!node)
            return std::nullopt;
        const auto value = durationFromText(node->text);
        if (!value || *value <= Micros::zero())
            refuse(Words::tr("'%1' takes %2.").arg(key, Words::tr("a duration such as \"10m\"")),
                   node);
        return value;
    }

    /** One of the words; the first where the key is not there. */
    template<class Value>
    Value word(QStringView key, const Vocabulary<Value> &words)
    {
        const TomlNode *node = find(key, Type::String, Words::tr("text in quotes"));
        if (!node)
            return words.front().second;
        QStringList known;
        for (const auto &[name, value] : words) {
            if (node->text == name)
                return value;
            known << name.toString();
        }
        refuse(Words::tr("'%1' takes one of %2.").arg(key, known.join(QStringLiteral(", "))), node);
        return words.front().second;
    }

    FormatText bothLanguages(QStringView key)
    {
        FormatText read;
        const TomlNode *node =
            find(key, Type::Table, QStringLiteral("{ en = \"...\", ko = \"...\" }"));
        if (!node)
            return read;
        Keys inner(*node, m_problems);
        read.english = inner.needText(u"en");
        read.korean = inner.text(u"ko");
        if (read.korean.isEmpty())
            read.korean = read.english;
        inner.tellUnknown();
        return read;
    }

    void tellUnknown() const
    {
        QStringList known(m_known.begin(), m_known.end());
        known.sort();
        for (const TomlMember &member : m_node.members) {
            if (!m_known.contains(member.key))
                m_problems.push_back(
                    {member.line, member.column,
                     Words::tr("'%1' is not a word of a format; known here are %2.")
                         .arg(member.key, known.join(QStringLiteral(", ")))});
        }
    }

    const TomlNode &node() const { return m_node; }
    std::vector<FormatProblem> &problems() const { return m_problems; }

private:
    const TomlNode &m_node;
    std::vector<FormatProblem> &m_problems;
    QSet<QString> m_known;
};

/** Runs `read` on the table under `key`, where there is one. */
template<class Read>
bool within(Keys &keys, QStringView key, Read read)
{
    const TomlNode *node =
        keys.find(key, Type::Table, Words::tr("a table of its own, [table.%1]").arg(key));
    if (!node)
        return false;
    Keys inner(*node, keys.problems());
    read(inner);
    inner.tellUnknown();
    return true;
}

FormatTime readTime(Keys &keys)
{
    static const Vocabulary<TimeUnit> units = {{u"datetime", TimeUnit::DateTime},
                                               {u"s", TimeUnit::Seconds},
                                               {u"ms", TimeUnit::Milliseconds},
                                               {u"real-s", TimeUnit::RealSeconds}};
    return {keys.needText(u"column"), keys.word(u"unit", units)};
}

FormatEnd readEnd(Keys &keys)
{
    static const Vocabulary<FormatEnd::Means> meanings = {{u"end", FormatEnd::Means::End},
                                                          {u"taken", FormatEnd::Means::Taken},
                                                          {u"beat", FormatEnd::Means::Beat}};
    static const Vocabulary<Micros> units = {{u"ms", std::chrono::milliseconds(1)},
                                             {u"s", std::chrono::seconds(1)}};
    static const Vocabulary<bool> over = {{u"expired", false}, {u"free", true}};
    FormatEnd end;
    end.time = readTime(keys);
    end.means = keys.word(u"means", meanings);
    end.lasts = keys.duration(u"lasts");
    end.lastsColumn = keys.text(u"lasts_column");
    end.lastsUnit = keys.word(u"lasts_unit", units);
    end.includesEnd = keys.flag(u"includes_end");
    end.overIsFree = keys.word(u"over", over);
    const bool saysHowLong = end.lasts.has_value() != !end.lastsColumn.isEmpty();
    if (end.means == FormatEnd::Means::End && (end.lasts || !end.lastsColumn.isEmpty()))
        keys.refuse(Words::tr("What is an end itself lasts no longer: leave 'lasts' out."));
    if (end.means != FormatEnd::Means::End && !saysHowLong)
        keys.refuse(Words::tr("How long it lasts is missing: 'lasts' or 'lasts_column'."));
    return end;
}

FormatHeld readHeld(Keys &keys)
{
    using By = FormatHeld::By;
    static const Vocabulary<By> ways = {{u"row", By::Row},
                                        {u"flag", By::Flag},
                                        {u"owner", By::Owner},
                                        {u"words", By::Words},
                                        {u"has-time", By::HasTime}};
    FormatHeld held;
    held.by = keys.word(u"by", ways);
    held.column = keys.text(u"column");
    held.words = keys.texts(u"words");
    const bool needsColumn = held.by != By::Row && held.by != By::Owner;
    if (needsColumn && held.column.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"column")));
    if ((held.by == By::Words) != !held.words.isEmpty())
        keys.refuse(Words::tr("'words' go with by = \"words\"."));
    return held;
}

FormatSet readSet(const TomlMember &member, std::vector<FormatProblem> &problems)
{
    using To = FormatSet::To;
    static const Vocabulary<To> words = {{u"zero", To::Zero},
                                         {u"null", To::Null},
                                         {u"blank", To::Blank},
                                         {u"past", To::Past},
                                         {u"one-more", To::OneMore}};
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
                                                            "column:NAME, word:TEXT"))});
    return set;
}

FormatRelease readRelease(Keys &keys)
{
    using How = FormatRelease::How;
    static const Vocabulary<How> ways = {
        {u"never", How::Never}, {u"set", How::Set}, {u"delete", How::Delete}};
    FormatRelease release;
    release.how = keys.word(u"how", ways);
    release.means = keys.bothLanguages(u"means");
    if (release.means.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"means")));
    const TomlNode *sets = keys.find(u"set", Type::Table, QStringLiteral("{ COLUMN = \"zero\" }"));
    if (sets) {
        for (const TomlMember &member : sets->members)
            release.sets.push_back(readSet(member, keys.problems()));
    }
    if ((release.how == How::Set) != !release.sets.empty())
        keys.refuse(Words::tr("'set' goes with how = \"set\", and says at least one column."));
    return release;
}

/** `[[table.detail]]`: columns that are told in the details. */
std::vector<FormatDetail> readDetails(Keys &keys)
{
    std::vector<FormatDetail> details;
    const TomlNode *node = keys.find(u"detail", Type::Array, QStringLiteral("[[table.detail]]"));
    if (!node)
        return details;
    for (const TomlNode &item : node->items) {
        Keys inner(item, keys.problems());
        FormatDetail detail;
        detail.column = inner.needText(u"column");
        detail.label = inner.bothLanguages(u"label");
        inner.tellUnknown();
        details.push_back(std::move(detail));
    }
    return details;
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
    all << table.owner << table.held.column;
    for (const FormatDetail &detail : table.details)
        all << detail.column;
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
void checkSense(const FormatTable &table, Keys &keys)
{
    if (table.key.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"key")));
    if (table.held.by == FormatHeld::By::Owner && table.owner.isEmpty())
        keys.refuse(Words::tr("Held by its owner, but no 'owner' is said."));
    if (table.since && table.since->unit == TimeUnit::RealSeconds)
        keys.refuse(Words::tr("'since' takes the units datetime, s and ms."));
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

FormatTable readTable(Keys &keys)
{
    FormatTable table;
    table.version = keys.text(u"version");
    table.columns = keys.texts(u"columns");
    table.key = keys.texts(u"key");
    table.name = keys.text(u"name");
    static const Vocabulary<bool> owners = {{u"text", false}, {u"token", true}};
    table.owner = keys.text(u"owner");
    table.ownerIsToken = keys.word(u"owner_is", owners);
    table.instance = keys.texts(u"instance");
    table.lease = keys.texts(u"lease");
    within(keys, u"only", [&table](Keys &only) {
        table.only = FormatRows{only.needText(u"column"), only.text(u"like")};
        if (only.flag(u"set") != table.only->like.isEmpty())
            only.refuse(Words::tr("'only' takes either 'like' or set = true."));
    });
    within(keys, u"end", [&table](Keys &end) { table.end = readEnd(end); });
    within(keys, u"since", [&table](Keys &since) { table.since = readTime(since); });
    within(keys, u"held", [&table](Keys &held) { table.held = readHeld(held); });
    table.details = readDetails(keys);
    if (!within(keys, u"release",
                [&table](Keys &release) { table.release = readRelease(release); }))
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"release")));
    checkSense(table, keys);
    return table;
}

/** `uuid`, `hex-32`, `base64-44`, ... */
FormatShape readShape(Keys &keys)
{
    using Is = FormatShape::Is;
    static const Vocabulary<Is> words = {{u"text", Is::Text},
                                         {u"uuid", Is::Uuid},
                                         {u"uuid_n", Is::UuidNumber},
                                         {u"host_pid_hex", Is::HostPid},
                                         {u"epoch", Is::Epoch}};
    const TomlNode *node = keys.find(u"holder", Type::String, Words::tr("text in quotes"));
    const QString text = node ? node->text : QStringLiteral("text");
    for (const auto &[name, is] : words) {
        if (text == name)
            return {is, 0};
    }
    static const QRegularExpression counted(QStringLiteral("\\A(hex|base64)-([1-9][0-9]{0,2})\\z"));
    if (const auto match = counted.match(text); match.hasMatch())
        return {match.captured(1) == u"hex" ? Is::Hex : Is::Base64, match.captured(2).toInt()};
    keys.refuse(
        Words::tr("'%1' takes one of %2.")
            .arg(QStringView(u"holder"),
                 QStringLiteral("text, uuid, uuid_n, host_pid_hex, epoch, hex-N, base64-N")),
        node);
    return {};
}

/** A key or member that `match` explains: `{1}` stands for what its `*` is. */
bool isSideText(const QString &text)
{
    static const QRegularExpression plain(
        QStringLiteral("\\A([A-Za-z0-9_.:/#@-]|\\{1\\}){1,200}\\z"));
    return plain.match(text).hasMatch();
}

std::vector<FormatSideKey> readSideKeys(Keys &keys)
{
    std::vector<FormatSideKey> sides;
    const TomlNode *node =
        keys.find(u"with_last", Type::Array, QStringLiteral("[{ key = \"jobs:{1}:info\" }]"));
    if (!node)
        return sides;
    for (const TomlNode &item : node->items) {
        Keys inner(item, keys.problems());
        FormatSideKey side{inner.needText(u"key"), inner.text(u"member")};
        for (const QString &text : {side.key, side.member}) {
            if (!text.isEmpty() && !isSideText(text))
                inner.refuse(
                    Words::tr("'%1' takes letters, digits, the signs _ . : / # @ - and {1}.")
                        .arg(text.left(100)));
        }
        // A key that is not made of the lock's own is somebody else's.
        if (side.member.isEmpty() && !side.key.contains(QLatin1StringView("{1}")))
            inner.refuse(Words::tr("A key that is removed has to have {1} in it."));
        if (!side.member.isEmpty() && !side.member.contains(QLatin1StringView("{1}")))
            inner.refuse(Words::tr("A member that is removed has to have {1} in it."));
        inner.tellUnknown();
        if (sides.size() < size_t(mostOfAKind))
            sides.push_back(std::move(side));
    }
    return sides;
}

FormatKeyTime readKeyTime(Keys &keys)
{
    static const Vocabulary<FormatEnd::Means> meanings = {{u"end", FormatEnd::Means::End},
                                                          {u"taken", FormatEnd::Means::Taken},
                                                          {u"beat", FormatEnd::Means::Beat}};
    static const Vocabulary<TimeUnit> units = {{u"ms", TimeUnit::Milliseconds},
                                               {u"s", TimeUnit::Seconds},
                                               {u"real-s", TimeUnit::RealSeconds}};
    return {keys.word(u"means", meanings), keys.word(u"unit", units)};
}

FormatRelease readKeyRelease(Keys &keys, std::vector<FormatSideKey> &withLast)
{
    using How = FormatRelease::How;
    static const Vocabulary<How> ways = {{u"never", How::Never}, {u"delete", How::Delete}};
    FormatRelease release;
    release.how = keys.word(u"how", ways);
    release.means = keys.bothLanguages(u"means");
    if (release.means.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"means")));
    withLast = readSideKeys(keys);
    return release;
}

/** What can be said of keys and cannot be meant, or would take any key for a lock. */
void checkSense(const FormatKeys &shape, Keys &keys)
{
    using Kind = FormatKeys::Type;
    static const QRegularExpression pattern(
        QStringLiteral("\\A[A-Za-z0-9_.:/#@{}-]*\\*?[A-Za-z0-9_.:/#@{}-]*\\z"));
    if (!pattern.match(shape.match).hasMatch() || shape.match == u"*")
        keys.refuse(
            Words::tr("'match' takes letters, digits, the signs _ . : / # @ { } - and one *, "
                      "and not * alone."));
    const bool tellsItself =
        shape.endsBefore || (!shape.marks.isEmpty() && shape.holder.is != FormatShape::Is::Text);
    const bool isStrange = shape.holder.is == FormatShape::Is::HostPid;
    if (shape.match.isEmpty() && !tellsItself && !isStrange)
        keys.refuse(Words::tr("'match' is missing: any such key would be taken for a lock."));
    if (shape.type == Kind::String && !shape.marks.isEmpty())
        keys.refuse(Words::tr("A string has no 'marks'."));
    const bool isEpoch = shape.holder.is == FormatShape::Is::Epoch;
    if (shape.time && (shape.type == Kind::Set || (shape.type == Kind::String && !isEpoch)))
        keys.refuse(Words::tr("There is no 'time' in a set, nor in a string other than holder = "
                              "\"epoch\"."));
    if (isEpoch
        && (shape.type != Kind::String || !shape.time || shape.time->unit == TimeUnit::RealSeconds))
        keys.refuse(
            Words::tr("holder = \"epoch\" is for a string, and 'time' says what it means."));
    if (shape.endsBefore && !(isEpoch && shape.time && shape.time->means == FormatEnd::Means::End))
        keys.refuse(Words::tr("'ends_before' is for a string that is the end itself."));
    if (!shape.withLast.empty() && !shape.match.contains(u'*'))
        keys.refuse(Words::tr("'with_last' needs a 'match' with a *."));
}

FormatKeys readKeys(Keys &keys)
{
    using Kind = FormatKeys::Type;
    static const Vocabulary<Kind> types = {{u"string", Kind::String},
                                           {u"hash", Kind::Hash},
                                           {u"zset", Kind::SortedSet},
                                           {u"set", Kind::Set}};
    static const Vocabulary<bool> holders = {{u"text", false}, {u"token", true}};
    static const Vocabulary<bool> expiries = {{u"if-asked", false}, {u"always", true}};
    FormatKeys shape;
    shape.type = keys.word(u"type", types);
    shape.version = keys.text(u"version");
    shape.match = keys.text(u"match");
    shape.holder = readShape(keys);
    shape.holderIsToken = keys.word(u"holder_is", holders);
    shape.marks = keys.texts(u"marks");
    within(keys, u"time", [&shape](Keys &time) { shape.time = readKeyTime(time); });
    shape.expires = keys.word(u"expiry", expiries);
    shape.endsBefore = keys.duration(u"ends_before");
    if (!within(keys, u"release", [&shape](Keys &release) {
            shape.release = readKeyRelease(release, shape.withLast);
        }))
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"release")));
    checkSense(shape, keys);
    return shape;
}

/** Each of a list of tables under `key`, as `read` understands it. */
template<class Value, class Read>
std::vector<Value> readEach(Keys &keys, QStringView key, const QString &written, Read read)
{
    std::vector<Value> all;
    const TomlNode *list = keys.find(key, Type::Array, written);
    if (!list)
        return all;
    for (const TomlNode &node : list->items) {
        Keys inner(node, keys.problems());
        all.push_back(read(inner));
        inner.tellUnknown();
    }
    return all;
}

LockFormat formatOf(Keys &keys)
{
    LockFormat format;
    format.id = keys.needText(u"id");
    static const QRegularExpression plain(QStringLiteral("\\A[a-z][a-z0-9_]{1,31}\\z"));
    if (!format.id.isEmpty() && !plain.match(format.id).hasMatch())
        keys.refuse(Words::tr("'id' takes small letters, digits and _, at most 32."),
                    keys.find(u"id"));
    format.title = keys.needText(u"title");
    format.description = keys.bothLanguages(u"description");
    format.source = keys.needText(u"source");
    format.verifiedBy = keys.text(u"verified_by");
    format.tables = readEach<FormatTable>(keys, u"table", QStringLiteral("[[table]]"), readTable);
    format.keys = readEach<FormatKeys>(keys, u"keys", QStringLiteral("[[keys]]"), readKeys);
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
    Keys keys(node, parsed.problems);
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
