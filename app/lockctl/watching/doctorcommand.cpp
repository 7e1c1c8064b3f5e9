// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "core/domain/triedservers.h"
#include "core/formats/lockformat.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/monitor/examine.h"
#include "core/monitor/lockjson.h"
#include "core/trust/knownservers.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlcertificate.h"

namespace lockmaster {

namespace {

QString serverText(const ServerInfo &server)
{
    if (server.product.isEmpty())
        return QStringLiteral("not known"); // why, its problem says
    QStringList parts{server.product + u' ' + server.version};
    if (!server.transport.isEmpty())
        parts.append(server.transport);
    if (!server.clientLibrary.isEmpty())
        parts.append(QStringLiteral("through ") + server.clientLibrary);
    if (const QString role = serverRoleText(server); !role.isEmpty())
        parts.append(role);
    return parts.join(QLatin1StringView(", "));
}

QString offsetText(Micros offset)
{
    const bool small = offset > -Millis(1) && offset < Millis(1);
    return small ? QStringLiteral("less than 1 ms") : durationText(offset);
}

void appendCapability(QByteArray &out, const Capability &capability)
{
    appendLine(out, QStringLiteral("  [%1] %2")
                        .arg(capability.available ? QStringLiteral("ok") : QStringLiteral("--"),
                             capability.subject));
    if (!capability.reason.isEmpty())
        appendLine(out, QStringLiteral("       %1").arg(capability.reason));
    if (!capability.remedy.isEmpty())
        appendLine(out, QStringLiteral("       -> %1").arg(capability.remedy));
}

QByteArray report(const BackendSpec &spec, const Examination &examination)
{
    QByteArray out;
    appendLine(out, QStringLiteral("%1 (%2)").arg(spec.name, spec.address()));
    appendLine(out, QStringLiteral("  server: %1").arg(serverText(examination.server)));
    if (const QString untried = untriedText(examination.server); !untried.isEmpty())
        appendLine(out, QStringLiteral("  ") + untried);
    if (!examination.server.product.isEmpty()) {
        appendLine(out, QStringLiteral("  round trip: %1").arg(durationText(examination.latency)));
        if (examination.server.clockOffset) {
            appendLine(out, QStringLiteral("  its clock is off ours by: %1")
                                .arg(offsetText(*examination.server.clockOffset)));
        }
    }
    for (const Capability &capability : examination.capabilities)
        appendCapability(out, capability);
    for (const FoundTable &found : examination.found) {
        appendLine(out, QStringLiteral("  [  ] Locks of %1 in %2, not watched")
                            .arg(found.table.format->title, literalText(found.source())));
        appendLine(out, QStringLiteral("       -> formats=%1:%2 in the URL, or 'lockctl formats "
                                       "detect --write'")
                            .arg(found.table.system, literalText(found.source())));
    }
    for (const Problem &problem : examination.problems) {
        const QString source =
            problem.source.isEmpty() ? QString() : problem.source + QLatin1StringView(": ");
        appendLine(out, QStringLiteral("  [!!] ") + source + problem.error.message);
        if (!problem.error.remedy.isEmpty())
            appendLine(out, QStringLiteral("       -> %1").arg(problem.error.remedy));
    }
    return out;
}

QByteArray jsonReport(const std::vector<BackendSpec> &backends,
                      const std::vector<Examination> &examinations)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("taken_at", utcText(systemClock().wallNow()));
    json.key("backends");
    json.beginArray();
    for (size_t i = 0; i < backends.size(); ++i) {
        json.lineBreak();
        writeExamination(json, backends[i], examinations[i]);
    }
    json.lineBreak();
    json.endArray();
    json.endObject();
    out += '\n';
    return out;
}

/** Accepts the certificate for each server that shows it; whether one does. */
bool acceptCertificate(const QString &fingerprint, const std::vector<BackendSpec> &backends)
{
    bool shown = false;
    for (const BackendSpec &spec : backends) {
        if (spec.kind != BackendKind::MySql || spec.tls != TlsMode::Verify)
            continue;
        const Endpoint endpoint = endpointOf(spec, {});
        SocketInterrupt interrupt;
        const auto certificate = shownSqlCertificate(
            endpoint, std::chrono::steady_clock::now() + 2 * spec.timeout, interrupt);
        if (!certificate || !isFingerprintOf(fingerprint, *certificate))
            continue;
        shown = true;
        if (const auto kept = acceptServer(endpoint.address, *certificate); !kept) {
            say(errorText(kept.error()));
            return false;
        }
        say(QStringLiteral("The certificate of %1 (%2) is accepted on this machine, in %3.")
                .arg(spec.name, endpoint.address, knownServersPath()));
    }
    if (!shown)
        say(QStringLiteral("No MySQL or MariaDB server with tls=verify shows a certificate with "
                           "the fingerprint %1; 'lockctl doctor' prints those that are shown.")
                .arg(literalText(fingerprint)));
    return shown;
}

} // namespace

ExitCode runDoctor(const Options &options)
{
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;
    if (!options.acceptCertificate.isEmpty()
        && !acceptCertificate(options.acceptCertificate, choice->backends))
        return ExitCode::NoAnswer;
    const std::vector<Examination> examinations = examineAll(choice->backends, choice->readers);
    bool allThere = choice->complete;
    for (const Examination &examination : examinations)
        allThere = examination.allThere() && allThere;

    if (options.json) {
        writeOut(jsonReport(choice->backends, examinations));
    } else {
        for (size_t i = 0; i < examinations.size(); ++i)
            writeOut((i > 0 ? "\n" : "") + report(choice->backends[i], examinations[i]));
    }
    for (size_t i = 0; i < examinations.size(); ++i) {
        for (const Problem &problem : examinations[i].problems)
            sayProblem(choice->backends[i].name, problem);
    }
    if (outputFailed())
        return ExitCode::OutputFailed;
    return allThere ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace lockmaster
