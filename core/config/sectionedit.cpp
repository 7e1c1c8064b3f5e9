// SPDX-License-Identifier: Apache-2.0
#include "core/config/sectionedit.h"

#include <algorithm>

namespace lockmaster {

qsizetype endOf(const TomlNode &node)
{
    qsizetype end = node.span.end;
    for (const TomlNode &item : node.items)
        end = std::max(end, endOf(item));
    for (const TomlMember &member : node.members)
        end = std::max(end, endOf(member.value));
    return end;
}

bool hasHeader(const TomlMember &member)
{
    return member.keySpan.begin > member.value.span.begin;
}

namespace {

std::optional<QByteArray> valueOf(const std::vector<WrittenKey> &keys, QStringView key)
{
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [key](const WrittenKey &each) { return each.key == key; });
    return found == keys.end() ? std::nullopt : found->value;
}

} // namespace

SectionEdit::SectionEdit(const TomlNode &node, TextEdit &edit)
    : m_node(node), m_edit(edit), m_end(node.span.end), m_indentAt(node.span.begin)
{
    for (const TomlMember &member : node.members) {
        if (!hasHeader(member) && endOf(member.value) > m_end) {
            m_end = endOf(member.value);
            m_indentAt = member.keySpan.begin;
        }
    }
}

bool SectionEdit::rewrite(const std::vector<WrittenKey> &before,
                          const std::vector<WrittenKey> &after)
{
    QByteArray added;
    for (const WrittenKey &key : after) {
        const TomlMember *member = m_node.find(key.key);
        if (!member) {
            if (!key.implied && key.value)
                added += m_edit.newline() + m_edit.indentAt(m_indentAt) + key.key.toUtf8() + " = "
                         + *key.value;
        } else if (valueOf(before, key.key) != key.value && !change(*member, key.value)) {
            return false;
        }
    }
    if (!added.isEmpty())
        m_edit.insert(m_edit.endOfLine(m_end), added);
    return true;
}

bool SectionEdit::change(const TomlMember &member, const std::optional<QByteArray> &value)
{
    const QByteArray written = m_edit.text(member.value.span);
    const bool commented = written.contains('#') && written.contains('\n');
    if (commented || hasHeader(member))
        return false;
    if (value)
        m_edit.replace(member.value.span, *value);
    else
        m_edit.removeFromLine({member.keySpan.begin, member.value.span.end});
    return true;
}

} // namespace lockmaster
