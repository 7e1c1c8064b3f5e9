// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/labcommands.h"

#include "app/lockctl/shell/output.h"
#include "app/lockctl/lab/sandboxstart.h"
#include "app/lockctl/shell/stopsignal.h"
#include "core/config/backendurl.h"
#include "core/monitor/lockjson.h"

#include <QCoreApplication>

namespace lockmaster {

namespace {

/** How to reach the servers; the passwords stay in their files. */
QByteArray description(const Sandbox &sandbox)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("config", sandbox.configPath());
    json.key("backends");
    json.beginArray();
    for (size_t i = 0; i < sandbox.backends().size(); ++i) {
        const BackendSpec &spec = sandbox.backends().at(i);
        json.beginObject();
        json.member("name", spec.name);
        json.member("kind", backendKindName(spec.kind));
        json.member("url", backendUrl(spec));
        json.member("password_file", spec.passwordFile);
        json.textOrNull("socket", sandbox.socketPaths().value(qsizetype(i)));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    out += '\n';
    return out;
}

} // namespace

ExitCode runSandbox(const Options &options)
{
    const StopSignal stop;
    bool stopped = false;
    QObject::connect(&stop, &StopSignal::requested, qApp, [&stopped] {
        stopped = true;
        QCoreApplication::quit();
    });
    Sandbox::Options wanted;
    wanted.traffic = options.traffic;
    const auto sandbox = startSandbox(wanted, stop);
    if (!sandbox && sandbox.error().kind == ErrorKind::Cancelled)
        return ExitCode::Ok;
    if (!sandbox) {
        say(errorText(sandbox.error()));
        return ExitCode::NoAnswer;
    }
    if (!writeOut(description(**sandbox)))
        return ExitCode::OutputFailed;
    say(QStringLiteral("Look at it with: lockctl list --config %1 (Ctrl+C ends it)")
            .arg((*sandbox)->configPath()));
    QCoreApplication::processEvents();
    if (!stopped)
        QCoreApplication::exec();
    return ExitCode::Ok;
}

} // namespace lockmaster
