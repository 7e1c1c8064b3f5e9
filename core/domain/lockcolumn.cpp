// SPDX-License-Identifier: Apache-2.0
#include "core/domain/lockcolumn.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

/** As the columns are ordered. */
constexpr std::array<const char16_t *, lockColumnCount> columnNames = {
    u"name", u"system", u"backend", u"owner", u"ttl", u"held", u"waiters", u"changes", u"state"};

} // namespace

QString lockColumnName(LockColumn column)
{
    return QString::fromUtf16(columnNames.at(size_t(column)));
}

std::optional<LockColumn> lockColumnFromName(QStringView name)
{
    const auto found = std::find(columnNames.begin(), columnNames.end(), name);
    return found == columnNames.end() ? std::nullopt
                                      : std::optional(LockColumn(found - columnNames.begin()));
}

} // namespace lockmaster
