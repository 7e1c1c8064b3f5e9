// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/failoverorder.h"
#include "app/lockctl/lab/failovertext.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_failoverreport {

namespace {

MeasuredFailover failover(int killed, int next, Micros vacancy, std::optional<Micros> watched = {})
{
    return {SteadyTime(1h), ServerTime(Micros(1'000'000)), killed, next, vacancy, watched};
}

FailoverReport report(std::vector<MeasuredFailover> failovers)
{
    FailoverReport report;
    report.labels = {QStringLiteral("pod-1"), QStringLiteral("pod-2"), QStringLiteral("pod-3")};
    report.poll = 500ms;
    report.run.wanted = 3;
    report.run.seed = 7;
    report.run.failovers = std::move(failovers);
    std::vector<Micros> all;
    for (const MeasuredFailover &one : report.run.failovers)
        all.push_back(one.vacancy);
    report.run.figures = vacancyFigures(all);
    report.run.predicted = predictVacancy(report.setup, false, 1, 1000);
    return report;
}

FailoverReport threeKills()
{
    return report({failover(2, 1, 820ms, 900ms), failover(1, 3, 470ms, 350ms),
                   failover(3, 3, 9'400ms + 5us)});
}

} // namespace

/** What `lab failover` was told, and what it tells. */
class TestFailoverReport : public QObject
{
    Q_OBJECT

private slots:
    void optionsChangeThePreset();
    void badOptionsAreRefused_data();
    void badOptionsAreRefused();
    void progressSaysWhoFollowedWhom();
    void jsonIsAsDocumented();
    void jsonOfNothingHasNulls();
    void textHasTablesAndBars();
    void barsCountEveryKill();
    void textOfNothingSaysSo();
};

void TestFailoverReport::optionsChangeThePreset()
{
    QVERIFY(failoverSetup({}) == electionPreset(ElectionPreset::AsDescribed));
    FailoverOptions options;
    options.preset = QStringLiteral("healthy");
    QVERIFY(failoverSetup(options) == electionPreset(ElectionPreset::Healthy));
    options.candidates = 5;
    options.period = QStringLiteral("0.5s");
    options.lease = QStringLiteral("600ms");
    options.precision = 6;
    options.work = QStringLiteral("20ms");
    options.duplicateIdentity = true;
    const ElectionSetup wanted{5, 500ms, 600ms, 6, 20ms, true, {}};
    QVERIFY(failoverSetup(options) == wanted);
}

void TestFailoverReport::badOptionsAreRefused_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("lease");
    QTest::addColumn<int>("candidates");
    QTest::newRow("preset") << QStringLiteral("fast") << QString() << 3;
    QTest::newRow("no time") << QString() << QStringLiteral("soon") << 3;
    QTest::newRow("no unit") << QString() << QStringLiteral("1200") << 3;
    QTest::newRow("too fine") << QString() << QStringLiteral("1200500us") << 3;
    QTest::newRow("out of bounds") << QString() << QStringLiteral("1h") << 3;
    QTest::newRow("alone") << QString() << QString() << 1;
}

void TestFailoverReport::badOptionsAreRefused()
{
    QFETCH(QString, preset);
    QFETCH(QString, lease);
    QFETCH(int, candidates);
    FailoverOptions options;
    options.preset = preset;
    options.lease = lease;
    options.candidates = candidates;
    QVERIFY(!failoverSetup(options));
}

void TestFailoverReport::progressSaysWhoFollowedWhom()
{
    QCOMPARE(progressText(threeKills(), 1),
             QStringLiteral("1 of 3: pod-2 killed, pod-1 took over after 0.820 s"));
    QCOMPARE(
        progressText(threeKills(), 3),
        QStringLiteral("3 of 3: pod-3 killed, nobody took over; it leads again after 9.400 s"));
}

void TestFailoverReport::jsonIsAsDocumented()
{
    const QByteArray json = failoverJson(threeKills());
    QCOMPARE(failoverViolations(json), QStringList());
    QCOMPARE(json.count('\n'), 1);
    const QJsonObject object = jsonObject(json);
    QCOMPARE(object[u"median_ms"].toDouble(), 820.0);
    QCOMPARE(object[u"max_ms"].toDouble(), 9400.005);
    QCOMPARE(object[u"setup"][u"kills"].toInt(), 3);
    QCOMPARE(object[u"setup"][u"seed"].toInt(), 7);
    QVERIFY(object[u"setup"][u"backend"].isNull());
    const QJsonArray all = object[u"failovers"].toArray();
    QCOMPARE(all.size(), 3);
    QCOMPARE(all[0][u"at"].toString(), QStringLiteral("1970-01-01T00:00:01.000000Z"));
    QCOMPARE(all[0][u"killed"].toString(), QStringLiteral("pod-2"));
    QCOMPARE(all[0][u"next"].toString(), QStringLiteral("pod-1"));
    QCOMPARE(all[1][u"watched_ms"].toDouble(), 350.0);
    QVERIFY(all[2][u"watched_ms"].isNull());
    QCOMPARE(object[u"watched"][u"max_error_ms"].toDouble(), 120.0);
    QCOMPARE(object[u"watched"][u"poll_ms"].toInt(), 500);
}

void TestFailoverReport::jsonOfNothingHasNulls()
{
    const QByteArray json = failoverJson(report({}));
    QCOMPARE(failoverViolations(json), QStringList());
    QVERIFY(jsonObject(json)[u"median_ms"].isNull());
    QVERIFY(jsonObject(json)[u"watched"][u"max_error_ms"].isNull());
    QVERIFY(jsonObject(json)[u"predicted"][u"median_ms"].toDouble() > 0);
}

void TestFailoverReport::textHasTablesAndBars()
{
    const QString text = QString::fromUtf8(failoverText(threeKills(), 0));
    QVERIFY(text.contains(QStringLiteral("00:00:01.000")));
    QVERIFY(text.contains(QStringLiteral("0.820 s")));
    QVERIFY(text.contains(QStringLiteral("####")));
    QVERIFY(text.contains(QStringLiteral("MEASURED")));
    QVERIFY(text.contains(QStringLiteral("every 500 ms was off by 0.120 s at most")));
    QVERIFY(!text.contains(QStringLiteral("nan")));
}

void TestFailoverReport::barsCountEveryKill()
{
    // Whatever the longest time: no kill is lost between the bars, and there are few.
    for (const Micros longest : {Micros(1us), Micros(999us), Micros(1s), Micros(120ms), Micros(2s),
                                 Micros(11s), Micros(600s)}) {
        FailoverReport some = report({failover(1, 2, longest / 2), failover(1, 2, longest)});
        some.run.predicted = {};
        const auto lines = failoverText(some, 0).split('\n');
        int bars = 0;
        int kills = 0;
        for (const QByteArray &line : lines) {
            if (!line.trimmed().startsWith("from "))
                continue;
            ++bars;
            // `from 5 m 00.000 s  2 ###`
            kills += line.mid(line.indexOf(" s ") + 3).simplified().split(' ').front().toInt();
        }
        QCOMPARE(kills, 2);
        QVERIFY2(bars >= 1 && bars <= 12, qPrintable(QString::number(bars)));
    }
}

void TestFailoverReport::textOfNothingSaysSo()
{
    QCOMPARE(failoverText(report({}), 80), QByteArray("No failover was measured.\n"));
}

LOCKMASTER_TEST(TestFailoverReport, QCoreApplication)

} // namespace tst_failoverreport

#include "tst_failoverreport.moc"
