// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/commands.h"
#include "app/lockctl/shell/urlsecrets.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace lockmaster;

namespace tst_commandline {

namespace {

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
}

auto parse(const QStringList &arguments)
{
    return parseCommandLine(arguments, commands());
}

bool isForCheck(const Usage &usage)
{
    return usage.command && usage.command->name == QByteArrayView("check");
}

} // namespace

/** What is asked for, and what stays out of sight. */
class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void optionsStandBeforeOrAfterTheCommand();
    void repeatedOptionsAreCollected();
    void locksAreChosen();
    void holdOptionsAreCollected();
    void whatStandsBehindTwoDashesIsTheCommand();
    void releaseTakesAWitness();
    void checkTakesLimits();
    void serveIsForThisMachineAlone();
    void labTakesAnExperiment();
    void helpAndVersionAreData_data();
    void helpAndVersionAreData();
    void mistakesAreOneLine_data();
    void mistakesAreOneLine();
    void whoIsMistakenIsToldTheCommands();
    void aValueMayEndWithAnEqualsSign();
    void mistakeDoesNotQuoteAPassword();
    void passwordIsOverwrittenInTheArguments_data();
    void passwordIsOverwrittenInTheArguments();
};

void TestCommandLine::optionsStandBeforeOrAfterTheCommand()
{
    for (const char *line :
         {"--config c --password-file p --allow-writes list --json --filter f",
          "list --json --filter f --config c --password-file p --allow-writes",
          "list --config=c --filter=f --allow-writes --json --password-file=p"}) {
        const auto parsed = parse(words(line));
        const auto *options = std::get_if<Options>(&parsed);
        QVERIFY2(options, line);
        QCOMPARE(options->command->name, "list");
        QCOMPARE(options->config, QStringLiteral("c"));
        QCOMPARE(options->passwordFile, QStringLiteral("p"));
        QCOMPARE(options->filter, QStringLiteral("f"));
        QVERIFY(options->json && !options->jsonLines);
        QVERIFY(options->allowWrites);
    }
    const auto lines = parse(words("list --json-lines"));
    QVERIFY(std::get<Options>(lines).jsonLines && !std::get<Options>(lines).json);
}

void TestCommandLine::repeatedOptionsAreCollected()
{
    const auto parsed = parse(words("--url a --backend x watch --url b --backend y --url=c"));
    const auto *options = std::get_if<Options>(&parsed);
    QVERIFY(options);
    QCOMPARE(options->command->name, "watch");
    QCOMPARE(options->urls, words("a b c"));
    QCOMPARE(options->backends, words("x y"));

    const auto sandbox = parse(words("sandbox --traffic --allow-writes"));
    QVERIFY(std::get<Options>(sandbox).traffic);
    QCOMPARE(std::get<Options>(parse(words("doctor"))).command->name, "doctor");
}

void TestCommandLine::locksAreChosen()
{
    for (const char *command : {"list", "watch", "leaders", "check"}) {
        const auto chosen = std::get<Options>(
            parse(QStringList(QString::fromLatin1(command))
                  + words("--backend b --name a --name=x:y --system leader --system redisson "
                          "--filter f")));
        QCOMPARE(chosen.lockNames, words("a x:y"));
        QCOMPARE(chosen.lockSystems, words("leader redisson"));
        QCOMPARE(chosen.filter, QStringLiteral("f"));
        QVERIFY(!chosen.one && !chosen.witness);
    }
    // An empty name is a name, and not none.
    const auto empty =
        std::get<Options>(parse({QStringLiteral("list"), QStringLiteral("--name"), QString()}));
    QCOMPARE(empty.lockNames, QStringList(QString()));
    const auto one = std::get<Options>(parse(words("list --one --json")));
    QVERIFY(one.one && !one.witness && one.json);
    const auto witness = std::get<Options>(parse(words("list --witness")));
    QVERIFY(witness.one && witness.witness);
}

void TestCommandLine::holdOptionsAreCollected()
{
    const auto parsed = parse(
        words("acquire --backend b --system redisson --name n --source s --owner o --variant fair "
              "--ttl 5s --wait 3s --hold 10s --reason r --json --allow-writes"));
    const auto *options = std::get_if<Options>(&parsed);
    QVERIFY(options);
    QCOMPARE(options->command->name, "acquire");
    QCOMPARE(options->backends, words("b"));
    QVERIFY(options->json && options->allowWrites);
    const HoldOptions &hold = options->hold;
    QCOMPARE(QStringList({hold.system, hold.name, hold.source, hold.owner, hold.variant, hold.ttl,
                          hold.wait, hold.hold, hold.reason}),
             words("redisson n s o fair 5s 3s 10s r"));
    QVERIFY(hold.command.isEmpty());
}

void TestCommandLine::whatStandsBehindTwoDashesIsTheCommand()
{
    const auto parsed =
        parse(words("run --name n --system user_lock -- backup --json --name other -- --help"));
    const auto *options = std::get_if<Options>(&parsed);
    QVERIFY(options);
    QCOMPARE(options->command->name, "run");
    QCOMPARE(options->hold.name, QStringLiteral("n"));
    QVERIFY(!options->json);
    QCOMPARE(options->hold.command,
             QList<QByteArray>({"backup", "--json", "--name", "other", "--", "--help"}));
}

void TestCommandLine::releaseTakesAWitness()
{
    const auto parsed =
        parse(words("release --witness - --reason stuck --action step-down --target r1 "
                    "--even-if-renewed --system leader --name pay --allow-writes"));
    const auto *options = std::get_if<Options>(&parsed);
    QVERIFY(options);
    QCOMPARE(options->command->name, "release");
    QVERIFY(options->allowWrites);
    const ReleaseOptions &release = options->release;
    QCOMPARE(release.witness, QStringLiteral("-"));
    QCOMPARE(release.reason, QStringLiteral("stuck"));
    QCOMPARE(release.action, QStringLiteral("step-down"));
    QCOMPARE(release.target, QStringLiteral("r1"));
    QVERIFY(release.evenIfRenewed);
    QCOMPARE(release.system, QStringLiteral("leader"));
    QCOMPARE(release.name, QStringLiteral("pay"));

    const auto audit = std::get<Options>(parse(words("audit --verify --last 7")));
    QCOMPARE(audit.command->name, "audit");
    QVERIFY(audit.audit.verify);
    QCOMPARE(audit.audit.last, 7);
    QCOMPARE(std::get<Options>(parse(words("audit"))).audit.last, 50);
}

void TestCommandLine::checkTakesLimits()
{
    const auto told = std::get<Options>(parse(
        words("check --max-held 5m,10m --max-waiters 5 --max-locks 9 --max-expired 1, "
              "--no-finding a --no-finding b,c --warn-finding d --has-leader e --has-leader f "
              "--exists g --where-known --timeout 3s --filter h --url u")));
    QCOMPARE(told.command->name, "check");
    QCOMPARE(told.filter, QStringLiteral("h"));
    const CheckOptions &check = told.check;
    QCOMPARE(QStringList({check.maxHeld, check.maxWaiters, check.maxLocks, check.maxExpired,
                          check.timeout}),
             words("5m,10m 5 9 1, 3s"));
    QCOMPARE(check.noFindings, words("a b,c"));
    QCOMPARE(check.warnFindings, words("d"));
    QCOMPARE(check.leaders, words("e f"));
    QCOMPARE(check.existing, words("g"));
    QVERIFY(check.whereKnown && !check.noExpired);
    QVERIFY(std::get<Options>(parse(words("check --no-expired"))).check.noExpired);

    // Whoever reads the code has to know whose mistake it was.
    for (const char *line : {"check --max-hold 5m", "--url u check extra", "check --json"}) {
        const auto wrong = parse(words(line));
        QVERIFY2(isForCheck(std::get<Usage>(wrong)), line);
    }
    QVERIFY(!isForCheck(std::get<Usage>(parse(words("list --max-held 5m")))));
}

void TestCommandLine::serveIsForThisMachineAlone()
{
    const auto plain = std::get<Options>(parse(words("serve")));
    QCOMPARE(plain.command->name, "serve");
    QCOMPARE(plain.serve.listen, QStringLiteral("127.0.0.1:9464"));
    QVERIFY(plain.serve.series.isEmpty());
    QCOMPARE(plain.serve.maxSeries, 1000);
    QVERIFY(!plain.serve.noHistory);
    const auto told = std::get<Options>(
        parse(words("serve --listen [::]:80 --series a* --series b --max-series 5 "
                    "--no-history --no-alerts --config c")));
    QCOMPARE(told.serve.listen, QStringLiteral("[::]:80"));
    QCOMPARE(told.serve.series, words("a* b"));
    QCOMPARE(told.serve.maxSeries, 5);
    QVERIFY(told.serve.noHistory && told.serve.noAlerts);
    QCOMPARE(told.config, QStringLiteral("c"));
}

void TestCommandLine::labTakesAnExperiment()
{
    const auto failover = std::get<Options>(parse(
        words("lab failover --candidates 5 --period 500ms --lease 600ms --precision 3 --work 10ms "
              "--duplicate-identity --preset healthy --kills 7 --seed 4294967295 --json "
              "--url u --allow-writes")));
    QCOMPARE(failover.command->name, "lab");
    QCOMPARE(failover.lab.experiment, QStringLiteral("failover"));
    QCOMPARE(failover.lab.seed, 4294967295U);
    QVERIFY(failover.json && failover.allowWrites);
    QCOMPARE(failover.urls, words("u"));
    const FailoverOptions &told = failover.lab.failover;
    QCOMPARE(QStringList({told.preset, told.period, told.lease, told.work}),
             words("healthy 500ms 600ms 10ms"));
    QCOMPARE(told.candidates, 5);
    QCOMPARE(told.precision, 3);
    QCOMPARE(told.kills, 7);
    QVERIFY(told.duplicateIdentity);

    const auto plain = std::get<Options>(parse(words("lab --seed 7 failover"))).lab;
    QCOMPARE(plain.seed, 7U);
    QCOMPARE(plain.failover.kills, 20);
    QVERIFY(plain.failover.preset.isEmpty() && !plain.failover.candidates
            && !plain.failover.precision);

    for (const char *line : {"lab --json cards", "lab cards --json", "--url u lab failover --json"})
        QVERIFY2(std::get<Options>(parse(words(line))).json, line);
    QVERIFY(std::get<Options>(parse(words("lab"))).lab.experiment.isEmpty());
    const auto other = std::get<Options>(parse(words("lab cards --json")));
    QCOMPARE(other.lab.experiment, QStringLiteral("cards"));
    QVERIFY(other.json && !other.lab.seed && !other.lab.contend.requests);
    const auto job =
        std::get<Options>(parse(words("lab minute-job --requests 5 --skew 2s --seed 3"))).lab;
    QCOMPARE(job.experiment, QStringLiteral("minute-job"));
    QCOMPARE(job.contend.requests, 5);
    QCOMPARE(job.contend.skew, QStringLiteral("2s"));
    QCOMPARE(job.seed, 3U);
    // What is not known is for `lab` to say.
    QCOMPARE(std::get<Options>(parse(words("lab tea"))).lab.experiment, QStringLiteral("tea"));
}

void TestCommandLine::helpAndVersionAreData_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("holds");
    QTest::newRow("--help") << QStringLiteral("--help") << QStringLiteral("--allow-writes");
    QTest::newRow("-h") << QStringLiteral("-h") << QStringLiteral("Exit codes");
    QTest::newRow("list --help") << QStringLiteral("list --help") << QStringLiteral("--filter");
    QTest::newRow("sandbox --help")
        << QStringLiteral("sandbox --help") << QStringLiteral("--traffic");
    QTest::newRow("acquire --help") << QStringLiteral("acquire --help") << QStringLiteral("--hold");
    QTest::newRow("run --help") << QStringLiteral("run --help") << QStringLiteral("-- COMMAND");
    QTest::newRow("lab --help") << QStringLiteral("lab --help") << QStringLiteral("failover");
    QTest::newRow("lab failover --help")
        << QStringLiteral("lab failover --help") << QStringLiteral("--duplicate-identity");
    QTest::newRow("lab order --help")
        << QStringLiteral("lab order --help") << QStringLiteral("--requests");
    for (const char *line : {"lab --help", "lab failover --help", "lab order --help"}) {
        for (const char *option : {"--seed", "--json"})
            QTest::addRow("%s: %s", line, option)
                << QString::fromUtf8(line) << QString::fromUtf8(option);
    }
    for (const char *option : {"--backend", "--url", "--allow-writes"})
        QTest::addRow("lab failover: %s", option)
            << QStringLiteral("lab failover --help") << QString::fromUtf8(option);
    QTest::newRow("usage of lab") << QStringLiteral("lab --help")
                                  << QStringLiteral("lockctl lab [OPTIONS] [COMMAND]");
    QTest::newRow("--version") << QStringLiteral("--version") << QStringLiteral("lockctl 0.");
}

void TestCommandLine::helpAndVersionAreData()
{
    QFETCH(QString, line);
    QFETCH(QString, holds);
    const auto parsed = parse(words(line.toUtf8().constData()));
    const auto *usage = std::get_if<Usage>(&parsed);
    QVERIFY(usage);
    QVERIFY(!usage->isError);
    QVERIFY2(usage->text.contains(holds), qPrintable(usage->text));
    QVERIFY(!usage->text.contains(QStringLiteral("  backends ")));
}

void TestCommandLine::mistakesAreOneLine_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *line, const char *said) {
        QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(said);
    };
    row("", "command");
    row("lists", "lists");
    row("list --colour", "--colour");
    row("list watch", "watch");
    row("list extra", "extra");
    row("list --config", "--config");
    row("list --config a --config b", "--config");
    row("list --traffic", "--traffic");
    row("doctor --filter x", "--filter");
    row("audit --last 0", "--last");
    row("watch --witness", "--witness");
    row("list --witness x", "x");
    row("list --witness --json", "--witness");
    row("list --no-heading --json", "--no-heading");
    row("watch --no-heading", "--no-heading");
    row("list --one --json-lines", "--json-lines");
    // Without a value an option would take the next one for it, and the guard would be lost.
    row("list --filter= --one --json", "--filter=");
    row("list --name= --witness", "--name=");
    row("check --exists= --no-expired", "--exists=");
    row("list --json --filter=", "--filter=");
    row("--config= list", "--config=");
    row("release --witness= --reason x", "--witness=");
    row("list --one= --json", "--one=");
    row("run --name= --ttl 5s -- true", "--name=");
    row("watch --one", "--one");
    row("list --json --json-lines", "--json");
    row("watch --json-lines", "--json-lines");
    row("list --ttl 5s", "--ttl");
    row("run --hold 5s -- true", "--hold");
    row("run --name n", "-- COMMAND");
    row("run --name n --", "-- COMMAND");
    row("run --name n true", "true");
    row("acquire --name n -- true", "true");
    row("acquire --ttl 5s --ttl 6s", "--ttl");
    row("lab --kills 3", "--kills");
    row("lab failover --kills 0", "--kills");
    row("lab failover --candidates many", "--candidates");
    row("lab failover --seed -1", "--seed");
    row("lab failover again", "again");
    row("lab cards again", "again");
    row("lab cards order", "order");
    row("lab cards --skew 1s", "--skew");
    row("lab order --kills 3", "--kills");
    row("lab failover --requests 3", "--requests");
}

void TestCommandLine::mistakesAreOneLine()
{
    QFETCH(QString, line);
    QFETCH(QString, said);
    const auto parsed = parse(words(line.toUtf8().constData()));
    const auto *usage = std::get_if<Usage>(&parsed);
    QVERIFY(usage);
    QVERIFY(usage->isError);
    QVERIFY2(usage->text.contains(said, Qt::CaseInsensitive), qPrintable(usage->text));
    QVERIFY(!usage->text.contains(u'\n'));
    // A monitoring system is answered as a plugin does, wherever the mistake stands.
    const QStringList all = line.split(u' ');
    QCOMPARE(isForCheck(*usage), all.contains(QStringLiteral("check")));
}

void TestCommandLine::whoIsMistakenIsToldTheCommands()
{
    const QString told = std::get<Usage>(parse(words("lists"))).text;
    for (const Command &command : commands()) {
        const QRegularExpression name(
            QStringLiteral(" %1[,. ]").arg(QLatin1StringView(command.name)));
        QVERIFY2(told.contains(name) == (*command.summary != 0), command.name);
    }
    QVERIFY2(told.contains(QStringLiteral(": there are list, watch, ")), qPrintable(told));
}

void TestCommandLine::aValueMayEndWithAnEqualsSign()
{
    const auto parsed = parse(words("list --name=a= --filter name:b="));
    const auto *options = std::get_if<Options>(&parsed);
    QVERIFY(options);
    QCOMPARE(options->lockNames, QStringList{QStringLiteral("a=")});
    QCOMPARE(options->filter, QStringLiteral("name:b="));
}

void TestCommandLine::mistakeDoesNotQuoteAPassword()
{
    const auto parsed = parse(words("list redis://:hunter2@cache"));
    const auto *usage = std::get_if<Usage>(&parsed);
    QVERIFY(usage);
    QVERIFY2(!usage->text.contains(QStringLiteral("hunter2")), qPrintable(usage->text));
}

void TestCommandLine::passwordIsOverwrittenInTheArguments_data()
{
    QTest::addColumn<QByteArray>("argument");
    QTest::addColumn<QByteArray>("left");
    const auto row = [](const char *argument, const char *left) {
        QTest::newRow(argument) << QByteArray(argument) << QByteArray(left);
    };
    row("redis://u:hunter2@cache/0?match=a", "redis://u:***@cache/0?match=a");
    row("--url=redis://u:hunter2@cache/0", "--url=redis://u:***@cache/0");
    row("mysql://u:p@db", "mysql://u:*@db");
    row("mysql://u:a/b@db", "mysql://u:***@db");
    row("redis://cache:6379/0?match=a@b", "redis://cache:6379/0?match=a@b");
    row("--json", "--json");
    row("", "");
}

void TestCommandLine::passwordIsOverwrittenInTheArguments()
{
    QFETCH(QByteArray, argument);
    QFETCH(QByteArray, left);
    QByteArray program("lockctl");
    QByteArray memory = argument;
    char *argv[] = {program.data(), memory.data(), nullptr};
    const GuardedArguments guarded = guardArguments(2, argv);
    QCOMPARE(guarded.arguments, QStringList(QString::fromUtf8(argument)));
    QCOMPARE(QByteArray(argv[1]), left);
    QCOMPARE(guarded.foundPassword, argument != left);
    QVERIFY(!memory.contains("unter"));
}

LOCKMASTER_TEST(TestCommandLine, QCoreApplication)

} // namespace tst_commandline

#include "tst_commandline.moc"
