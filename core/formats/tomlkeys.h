// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/formatfile.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QSet>

#include <utility>

namespace lockmaster {

/// Reading the closed vocabulary of a file: what is there, and everything that is wrong with it.

inline constexpr qsizetype longestFormatText = 2000;
inline constexpr qsizetype mostOfAKind = 50;

/** A word of the vocabulary and what it stands for. */
template<class Value>
using Vocabulary = std::vector<std::pair<QStringView, Value>>;

/** One table of a file: each of its keys is asked for by name, and what nobody asked for is told.
 */
class TomlKeys
{
public:
    TomlKeys(const TomlNode &node, std::vector<FormatProblem> &problems)
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

    const TomlNode *find(QStringView key, TomlNode::Type type, const QString &takes)
    {
        const TomlNode *node = find(key);
        if (!node || node->type == type)
            return node;
        refuse(Words::tr("'%1' takes %2.").arg(key, takes), node);
        return nullptr;
    }

    QString text(QStringView key)
    {
        const TomlNode *node = find(key, TomlNode::Type::String, Words::tr("text in quotes"));
        if (!node)
            return {};
        if (node->text.size() > longestFormatText || !isPlainName(node->text))
            refuse(Words::tr("'%1' takes text that can be read, without line breaks and hidden "
                             "characters.")
                       .arg(key),
                   node);
        return node->text;
    }

    QString needText(QStringView key)
    {
        if (!find(key))
            refuse(Words::tr("'%1' is missing.").arg(key));
        return text(key);
    }

    QStringList texts(QStringView key, qsizetype most = mostOfAKind)
    {
        const QString takes = Words::tr("a list of texts, [\"one\", \"two\"]");
        const TomlNode *node = find(key, TomlNode::Type::Array, takes);
        QStringList all;
        if (!node)
            return all;
        for (const TomlNode &item : node->items) {
            if (item.type != TomlNode::Type::String || !isPlainName(item.text)
                || all.size() == most) {
                refuse(Words::tr("'%1' takes %2.").arg(key, takes), &item);
                return all;
            }
            all.append(item.text);
        }
        return all;
    }

    bool flag(QStringView key)
    {
        const TomlNode *node = find(key, TomlNode::Type::Boolean, QStringLiteral("true, false"));
        return node && node->boolean;
    }

    std::optional<qint64> number(QStringView key)
    {
        const TomlNode *node =
            find(key, TomlNode::Type::Integer, Words::tr("a whole number without quotes"));
        return node ? std::optional(node->integer) : std::nullopt;
    }

    std::optional<Micros> duration(QStringView key)
    {
        const TomlNode *node =
            find(key, TomlNode::Type::String, Words::tr("a duration such as \"10m\""));
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
        const TomlNode *node = find(key, TomlNode::Type::String, Words::tr("text in quotes"));
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
            find(key, TomlNode::Type::Table, QStringLiteral("{ en = \"...\", ko = \"...\" }"));
        if (!node)
            return read;
        TomlKeys inner(*node, m_problems);
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
bool within(TomlKeys &keys, QStringView key, Read read)
{
    const TomlNode *node =
        keys.find(key, TomlNode::Type::Table, Words::tr("a table of its own, [table.%1]").arg(key));
    if (!node)
        return false;
    TomlKeys inner(*node, keys.problems());
    read(inner);
    inner.tellUnknown();
    return true;
}

/** Each of a list of tables under `key`, as `read` understands it. */
template<class Value, class Read>
std::vector<Value> readEach(TomlKeys &keys, QStringView key, const QString &written, Read read)
{
    std::vector<Value> all;
    const TomlNode *list = keys.find(key, TomlNode::Type::Array, written);
    if (!list)
        return all;
    for (const TomlNode &node : list->items) {
        TomlKeys inner(node, keys.problems());
        all.push_back(read(inner));
        inner.tellUnknown();
    }
    return all;
}

} // namespace lockmaster
