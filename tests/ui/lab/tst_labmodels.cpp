// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/failoverreport.h"
#include "tests/support/labfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/lab/candidatemodel.h"
#include "ui/lab/electiondraft.h"
#include "ui/lab/failovermodel.h"
#include "ui/lab/labwords.h"
#include "ui/lab/vacancybins.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_labmodels {

/** What the lab's page shows, without the page. */
class TestLabModels : public QObject
{
    Q_OBJECT

    ManualClock m_clock;

    LabWords::Headline headline(const ElectionSpec &spec)
    {
        return LabWords::headline(*makeElection(spec, m_clock), m_clock.now());
    }

private slots:
    void theHeadlineSaysWhoLeads()
    {
        const auto leads = headline({.leader = 2});
        QCOMPARE(leads.text, QStringLiteral("pod-2 leads"));
        QCOMPARE(leads.detail, QStringLiteral("process 4702 · for 38 s"));
        QCOMPARE(leads.tone, Tone::Good);
    }

    void theHeadlineSaysThatNobodyLeadsAndForHowLong()
    {
        const auto vacant = headline({.leader = 0});
        QCOMPARE(vacant.text, QStringLiteral("Nobody leads"));
        QCOMPARE(vacant.detail, QStringLiteral("for 0.70 s"));
        QCOMPARE(vacant.tone, Tone::Danger);
    }

    void theHeadlineNamesTwoThatBothBelieve()
    {
        ElectionSnapshot snapshot = *makeElection({.leader = 2, .alsoLeads = 1}, m_clock);
        snapshot.candidates[0].state = CandidateState::Leading;
        const auto two = LabWords::headline(snapshot, m_clock.now());
        QCOMPARE(two.text, QStringLiteral("Two leaders"));
        QCOMPARE(two.detail, QStringLiteral("pod-1 and pod-2 both believe that they lead"));
        QVERIFY(two.tone != Tone::Good);
    }

    void aFrozenOneDoesNotCount()
    {
        ElectionSnapshot snapshot = *makeElection({.leader = 2, .alsoLeads = 1}, m_clock);
        QCOMPARE(snapshot.candidates[0].state, CandidateState::Frozen);
        const auto one = LabWords::headline(snapshot, m_clock.now());
        QCOMPARE(one.text, QStringLiteral("pod-2 leads"));
        QCOMPARE(one.tone, Tone::Good);
        snapshot.candidates[1].believes = false;
        QCOMPARE(LabWords::headline(snapshot, m_clock.now()).text, QStringLiteral("Nobody leads"));
    }

    void theHeadlineDoesNotContradictTheTable()
    {
        const auto snapshot = makeElection({.leader = 2}, m_clock);
        LeaderHistory table = *snapshot->truth;
        QCOMPARE(LabWords::headline(*snapshot, m_clock.now(), &table).text,
                 QStringLiteral("pod-2 leads"));
        table.vacancies.push_back({m_clock.now() - 300ms, std::nullopt});
        const auto believes = LabWords::headline(*snapshot, m_clock.now(), &table);
        QCOMPARE(believes.text, QStringLiteral("pod-2 believes that it leads"));
        QVERIFY(believes.detail.startsWith(QStringLiteral("the table says nobody")));
        QVERIFY(believes.tone != Tone::Good);
        // What cannot be read says nothing.
        table.unseen.push_back({m_clock.now() - 100ms, std::nullopt});
        QCOMPARE(LabWords::headline(*snapshot, m_clock.now(), &table).text,
                 QStringLiteral("pod-2 leads"));
    }

    void aDeadOneDoesNotLeadWhateverItSaidLast()
    {
        ElectionSnapshot snapshot = *makeElection({.leader = 2}, m_clock);
        snapshot.candidates[1].state = CandidateState::Killed;
        const auto now = LabWords::headline(snapshot, m_clock.now());
        QCOMPARE(now.text, QStringLiteral("Nobody leads"));
    }

    void nobodyIsLeft()
    {
        ElectionSnapshot snapshot = *makeElection({.leader = 0}, m_clock);
        for (CandidateStatus &candidate : snapshot.candidates)
            candidate.state = CandidateState::Stopped;
        QCOMPARE(LabWords::headline(snapshot, m_clock.now()).text,
                 QStringLiteral("Nobody is left to lead"));
    }

    void aSkewHasItsSign() { QCOMPARE(LabWords::skew(-1500ms), QStringLiteral("−1.5 s")); }

    void onlyWhatMakesSenseIsPossible()
    {
        CandidateStatus candidate;
        candidate.state = CandidateState::Frozen;
        QVERIFY(isPossible(CandidateAction::Thaw, candidate));
        QVERIFY(isPossible(CandidateAction::Kill, candidate));
        QVERIFY(!isPossible(CandidateAction::Freeze, candidate));
        candidate.state = CandidateState::Killed;
        QVERIFY(isPossible(CandidateAction::Restart, candidate));
        QVERIFY(!isPossible(CandidateAction::Kill, candidate));
        QVERIFY(!isPossible(CandidateAction::Thaw, candidate));
        candidate.state = CandidateState::Leading;
        QVERIFY(!isPossible(CandidateAction::Thaw, candidate));
        QVERIFY(isPossible(CandidateAction::SkewClock, candidate));
    }

    void candidatesTellTheirStateByWordAndSign()
    {
        CandidateModel model;
        model.setCandidates(makeElection({.leader = 2, .alsoLeads = 1}, m_clock)->candidates);
        QCOMPARE(model.rowCount(), 3);
        const auto at = [&model](int row, CandidateModel::ColumnId column, int role) {
            return model.index(row, column).data(role);
        };
        QCOMPARE(at(0, CandidateModel::State, Qt::DisplayRole).toString(),
                 QStringLiteral("frozen"));
        QCOMPARE(at(0, CandidateModel::State, NoteRole).toString(),
                 QStringLiteral("believes that it leads"));
        QCOMPARE(at(1, CandidateModel::State, Qt::DisplayRole).toString(), QStringLiteral("leads"));
        QVERIFY(at(1, CandidateModel::State, SignRole) != at(2, CandidateModel::State, SignRole));
        QCOMPARE(at(2, CandidateModel::Clock, Qt::DisplayRole).toString(),
                 QStringLiteral("+0.5 s"));
    }

    void onlyRowsThatChangedAreTouched()
    {
        CandidateModel model;
        auto candidates = makeElection({}, m_clock)->candidates;
        model.setCandidates(candidates);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setCandidates(candidates);
        QCOMPARE(changed.size(), 0);
        candidates[2].state = CandidateState::Killed;
        model.setCandidates(candidates);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(reset.size(), 0);
    }

    void whatACandidateSaysIsShownLiterally()
    {
        CandidateModel model;
        auto candidates = makeElection({}, m_clock)->candidates;
        candidates[0].lastError = QStringLiteral("line\nbreak");
        model.setCandidates(candidates);
        QCOMPARE(model.index(0, CandidateModel::State).data(NoteRole).toString(),
                 QStringLiteral("line\\nbreak"));
    }

    void aDraftBecomesTheSetupItWasMadeOf()
    {
        for (const ElectionPreset preset : allElectionPresets) {
            const ElectionDraft draft = ElectionDraft::of(electionPreset(preset));
            QVERIFY(draft.setup().has_value());
            QCOMPARE(*draft.setup(), electionPreset(preset));
            QCOMPARE(draft.preset(), std::optional(preset));
        }
        ElectionSetup own = electionPreset(ElectionPreset::Healthy);
        own.skews = {0ms, 500ms, -2s};
        own.duplicateIdentity = true;
        QCOMPARE(*ElectionDraft::of(own).setup(), own);
        QVERIFY(!ElectionDraft::of(own).preset());
    }

    void whatIsWrongInADraftIsNamed_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("says");
        QTest::newRow("no unit") << "period"
                                 << "12"
                                 << "Period";
        QTest::newRow("below a millisecond") << "lease"
                                             << "1.2ms"
                                             << "Lease";
        QTest::newRow("empty work") << "work"
                                    << ""
                                    << "Work";
        QTest::newRow("work too long") << "work"
                                       << "1s"
                                       << "work";
        QTest::newRow("period too short") << "period"
                                          << "1ms"
                                          << "period";
        QTest::newRow("skew") << "skews"
                              << "0, fast"
                              << "fast";
        QTest::newRow("too many skews") << "skews"
                                        << "1s, 1s, 1s, 1s"
                                        << "skewed";
    }
    void whatIsWrongInADraftIsNamed()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, says);
        ElectionDraft draft = ElectionDraft::of(electionPreset(ElectionPreset::AsDescribed));
        (field == u"period"  ? draft.period
         : field == u"lease" ? draft.lease
         : field == u"work"  ? draft.work
                             : draft.skews) = typed;
        const auto setup = draft.setup();
        QVERIFY(!setup);
        QCOMPARE(setup.error().kind, ErrorKind::Config);
        QVERIFY2(setup.error().message.contains(says), qPrintable(setup.error().message));
    }

    void skewsHaveASign()
    {
        QCOMPARE(skewFromText(u"+500ms"), std::optional<Millis>(500ms));
        QCOMPARE(skewFromText(u"-2s"), std::optional<Millis>(-2s));
        QCOMPARE(skewFromText(u"0"), std::optional<Millis>(0ms));
        QCOMPARE(skewFromText(u"--2s"), std::optional<Millis>());
        QCOMPARE(skewFromText(u"5"), std::optional<Millis>());
        for (const Millis skew : {0ms, 500ms, Millis(-2000)})
            QCOMPARE(skewFromText(skewDraftText(skew)), std::optional(skew));
    }

    void theNewestFailoverIsTheFirst()
    {
        FailoverModel model;
        const auto few = makeElection({.kills = 2, .wanted = 5}, m_clock)->run.failovers;
        auto more = few;
        more.push_back(makeElection({.kills = 3, .wanted = 5}, m_clock)->run.failovers.back());
        model.setFailovers(few);
        const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.setFailovers(more);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, FailoverModel::Count).data(Qt::DisplayRole).toString(),
                 QStringLiteral("3"));
        QCOMPARE(model.index(0, FailoverModel::Who).data(Qt::DisplayRole).toString(),
                 QStringLiteral("3 → 1"));
        model.setFailovers({});
        QCOMPARE(model.rowCount(), 0);
    }

    void aSeriesIsCopiedAsJsonAndCsv()
    {
        const auto election = makeElection({.kills = 3, .wanted = 3}, m_clock);
        FailoverReport report = failoverReport(*election);
        const QStringList labels = candidateLabels(*election);
        report.backend = QStringLiteral("staging");
        report.poll = 200ms;
        const QJsonObject json = QJsonDocument::fromJson(failoverJson(report)).object();
        QCOMPARE(json[QStringLiteral("setup")][QStringLiteral("backend")].toString(),
                 QStringLiteral("staging"));
        QCOMPARE(json[QStringLiteral("watched")][QStringLiteral("poll_ms")].toInt(), 200);
        QCOMPARE(json[QStringLiteral("failovers")].toArray().size(), 3);
        const QJsonObject first = json[QStringLiteral("failovers")].toArray()[0].toObject();
        QCOMPARE(first[QStringLiteral("killed")].toString(), labels.at(0));
        QCOMPARE(first[QStringLiteral("next")].toString(), labels.at(1));
        QCOMPARE(first[QStringLiteral("vacancy_ms")].toDouble(), 820.0);
        QVERIFY(first[QStringLiteral("at")].toString().endsWith(u'Z'));
        QCOMPARE(json[QStringLiteral("median_ms")].toDouble(), 1240.0);
        QCOMPARE(json[QStringLiteral("predicted")][QStringLiteral("max_ms")].toDouble(), 2120.0);
        const QList<QByteArray> lines = failoverCsv(report).split('\n');
        QCOMPARE(lines.size(), 5); // a heading, three, and nothing after the last break
        QCOMPARE(lines[0], QByteArray("at,killed,next,vacancy_ms,watched_ms\r"));
        QVERIFY(lines[1].contains(',' + labels.at(0).toUtf8() + ',' + labels.at(1).toUtf8()
                                  + ",820.000,"));
        report.labels[0] = QStringLiteral("=1+1");
        QVERIFY(failoverCsv(report).contains(",'=1+1," + labels.at(1).toUtf8() + ','));
    }

    void binsHoldEverything()
    {
        const VacancyBins bins = vacancyBins({0us, 400ms, 999ms, 1s}, {500ms, 2s}, 18);
        QVERIFY(bins.width > Micros(0));
        QVERIFY(bins.measured.size() <= 18);
        QCOMPARE(std::accumulate(bins.measured.begin(), bins.measured.end(), 0.0), 4.0);
        // As many as were measured, so that the two can be compared.
        QCOMPARE(std::accumulate(bins.predicted.begin(), bins.predicted.end(), 0.0), 4.0);
        QCOMPARE(bins.measured.size(), bins.predicted.size());
        QVERIFY(vacancyBins({}, {}, 18).width == Micros(0));
        QCOMPARE(vacancyBins({0us}, {}, 18).highest, 1.0);
    }
};

LOCKMASTER_TEST(TestLabModels, QCoreApplication)

} // namespace tst_labmodels

#include "tst_labmodels.moc"
