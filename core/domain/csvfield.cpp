// SPDX-License-Identifier: Apache-2.0
#include "core/domain/csvfield.h"

#include <algorithm>

namespace lockmaster {

QByteArray csvField(const QString &value)
{
    QString text = value;
    static const QString formula = QStringLiteral("=+-@\t\r\n");
    if (!text.isEmpty() && formula.contains(text.front()))
        text.prepend(u'\'');
    const bool quoted = std::any_of(text.cbegin(), text.cend(), [](QChar c) {
        return c == u'"' || c == u',' || c == u';' || c == u'\n' || c == u'\r';
    });
    if (!quoted)
        return text.toUtf8();
    text.replace(u'"', QStringLiteral("\"\""));
    return '"' + text.toUtf8() + '"';
}

} // namespace lockmaster
