// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"

#include <QCommandLineParser>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTextStream>

using namespace lockmaster;
using namespace lockmaster::bench;

namespace {

QJsonObject toJson(const Figure &figure)
{
    return {
        {QStringLiteral("name"), figure.name},     {QStringLiteral("unit"), QStringLiteral("ms")},
        {QStringLiteral("ours"), figure.oursMs},   {QStringLiteral("raw"), figure.rawMs},
        {QStringLiteral("ratio"), figure.ratio()}, {QStringLiteral("budget"), figure.budgetRatio},
        {QStringLiteral("holds"), figure.holds()}};
}

void print(QTextStream &out, const Figure &figure)
{
    out << QStringLiteral("%1 ours %2 ms   raw %3 ms   ratio %4   budget %5   %6\n")
               .arg(figure.name, -32)
               .arg(figure.oursMs, 9, 'f', 2)
               .arg(figure.rawMs, 9, 'f', 2)
               .arg(figure.ratio(), 5, 'f', 2)
               .arg(figure.budgetRatio, 0, 'f', 1)
               .arg(figure.holds() ? QStringLiteral("holds") : QStringLiteral("MISSED"));
    out.flush();
}

} // namespace

int main(int argc, char **argv)
{
    // Nothing is shown: frames are painted into images.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Measures Lockmaster against raw clients in the same run."));
    parser.addHelpOption();
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("Write the figures here."),
                                  QStringLiteral("FILE"));
    parser.addOption(json);
    parser.addPositionalArgument(QStringLiteral("name"), QStringLiteral("sql, redis or lanes; all"),
                                 QStringLiteral("[name]"));
    parser.process(application);

    const std::vector<std::pair<QString, Benchmark>> all = {
        {QStringLiteral("sql"), sqlSnapshots},
        {QStringLiteral("redis"), redisSnapshots},
        {QStringLiteral("lanes"), lanesFrames},
    };
    const QStringList wanted = parser.positionalArguments();
    QTextStream out(stdout);
    QJsonArray figures;
    int status = 0;
    for (const auto &[name, run] : all) {
        if (!wanted.isEmpty() && !wanted.contains(name))
            continue;
        const auto result = run();
        if (!result) {
            QTextStream(stderr) << name << ": " << result.error().message << ' '
                                << result.error().remedy << '\n';
            status = 1;
            continue;
        }
        for (const Figure &figure : *result) {
            print(out, figure);
            figures.append(toJson(figure));
        }
    }
    if (parser.isSet(json)) {
        QFile file(parser.value(json));
        const QByteArray text = QJsonDocument(figures).toJson();
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            QTextStream(stderr) << file.fileName() << " cannot be written.\n";
            status = 1;
        }
    }
    return status;
}
