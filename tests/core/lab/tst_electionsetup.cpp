// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electionsetup.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_electionsetup {

/** What candidates may be like, and the three kinds that have names. */
class TestElectionSetup : public QObject
{
    Q_OBJECT

private slots:
    void presetsHaveWordsAndAreValid();
    void presetsAreTheDesignsOwnFigures();
    void boundsAreNamed_data();
    void boundsAreNamed();
    void edgesAreAllowed_data();
    void edgesAreAllowed();
};

void TestElectionSetup::presetsHaveWordsAndAreValid()
{
    QStringList names;
    for (const ElectionPreset preset : allElectionPresets) {
        names.append(electionPresetName(preset));
        QCOMPARE(electionPresetFromName(names.last()), preset);
        QVERIFY(validate(electionPreset(preset)));
    }
    QCOMPARE(names, QStringList({QStringLiteral("as-described"), QStringLiteral("as-coded"),
                                 QStringLiteral("healthy")}));
    QVERIFY(!electionPresetFromName(u"As-Coded"));
    QVERIFY(!electionPresetFromName(u""));
}

void TestElectionSetup::presetsAreTheDesignsOwnFigures()
{
    const ElectionSetup described = electionPreset(ElectionPreset::AsDescribed);
    QCOMPARE(described.candidates, 3);
    QVERIFY(described.period == 1s && described.lease == 1200ms && described.precision == 0);
    const ElectionSetup coded = electionPreset(ElectionPreset::AsCoded);
    QVERIFY(coded.period == 1s && coded.lease == 1002ms && coded.precision == 0);
    const ElectionSetup healthy = electionPreset(ElectionPreset::Healthy);
    QVERIFY(healthy.lease >= 3 * healthy.period && healthy.precision == 3);
}

void TestElectionSetup::boundsAreNamed_data()
{
    QTest::addColumn<ElectionSetup>("setup");
    QTest::addColumn<QString>("word");
    const auto row = [](const char *name, const auto &change, const char *word) {
        ElectionSetup setup;
        change(setup);
        QTest::newRow(name) << setup << QString::fromUtf8(word);
    };
    using S = ElectionSetup;
    row(
        "one candidate", [](S &s) { s.candidates = 1; }, "2 to 50 candidates, not 1");
    row(
        "too many", [](S &s) { s.candidates = 51; }, "2 to 50 candidates, not 51");
    row(
        "fast", [](S &s) { s.period = 49ms; }, "period");
    row(
        "slow", [](S &s) { s.period = 60'001ms; }, "period");
    row(
        "no lease", [](S &s) { s.lease = 0ms; }, "lease");
    row(
        "long lease", [](S &s) { s.lease = 10min + 1ms; }, "lease");
    row(
        "digits", [](S &s) { s.precision = 1; }, "0, 3 or 6");
    row(
        "negative digits", [](S &s) { s.precision = -3; }, "0, 3 or 6");
    row(
        "works all the time", [](S &s) { s.work = s.period; }, "work");
    row(
        "negative work", [](S &s) { s.work = -1ms; }, "work");
    row(
        "more clocks",
        [](S &s) {
            s.skews = {1ms, 2ms, 3ms, 4ms};
        },
        "more skewed clocks");
    row(
        "another day",
        [](S &s) {
            s.skews = {0ms, -24h};
        },
        "one hour");
}

void TestElectionSetup::boundsAreNamed()
{
    QFETCH(ElectionSetup, setup);
    QFETCH(QString, word);
    const Result<void> valid = validate(setup);
    QVERIFY(!valid);
    QCOMPARE(valid.error().kind, ErrorKind::Config);
    QVERIFY2(valid.error().message.contains(word), qPrintable(valid.error().message));
}

void TestElectionSetup::edgesAreAllowed_data()
{
    QTest::addColumn<ElectionSetup>("setup");
    QTest::newRow("least") << ElectionSetup{2, 50ms, 1ms, 6, 49ms, true, {-1h, 1h}};
    QTest::newRow("most") << ElectionSetup{
        50, 60s, 10min, 3, 0ms, false, std::vector<Millis>(50, 5ms)};
    QTest::newRow("lease below the period") << ElectionSetup{3, 1s, 300ms, 0, 0ms, false, {}};
}

void TestElectionSetup::edgesAreAllowed()
{
    QFETCH(ElectionSetup, setup);
    QVERIFY(validate(setup));
}

LOCKMASTER_TEST(TestElectionSetup, QCoreApplication)

} // namespace tst_electionsetup

#include "tst_electionsetup.moc"
