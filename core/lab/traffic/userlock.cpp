// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/userlock.h"

#include "core/lab/traffic/program.h"

namespace lockmaster::traffic {

bool getLock(AdminSql &sql, const QByteArray &name, int seconds)
{
    const auto rows = must(sql.query("SELECT GET_LOCK(" + sql.quoted(name) + ", "
                                     + QByteArray::number(seconds) + ')'));
    return rows.at(0).at(0) == "1";
}

std::optional<int> releaseLock(AdminSql &sql, const QByteArray &name)
{
    const auto rows = must(sql.query("SELECT RELEASE_LOCK(" + sql.quoted(name) + ')'));
    const std::optional<QByteArray> answer = rows.at(0).at(0);
    return answer ? std::optional(answer->toInt()) : std::nullopt;
}

} // namespace lockmaster::traffic
