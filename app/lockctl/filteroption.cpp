// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/filteroption.h"

#include "app/lockctl/output.h"
#include "app/lockctl/texttable.h"
#include "core/domain/literaltext.h"

#include <algorithm>

namespace lockmaster {

std::optional<Filter> filterOption(const QString &text)
{
    const auto filter = Filter::parse(text);
    if (filter)
        return *filter;
    const FilterError &error = filter.error();
    say(QStringLiteral("--filter: %1").arg(error.message));
    say(text);
    const int before = textWidth(literalText(text.first(error.position)));
    const int marked = textWidth(literalText(text.sliced(error.position, error.length)));
    say(QString(before, u' ') + QString(std::max(marked, 1), u'^'));
    return std::nullopt;
}

} // namespace lockmaster
