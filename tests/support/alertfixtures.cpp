// SPDX-License-Identifier: Apache-2.0
#include "tests/support/alertfixtures.h"

namespace lockmaster::test {

Alert makeAlert(const QByteArray &name, const Clock &clock)
{
    Alert alert;
    alert.id = QString::fromUtf8(name);
    alert.rule = QStringLiteral("held-long");
    alert.subject = {QStringLiteral("billing-db"), QStringLiteral("dist_lock"),
                     QStringLiteral("billing.dist_lock"), name};
    alert.reason = QStringLiteral("held for 1 h by web-3");
    alert.began = clock.wallNow();
    alert.told = true;
    return alert;
}

std::shared_ptr<const AlertBoard> boardOf(std::vector<Alert> alerts)
{
    auto board = std::make_shared<AlertBoard>();
    board->alerts = std::move(alerts);
    return board;
}

} // namespace lockmaster::test
