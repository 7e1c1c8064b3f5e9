// SPDX-License-Identifier: Apache-2.0
#include "core/leaders/leaderexport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_leaderexport {

namespace {

/** Two candidates, one failover after 920.5 ms. */
LeaderHistory someHistory()
{
    const ManualClock clock;
    const SteadyTime since = clock.now();
    LeaderHistory history;
    history.since = since;
    history.wallAtSince = clock.wallNow();
    history.candidates = {{"pod-1", QStringLiteral("pod-1"), 812}, {"\xff=pod", {}, {}}};
    Reign first{0, {since, since + 4s}, {since, since + 1s, since + 2s}, {}, {}};
    Reign second{1, {since + 4920500us, {}}, {since + 4920500us}, {}, {}};
    second.frozen = {{since + 5s, since + 6s}};
    history.reigns = {std::make_shared<const Reign>(first), std::make_shared<const Reign>(second)};
    history.vacancies = {{since + 4s, since + 4920500us}};
    history.failovers = {{since + 4920500us, 0, 1, 920500us, 40ms}};
    history.marks = {{LeaderMark::Kind::Killed, since + 4s, 0, QStringLiteral("killed")},
                     {LeaderMark::Kind::Skewed, since + 7s, {}, QStringLiteral("+1, \"late\"")}};
    return history;
}

QJsonObject parsed(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        qWarning() << error.errorString() << json;
    return document.object();
}

} // namespace

class TestLeaderExport : public QObject
{
    Q_OBJECT

private slots:
    void csvHasOneLineForEachThing()
    {
        const QList<QByteArray> lines = leaderCsv(someHistory()).split('\n');
        QCOMPARE(lines.size(), 12); // header, 2 reigns, 4 heartbeats, vacancy, failover, 2 marks
        QCOMPARE(lines[0], "what,from_utc,until_utc,duration_ms,candidate,process,other,text\r");
        QCOMPARE(lines[1], "reign,2026-01-02T03:04:05.000000Z,2026-01-02T03:04:09.000000Z,"
                           "4000.000,pod-1,812,,\r");
        QCOMPARE(lines[2], "heartbeat,2026-01-02T03:04:05.000000Z,,,pod-1,812,,\r");
        QVERIFY(lines.contains("vacancy,2026-01-02T03:04:09.000000Z,2026-01-02T03:04:09.920500Z,"
                               "920.500,,,,\r"));
        QVERIFY(lines.contains("failover,2026-01-02T03:04:09.000000Z,2026-01-02T03:04:09.920500Z,"
                               "920.500,\\xff=pod,,pod-1,\r"));
        QVERIFY(lines.contains("mark,2026-01-02T03:04:09.000000Z,,,pod-1,812,,killed\r"));
        QVERIFY(
            lines.contains("mark,2026-01-02T03:04:12.000000Z,,,,,,\"skewed: +1, \"\"late\"\"\"\r"));
        QVERIFY(lines.back().isEmpty());
    }

    void csvLinesAreByBegin()
    {
        QByteArray before;
        for (const QByteArray &line : leaderCsv(someHistory()).split('\n').mid(1)) {
            const QByteArray from = line.split(',').value(1);
            QVERIFY(line.isEmpty() || from >= before);
            before = from;
        }
    }

    void aNameIsNeverAFormula_data()
    {
        QTest::addColumn<QByteArray>("identity");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("sum") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("plus") << QByteArray("+1") << QByteArray("'+1");
        QTest::newRow("minus") << QByteArray("-1") << QByteArray("'-1");
        QTest::newRow("at") << QByteArray("@a") << QByteArray("'@a");
        QTest::newRow("command") << QByteArray("=cmd|' /C calc'!A0,\"x\"")
                                 << QByteArray("\"'=cmd|' /C calc'!A0,\"\"x\"\"\"");
        QTest::newRow("newline") << QByteArray("a\nb") << QByteArray("a\\nb");
        QTest::newRow("plain") << QByteArray("pod-1") << QByteArray("pod-1");
    }
    void aNameIsNeverAFormula()
    {
        QFETCH(QByteArray, identity);
        QFETCH(QByteArray, field);
        LeaderHistory history;
        history.candidates = {{identity, {}, {}}};
        history.reigns = {std::make_shared<const Reign>()};
        const QByteArray line = leaderCsv(history).split('\n').value(1);
        QVERIFY2(line.endsWith("Z,,," + field + ",,,\r"), line.constData());
    }

    void jsonTellsTheHistory()
    {
        const LeaderHistory history = someHistory();
        const QJsonObject document = parsed(leaderJson(history, nullptr, history.since + 10s));
        QCOMPARE(document[u"schema"].toInt(), 2);
        QCOMPARE(document[u"taken_at"].toString(), u"2026-01-02T03:04:15.000000Z");
        QVERIFY(document[u"figures"].isNull());
        const QJsonObject told = document[u"history"].toObject();
        const QJsonArray candidates = told[u"candidates"].toArray();
        QCOMPARE(candidates.size(), 2);
        QCOMPARE(candidates[0][u"process"].toInt(), 812);
        QVERIFY(candidates[0][u"identity_base64"].isUndefined());
        QCOMPARE(candidates[1][u"identity_base64"].toString(), u"/z1wb2Q=");
        QVERIFY(candidates[1][u"process"].isNull());
        const QJsonArray reigns = told[u"reigns"].toArray();
        QCOMPARE(reigns[0][u"heartbeats"].toArray().size(), 3);
        QCOMPARE(reigns[0][u"until"].toString(), u"2026-01-02T03:04:09.000000Z");
        QVERIFY(reigns[1][u"until"].isNull());
        QCOMPARE(reigns[1][u"frozen"].toArray().size(), 1);
        QCOMPARE(told[u"vacancies"].toArray().size(), 1);
        const QJsonObject failover = told[u"failovers"].toArray()[0].toObject();
        QCOMPARE(failover[u"from"].toString(), u"pod-1");
        QCOMPARE(failover[u"vacancy_ms"].toInt(), 920);
        QCOMPARE(failover[u"uncertainty_ms"].toInt(), 40);
        const QJsonArray marks = told[u"marks"].toArray();
        QCOMPARE(marks[0][u"kind"].toString(), u"killed");
        QCOMPARE(marks[0][u"candidate"].toInt(), 0);
        QVERIFY(marks[1][u"candidate"].isNull());
    }

    /** With all bytes of a name; and what nobody tells is left out. */
    void jsonTellsOfWhichLockAndByWhom()
    {
        const LeaderHistory history = someHistory();
        const LockId lock{std::make_shared<SourceId>(SourceId{QStringLiteral("billing-db"),
                                                              QStringLiteral("leader"),
                                                              QStringLiteral("app.leader")}),
                          "batch\xff\""};
        const QJsonObject document = parsed(
            leaderJson(history, nullptr, history.since, QStringLiteral("Lockmaster 1"), lock));
        QCOMPARE(document[u"program"].toString(), QStringLiteral("Lockmaster 1"));
        const QJsonObject told = document[u"lock"].toObject();
        QCOMPARE(told[u"backend"].toString(), QStringLiteral("billing-db"));
        QCOMPARE(told[u"source"].toString(), QStringLiteral("app.leader"));
        QCOMPARE(QByteArray::fromBase64(told[u"name_base64"].toString().toLatin1()), lock.name);
        const QJsonObject bare = parsed(leaderJson(history, nullptr, history.since));
        QVERIFY(!bare.contains(u"lock") && !bare.contains(u"program"));
    }

    void jsonTellsTheFigures()
    {
        const LeaderHistory history = someHistory();
        LeaderFigures figures;
        figures.lease = 1200ms;
        figures.period = RenewalPeriod{1s, true};
        figures.lastHeartbeat = history.since + 9s;
        figures.heartbeatPrecision = 1s;
        figures.changesLastHour = 1;
        figures.lastFailover = history.failovers.front();
        figures.watchedSince = history.since;
        const QJsonObject told =
            parsed(leaderJson(history, &figures, history.since + 9400ms))[u"figures"].toObject();
        QCOMPARE(told[u"lease_ms"].toInt(), 1200);
        QCOMPARE(told[u"period_ms"].toInt(), 1000);
        QVERIFY(told[u"period_at_most"].toBool());
        QCOMPARE(told[u"heartbeat_age_ms"].toInt(), 400);
        QCOMPARE(told[u"heartbeat_precision_ms"].toInt(), 1000);
        QCOMPARE(told[u"changes_last_hour"].toInt(), 1);
        QCOMPARE(told[u"last_failover"][u"vacancy_ms"].toInt(), 920);
        QVERIFY(told[u"vacant_since"].isNull());
        QVERIFY(told[u"vacant_ms"].isNull());
        QCOMPARE(told[u"vacant_last_hour_ms"].toInt(), 0);
        QCOMPARE(told[u"watched_ms"].toInt(), 9400);
    }

    void whatIsNotKnownIsNull()
    {
        const LeaderHistory history;
        const LeaderFigures figures;
        const QJsonObject told = parsed(leaderJson(history, &figures, {}))[u"figures"].toObject();
        for (const auto key : {u"lease_ms", u"period_ms", u"last_heartbeat_at", u"heartbeat_age_ms",
                               u"last_failover", u"vacant_since"})
            QVERIFY2(told[QStringView(key)].isNull(), qPrintable(QString::fromUtf16(key)));
    }
};

LOCKMASTER_TEST(TestLeaderExport, QCoreApplication)

} // namespace tst_leaderexport

#include "tst_leaderexport.moc"
