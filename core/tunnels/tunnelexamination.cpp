// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/tunnelexamination.h"

#include "core/platform/heardcommand.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/tunnels/tunnels.h"

#include <algorithm>

namespace lockmaster {

namespace {

constexpr Millis patience{500};
constexpr qsizetype mostConfiguration = 64 << 10;

/** What the operator's `ssh` makes of a host's name; empty where it does not say. */
QByteArray configurationOf(const QString &host, SteadyTime deadline)
{
    HeardCommand ssh({QStringLiteral("ssh"), QStringLiteral("-G"), QStringLiteral("--"), host},
                     mostConfiguration);
    QByteArray said;
    return ssh.collect(deadline, said) && ssh.succeeded() ? said : QByteArray();
}

/** `me@10.0.0.7:22`, and by which hosts that is reached. */
QString wayTo(const QString &host, SteadyTime deadline)
{
    QString name;
    QString user;
    QString port;
    QString jump;
    for (const QByteArray &line : configurationOf(host, deadline).split('\n')) {
        const qsizetype space = line.indexOf(' ');
        const QByteArray key = line.first(std::max<qsizetype>(space, 0));
        const QString value = QString::fromUtf8(line.mid(space + 1));
        if (key == "hostname")
            name = value;
        else if (key == "user")
            user = value;
        else if (key == "port")
            port = value;
        else if (key == "proxyjump" || key == "proxycommand")
            jump = value;
    }
    if (name.isEmpty())
        return {};
    const QString there = literalText(QStringLiteral("%1@%2:%3").arg(user, name, port));
    return jump.isEmpty() || jump == u"none"
               ? there
               : Words::tr("%1, by way of %2").arg(there, literalText(jump));
}

Capability tunnelItself(const TunnelSpec &spec, SteadyTime deadline)
{
    const TunnelReport report = tunnelReport(spec);
    Capability hop;
    hop.id = QStringLiteral("tunnel");
    hop.subject = spec.ssh.isEmpty() ? Words::tr("The command %1").arg(literalText(spec.title()))
                                     : Words::tr("ssh to %1").arg(literalText(spec.title()));
    hop.available = report.phase == TunnelReport::Phase::Up;
    const QString way = spec.ssh.isEmpty() ? QString() : wayTo(spec.ssh, deadline);
    if (hop.available && report.startTook)
        hop.reason = Words::tr("there after %1").arg(durationText(*report.startTook));
    if (report.failure) {
        hop.reason = report.failure->message;
        hop.remedy = report.failure->remedy;
    }
    if (!way.isEmpty())
        hop.reason = hop.reason.isEmpty() ? way : way + QStringLiteral("; ") + hop.reason;
    return hop;
}

} // namespace

void addHops(Examination &examination, const BackendSpec &spec)
{
    if (!spec.tunnel.isSet())
        return;
    std::vector<Capability> hops{
        tunnelItself(spec.tunnel, std::chrono::steady_clock::now() + patience)};
    if (hops.front().available) {
        Capability last;
        last.id = QStringLiteral("tunnel.server");
        last.subject = Words::tr("From there to %1").arg(literalText(spec.farAddress()));
        last.available = !examination.server.product.isEmpty();
        if (!last.available && !examination.problems.empty()) {
            last.reason = examination.problems.front().error.message;
            last.remedy = examination.problems.front().error.remedy;
        }
        hops.push_back(std::move(last));
    }
    examination.capabilities.insert(examination.capabilities.begin(), hops.begin(), hops.end());
}

} // namespace lockmaster
