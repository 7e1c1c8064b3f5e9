// SPDX-License-Identifier: Apache-2.0
#include "core/config/tomltext.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>

namespace lockmaster {

namespace {

/** Turns lines and columns (counted in characters) into offsets (counted in bytes). */
class Offsets
{
public:
    explicit Offsets(const QByteArray &text) : m_text(text)
    {
        m_lines.push_back(text.startsWith("\xef\xbb\xbf") ? 3 : 0);
        for (qsizetype at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
            m_lines.push_back(at + 1);
    }

    qsizetype of(const toml::source_position &position) const
    {
        const auto line = std::min<size_t>(std::max<size_t>(position.line, 1), m_lines.size());
        qsizetype at = m_lines[line - 1];
        for (toml::source_index column = 1; column < position.column && at < m_text.size();
             ++column) {
            ++at;
            while (at < m_text.size() && (static_cast<unsigned char>(m_text[at]) & 0xc0) == 0x80)
                ++at;
        }
        return at;
    }

    TextSpan of(const toml::source_region &region) const
    {
        return {of(region.begin), of(region.end)};
    }

private:
    const QByteArray &m_text;
    std::vector<qsizetype> m_lines;
};

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

TomlNode converted(const toml::node &node, const Offsets &offsets);

void convertTable(const toml::table &table, const Offsets &offsets, TomlNode &out)
{
    out.type = TomlNode::Type::Table;
    for (const auto &[key, value] : table) {
        TomlMember member;
        member.key = text(key.str());
        member.keySpan = offsets.of(key.source());
        member.line = int(key.source().begin.line);
        member.column = int(key.source().begin.column);
        member.value = converted(value, offsets);
        out.members.push_back(std::move(member));
    }
    std::sort(out.members.begin(), out.members.end(),
              [](const auto &a, const auto &b) { return a.keySpan.begin < b.keySpan.begin; });
}

TomlNode converted(const toml::node &node, const Offsets &offsets)
{
    TomlNode out;
    out.type = TomlNode::Type::Other;
    out.span = offsets.of(node.source());
    out.line = int(node.source().begin.line);
    out.column = int(node.source().begin.column);
    if (const auto *string = node.as_string()) {
        out.type = TomlNode::Type::String;
        out.text = text(string->get());
    } else if (const auto *integer = node.as_integer()) {
        out.type = TomlNode::Type::Integer;
        out.integer = integer->get();
    } else if (const auto *number = node.as_floating_point()) {
        out.type = TomlNode::Type::Float;
        out.number = number->get();
    } else if (const auto *boolean = node.as_boolean()) {
        out.type = TomlNode::Type::Boolean;
        out.boolean = boolean->get();
    } else if (const auto *array = node.as_array()) {
        out.type = TomlNode::Type::Array;
        for (const toml::node &item : *array)
            out.items.push_back(converted(item, offsets));
    } else if (const auto *table = node.as_table()) {
        convertTable(*table, offsets, out);
    }
    return out;
}

} // namespace

const TomlMember *TomlNode::find(QStringView key) const
{
    const auto found = std::find_if(members.begin(), members.end(),
                                    [key](const TomlMember &member) { return member.key == key; });
    return found == members.end() ? nullptr : &*found;
}

bool sameMeaning(const TomlNode &a, const TomlNode &b)
{
    if (a.type != b.type || a.text != b.text || a.integer != b.integer || a.boolean != b.boolean
        || a.members.size() != b.members.size())
        return false;
    if (a.type == TomlNode::Type::Float && !(a.number <= b.number && a.number >= b.number))
        return false;
    return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), sameMeaning)
           && std::all_of(a.members.begin(), a.members.end(), [&b](const TomlMember &member) {
                  const TomlMember *other = b.find(member.key);
                  return other && sameMeaning(member.value, other->value);
              });
}

TomlText parseToml(const QByteArray &toml)
{
    const toml::parse_result parsed =
        toml::parse(std::string_view(toml.constData(), size_t(toml.size())));
    TomlText out;
    if (!parsed) {
        const toml::source_position at = parsed.error().source().begin;
        out.error = std::make_unique<TomlError>(
            TomlError{int(at.line), int(at.column), text(parsed.error().description())});
        return out;
    }
    convertTable(parsed.table(), Offsets(toml), out.root);
    return out;
}

QByteArray tomlString(const QString &string)
{
    QByteArray out("\"");
    for (const char c : string.toUtf8()) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            out += "\\u00" + QByteArray(1, c).toHex();
        else
            out += c;
    }
    return out + '"';
}

} // namespace lockmaster
