// SPDX-License-Identifier: Apache-2.0
#include "core/config/namekeys.h"

#include "core/formats/knownnames.h"
#include "core/trust/commandtrust.h"
#include "core/text/literaltext.h"
#include "core/text/regularfile.h"
#include "core/text/words.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestName = 500;
constexpr size_t mostWords = 100;
constexpr QLatin1StringView placeOfName("{name}");

bool isName(const QString &text)
{
    return !text.isEmpty() && text.size() <= longestName && isPlainName(text);
}

class NamesReader
{
public:
    explicit NamesReader(ParsedProfile &reading)
        : m_reading(reading), m_names(reading.names), m_problems(reading.problems)
    {
    }

    void read(const TomlNode &node)
    {
        m_list.clear();
        m_command.clear();
        m_hashed = placeOfName;
        const size_t before = m_problems.size();
        for (const TomlMember &member : node.members)
            take(member);
        if (m_problems.size() > before)
            return;
        if (m_list.isEmpty() && m_command.isEmpty())
            tell(node.line, node.column,
                 Words::tr("It has no names; write names = [\"report:daily\"], or file = "
                           "\"names.txt\" with one on each line."));
        if (!m_command.isEmpty())
            noteCommand(node);
        for (const QString &name : std::as_const(m_list)) {
            if (!m_names.add(name, hashedText(m_hashed, name))) {
                tell(node.line, node.column,
                     Words::tr("More than %1 names are not taken.").arg(NameDictionary::mostNames));
                return;
            }
        }
    }

private:
    void tell(int line, int column, const QString &message)
    {
        m_problems.push_back({line, column, message, {}, false});
    }

    void refuse(const TomlMember &member, const QString &accepted)
    {
        tell(member.value.line, member.value.column,
             Words::tr("'%1' takes %2.").arg(member.key, accepted));
    }

    void take(const TomlMember &member)
    {
        if (member.key == u"names")
            takeList(member);
        else if (member.key == u"file")
            takeFile(member);
        else if (member.key == u"command")
            takeCommand(member);
        else if (member.key == u"hashed_as")
            takeHashed(member);
        else
            tell(member.line, member.column,
                 Words::tr("'%1' is not known and does nothing; known are %2.")
                     .arg(member.key, QStringLiteral("names, file, command, hashed_as")));
    }

    void takeList(const TomlMember &member)
    {
        const std::vector<TomlNode> &items = member.value.items;
        const bool isList = member.value.type == Type::Array
                            && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                                   return item.type == Type::String && isName(item.text);
                               });
        if (!isList) {
            refuse(member, Words::tr("a list of names"));
            return;
        }
        for (const TomlNode &item : items)
            m_list << item.text;
    }

    void takeFile(const TomlMember &member)
    {
        const QString path = member.value.type == Type::String ? member.value.text : QString();
        if (path.isEmpty() || path.contains(QChar(0))) {
            refuse(member, Words::tr("a path"));
            return;
        }
        const QString whole = QDir(QFileInfo(m_reading.path).absolutePath()).absoluteFilePath(path);
        const auto text = readRegularFile(whole, mostNameBytes);
        if (!text) {
            tell(member.value.line, member.value.column,
                 Words::tr("The names in %1 cannot be read: %2.").arg(whole, text.error()));
            return;
        }
        m_list += namesIn(*text);
    }

    /** Program and arguments. What is found from here is found elsewhere from another place. */
    void takeCommand(const TomlMember &member)
    {
        const std::vector<TomlNode> &items = member.value.items;
        QStringList words;
        for (const TomlNode &item : items) {
            if (item.type == Type::String && !item.text.contains(QChar(0)))
                words << item.text;
        }
        const bool isWhole = member.value.type == Type::Array && !words.isEmpty()
                             && size_t(words.size()) == items.size() && items.size() <= mostWords;
        const QString program = words.value(0);
        if (!isWhole || program.isEmpty() || (program.contains(u'/') && !program.startsWith(u'/')))
            refuse(member, Words::tr("a program, by its name or its whole path, and its arguments: "
                                     "[\"php\", \"/srv/app/names.php\"]"));
        else
            m_command = words;
    }

    void noteCommand(const TomlNode &node)
    {
        NameCommand said{{QStringLiteral("names"), m_command}, m_hashed};
        const Result<bool> trusted = isTrusted(said.command);
        if (!trusted)
            tell(node.line, node.column, errorText(trusted.error()));
        else if (!*trusted)
            tell(node.line, node.column,
                 Words::tr(
                     "The command that lists names was not run: nobody has trusted it on this "
                     "machine. Read it, then trust it: lockctl trust %1, or Settings, Formats.")
                     .arg(isPlainName(m_reading.path) ? shellQuoted(m_reading.path)
                                                      : QStringLiteral("FILE")));
        m_reading.nameCommands.push_back(std::move(said));
    }

    void takeHashed(const TomlMember &member)
    {
        const QString &text = member.value.text;
        if (member.value.type != Type::String || !text.contains(placeOfName)
            || text.size() > longestName)
            refuse(member, Words::tr("what is hashed, with {name} in it"));
        else
            m_hashed = text;
    }

    ParsedProfile &m_reading;
    NameDictionary &m_names;
    std::vector<ProfileProblem> &m_problems;
    QStringList m_list;
    QStringList m_command;
    QString m_hashed;
};

} // namespace

QStringList namesIn(const QByteArray &text)
{
    QStringList names;
    for (const QByteArray &line : text.split('\n')) {
        const QString name = QString::fromUtf8(line).trimmed();
        if (isName(name) && !name.startsWith(u'#'))
            names << name;
    }
    return names;
}

QString hashedText(const QString &hashedAs, const QString &name)
{
    return QString(hashedAs).replace(placeOfName, name);
}

void readNames(const TomlMember &member, ParsedProfile &reading)
{
    const std::vector<TomlNode> &items = member.value.items;
    const bool tables = member.value.type == Type::Array
                        && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                               return item.type == Type::Table;
                           });
    if (!tables) {
        reading.problems.push_back({member.line,
                                    member.column,
                                    Words::tr("Names are written as [[names]], in two brackets."),
                                    {},
                                    false});
        return;
    }
    NamesReader reader(reading);
    for (const TomlNode &item : items)
        reader.read(item);
}

} // namespace lockmaster
