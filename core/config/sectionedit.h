// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/specwriter.h"
#include "core/config/textedit.h"
#include "core/text/tomltext.h"

namespace lockmaster {

/** Where a value ends in the text, all that belongs to it included. */
qsizetype endOf(const TomlNode &node);

/** `[backend.x]` and `[[backend.x]]` hold their key in the header; `x = ...` stands before it. */
bool hasHeader(const TomlMember &member);

/**
 * One section of a profile under edit, such as a `[[backend]]`, a `[[backend.table]]` or an
 * `[[alert]]`: its keys are changed where they stand, all else stays as it is written. Text and
 * edit outlive it.
 */
class SectionEdit
{
public:
    SectionEdit(const TomlNode &node, TextEdit &edit);

    /**
     * Makes the keys say `after`: those that said the same before stay as they are written, those
     * that are missing are added unless leaving them out says it. False where it would cost a
     * comment.
     */
    bool rewrite(const std::vector<WrittenKey> &before, const std::vector<WrittenKey> &after);

    /** Writes `value` in place of what stands there; none: takes the key out. */
    bool change(const TomlMember &member, const std::optional<QByteArray> &value);

private:
    const TomlNode &m_node;
    TextEdit &m_edit;
    qsizetype m_end;
    qsizetype m_indentAt;
};

} // namespace lockmaster
