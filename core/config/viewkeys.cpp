// SPDX-License-Identifier: Apache-2.0
#include "core/config/viewkeys.h"

#include "core/config/profilevalues.h"
#include "core/config/specdraft.h"
#include "core/monitor/filter.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestViewName = 60;
constexpr qsizetype longestViewText = 2000;
constexpr size_t mostViews = 200;
constexpr int mostSpaces = 3;

Refusal takeViewText(const TomlNode &node, QString &text)
{
    return takeText(node, text, longestViewText);
}

/** It stands in one line: nothing of it is hidden, nor so far behind that nobody looks there. */
bool isShownWhole(const QString &filter)
{
    int spaces = 0;
    for (const QChar c : filter) {
        spaces = c.isSpace() ? spaces + 1 : 0;
        if (spaces > mostSpaces)
            return false;
    }
    return literalText(filter) == filter;
}

Refusal takeViewName(const TomlNode &node, SavedView &view)
{
    const bool fits = takeText(node, view.name, longestViewName).isEmpty() && isPlainName(view.name)
                      && view.name == view.name.trimmed();
    return fits ? Refusal()
                : Words::tr("a name in quotes, at most %1 characters").arg(longestViewName);
}

Refusal takeViewFilter(const TomlNode &node, SavedView &view)
{
    if (Refusal refusal = takeViewText(node, view.filter); !refusal.isEmpty())
        return refusal;
    view.filter = view.filter.trimmed();
    if (!isShownWhole(view.filter))
        return Words::tr("a filter that can be seen: without hidden characters, and without %1 "
                         "spaces in a row")
            .arg(mostSpaces + 1);
    const auto filter = Filter::parse(view.filter);
    return filter ? Refusal()
                  : Words::tr("a filter that can be read (%1)").arg(filter.error().message);
}

template<class Value, class FromName>
Refusal takeWord(const TomlNode &node, std::optional<Value> &value, FromName fromName,
                 const QString &known)
{
    value = node.type == Type::String ? fromName(node.text) : std::optional<Value>();
    return value ? Refusal() : Words::tr("one of %1").arg(known);
}

QString columnNames()
{
    QStringList names;
    for (int column = 0; column < lockColumnCount; ++column)
        names << lockColumnName(LockColumn(column));
    return names.join(QLatin1StringView(", "));
}

Refusal takeSort(const TomlNode &node, SavedView &view)
{
    return takeWord(node, view.sort, lockColumnFromName, columnNames());
}

Refusal takeColumns(const TomlNode &node, SavedView &view)
{
    view.columns.clear();
    const auto take = [&view](const TomlNode &item) {
        const auto column =
            item.type == Type::String ? lockColumnFromName(item.text) : std::optional<LockColumn>();
        const bool isNew =
            column
            && std::find(view.columns.begin(), view.columns.end(), *column) == view.columns.end();
        if (isNew)
            view.columns.push_back(*column);
        return isNew;
    };
    const bool works = node.type == Type::Array && !node.items.empty()
                       && std::all_of(node.items.begin(), node.items.end(), take);
    return works ? Refusal() : Words::tr("a list of columns, each once: %1").arg(columnNames());
}

Refusal takeDescending(const TomlNode &node, SavedView &view)
{
    view.descending = node.boolean;
    return node.type == Type::Boolean ? Refusal() : Words::tr("true or false");
}

QString viewFindingNames()
{
    QStringList names;
    for (const FindingId known : allFindingIds)
        names.append(findingName(known));
    return names.join(QLatin1StringView(", "));
}

/** Servers that are of none are together as well. */
constexpr QLatin1StringView noEnvironment("none");

QString wordOf(Environment environment)
{
    return environment == Environment::Unset ? QString(noEnvironment)
                                             : environmentName(environment);
}

std::optional<Environment> scopeFromWord(QStringView word)
{
    return word == noEnvironment ? std::optional(Environment::Unset) : environmentFromName(word);
}

std::optional<QByteArray> written(const QString &text)
{
    return text.isEmpty() ? std::nullopt : std::optional(tomlString(text));
}

QByteArray writtenColumns(const std::vector<LockColumn> &columns)
{
    QByteArrayList names;
    for (const LockColumn column : columns)
        names << tomlString(lockColumnName(column));
    return '[' + names.join(", ") + ']';
}

/** A key of a `[[view]]`: how it is read, and what there is to write of it. */
struct ViewKey {
    QLatin1StringView name;
    Refusal (*take)(const TomlNode &, SavedView &);
    std::optional<QByteArray> (*write)(const SavedView &);
};

constexpr std::array viewKeys = {
    ViewKey{QLatin1StringView("name"), takeViewName,
            [](const SavedView &v) { return written(v.name); }},
    ViewKey{QLatin1StringView("filter"), takeViewFilter,
            [](const SavedView &v) { return written(v.filter); }},
    ViewKey{QLatin1StringView("environment"),
            [](const TomlNode &n, SavedView &v) {
                return takeWord(n, v.environment, scopeFromWord,
                                QStringLiteral("development, staging, production, none"));
            },
            [](const SavedView &v) {
                return v.environment ? written(wordOf(*v.environment)) : std::nullopt;
            }},
    ViewKey{QLatin1StringView("backend"),
            [](const TomlNode &n, SavedView &v) { return takeViewText(n, v.backend); },
            [](const SavedView &v) { return written(v.backend); }},
    ViewKey{QLatin1StringView("source"),
            [](const TomlNode &n, SavedView &v) { return takeViewText(n, v.source); },
            [](const SavedView &v) { return written(v.source); }},
    ViewKey{QLatin1StringView("system"),
            [](const TomlNode &n, SavedView &v) { return takeViewText(n, v.system); },
            [](const SavedView &v) { return written(v.system); }},
    ViewKey{QLatin1StringView("finding"),
            [](const TomlNode &n, SavedView &v) {
                return takeWord(n, v.finding, findingFromName, viewFindingNames());
            },
            [](const SavedView &v) {
                return v.finding ? written(findingName(*v.finding)) : std::nullopt;
            }},
    ViewKey{QLatin1StringView("sort"), takeSort,
            [](const SavedView &v) {
                return v.sort ? written(lockColumnName(*v.sort)) : std::nullopt;
            }},
    ViewKey{QLatin1StringView("descending"), takeDescending,
            [](const SavedView &v) {
                return v.descending ? std::optional(QByteArray("true")) : std::nullopt;
            }},
    ViewKey{QLatin1StringView("columns"), takeColumns,
            [](const SavedView &v) {
                return v.columns.empty() ? std::nullopt : std::optional(writtenColumns(v.columns));
            }},
};

/** Reads one `[[view]]`. */
class ViewReader
{
public:
    explicit ViewReader(std::vector<ProfileProblem> &problems) : m_problems(problems) {}

    /** None where something is wrong, which is told. */
    std::optional<SavedView> read(const TomlNode &node)
    {
        const TomlMember *name = node.find(u"name");
        m_name = name && name->value.type == Type::String ? name->value.text : QString();
        SavedView view;
        bool works = true;
        for (const TomlMember &member : node.members)
            works = take(member, view) && works;
        if (!name) {
            tell(node.line, node.column, Words::tr("A view needs a 'name'."));
            works = false;
        } else if (works && !view.source.isEmpty() && view.backend.isEmpty()) {
            tell(node.line, node.column,
                 Words::tr("A view with a 'source' needs the 'backend' that it is of."));
            works = false;
        }
        return works ? std::optional(view) : std::nullopt;
    }

private:
    /** A list of them is long: each mistake says of which it is. */
    void tell(int line, int column, const QString &message)
    {
        const bool named = !m_name.isEmpty() && m_name.size() <= longestViewName;
        m_problems.push_back(
            {line,
             column,
             named ? Words::tr("The view '%1': %2", "2: a sentence").arg(m_name, message) : message,
             {},
             false});
    }

    bool take(const TomlMember &member, SavedView &view)
    {
        const auto key =
            std::find_if(viewKeys.begin(), viewKeys.end(), [&member](const ViewKey &candidate) {
                return candidate.name == member.key;
            });
        if (key == viewKeys.end()) {
            QStringList known;
            for (const ViewKey &each : viewKeys)
                known.append(each.name);
            tell(member.line, member.column,
                 Words::tr("'%1' is not known and does nothing; known are %2.")
                     .arg(member.key, known.join(QLatin1StringView(", "))));
            return true;
        }
        const Refusal accepted = key->take(member.value, view);
        if (!accepted.isEmpty())
            tell(member.value.line, member.value.column,
                 Words::tr("'%1' takes %2.").arg(member.key, accepted));
        return accepted.isEmpty();
    }

    std::vector<ProfileProblem> &m_problems;
    QString m_name;
};

} // namespace

void readViews(const TomlMember &member, std::vector<SavedView> &views,
               std::vector<ProfileProblem> &problems)
{
    const auto tell = [&problems](int line, int column, const QString &message) {
        problems.push_back({line, column, message, {}, false});
    };
    const std::vector<TomlNode> &items = member.value.items;
    const bool tables = member.value.type == Type::Array
                        && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                               return item.type == Type::Table;
                           });
    if (!tables) {
        tell(member.line, member.column,
             Words::tr("Views are written as [[view]], in two brackets."));
        return;
    }
    ViewReader reader(problems);
    for (const TomlNode &item : items) {
        auto view = reader.read(item);
        if (!view)
            continue;
        if (views.size() == mostViews) {
            tell(item.line, item.column,
                 Words::tr("More than %1 views are not taken.").arg(mostViews));
            return;
        }
        if (viewNamed(views, view->name)) {
            tell(item.line, item.column,
                 Words::tr("Another view before it is called '%1' as well; give each a 'name' of "
                           "its own.")
                     .arg(view->name));
            continue;
        }
        views.push_back(std::move(*view));
    }
}

std::vector<WrittenKey> writtenKeys(const SavedView &view)
{
    std::vector<WrittenKey> keys;
    keys.reserve(viewKeys.size());
    for (const ViewKey &key : viewKeys)
        keys.push_back({key.name, key.write(view), false});
    return keys;
}

} // namespace lockmaster
