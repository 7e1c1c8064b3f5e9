// SPDX-License-Identifier: Apache-2.0
#include "core/config/namekeys.h"

#include "core/formats/knownnames.h"
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
constexpr qint64 mostFileBytes = qint64(4) * 1024 * 1024;
constexpr QLatin1StringView placeOfName("{name}");

class NamesReader
{
public:
    NamesReader(const QString &profilePath, NameDictionary &names,
                std::vector<ProfileProblem> &problems)
        : m_profilePath(profilePath), m_names(names), m_problems(problems)
    {
    }

    void read(const TomlNode &node)
    {
        m_list.clear();
        m_hashed = placeOfName;
        const size_t before = m_problems.size();
        for (const TomlMember &member : node.members)
            take(member);
        if (m_problems.size() > before)
            return;
        if (m_list.isEmpty())
            tell(node.line, node.column,
                 Words::tr("It has no names; write names = [\"report:daily\"], or file = "
                           "\"names.txt\" with one on each line."));
        for (const QString &name : std::as_const(m_list)) {
            if (!m_names.add(name, QString(m_hashed).replace(placeOfName, name))) {
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

    static bool isName(const QString &text)
    {
        return !text.isEmpty() && text.size() <= longestName && isPlainName(text);
    }

    void take(const TomlMember &member)
    {
        if (member.key == u"names")
            takeList(member);
        else if (member.key == u"file")
            takeFile(member);
        else if (member.key == u"hashed_as")
            takeHashed(member);
        else
            tell(member.line, member.column,
                 Words::tr("'%1' is not known and does nothing; known are %2.")
                     .arg(member.key, QStringLiteral("names, file, hashed_as")));
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
        const QString whole = QDir(QFileInfo(m_profilePath).absolutePath()).absoluteFilePath(path);
        const auto text = readRegularFile(whole, mostFileBytes);
        if (!text) {
            tell(member.value.line, member.value.column,
                 Words::tr("The names in %1 cannot be read: %2.").arg(whole, text.error()));
            return;
        }
        for (const QByteArray &line : text->split('\n')) {
            const QString name = QString::fromUtf8(line).trimmed();
            if (isName(name) && !name.startsWith(u'#'))
                m_list << name;
        }
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

    const QString m_profilePath;
    NameDictionary &m_names;
    std::vector<ProfileProblem> &m_problems;
    QStringList m_list;
    QString m_hashed;
};

} // namespace

void readNames(const TomlMember &member, const QString &profilePath, NameDictionary &names,
               std::vector<ProfileProblem> &problems)
{
    const std::vector<TomlNode> &items = member.value.items;
    const bool tables = member.value.type == Type::Array
                        && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                               return item.type == Type::Table;
                           });
    if (!tables) {
        problems.push_back({member.line,
                            member.column,
                            Words::tr("Names are written as [[names]], in two brackets."),
                            {},
                            false});
        return;
    }
    NamesReader reader(profilePath, names, problems);
    for (const TomlNode &item : items)
        reader.read(item);
}

} // namespace lockmaster
