// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/servedalerts.h"

#include "app/lockctl/shell/output.h"
#include "core/alerts/alertmemory.h"
#include "core/alerts/alertsetup.h"
#include "core/history/historyvalues.h"

namespace lockmaster {

namespace {

QStringList namesOf(const std::vector<AlertRule> &rules)
{
    QStringList names;
    for (const AlertRule &rule : rules) {
        if (rule.enabled)
            names.append(rule.name);
    }
    return names;
}

/** Says a problem once, and not at each alert. */
void sayProblemOf(const std::optional<DeliveryState> &state, QString &last)
{
    const QString problem = state ? state->problem : QString();
    if (!problem.isEmpty() && problem != last)
        say(QStringLiteral("An alert was not delivered: %1").arg(problem));
    last = problem;
}

std::unique_ptr<AlertDelivery> startDelivery(const AlertKeys &keys)
{
    Result<DeliverySettings> settings = deliverySettings(keys);
    if (!settings) {
        say(QStringLiteral("Alerts are not told to the webhook: %1")
                .arg(errorText(settings.error())));
        AlertKeys without = keys;
        without.webhookUrl.clear();
        without.webhookUrlFile.clear();
        settings = deliverySettings(without);
    }
    const auto changed = [lastOfCommand = QString(),
                          lastOfWebhook = QString()](const DeliveryStatus &status) mutable {
        sayProblemOf(status.command, lastOfCommand);
        sayProblemOf(status.webhook, lastOfWebhook);
    };
    return std::make_unique<AlertDelivery>(*settings, changed);
}

ExportedAlerts::Delivery exportedDelivery(const char *to, const DeliveryState &state)
{
    return {to, state.delivered, state.failed, state.dropped};
}

} // namespace

ServedAlerts::ServedAlerts(const AlertKeys &keys, const std::vector<LockNote> &notes,
                           const std::vector<OwnerRule> &owners,
                           const std::vector<BackendSpec> &backends, bool withHistory)
    : m_rules(namesOf(keys.rules)), m_delivery(startDelivery(keys))
{
    const auto listener = [delivery = m_delivery.get(), lastProblem = QString()](
                              const std::vector<AlertNews> &news, const auto &board) mutable {
        for (const AlertNews &each : news) {
            say(QStringLiteral("alert %1: %2")
                    .arg(each.end ? QStringLiteral("ended") : QStringLiteral("began"),
                         alertLine(each)));
        }
        if (!news.empty())
            delivery->tell(news);
        if (!board->problem.isEmpty() && board->problem != lastProblem)
            say(board->problem);
        lastProblem = board->problem;
    };
    const AlertWatch::Places places{withHistory ? defaultHistoryPath() : QString(),
                                    defaultAlertMemoryPath(QStringLiteral("serve"))};
    m_watch = std::make_unique<AlertWatch>(alertSettings(keys, notes, owners, backends), places,
                                           listener);
}

void ServedAlerts::end()
{
    m_watch.reset();
    const UndeliveredAlerts left = m_delivery->end();
    const auto sayLeft = [](qint64 count, const char *to) {
        if (count > 0)
            say(QStringLiteral("Not delivered to the %2 before the end: alerts: %1.")
                    .arg(count)
                    .arg(QString::fromLatin1(to)));
    };
    sayLeft(left.command, "command");
    sayLeft(left.webhook, "webhook");
}

ExportedAlerts ServedAlerts::exported() const
{
    const std::shared_ptr<const AlertBoard> board = m_watch->board();
    ExportedAlerts out;
    out.rules = m_rules;
    out.leftOut = board->leftOut;
    for (const Alert &alert : board->alerts) {
        const AlertSubject &subject = alert.subject;
        out.firing.push_back({alert.rule, subject.backend, subject.system, subject.source,
                              subject.name, alert.note, alert.runbook});
    }
    out.begun.insert(board->told.begin(), board->told.end());
    const DeliveryStatus status = m_delivery->status();
    if (status.command)
        out.deliveries.push_back(exportedDelivery("command", *status.command));
    if (status.webhook)
        out.deliveries.push_back(exportedDelivery("webhook", *status.webhook));
    return out;
}

} // namespace lockmaster
