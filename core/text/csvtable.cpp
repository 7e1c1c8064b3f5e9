// SPDX-License-Identifier: Apache-2.0
#include "core/text/csvtable.h"

#include "core/text/literaltext.h"

#include <algorithm>

namespace lockmaster {

QByteArray csvField(const QString &value)
{
    QString text = literalText(value);
    // Those of full width count where people write in them.
    static const QString formula = QStringLiteral(u"=+-@\uff1d\uff0b\uff0d\uff20");
    if (!text.isEmpty() && formula.contains(text.front()))
        text.prepend(u'\'');
    const bool quoted = std::any_of(text.cbegin(), text.cend(),
                                    [](QChar c) { return c == u'"' || c == u',' || c == u';'; });
    if (!quoted)
        return text.toUtf8();
    text.replace(u'"', QStringLiteral("\"\""));
    return '"' + text.toUtf8() + '"';
}

} // namespace lockmaster
