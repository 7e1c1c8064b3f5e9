// SPDX-License-Identifier: Apache-2.0
#include "core/history/historydb.h"
#include "core/report/lockreport.h"
#include "tests/support/historystage.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockreport {

namespace {

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

/** A recorded backend, its audit log, and reports of its lock `a`. */
class ReportStage : public HistoryStage
{
public:
    ReportStage() { record(); }

    /** Looks that show nothing new are noted as one where they come too fast. */
    void look(std::vector<LockRecord> records, bool complete = true)
    {
        read(std::move(records), complete);
        recorder().flush();
    }

    QString audit() const { return directory.filePath(words("audit")); }

    HistoryLock theLock(const QByteArray &name = "a") const
    {
        return {source->backend, source->system, source->name, name};
    }

    LockReport report(ServerTime from, ServerTime until, const QByteArray &name = "a",
                      ServerTime madeAt = {})
    {
        recorder().flush();
        const auto reader = HistoryReader::open(settings.path);
        if (!reader) {
            qWarning("%s", qPrintable(reader.error().message));
            return {};
        }
        auto gathered = gatherReport(**reader, audit(), {theLock(name), from, until}, madeAt);
        if (!gathered)
            qWarning("%s", qPrintable(gathered.error().message));
        return gathered.value_or(LockReport());
    }

    /** What is done from here to a lock, now; its outcome only where one is given. */
    void act(const QByteArray &name, const QString &reason, const QString &outcome,
             Micros takes = 0s)
    {
        const AuditLog log(audit(), clock);
        AuditIntent intent;
        intent.action = words("delete");
        intent.backend = source->backend;
        intent.lock = LockId{source, name};
        intent.owner = words("o");
        intent.reason = reason;
        const auto id = log.begin(intent);
        clock.advance(takes);
        AuditOutcome became;
        became.outcome = outcome;
        if (id && !outcome.isEmpty())
            (void)log.finish(*id, became);
    }
};

/** `2000..5000 lost(silent)` of each gap, in milliseconds behind `from`. */
QString gapsOf(const LockReport &report)
{
    QStringList lines;
    for (const ReportGap &gap : report.gaps) {
        const auto at = [&](ServerTime time) {
            return std::chrono::floor<Millis>(time - report.order.from).count();
        };
        QString line = QStringLiteral("%1..%2").arg(at(gap.from)).arg(at(gap.until));
        const std::pair<bool, const char *> words[] = {{gap.partly, " partly"},
                                                       {gap.isFirst, " first"},
                                                       {gap.isLast, " last"},
                                                       {gap.betweenRuns, " runs"}};
        for (const auto &[is, word] : words)
            line += is ? QLatin1StringView(word) : QLatin1StringView();
        if (gap.wasLost)
            line += QStringLiteral(" lost(%1)").arg(gap.why);
        lines << line;
    }
    return lines.join(QStringLiteral("; "));
}

QStringList reasonsOf(const LockReport &report)
{
    QStringList reasons;
    for (const ReportAction &action : report.actions)
        reasons << action.first().intent.reason
                       + (action.outcome ? u':' + action.outcome->outcome.outcome : QString());
    return reasons;
}

} // namespace

/** What is gathered of one lock in a stretch of time, from what was recorded. */
class TestLockReport : public QObject
{
    Q_OBJECT

private slots:
    void aHoldIsToldWithItsEnds()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        stage.look({});
        const LockReport report = stage.report(begin, begin + 3s);
        QCOMPARE(HistoryStage::story(report.holds), words("a: o watched..released"));
        QCOMPARE(report.holdCount(), 1);
        QCOMPARE(report.holderCount(), 1);
        QCOMPARE(report.held, Micros(2s));
        QCOMPARE(report.seen, Micros(3s));
        QCOMPARE(report.unseen, Micros(0));
        QCOMPARE(gapsOf(report), QString());
        QCOMPARE(report.holdFigures.count, 1);
        QVERIFY(!report.olderHolds);
        QVERIFY(!report.clearedUntil);
        QVERIFY(!report.now);
    }

    void whatReachesBeyondTheEndsIsHeldForThePartWithin()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        for (int i = 0; i < 8; ++i)
            stage.look({stage.lock("a", "o")});
        stage.look({});
        const LockReport report = stage.report(begin + 3s, begin + 6s);
        QCOMPARE(report.holds.size(), size_t(1));
        QCOMPARE(report.holds.front().since, begin + 1s);
        QCOMPARE(report.holds.front().until, std::optional(begin + 9s));
        QCOMPARE(report.held, Micros(3s));
        QCOMPARE(report.seen, Micros(3s));
    }

    void thoseWhoShareItDoNotAddUp()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        LockRecord shared = stage.lock("a", "o");
        Holder other = shared.holders.front();
        other.raw = "p";
        other.label = words("p");
        shared.holders.append(other);
        stage.look({shared});
        stage.look({shared});
        stage.look({});
        const LockReport report = stage.report(begin, begin + 3s);
        QCOMPARE(report.holdCount(), 2);
        QCOMPARE(report.holderCount(), 2);
        QCOMPARE(report.held, Micros(2s));
    }

    void aServerThatDoesNotAnswerIsAGapWithItsReason()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        stage.lose();
        stage.lose();
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        const LockReport report = stage.report(begin, begin + 5s);
        QCOMPARE(gapsOf(report), words("1000..4000 lost(silent)"));
        QCOMPARE(report.unseen, Micros(3s));
        QCOMPARE(report.seen, Micros(2s));
        QCOMPARE(HistoryStage::story(report.holds),
                 words("a: o first_seen..unseen; a: o first_seen..open"));
        // What was told of the server stands beside what was told of the lock.
        QStringList kinds;
        for (const HistoryEvent &event : report.events)
            kinds << event.kind;
        QCOMPARE(kinds, QStringList({words("backend_lost"), words("backend_back")}));
    }

    void whatAServerHeldThatIsLostIsOutOfSight()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        stage.lose();
        stage.lose();
        const LockReport report = stage.report(begin, stage.now());
        QCOMPARE(HistoryStage::story(report.holds), words("a: o watched..unseen"));
        QCOMPARE(report.holds.front().until, std::optional(begin + 2s));
        // However short it is: it is known why nothing was noted.
        QCOMPARE(gapsOf(report), words("2000..5000 last lost(silent)"));
        QCOMPARE(report.held, Micros(1s));
        // The same where the report ends before the server was lost.
        QCOMPARE(HistoryStage::story(stage.report(begin, begin + 2s).holds),
                 words("a: o watched..unseen"));
    }

    void whatNoLookHasShownForLongIsOutOfSight()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        const QString goesOn = words("a: o first_seen..open");
        const QString unseen = words("a: o first_seen..unseen");
        QCOMPARE(HistoryStage::story(stage.report(begin, begin + 31s).holds), goesOn);
        QCOMPARE(HistoryStage::story(stage.report(begin, begin + 1h).holds), unseen);
        QCOMPARE(HistoryStage::story(stage.report(begin, begin + 1s, "a", begin + 31s).holds),
                 goesOn);
        QCOMPARE(HistoryStage::story(stage.report(begin, begin + 1s, "a", begin + 1h).holds),
                 unseen);
    }

    void whatWasSeenBeforeIsNoHoldOfATimeInWhichNobodyLooked()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        const LockReport report = stage.report(begin + 10s, begin + 20s);
        QVERIFY(report.holds.empty());
        QVERIFY(!report.wasLookedAt);
        QCOMPARE(gapsOf(report), words("0..10000 last"));
        const LockReport glimpse = stage.report(begin + 1s, begin + 20s);
        QCOMPARE(glimpse.holds.size(), size_t(1));
        QVERIFY(glimpse.wasLookedAt);
        QCOMPARE(glimpse.seen, Micros(0));
    }

    void aGapThatBeganBeforeHasItsReason()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.look({});
        stage.lose();
        stage.lose();
        stage.clock.advance(60s);
        const ServerTime back = stage.now();
        stage.look({});
        stage.look({});
        const LockReport report = stage.report(begin + 10s, back + 1s);
        QCOMPARE(gapsOf(report), words("0..54000 lost(silent)"));
        // What was told before the report begins is not told in it.
        QCOMPARE(report.events.size(), size_t(1));
        QCOMPARE(report.events.front().kind, words("backend_back"));
    }

    void aPauseIsAGapOfWhichNothingIsSaid()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.setPaused(true);
        stage.clock.advance(10s);
        stage.setPaused(false);
        const ServerTime seenAgain = stage.now();
        stage.look({});
        const LockReport report = stage.report(begin, seenAgain);
        QCOMPARE(gapsOf(report), words("0..13000"));
    }

    void whereAProgramEndedAndAnotherBeganIsToldSo()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        stage.stop();
        stage.clock.advance(60s);
        stage.record();
        stage.watchAnew();
        stage.look({stage.lock("a", "o")});
        stage.look({});
        const LockReport report = stage.report(begin, stage.now() - 1s);
        QCOMPARE(gapsOf(report), words("1000..62000 runs"));
        QCOMPARE(report.unseen, Micros(61s));
    }

    void whatCouldNotBeReadAsAWholeIsToldSo()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        const LockRecord other = stage.lock("b", "o", std::nullopt);
        for (const bool isWhole : {true, false, false, true, true}) {
            stage.look({other}, isWhole);
        }
        const LockReport report = stage.report(begin, begin + 4s);
        QCOMPARE(gapsOf(report), words("0..3000 partly"));
        QCOMPARE(report.seen, Micros(4s));
        QCOMPARE(report.seenPartly, Micros(3s));
        QCOMPARE(report.unseen, Micros(0));
    }

    void ofATimeBeforeTheFirstLookNothingIsKnown()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({stage.lock("a", "o")});
        stage.look({stage.lock("a", "o")});
        const LockReport before = stage.report(begin - 1h, begin - 1min);
        QCOMPARE(gapsOf(before), words("0..3540000 first"));
        QVERIFY(before.holds.empty());
        QCOMPARE(before.seen, Micros(0));
        QCOMPARE(before.held, Micros(0));
        const LockReport around = stage.report(begin - 2s, begin + 1s);
        QCOMPARE(gapsOf(around), words("0..2000 first"));
        QCOMPARE(around.held, Micros(1s));
    }

    void ofAPlaceThatWasNeverSeenNothingIsClaimed()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.recorder().flush();
        const auto reader = HistoryReader::open(stage.settings.path);
        QVERIFY(reader);
        HistoryLock elsewhere = stage.theLock();
        elsewhere.source = words("another");
        const auto report = gatherReport(**reader, {}, {elsewhere, begin, begin + 10s});
        QVERIFY(report);
        QCOMPARE(gapsOf(*report), words("0..10000 first last"));
    }

    void whatWasNotNotedYetIsNoGapAndALongSilenceIs()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.look({});
        QCOMPARE(gapsOf(stage.report(begin, begin + 31s)), QString());
        QCOMPARE(gapsOf(stage.report(begin, begin + 1h)), words("1000..3600000 last"));
        stage.stop();
        const auto reader = HistoryReader::open(stage.settings.path);
        QVERIFY(reader);
        const auto report = gatherReport(**reader, {}, {stage.theLock(), begin, begin + 31s});
        QVERIFY(report);
        QCOMPARE(gapsOf(*report), words("1000..31000 last"));
    }

    void whatWasDoneFromHereStandsWithItsOutcome()
    {
        ReportStage stage;
        stage.look({});
        stage.act("a", words("before"), words("released"));
        stage.clock.advance(10s);
        stage.act("a", words("reaches in"), words("released"), 10s);
        const ServerTime begin = stage.now() - 5s;
        stage.act("a", words("within"), words("changed"));
        stage.act("b", words("another"), words("released"));
        stage.act("a", words("cut off"), QString());
        const ServerTime end = stage.now();
        stage.clock.advance(10s);
        stage.act("a", words("behind"), words("released"));
        const LockReport report = stage.report(begin, end);
        QCOMPARE(reasonsOf(report), QStringList({words("reaches in:released"),
                                                 words("within:changed"), words("cut off")}));
        QVERIFY(!report.auditProblem);
        QVERIFY(!report.olderActions);
        QVERIFY(!report.actions.front().first().id.isEmpty());
    }

    void anAuditLogThatCannotBeReadIsTold()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({stage.lock("a")});
        QFile inItsPlace(stage.audit());
        QVERIFY(inItsPlace.open(QIODevice::WriteOnly));
        const LockReport report = stage.report(begin, begin + 1s);
        QVERIFY(report.auditProblem);
        QCOMPARE(report.holds.size(), size_t(1));
    }

    void whatWasClearedAwayIsTold()
    {
        ReportStage stage;
        const ServerTime begin = stage.now();
        stage.look({});
        stage.look({});
        stage.recorder().flush();
        {
            auto db = HistoryDb::openForWriting(stage.settings.path);
            QVERIFY(db);
            QVERIFY((*db)->begin());
            const qint64 kept = (begin + 1s).time_since_epoch().count();
            (*db)->run("INSERT INTO note (name, value) VALUES ('kept_from', ?)", {kept});
            QVERIFY((*db)->commit());
        }
        QCOMPARE(stage.report(begin, begin + 2s).clearedUntil, std::optional(begin + 1s));
        QCOMPARE(stage.report(begin + 1s, begin + 2s).clearedUntil, std::nullopt);
    }

    void locksOfOneNameAreFound()
    {
        ReportStage stage;
        stage.look({stage.lock("a"), stage.lock("b")});
        stage.recorder().flush();
        const auto reader = HistoryReader::open(stage.settings.path);
        QVERIFY(reader);
        const auto named = (*reader)->locksNamed("a", {});
        QVERIFY(named);
        QCOMPARE(*named, std::vector<HistoryLock>{stage.theLock()});
        QVERIFY((*reader)->locksNamed("a", {words("another")})->empty());
        QVERIFY((*reader)->locksNamed("A", {})->empty());
    }
};

LOCKMASTER_TEST(TestLockReport, QCoreApplication)

} // namespace tst_lockreport

#include "tst_lockreport.moc"
