// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/labcommands.h"

#include "app/lockctl/shell/output.h"

namespace lockmaster {

std::vector<Experiment> labExperiments()
{
    std::vector<Experiment> all = {
        {QStringLiteral("failover"),
         QStringLiteral("Kill the leader of a table again and again, and measure who leads when"),
         runFailover,
         {}}};
    for (const ContentionInfo &info : contentionExperiments())
        all.push_back({info.id, info.title, runContentionExperiment, info});
    return all;
}

namespace {

ExitCode listExperiments()
{
    QByteArray out;
    for (const Experiment &experiment : labExperiments())
        out += experiment.id.toUtf8() + '\t' + experiment.says.toUtf8() + '\n';
    return writeOut(out) ? ExitCode::Ok : ExitCode::OutputFailed;
}

} // namespace

ExitCode runLab(const Options &options)
{
    const QString &wanted = options.lab.experiment;
    if (wanted.isEmpty())
        return listExperiments();
    if (wanted == u"replay")
        return runReplay(options);
    QStringList ids;
    for (const Experiment &experiment : labExperiments()) {
        if (experiment.id == wanted)
            return experiment.run(options);
        ids.append(experiment.id);
    }
    say(QStringLiteral("There is no experiment '%1'. There are: %2.")
            .arg(wanted, ids.join(QLatin1StringView(", "))));
    return ExitCode::Usage;
}

} // namespace lockmaster
