// SPDX-License-Identifier: Apache-2.0
#include "core/config/locknotes.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr qsizetype longestNote = 500;

class NoteReader
{
public:
    explicit NoteReader(std::vector<ProfileProblem> &problems) : m_problems(problems) {}

    /** None where something is wrong. */
    std::optional<LockNote> read(const TomlNode &node)
    {
        LockNote note;
        bool works = true;
        for (const TomlMember &member : node.members)
            works = take(member, note) && works;
        if (works && note.pattern.isEmpty()) {
            tell(node.line, node.column,
                 Words::tr("It has no 'pattern'; write which names it is about, such as "
                           "pattern = \"order:*\"."));
            works = false;
        }
        return works ? std::optional(note) : std::nullopt;
    }

private:
    void tell(int line, int column, const QString &message)
    {
        m_problems.push_back({line, column, message, {}, false});
    }

    bool take(const TomlMember &member, LockNote &note)
    {
        if (member.key == u"pattern") {
            QString pattern;
            const bool taken = takeText(member, pattern);
            note.pattern = pattern.toUtf8();
            return taken;
        }
        if (member.key == u"note")
            return takeText(member, note.note);
        if (member.key == u"runbook")
            return takeText(member, note.runbook);
        if (member.key == u"series") {
            note.series = member.value.boolean;
            return member.value.type == Type::Boolean || refuse(member, Words::tr("true or false"));
        }
        tell(member.line, member.column,
             Words::tr("'%1' is not known and does nothing; known are %2.")
                 .arg(member.key, QStringLiteral("pattern, note, runbook, series")));
        return true;
    }

    bool takeText(const TomlMember &member, QString &text)
    {
        const TomlNode &value = member.value;
        text = value.text;
        return (value.type == Type::String && !text.isEmpty() && text.size() <= longestNote
                && !text.contains(QChar(0)))
               || refuse(member,
                         Words::tr("text in quotes, at most %1 characters").arg(longestNote));
    }

    bool refuse(const TomlMember &member, const QString &accepted)
    {
        tell(member.value.line, member.value.column,
             Words::tr("'%1' takes %2.").arg(member.key, accepted));
        return false;
    }

    std::vector<ProfileProblem> &m_problems;
};

} // namespace

void readLockNotes(const TomlMember &locks, std::vector<LockNote> &notes,
                   std::vector<ProfileProblem> &problems)
{
    NoteReader reader(problems);
    const std::vector<TomlNode> &items = locks.value.items;
    const bool tables = locks.value.type == Type::Array
                        && std::all_of(items.begin(), items.end(), [](const TomlNode &item) {
                               return item.type == Type::Table;
                           });
    if (!tables) {
        problems.push_back({locks.line,
                            locks.column,
                            Words::tr("Locks are written as [[lock]], in two brackets."),
                            {},
                            false});
        return;
    }
    for (const TomlNode &item : items) {
        if (const auto note = reader.read(item))
            notes.push_back(*note);
    }
}

} // namespace lockmaster
