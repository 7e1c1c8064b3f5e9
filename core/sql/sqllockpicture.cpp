// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqllockpicture.h"

#include "core/sql/sqlconnection.h"
#include "core/text/words.h"

#include <QRandomGenerator>

#include <algorithm>
#include <thread>

namespace lockmaster {

namespace {

constexpr Millis longestRenewal{1000};

} // namespace

/**
 * The picture shows the statement that each session ran when it was taken: that of our own tells it
 * from one before.
 */
Result<bool> renewLockPicture(SqlConnection &connection, SteadyTime deadline)
{
    if (!connection.server().mariaDb)
        return true;
    const SteadyTime end = std::min(deadline, std::chrono::steady_clock::now() + longestRenewal);
    // Only transactions are in the picture.
    const auto begun =
        connection.execute(QStringLiteral("START TRANSACTION WITH CONSISTENT SNAPSHOT"), {}, end);
    bool isNew = false;
    bool goesOn = begun.has_value();
    while (goesOn) {
        const QString mark =
            QStringLiteral("lockmaster-%1")
                .arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
        const auto asked = connection.select(
            QStringLiteral("SELECT 1 FROM information_schema.INNODB_TRX WHERE TRX_MYSQL_THREAD_ID "
                           "= CONNECTION_ID() AND LOCATE('%1', TRX_QUERY) > 0")
                .arg(mark),
            {}, end, [&isNew](const SqlRow &) { isNew = true; });
        goesOn = asked && !isNew && std::chrono::steady_clock::now() + newPictureAfter < end;
        if (goesOn)
            std::this_thread::sleep_for(newPictureAfter);
    }
    if (connection.usable()) {
        const auto left = connection.execute(QStringLiteral("ROLLBACK"), {}, deadline);
        if (!left)
            isNew = false;
    }
    if (!connection.usable())
        return failure(ErrorKind::Network, Words::tr("The connection ended while it was looked at "
                                                     "who has the row."));
    return isNew;
}

} // namespace lockmaster
