// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilevalues.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"

namespace lockmaster {

Refusal takeText(const TomlNode &node, QString &value, qsizetype most)
{
    if (node.type != TomlNode::Type::String || node.text.isEmpty() || node.text.size() > most
        || node.text.contains(QChar(0)))
        return Words::tr("text in quotes");
    value = node.text;
    return {};
}

Refusal takeDuration(const TomlNode &node, Micros lowest, Micros highest, Micros &value)
{
    const auto duration =
        node.type == TomlNode::Type::String ? durationFromText(node.text) : std::optional<Micros>();
    if (!duration || *duration < lowest || *duration > highest) {
        return Words::tr("a duration from %1 to %2 such as \"1500ms\"")
            .arg(durationProfileText(lowest), durationProfileText(highest));
    }
    value = *duration;
    return {};
}

QString nodeDials()
{
    return Words::tr("announced=dialled, such as 10.0.0.5:6379=127.0.0.1:16379");
}

} // namespace lockmaster
