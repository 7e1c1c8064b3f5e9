// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/benchmark.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTextStream>

#include <algorithm>

using namespace lockmaster;
using namespace lockmaster::bench;

namespace {

const std::vector<Group> &groups()
{
    static const std::vector<Group> all = {
        {QStringLiteral("sql"), QStringLiteral("tables"), sqlSnapshots},
        {QStringLiteral("user-locks"), QStringLiteral("user-level locks"), userLockLooks},
        {QStringLiteral("redis"), QStringLiteral("keyspaces"), redisSnapshots},
        {QStringLiteral("cluster"), QStringLiteral("keyspaces of several nodes"), clusterSnapshots},
        {QStringLiteral("feed"), QStringLiteral("what being told of changes costs a server"),
         feedPrices},
        {QStringLiteral("push"), QStringLiteral("changes that a server tells of"), pushedChanges},
        {QStringLiteral("list"), QStringLiteral("lockctl list"), listCommand},
        {QStringLiteral("watch"), QStringLiteral("lockctl watch"), watchCommand},
        {QStringLiteral("top"), QStringLiteral("lockctl top"), topCommand},
        {QStringLiteral("backends"), QStringLiteral("fifty backends at once"), manyBackends},
        {QStringLiteral("history"), QStringLiteral("recording, and asking a month of records"),
         historyStore},
        {QStringLiteral("alerts"), QStringLiteral("rules over many locks"), alertLooks},
        {QStringLiteral("lanes"), QStringLiteral("frames of the leaders' lanes"), lanesFrames},
        {QStringLiteral("view"), QStringLiteral("following, sorting and filtering many locks"),
         largeViews},
        {QStringLiteral("start"), QStringLiteral("until the first locks are on screen"),
         programStarts},
        {QStringLiteral("idle"), QStringLiteral("what a window uses that only shows"), idleWindow},
        {QStringLiteral("soak"),
         QStringLiteral("growth while locks come and go, for LOCKMASTER_SOAK_MINUTES (1)"),
         soakedMonitor},
        {QStringLiteral("window"), QStringLiteral("the whole window: slices, answers, idle"),
         windowFigures},
        {QStringLiteral("window-recorded"),
         QStringLiteral("the same with history and alerts, at 1,000 events a second"),
         recordedWindow},
        {QStringLiteral("window-open"),
         QStringLiteral("the same with every page in a window of its own"), openWindow},
        {QStringLiteral("window-million"), QStringLiteral("the window over a million locks"),
         millionInWindow},
        {QStringLiteral("window-backends"), QStringLiteral("the window over 50 backends, 5 dead"),
         backendsInWindow},
    };
    return all;
}

QJsonValue orNull(const std::optional<double> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonObject toJson(const Figure &figure)
{
    return {{QStringLiteral("name"), figure.name},
            {QStringLiteral("unit"), figure.unit},
            {QStringLiteral("ours"), figure.ours},
            {QStringLiteral("raw"), orNull(figure.raw)},
            {QStringLiteral("ratio"), orNull(figure.ratio())},
            {QStringLiteral("budget"), figure.budget},
            {QStringLiteral("holds"), figure.holds()}};
}

QString cell(const std::optional<double> &value)
{
    if (!value)
        return QStringLiteral("-");
    return QString::number(*value, 'f', *value < 10 ? 3 : *value < 1000 ? 1 : 0);
}

void print(QTextStream &out, const Figure &figure)
{
    out << QStringLiteral("%1 %2 %3 %4 %5 %6  %7\n")
               .arg(figure.name, -44)
               .arg(cell(figure.ours), 10)
               .arg(figure.unit, -10)
               .arg(cell(figure.raw), 10)
               .arg(cell(figure.ratio()), 8)
               .arg(cell(figure.budget), 8)
               .arg(figure.holds() ? QStringLiteral("holds") : QStringLiteral("MISSED"));
    out.flush();
}

void printHead(QTextStream &out)
{
    out << QStringLiteral("%1 %2 %3 %4 %5 %6\n")
               .arg(QStringLiteral("name"), -44)
               .arg(QStringLiteral("ours"), 10)
               .arg(QStringLiteral("unit"), -10)
               .arg(QStringLiteral("raw"), 10)
               .arg(QStringLiteral("ratio"), 8)
               .arg(QStringLiteral("budget"), 8);
    out.flush();
}

bool write(const QString &name, const QJsonArray &figures)
{
    QFile file(name);
    const QByteArray text = QJsonDocument(figures).toJson();
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush())
        return true;
    QTextStream(stderr) << name << " cannot be written: " << file.errorString() << '\n';
    return false;
}

} // namespace

int main(int argc, char **argv)
{
    // Nothing is shown: what is painted is painted into memory.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    QString about = QStringLiteral("Measures Lockmaster, where possible against raw clients in the "
                                   "same run.\n");
    for (const Group &group : groups())
        about += QStringLiteral("\n  %1 %2").arg(group.word, -10).arg(group.about);
    parser.setApplicationDescription(about);
    parser.addHelpOption();
    const QCommandLineOption json(QStringLiteral("json"), QStringLiteral("Write the figures here."),
                                  QStringLiteral("FILE"));
    parser.addOption(json);
    parser.addPositionalArgument(QStringLiteral("name"),
                                 QStringLiteral("What to measure; without: everything."),
                                 QStringLiteral("[name...]"));
    parser.process(application);

    const QStringList wanted = parser.positionalArguments();
    for (const QString &word : wanted) {
        const bool known = std::any_of(groups().begin(), groups().end(),
                                       [&word](const Group &group) { return group.word == word; });
        if (!known) {
            QTextStream(stderr) << word << ": there is no such benchmark; see --help.\n";
            return 2;
        }
    }
    QTextStream out(stdout);
    printHead(out);
    QJsonArray figures;
    int status = 0;
    for (const Group &group : groups()) {
        if (!wanted.isEmpty() && !wanted.contains(group.word))
            continue;
        const auto result = group.run();
        if (!result) {
            QTextStream(stderr) << group.word << ": " << result.error().message << ' '
                                << result.error().remedy << '\n';
            status = 1;
            continue;
        }
        for (const Figure &figure : *result) {
            print(out, figure);
            figures.append(toJson(figure));
        }
    }
    if (parser.isSet(json) && !write(parser.value(json), figures))
        status = 1;
    return status;
}
