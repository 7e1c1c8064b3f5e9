// SPDX-License-Identifier: Apache-2.0
#include "core/display/lanechart.h"
#include "core/display/lanetext.h"
#include "core/lab/election/electiontruth.h"
#include "core/lab/recording/labrecording.h"
#include "core/lab/recording/replayclock.h"
#include "core/leaders/leaderexport.h"
#include "core/text/momenttext.h"
#include "tests/support/labfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_labrecording {

constexpr ServerTime recordedAt{std::chrono::sys_days(2026y / 3 / 1) + 9h};

WorkReport report(Millis since, int worker, WorkStep step, qint64 value = 0, int round = 1)
{
    return {SteadyTime(10h) + since, worker, round, step, value};
}

/** Three ask for a card at once through a pool; two are at it together. */
ContentionReport cardsReport()
{
    ContentionReport made;
    made.id = QStringLiteral("cards-pooled");
    made.happened = QStringLiteral("Cards issued to 4 requests: 3");
    made.violations = 1;
    made.asExpected = true;
    made.figures = {{QStringLiteral("cards"), QStringLiteral("Cards issued"), 3}};
    made.events = {QStringLiteral("0.010 s  Request 1 gets the lock"),
                   QStringLiteral("0.060 s  Request 3 issues a card")};
    made.trace = {
        .requests = 4,
        .seed = 7,
        .begunAt = recordedAt - 1min,
        .start = SteadyTime(10h),
        .reports = {report(10ms, 1, WorkStep::Entered), report(20ms, 2, WorkStep::Entered),
                    report(30ms, 1, WorkStep::Wrote), report(31ms, 1, WorkStep::Left),
                    report(32ms, 1, WorkStep::Released, 1), report(40ms, 2, WorkStep::Wrote),
                    report(41ms, 2, WorkStep::Left), report(42ms, 2, WorkStep::Released, -1),
                    report(50ms, 3, WorkStep::Entered), report(60ms, 3, WorkStep::Wrote)}};
    made.course = workCourse(made.id, 4, made.trace.reports, made.trace.start);
    made.course->isOver = true;
    return made;
}

LabRecording cards()
{
    return {{recordedAt, QStringLiteral("kim"), QStringLiteral("Lockmaster 1"), true},
            {cardsReport()},
            {}};
}

/** Recorded in two moments, the second one a minute in. */
struct RecordedElection {
    ManualClock clock;
    ElectionRecorder recorder;
    std::shared_ptr<const ElectionSnapshot> last;

    explicit RecordedElection(bool isOurs = true)
    {
        ElectionSpec spec{.wanted = 3};
        spec.kills = 3;
        auto snapshot = std::make_shared<ElectionSnapshot>(*makeElection(spec, clock));
        const LeaderHistory &truth = *snapshot->truth;
        for (size_t i = 0; i < snapshot->run.failovers.size(); ++i) {
            MeasuredFailover &one = snapshot->run.failovers[i];
            one.killedAt = truth.since + 10s * (i + 1);
            one.at = truth.wallTime(one.killedAt);
        }
        auto first = std::make_shared<ElectionSnapshot>(*snapshot);
        first->candidates[0].state = CandidateState::Leading;
        first->candidates[0].believes = true;
        first->candidates[1].state = CandidateState::Waiting;
        first->candidates[1].believes = false;
        first->candidates[1].lastError = QStringLiteral("Access denied for 'app'@'db-1.internal'");
        recorder.note(first, truth.since + 1s);
        recorder.note(snapshot, truth.since + 25s);
        auto watch = std::make_shared<LeaderWatch>(*makeElectionWatch(*snapshot, clock));
        auto lock = std::make_shared<LockRecord>(*watch->lock);
        lock->findings = {{FindingId::RowLockSuspected, QStringLiteral("by app@db-1.internal")}};
        watch->lock = lock;
        recorder.noteWatched(*watch, 200ms, truth.since + 30s);
        recorder.note(snapshot, clock.now());
        last = snapshot;
        made = {{recordedAt, QStringLiteral("kim"), QStringLiteral("Lockmaster 1"), isOurs},
                {},
                recorder.recording(isOurs)};
    }

    LabRecording made;
};

/** The document with what `change` does to it. */
QByteArray changed(const LabRecording &recording, const std::function<void(QJsonObject &)> &change)
{
    QJsonObject object = QJsonDocument::fromJson(recordingText(recording)).object();
    change(object);
    return QJsonDocument(object).toJson();
}

/** The same within the one experiment, or the election. */
QByteArray changedWithin(const LabRecording &recording,
                         const std::function<void(QJsonObject &)> &change)
{
    return changed(recording, [&](QJsonObject &object) {
        if (recording.election) {
            QJsonObject election = object[u"election"].toObject();
            change(election);
            object[u"election"] = election;
            return;
        }
        QJsonObject experiment = object[u"experiments"].toArray().at(0).toObject();
        change(experiment);
        object[u"experiments"] = QJsonArray{experiment};
    });
}

class TestLabRecording : public QObject
{
    Q_OBJECT

private slots:
    void anExperimentIsReadAsItWasWritten()
    {
        const auto read = recordingFromText(recordingText(cards()));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->origin.by, QStringLiteral("kim"));
        QCOMPARE(read->origin.at, recordedAt);
        QVERIFY(read->origin.isOurs && !read->election);
        QCOMPARE(read->experiments.size(), size_t(1));
        const ContentionReport &one = read->experiments.front();
        const ContentionReport wanted = cardsReport();
        QCOMPARE(one.happened, wanted.happened);
        QCOMPARE(one.violations, wanted.violations);
        QVERIFY(one.asExpected);
        QCOMPARE(one.figures.size(), size_t(1));
        QCOMPARE(one.figures.front().label, QStringLiteral("Cards issued"));
        QCOMPARE(one.figures.front().value, 3);
        QCOMPARE(one.events, wanted.events);
        QCOMPARE(one.trace.seed, 7U);
        QVERIFY(one.course == wanted.course);
        // Written once more it is the same.
        QCOMPARE(recordingText(*read), recordingText(cards()));
    }

    /** It is drawn as it was drawn while it went on. */
    void aMomentOfAnExperimentIsWhatWasKnownThen()
    {
        const ContentionReport one = recordingFromText(recordingText(cards()))->experiments.front();
        for (const WorkReport &until : cardsReport().trace.reports) {
            std::vector<WorkReport> known;
            for (const WorkReport &each : cardsReport().trace.reports) {
                if (each.at <= until.at)
                    known.push_back(each);
            }
            const Micros at = between(SteadyTime(10h), until.at);
            auto wanted = workCourse(one.id, 4, known, SteadyTime(10h));
            wanted->isOver = at == Micros(60ms); // that all was well is known in the end
            QVERIFY(courseAt(one, at) == wanted);
        }
        QCOMPARE(courseAt(one, 41ms)->violations, 0);
        QCOMPARE(courseAt(one, 60ms)->violations, 1);
        // Who works, works until now.
        QCOMPARE(courseAt(one, 25ms)->length, Micros(25ms));
        QCOMPARE(courseAt(one, 1h)->length, Micros(60ms));
    }

    void anElectionIsShownAsItWas()
    {
        const RecordedElection recorded;
        const auto read = recordingFromText(recordingText(recorded.made));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        const ElectionReplay replay(*read->election);
        const ElectionRecording &made = replay.recording();
        QCOMPARE(between(made.begin, made.end), Micros(60s));
        QCOMPARE(made.truth->wallTime(made.begin), recorded.last->truth->wallAtSince);

        const auto early = replay.snapshotAt(made.begin + 12s);
        QCOMPARE(early->candidates.size(), size_t(3));
        QCOMPARE(early->candidates[0].state, CandidateState::Leading);
        QVERIFY(early->candidates[0].believes);
        QCOMPARE(early->truth->reigns.size(), size_t(1));
        QVERIFY(!early->truth->reigns[0]->span.until);
        QVERIFY(early->truth->failovers.empty() && early->truth->vacancies.empty());
        QCOMPARE(early->run.failovers.size(), size_t(1));
        QVERIFY(early->run.running);

        const auto vacant = replay.snapshotAt(made.begin + 21s);
        QCOMPARE(vacant->truth->vacancies.size(), size_t(1));
        QVERIFY(!vacant->truth->vacancies[0].until);
        QVERIFY(vacant->truth->reigns[0]->span.until);

        const auto late = replay.snapshotAt(made.end);
        const LeaderHistory &truth = *recorded.last->truth;
        QCOMPARE(late->setup, recorded.last->setup);
        QCOMPARE(late->table, recorded.last->table);
        QCOMPARE(late->candidates[1].state, CandidateState::Leading);
        QCOMPARE(late->candidates[2].skew, Millis(500));
        QCOMPARE(late->candidates[0].pid, 4701);
        QCOMPARE(late->truth->reigns.size(), truth.reigns.size());
        QCOMPARE(late->truth->marks.size(), truth.marks.size());
        QCOMPARE(late->truth->reigns[0]->heartbeats.size(), truth.reigns[0]->heartbeats.size());
        QCOMPARE(late->truth->failovers.at(0).vacancy, truth.failovers.at(0).vacancy);
        QCOMPARE(late->run.failovers.size(), size_t(3));
        QVERIFY(!late->run.running);
        QCOMPARE(late->run.figures.max, late->run.failovers[1].vacancy);
        QVERIFY(!late->run.predicted.vacancies.empty());

        QVERIFY(replay.watchedAt(made.begin + 12s)->lock->findings.isEmpty());
        const auto watch = replay.watchedAt(made.end);
        QCOMPARE(watch->lock->findings.size(), 1);
        QCOMPARE(watch->history->reigns.size(), truth.reigns.size());
        // And once more the same.
        const QByteArray again = recordingText(*read);
        QCOMPARE(recordingText(*recordingFromText(again)), again);
    }

    /** Of its begin nothing is left, but how all stood then. */
    void anElectionLongerThanWhatIsKeptIsPlayed()
    {
        ManualClock clock;
        const SteadyTime start = clock.now();
        ElectionTruth truth(start, recordedAt);
        ElectionSnapshot shown = *makeElection({}, clock);
        for (const CandidateStatus &one : shown.candidates)
            truth.addCandidate(one.identity.toUtf8(), one.identity);
        shown.run.wanted = 500;
        shown.run.running = true;
        ElectionRecorder recorder;
        for (int minute = 0; minute < 5 * 60; ++minute) {
            const SteadyTime now = clock.now();
            const int leader = minute / 10 % 2;
            CandidateStatus &killed = shown.candidates[size_t(1 - leader)];
            if (minute > 0 && minute % 10 == 0) {
                truth.lost(1 - leader, now);
                shown.run.failovers.push_back(
                    {now, recordedAt + between(start, now), 2 - leader, leader + 1, 1s, {}});
                killed.pid = 1000 + minute;
            }
            truth.led(leader, now + 1s);
            shown.findings.clear();
            if (minute % 100 == 50)
                shown.findings = {{FindingId::TwoLeaders, QString::number(minute)}};
            shown.truth = truth.history(now + 1s);
            recorder.note(std::make_shared<const ElectionSnapshot>(shown), now + 1s);
            clock.advance(1min);
        }
        const auto text = playableText({{}, {}, recorder.recording(true)});
        QVERIFY2(text, text ? "" : qPrintable(text.error().message));
        const ElectionReplay replay(*recordingFromText(*text)->election);
        const ElectionRecording &made = replay.recording();
        QVERIFY(between(made.begin, made.end) >= Micros(ElectionTruth::kept));
        QVERIFY(between(made.begin, made.end) < Micros(5h));
        // What was measured before is figures of the same series.
        QCOMPARE(made.run.failovers.size(), shown.run.failovers.size());
        QVERIFY(made.run.failovers.front().killedAt < made.begin);
        const auto early = replay.snapshotAt(made.begin);
        QVERIFY(early->candidates[0].pid >= 1000 && early->candidates[1].pid >= 1000);
        QVERIFY(!early->run.failovers.empty());
        QVERIFY(early->run.failovers.size() < made.run.failovers.size());
        QCOMPARE(replay.snapshotAt(made.end)->candidates[0].pid, shown.candidates[0].pid);
    }

    /** Each of two that call themselves the same led, and not one of them twice. */
    void candidatesWithOneNameAreToldApart()
    {
        RecordedElection recorded;
        auto truth = std::make_shared<LeaderHistory>(*recorded.made.election->truth);
        truth->candidates[1].identity = truth->candidates[0].identity;
        recorded.made.election->truth = truth;
        const auto read = recordingFromText(recordingText(recorded.made));
        QVERIFY(read);
        const Failover &failover = read->election->truth->failovers.at(0);
        QCOMPARE(failover.from, 0);
        QCOMPARE(failover.to, 1);
    }

    /** What the wall clock said when it was set is told, and moves nothing. */
    void aWallClockThatWasSetMovesNoFailover()
    {
        RecordedElection recorded;
        std::vector<MeasuredFailover> &failovers = recorded.made.election->run.failovers;
        failovers[0].at -= 8h;
        failovers[1].at += 200h;
        const auto read = recordingFromText(recordingText(recorded.made));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        const ElectionRecording &made = *read->election;
        for (size_t i = 0; i < failovers.size(); ++i) {
            QVERIFY(made.run.failovers[i].at == failovers[i].at);
            QCOMPARE(between(made.begin, made.run.failovers[i].killedAt),
                     between(recorded.made.election->begin, failovers[i].killedAt));
        }
    }

    /** The newest are kept, and how everybody stood before them. */
    void changesAreBounded()
    {
        ManualClock clock;
        ElectionRecorder recorder;
        ElectionSnapshot snapshot = *makeElection({}, clock);
        for (size_t i = 0; i <= ElectionRecorder::mostChanges; ++i) {
            snapshot.candidates[0].pid = 1000 + qint64(i);
            recorder.note(std::make_shared<const ElectionSnapshot>(snapshot), clock.now());
            clock.advance(1ms);
        }
        const ElectionRecording made = recorder.recording(true);
        QVERIFY(made.changes.size() <= ElectionRecorder::mostChanges);
        QVERIFY(recordingFromText(recordingText({{}, {}, made})));
        const ElectionReplay replay(made);
        QCOMPARE(replay.snapshotAt(made.end)->candidates[0].pid, snapshot.candidates[0].pid);
        QCOMPARE(replay.snapshotAt(made.end)->candidates[2].skew, Millis(500));
    }

    /** What servers said of themselves and of accounts stays here. */
    void nothingOfAServerGetsIn()
    {
        const QByteArray ours = recordingText(RecordedElection(true).made);
        QVERIFY(!ours.contains("Access denied"));
        QVERIFY(ours.contains("by app@db-1.internal"));
        const QByteArray theirs = recordingText(RecordedElection(false).made);
        QVERIFY(!theirs.contains("internal"));
        QVERIFY(theirs.contains("\"place\": \"scratch-table\"")
                || theirs.contains("\"place\":\"scratch-table\""));
        QVERIFY(theirs.contains("row-lock"));
    }

    void aHostileOneIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("wrong");
        const auto row = [](const char *name, const QByteArray &text, const char *wrong) {
            QTest::newRow(name) << text << QString::fromLatin1(wrong);
        };
        const LabRecording experiment = cards();
        const LabRecording election = RecordedElection().made;
        row("nothing", {}, "no recording");
        row("no json", "{", "no recording");
        row("an array", "[]", "no recording");
        row("deep", QByteArray(100'000, '['), "no recording");
        row("large in memory",
            R"({"recording":1,"x":[)" + QByteArray("[0],").repeated(1'000'001) + "0]}",
            "no recording");
        row("many values", R"({"recording":1,"x":[)" + QByteArray("0,").repeated(6'000'001) + "0]}",
            "no recording");
        row("large", QByteArray(LabRecording::mostBytes + 1, ' '), "larger");
        row("of tomorrow", changed(experiment, [](auto &o) { o[u"recording"] = 2; }),
            "not understood");
        row("from nowhere", changed(experiment, [](auto &o) { o[u"place"] = u"here"_qs; }),
            "place");
        row("long name",
            changed(experiment, [](auto &o) { o[u"recorded_by"] = QString(101, u'x'); }),
            "recorded_by");
        row("nothing in it", changed(experiment, [](auto &o) { o[u"experiments"] = QJsonArray(); }),
            "election");
        row("both", changed(experiment, [](auto &o) { o[u"election"] = QJsonObject(); }), "begin");
        row("twice",
            changed(experiment,
                    [](auto &o) {
                        const auto one = o[u"experiments"].toArray().at(0);
                        o[u"experiments"] = QJsonArray{one, one};
                    }),
            "experiments");
        const auto within = [&](const char *name, const char *key, const QJsonValue &value,
                                const char *wrong) {
            row(name,
                changedWithin(experiment, [&](QJsonObject &o) { o[QLatin1String(key)] = value; }),
                wrong);
        };
        within("unknown", "experiment", u"rm -rf"_qs, "experiment");
        within("too many requests", "requests", 1e9, "requests");
        within("half a request", "requests", 4.5, "requests");
        within("endless skew", "skew_ms", 1e300, "skew_ms");
        within("no sentence", "happened", 7, "happened");
        within("long sentence", "happened", QString(2001, u'x'), "happened");
        const auto reports = [&](const char *name, const QJsonArray &rows) {
            within(name, "reports", rows, "reports");
        };
        reports("a report is short", {QJsonArray{1, 1, 1, u"entered"_qs}});
        reports("a report is none", {QJsonArray{1, 1, 1, u"exploded"_qs, 0}});
        reports("before the start", {QJsonArray{-1, 1, 1, u"entered"_qs, 0}});
        reports("back in time",
                {QJsonArray{9, 1, 1, u"entered"_qs, 0}, QJsonArray{8, 1, 1, u"left"_qs, 0}});
        reports("nobody's", {QJsonArray{1, 0, 1, u"entered"_qs, 0}});
        reports("one too many", {QJsonArray{1, 5, 1, u"entered"_qs, 0}});
        QJsonArray many;
        for (int i = 0; i < 5001; ++i)
            many.append(QJsonArray{i, 1, 1, u"wrote"_qs, 0});
        reports("far too many", many);
        const auto group = [&](const char *name, const char *step, int count) {
            QJsonArray rows;
            for (int i = 0; i < count; ++i)
                rows.append(QJsonArray{i, 1, 1, QString::fromLatin1(step), 0});
            row(name,
                changedWithin(experiment,
                              [&](QJsonObject &o) {
                                  o[u"experiment"] = u"master-frozen"_qs;
                                  o[u"reports"] = rows;
                              }),
                "reports");
        };
        QJsonArray turns;
        for (int i = 0; i < 5001; ++i)
            turns.append(QJsonArray{i, 1, i, u"locked"_qs, i % 2});
        row("more blocks than are drawn",
            changedWithin(experiment,
                          [&](QJsonObject &o) {
                              o[u"experiment"] = u"master-frozen"_qs;
                              o[u"reports"] = turns;
                          }),
            "5000 blocks");
        group("awake again and again", "woke", 33);
        group("refused again and again", "refused", 5001);

        const auto elected = [&](const char *name, const char *key, const QJsonValue &value,
                                 const char *wrong) {
            row(name,
                changedWithin(election, [&](QJsonObject &o) { o[QLatin1String(key)] = value; }),
                wrong);
        };
        elected("an endless one", "end", u"2026-12-31T00:00:00.000000Z"_qs, "end");
        elected("an end before its begin", "end", u"1970-01-01T00:00:00.000000Z"_qs, "end");
        elected("no truth", "truth", QJsonValue(), "truth");
        elected("watched by a text", "watched", u"x"_qs, "watched");
        const auto truth = [&](const char *name, const char *key, const QJsonValue &value,
                               const char *wrong) {
            row(name,
                changedWithin(election,
                              [&](QJsonObject &o) {
                                  QJsonObject history = o[u"truth"].toObject();
                                  history[QLatin1String(key)] = value;
                                  o[u"truth"] = history;
                              }),
                wrong);
        };
        const QJsonObject written = QJsonDocument::fromJson(recordingText(election)).object();
        const QJsonObject history = written[u"election"].toObject()[u"truth"].toObject();
        QJsonArray vacancies;
        for (int i = 0; i < 20'001; ++i) {
            const auto at = history[u"since"];
            vacancies.append(QJsonObject{{u"from"_qs, at}, {u"until"_qs, at}});
        }
        truth("vacant again and again", "vacancies", vacancies, "vacancies");
        QJsonObject failover = history[u"failovers"].toArray().at(0).toObject();
        failover[u"to_candidate"] = 3;
        truth("a failover to nobody", "failovers", QJsonArray{failover}, "to_candidate");
        truth("another's candidates", "candidates", QJsonArray(), "");
        const QJsonArray reigns = history[u"reigns"].toArray();
        truth("reigns out of order", "reigns", QJsonArray{reigns.at(1), reigns.at(0)}, "reigns");
        QJsonObject reign = history[u"reigns"].toArray().at(0).toObject();
        reign[u"candidate"] = 3;
        truth("a reign of nobody", "reigns", QJsonArray{reign}, "candidate");
        reign[u"candidate"] = 0;
        reign[u"heartbeats"] = QJsonArray{u"2026-13-01"_qs};
        truth("a heartbeat at no time", "reigns", QJsonArray{reign}, "heartbeats");
        QJsonObject mark = history[u"marks"].toArray().at(0).toObject();
        mark[u"candidate"] = -1;
        truth("a mark on nobody", "marks", QJsonArray{mark}, "candidate");
        const QJsonObject change{{u"at"_qs, written[u"election"].toObject()[u"begin"]},
                                 {u"number"_qs, 4},
                                 {u"state"_qs, u"leading"_qs},
                                 {u"leads"_qs, true},
                                 {u"process"_qs, QJsonValue()},
                                 {u"skew_ms"_qs, 0}};
        elected("a fourth of three", "candidates", QJsonArray{change}, "number");
    }

    void aHostileOneIsRefused()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, wrong);
        const auto read = recordingFromText(text);
        QVERIFY(!read);
        QCOMPARE(read.error().kind, ErrorKind::Config);
        QVERIFY2(read.error().message.contains(wrong), qPrintable(read.error().message));
    }

    /** Not faulty: whoever wrote it knew more. */
    void whatALaterProgramWroteIsSaidToBeOfALaterOne_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("word");
        const auto of = [](LabRecording recording) {
            recording.origin.program = QStringLiteral("Lockmaster 9.1\u202e");
            return recording;
        };
        const LabRecording experiment = of(cards());
        const LabRecording election = of(RecordedElection().made);
        const auto row = [](const char *name, const QByteArray &text, const char *word) {
            QTest::newRow(name) << text << QString::fromUtf8(word);
        };
        row("form", changed(experiment, [](auto &o) { o[u"recording"] = 2; }), "kind");
        row("experiment",
            changedWithin(experiment, [](auto &o) { o[u"experiment"] = u"master-split"_qs; }),
            "“master-split”");
        row("step",
            changedWithin(experiment,
                          [](auto &o) {
                              o[u"reports"] = QJsonArray{QJsonArray{1, 1, 1, u"fenced"_qs, 0}};
                          }),
            "“fenced”");
        row("place", changed(experiment, [](auto &o) { o[u"place"] = u"container"_qs; }),
            "“container”");
        row("neither", changed(experiment, [](auto &o) { o[u"experiments"] = QJsonArray(); }),
            "neither");
        const auto first = [&](const char *name, const char *list, const QJsonObject &one,
                               const char *word) {
            row(name,
                changedWithin(election,
                              [&](QJsonObject &o) { o[QLatin1String(list)] = QJsonArray{one}; }),
                word);
        };
        const QJsonObject written = QJsonDocument::fromJson(recordingText(election)).object();
        const QJsonValue begin = written[u"election"].toObject()[u"begin"];
        const QJsonObject finding{{u"id"_qs, u"split-brain"_qs}, {u"evidence"_qs, u""_qs}};
        first("finding", "findings",
              {{u"at"_qs, begin},
               {u"by_reports"_qs, QJsonArray{finding}},
               {u"by_table"_qs, QJsonArray()}},
              "“split-brain”");
        first("state", "candidates",
              {{u"at"_qs, begin}, {u"number"_qs, 1}, {u"state"_qs, u"paused"_qs}}, "“paused”");
        row("mark",
            changedWithin(election,
                          [](QJsonObject &o) {
                              QJsonObject history = o[u"truth"].toObject();
                              QJsonObject mark = history[u"marks"].toArray().at(0).toObject();
                              mark[u"kind"] = u"fenced"_qs;
                              history[u"marks"] = QJsonArray{mark};
                              o[u"truth"] = history;
                          }),
            "“fenced”");
        row("end", changedWithin(election, [](auto &o) { o[u"ended"] = u"paused"_qs; }),
            "“paused”");
    }

    void whatALaterProgramWroteIsSaidToBeOfALaterOne()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, word);
        const auto read = recordingFromText(text);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(word), qPrintable(read.error().message));
        QVERIFY2(read.error().remedy.contains(QStringLiteral("newer Lockmaster")),
                 qPrintable(read.error().remedy));
        QVERIFY2(read.error().remedy.contains(QStringLiteral("Lockmaster 9.1\\u202e")),
                 qPrintable(read.error().remedy));
    }

    /** And one that only is faulty is not put down to that. */
    void aFaultIsNoLaterProgram()
    {
        const auto read =
            recordingFromText(changedWithin(cards(), [](QJsonObject &o) { o[u"requests"] = 4.5; }));
        QVERIFY(!read && read.error().remedy.isEmpty());
    }

    /** What Leaders exports, and what `lockctl leaders --json` prints, plays as well. */
    void whoLedIsReadAsARecording()
    {
        const RecordedElection recorded;
        const LeaderHistory &history = *recorded.made.election->truth;
        const SteadyTime end = recorded.made.election->end;
        const QByteArray exported = leaderJson(history, nullptr, end);
        const auto read = recordingFromText(exported);
        QVERIFY2(read, read ? "" : qPrintable(errorText(read.error())));
        QVERIFY(read->watched && !read->election && read->experiments.empty());
        QCOMPARE(read->watched->lock, QString());
        QCOMPARE(between(read->watched->begin, read->watched->end), Micros(60s));
        QCOMPARE(read->watched->history->reigns.size(), history.reigns.size());
        QCOMPARE(read->origin.at, history.wallTime(end));
        const auto named = recordingFromText(
            leaderJson(history, nullptr, end, QStringLiteral("Lockmaster 1"),
                       LockId{std::make_shared<SourceId>(SourceId{QStringLiteral("billing-db"),
                                                                  QStringLiteral("leader"),
                                                                  QStringLiteral("app.leader")}),
                              QByteArray(4000, 'n')}));
        QVERIFY2(named, named ? "" : qPrintable(errorText(named.error())));
        QCOMPARE(named->watched->lock, QString(4000, u'n'));
        QCOMPARE(named->watched->place, QStringLiteral("billing-db · app.leader"));
        QCOMPARE(named->origin.program, QStringLiteral("Lockmaster 1"));

        const QJsonObject document = QJsonDocument::fromJson(exported).object();
        const QJsonObject leader{{u"lock"_qs, QJsonObject{{u"name"_qs, u"batch\u202e"_qs},
                                                          {u"backend"_qs, u"billing-db"_qs},
                                                          {u"source"_qs, u"app.leader"_qs}}},
                                 {u"history"_qs, document[u"history"]}};
        const auto of = [&document](const QJsonArray &leaders) {
            QJsonObject printed = document;
            printed.remove(u"history");
            printed[u"leaders"] = leaders;
            return recordingFromText(QJsonDocument(printed).toJson());
        };
        const auto printed = of({leader});
        QVERIFY2(printed, printed ? "" : qPrintable(errorText(printed.error())));
        QCOMPARE(printed->watched->lock, QStringLiteral("batch\\u202e"));
        QCOMPARE(printed->watched->place, QStringLiteral("billing-db · app.leader"));
        // Of several nobody knows which one is meant.
        for (const QJsonArray &leaders : {QJsonArray{leader, leader}, QJsonArray{}}) {
            const auto several = of(leaders);
            QVERIFY(!several);
            QVERIFY(several.error().remedy.contains(QStringLiteral("--filter")));
        }
        // It may come from anywhere.
        const auto with = [&document](const char *key, const QJsonValue &value) {
            QJsonObject changed = document;
            changed[QLatin1String(key)] = value;
            return recordingFromText(QJsonDocument(changed).toJson());
        };
        for (const auto &wrong :
             {with("taken_at", u"2026-13-01"_qs), with("taken_at", u"1970-01-01T00:00:00Z"_qs),
              with("taken_at", u"2029-03-03T10:00:00.000000Z"_qs), with("history", QJsonObject()),
              with("program", 7), with("lock", 7)}) {
            QVERIFY(!wrong);
            QVERIFY(!wrong.error().message.isEmpty());
        }
        // Who watched for weeks has the newest of it; what came after the file was written is none.
        const auto taken = [&](std::chrono::seconds after) {
            return with("taken_at", utcText(history.wallTime(end) + Micros(after)));
        };
        const auto weeks = taken(24h * 40);
        QVERIFY2(weeks, weeks ? "" : qPrintable(errorText(weeks.error())));
        QCOMPARE(between(weeks->watched->begin, weeks->watched->end), Micros(24h * 20));
        const auto early = taken(-30s);
        QVERIFY2(early, early ? "" : qPrintable(errorText(early.error())));
        QVERIFY(!early->watched->history->reigns.empty());
        for (const auto &reign : early->watched->history->reigns)
            QVERIFY(reign->span.from <= early->watched->end);
        // Any other JSON is told what can be played.
        const auto other = recordingFromText("{}");
        QVERIFY(!other && other.error().remedy.contains(QStringLiteral("Leaders")));
    }

    void howARunEndedIsKept()
    {
        using End = ElectionRecording::End;
        LabRecording made = RecordedElection().made;
        QVERIFY(!recordingFromText(recordingText(made))->election->ended);
        for (const End end : {End::Done, End::Cancelled, End::Failed}) {
            made.election->ended = end;
            QCOMPARE(recordingFromText(recordingText(made))->election->ended, std::optional(end));
        }
        // An earlier program did not say it.
        const auto earlier =
            recordingFromText(changedWithin(made, [](QJsonObject &o) { o.remove(u"ended"); }));
        QVERIFY(earlier && !earlier->election->ended);
    }

    /** What a group grants in a run may be much. */
    void manyLocksOfAGroupAreRead()
    {
        QJsonArray rows;
        for (int i = 0; i < 6000; ++i)
            rows.append(QJsonArray{i, 1, i, u"locked"_qs, 0});
        const auto read = recordingFromText(changedWithin(cards(), [&](QJsonObject &o) {
            o[u"experiment"] = u"master-frozen"_qs;
            o[u"reports"] = rows;
        }));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QCOMPARE(read->experiments.front().course->stretches.size(), size_t(1));
    }

    /** Brackets within words are none. */
    void wordsAreNotCounted()
    {
        const QByteArray text = changed(cards(), [](QJsonObject &o) {
            o[u"more"] = QString(1'100'000, u'[') + QStringLiteral("\"\\");
        });
        QVERIFY(recordingFromText(text));
    }

    void whatIsShownIsLiteral()
    {
        const QByteArray text = changedWithin(
            cards(), [](QJsonObject &o) { o[u"happened"] = QStringLiteral("one\n\u202etwo"); });
        const auto read = recordingFromText(text);
        QVERIFY(read);
        QCOMPARE(read->experiments.front().happened, QStringLiteral("one\\n\\u202etwo"));
    }

    void theTimeOfAReplayIsSetAtWill()
    {
        ManualClock clock;
        ReplayClock replay(clock);
        replay.load(SteadyTime(1h), SteadyTime(1h) + 10s, recordedAt);
        clock.advance(5s);
        QCOMPARE(between(SteadyTime(1h), replay.now()), Micros(0)); // it stands
        replay.setSpeed(4);
        replay.play();
        clock.advance(2s);
        QCOMPARE(between(SteadyTime(1h), replay.now()), Micros(8s));
        QVERIFY(replay.wallNow() == recordedAt + 8s);
        replay.setSpeed(0.25); // from there on
        clock.advance(4s);
        QCOMPARE(between(SteadyTime(1h), replay.now()), Micros(9s));
        replay.pause();
        clock.advance(1min);
        QCOMPARE(between(SteadyTime(1h), replay.now()), Micros(9s));
        replay.seek(SteadyTime(0h)); // no further than the begin
        QCOMPARE(replay.now(), replay.begin());
        replay.play();
        clock.advance(1h);
        QCOMPARE(replay.now(), replay.end());
        QVERIFY(!replay.isPlaying());
        replay.play(); // once more
        QCOMPARE(replay.now(), replay.begin());
        QVERIFY(replay.isPlaying());
    }
};

LOCKMASTER_TEST(TestLabRecording, QCoreApplication)

} // namespace tst_labrecording

#include "tst_labrecording.moc"
