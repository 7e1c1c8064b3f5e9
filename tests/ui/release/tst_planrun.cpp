// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseplan.h"
#include "core/actions/releasesession.h"
#include "core/platform/threadsleftbehind.h"
#include "tests/support/buttons.h"
#include "tests/support/fakerelease.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/kit/banner.h"
#include "ui/kit/confirmation.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/releasecontroller.h"
#include "core/actions/writelifts.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_planrun {

namespace {

constexpr int patienceMs = 20'000;
using State = BulkReleaseModel::State;
using ColumnId = BulkReleaseModel::ColumnId;

} // namespace

/** A plan's file in the window, from the file to the log; the server is a fake. */
class TestPlanRun : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<ReleaseScript> m_script;
    std::unique_ptr<FakeReleaseSystem> m_system;
    std::unique_ptr<WriteGate> m_gate;
    std::unique_ptr<AuditLog> m_audit;
    std::unique_ptr<WriteLifts> m_lifts;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<QWidget> m_window;
    ReleaseController *m_controller = nullptr;
    BackendSpec m_backend;
    ReleasePlan m_plan;

    QString file(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    ServerTime serverNow() const { return ServerTime(m_clock->wallNow().time_since_epoch()); }
    PlannedRelease planned(const QByteArray &name) const
    {
        PlannedRelease lock;
        lock.seen = witnessOf(fakeLock(name, "web-3"),
                              ServerMoment{QByteArrayLiteral("server-a"), serverNow()});
        lock.witness = encodeWitness(lock.seen);
        lock.name = name;
        lock.action = QStringLiteral("expire");
        lock.owner = QStringLiteral("somebody else");
        return lock;
    }
    /** What a ticket that is opened now finds. */
    void answerNow()
    {
        ReleasePreview preview;
        preview.lock = fakeLock("a", "web-3");
        preview.server = {QByteArrayLiteral("server-a"), serverNow()};
        m_script->preview = preview;
    }
    BulkReleaseDialog *dialog() { return m_window->findChild<BulkReleaseDialog *>(); }
    QMessageBox *box() { return m_window->findChild<QMessageBox *>(); }
    void controlled(const AuditLog &audit)
    {
        m_controller = new ReleaseController(fakeTools(*m_system, *m_gate, audit, *m_clock),
                                             *m_store, *m_lifts, SystemNames(), m_window.get());
        m_controller->setBackends({m_backend});
    }
    /** The plan, written and opened; until each of its locks was looked at. */
    bool open()
    {
        QFile::remove(file("web-3.plan"));
        if (!writePlan(file("web-3.plan"), m_plan))
            return false;
        m_controller->openPlan(file("web-3.plan"));
        return QTest::qWaitFor(
            [this] { return dialog() && dialog()->model().count(State::Looking) == 0; },
            patienceMs);
    }
    bool isRefused(const QString &path)
    {
        m_controller->openPlan(path);
        return QTest::qWaitFor([this] { return box() != nullptr; }, patienceMs) && !dialog();
    }
    QPushButton *button(const QString &text) { return buttonOf(dialog(), text); }
    QString cell(int row, ColumnId column)
    {
        return dialog()->model().index(row, int(column)).data().toString();
    }
    QString details(int row)
    {
        return dialog()
            ->model()
            .index(row, int(ColumnId::Outcome))
            .data(Qt::ToolTipRole)
            .toString();
    }
    QString allTexts()
    {
        QStringList texts;
        for (const QLabel *each : dialog()->findChildren<QLabel *>()) {
            if (!each->isHidden())
                texts << each->text();
        }
        return texts.join(u'\n');
    }
    QCheckBox *evenIfNotGone()
    {
        for (QCheckBox *each : dialog()->findChildren<QCheckBox *>()) {
            if (each->text().contains(QStringLiteral("known to be gone")))
                return each;
        }
        return nullptr;
    }
    std::vector<AuditLine> audited() const { return *readAudit(m_folder->path(), 100); }
    QStringList steps(const char *which) const
    {
        return m_script->steps().filter(QString::fromLatin1(which));
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<ManualClock>();
        m_script = std::make_unique<ReleaseScript>();
        m_system = std::make_unique<FakeReleaseSystem>(*m_script);
        m_gate = std::make_unique<WriteGate>(*m_clock);
        m_audit = std::make_unique<AuditLog>(m_folder->path(), *m_clock);
        m_lifts = std::make_unique<WriteLifts>(*m_gate, *m_audit, QStringLiteral("lockmaster"));
        m_store = std::make_unique<LockStore>();
        m_window = std::make_unique<QWidget>();
        m_backend = BackendSpec();
        m_backend.name = QStringLiteral("billing");
        controlled(*m_audit);
        m_plan = ReleasePlan();
        m_plan.madeAt = m_clock->wallNow();
        m_plan.chosenBy = QStringLiteral("--owner web-3");
        m_plan.locks = {planned("a"), planned("b")};
        answerNow();
        m_window->show();
    }
    void cleanup()
    {
        m_controller->finish();
        m_window.reset();
        QTRY_COMPARE_WITH_TIMEOUT(ThreadsLeftBehind::count(LeftBehind::Releasing), 0, patienceMs);
    }

    void itIsToldAsAPlan()
    {
        QVERIFY(open());
        QCOMPARE(dialog()->model().count(State::Ready), 2);
        for (const char *part : {"web-3.plan", "--owner web-3", "Good until"})
            QVERIFY2(allTexts().contains(QString::fromLatin1(part)), qPrintable(allTexts()));
        // Whose it is says the server, and not the file.
        QCOMPARE(cell(0, ColumnId::Owner), QStringLiteral("web-3"));
        QCOMPARE(cell(1, ColumnId::Lock), QStringLiteral("b"));
        QCOMPARE(cell(0, ColumnId::Action), QStringLiteral("Release"));
        // What is for one that was looked at here is not for a plan.
        QVERIFY(dialog()->findChild<QCheckBox *>()->isHidden());
        QVERIFY(!button(QStringLiteral("Save &plan…")));
    }

    void itIsNotedOnceAndNamedWithEachLock()
    {
        QVERIFY(open());
        button(QStringLiteral("Release 2"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(dialog()->model().releasedCount(), 2, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(audited().size(), size_t(6), patienceMs);
        const auto lines = audited();
        QCOMPARE(lines[0].intent.action, QStringLiteral("apply-plan"));
        QVERIFY(lines[0].intent.command.contains(
            QString::fromLatin1(readPlan(file("web-3.plan"))->digest)));
        for (const size_t line : {1, 3}) {
            QCOMPARE(lines[line].intent.action, QStringLiteral("expire"));
            QCOMPARE(lines[line].intent.reason, QStringLiteral("[plan %1]").arg(lines[0].id));
            QCOMPARE(lines[line].intent.owner, QStringLiteral("web-3"));
        }
        QCOMPARE(lines[5].id, lines[0].id);
        QCOMPARE(lines[5].outcome.outcome, QStringLiteral("released"));
        QVERIFY2(lines[5].outcome.message.startsWith(QStringLiteral("released: 2, ")),
                 qPrintable(lines[5].outcome.message));
        QVERIFY(button(QStringLiteral("Close")));
    }

    void withoutALogNothingIsSent()
    {
        QFile inTheWay(file("blocked"));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        const AuditLog none(file("blocked") + QStringLiteral("/audit"), *m_clock);
        controlled(none);
        QVERIFY(open());
        button(QStringLiteral("Release 2"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(button(QStringLiteral("Close")), patienceMs);
        QCOMPARE(dialog()->model().count(State::NotDone), 2);
        QVERIFY(steps("commit").isEmpty());
    }

    void productionWantsWhatItAlwaysWants()
    {
        m_backend.environment = Environment::Production;
        m_backend.readOnly = false;
        m_controller->setBackends({m_backend});
        QVERIFY(open());
        QPushButton *release = button(QStringLiteral("Release 2"));
        QVERIFY(release && !release->isEnabled());
        auto *asks = dialog()->findChild<Confirmation *>();
        asks->reasonEdit().setText(QStringLiteral("OPS-311"));
        QVERIFY(!release->isEnabled());
        asks->wordEdit().setText(QStringLiteral("2 billing"));
        QVERIFY(release->isEnabled());
        // Nobody said that the holder is gone, and nobody that it need not be.
        release->click();
        QTRY_COMPARE_WITH_TIMEOUT(audited().size(), size_t(6), patienceMs);
        QVERIFY(audited()[1].intent.reason.startsWith(QStringLiteral("OPS-311 [plan ")));
        QCOMPARE(dialog()->model().releasedCount(), 0);
        QVERIFY2(cell(0, ColumnId::Outcome).contains(QStringLiteral("not known to be gone")),
                 qPrintable(cell(0, ColumnId::Outcome)));
        QVERIFY(steps("commit").isEmpty());
        QCOMPARE(audited()[5].outcome.outcome, QStringLiteral("changed"));
    }

    void inProductionItIsSaidPerRunThatNobodyNeedBeGone()
    {
        m_backend.environment = Environment::Production;
        m_backend.readOnly = false;
        m_controller->setBackends({m_backend});
        QVERIFY(open());
        QVERIFY2(allTexts().contains(QStringLiteral("Only of holders who are gone")),
                 qPrintable(allTexts()));
        QCheckBox *even = evenIfNotGone();
        QVERIFY(even && !even->isHidden() && !even->isChecked());
        even->setChecked(true);
        QVERIFY(!allTexts().contains(QStringLiteral("Only of holders who are gone")));
        auto *asks = dialog()->findChild<Confirmation *>();
        asks->reasonEdit().setText(QStringLiteral("OPS-311"));
        asks->wordEdit().setText(QStringLiteral("2 billing"));
        button(QStringLiteral("Release 2"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(audited().size(), size_t(6), patienceMs);
        QCOMPARE(dialog()->model().releasedCount(), 2);
        QVERIFY2(audited()[0].intent.command.contains(QStringLiteral("even if not gone")),
                 qPrintable(audited()[0].intent.command));
    }

    /** A plan that is only of the gone is so whatever is ticked. */
    void aPlanOfTheGoneOffersNoWayAround()
    {
        m_plan.goneOnly = true;
        QVERIFY(open());
        QVERIFY(evenIfNotGone() && evenIfNotGone()->isHidden());
        QVERIFY(allTexts().contains(QStringLiteral("Only of holders who are gone")));
        button(QStringLiteral("Release 2"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(audited().size(), size_t(6), patienceMs);
        QCOMPARE(dialog()->model().releasedCount(), 0);
        QVERIFY(steps("commit").isEmpty());
        QCOMPARE(audited()[1].outcome.outcome, QString());
        QCOMPARE(audited()[2].outcome.detail, QStringLiteral("not-gone"));
    }

    void aRowSaysWhyItIsRefused_data()
    {
        using Change = std::function<void(TestPlanRun &)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, const Change &change, const char *why) {
            QTest::newRow(name) << change << QString::fromLatin1(why);
        };
        row(
            "a server that is not there",
            [](TestPlanRun &test) {
                test.m_backend.name = QStringLiteral("other");
                test.m_controller->setBackends({test.m_backend});
            },
            "not among those of this profile");
        row(
            "it was production",
            [](TestPlanRun &test) {
                test.m_plan.locks[0].environment = QStringLiteral("production");
            },
            "it was production when it was planned");
        row(
            "another action",
            [](TestPlanRun &test) { test.m_plan.locks[0].action = QStringLiteral("kill"); },
            "not what is usually done");
        row(
            "another target", [](TestPlanRun &test) { test.m_plan.locks[0].target = "uuid:2"; },
            "not what is usually done");
        row(
            "more ends with it",
            [](TestPlanRun &test) {
                test.m_plan.locks[0].losses = {QStringLiteral("its transaction")};
                test.m_script->preview->losses = {QStringLiteral("its transaction"),
                                                  QStringLiteral("another lock")};
            },
            "More would end with it");
        row(
            "renewed since", [](TestPlanRun &test) { test.m_script->preview->renewed = true; },
            "its holder is alive");
        row(
            "it changed hands",
            [](TestPlanRun &test) {
                test.m_script->preview->refusal =
                    ReleaseOutcome{ReleaseResult::Changed,
                                   ChangeDetail::None,
                                   false,
                                   QStringLiteral("Somebody else has it."),
                                   {}};
            },
            "Somebody else has it");
        row(
            "another server",
            [](TestPlanRun &test) {
                test.m_script->preview->server.server = QByteArrayLiteral("server-b");
            },
            "server");
        row(
            "a look of nobody knows when",
            [](TestPlanRun &test) {
                test.m_plan.locks[0].seen.looked.reset();
                test.m_plan.locks[0].witness = encodeWitness(test.m_plan.locks[0].seen);
            },
            "not known");
        row(
            "older than ten minutes",
            [](TestPlanRun &test) {
                test.m_clock->advance(10min + 1s);
                test.answerNow();
            },
            "a look is good for 10 m");
    }
    void aRowSaysWhyItIsRefused()
    {
        QFETCH(std::function<void(TestPlanRun &)>, change);
        QFETCH(QString, why);
        change(*this);
        QVERIFY(open());
        QCOMPARE(dialog()->model().state(0), State::Refused);
        QVERIFY2((cell(0, ColumnId::Outcome) + details(0)).contains(why),
                 qPrintable(cell(0, ColumnId::Outcome) + u'\n' + details(0)));
        QVERIFY(!button(QStringLiteral("&Look again")));
        QVERIFY(steps("commit").isEmpty());
    }

    /** Younger tickets make the plan no younger. */
    void itsTimeRunsFromTheLook()
    {
        m_clock->advance(4min);
        answerNow();
        QVERIFY(open());
        QVERIFY(button(QStringLiteral("Release 2")));
        m_clock->advance(6min + 1s);
        QTRY_VERIFY_WITH_TIMEOUT(!button(QStringLiteral("Release 2")), patienceMs);
        QVERIFY2(allTexts().contains(QStringLiteral("Its ten minutes are over"))
                     && allTexts().contains(QStringLiteral("Plan them anew")),
                 qPrintable(allTexts()));
        QVERIFY(!button(QStringLiteral("&Look again")));
    }

    void theVerdictOfNowStandsInTheRow()
    {
        QVERIFY(open());
        QVERIFY2(cell(0, ColumnId::Outcome).startsWith(QStringLiteral("ready: ")),
                 qPrintable(cell(0, ColumnId::Outcome)));
    }

    void whatWasPlannedToEndMayEnd()
    {
        m_plan.locks[0].losses = m_plan.locks[1].losses = {QStringLiteral("its transaction")};
        m_script->preview->losses = {QStringLiteral("its transaction")};
        QVERIFY(open());
        QCOMPARE(dialog()->model().count(State::Ready), 2);
    }

    /** Nothing of these becomes a list that somebody could confirm. */
    void aFileThatCannotBeMeantIsNotShown_data()
    {
        using Change = std::function<void(TestPlanRun &, QString &)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("why");
        const auto row = [](const char *name, const Change &change, const char *why) {
            QTest::newRow(name) << change << QString::fromLatin1(why);
        };
        const auto rewrite = [](const QString &path, const QByteArray &text) {
            QFile plan(path);
            QVERIFY(plan.open(QIODevice::WriteOnly | QIODevice::Truncate));
            plan.write(text);
        };
        row(
            "readable by its group",
            [](TestPlanRun &, QString &path) {
                QFile::setPermissions(path,
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
            },
            "others may read or write it");
        row(
            "a link to what others may read",
            [](TestPlanRun &test, QString &path) {
                QFile::setPermissions(path,
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
                QVERIFY(QFile::link(path, test.file("link")));
                path = test.file("link");
            },
            "others may read or write it");
        row(
            "no file", [](TestPlanRun &, QString &path) { QFile::remove(path); }, "cannot be used");
        row(
            "a folder", [](TestPlanRun &test, QString &path) { path = test.m_folder->path(); },
            "cannot be used");
        row(
            "a device", [](TestPlanRun &, QString &path) { path = QStringLiteral("/dev/zero"); },
            "cannot be used");
        row(
            "10 MB of something",
            [rewrite](TestPlanRun &, QString &path) { rewrite(path, QByteArray(10'000'000, '[')); },
            "no plan of a release");
        row(
            "larger than any",
            [rewrite](TestPlanRun &test, QString &path) {
                rewrite(path, planText(test.m_plan) + QByteArray(ReleasePlan::mostBytes, ' '));
            },
            "larger than 32 MiB");
        row(
            "an edited name",
            [rewrite](TestPlanRun &test, QString &path) {
                test.m_plan.locks[1].name = "c";
                rewrite(path, planText(test.m_plan));
            },
            "its name is not the witness's");
        row(
            "the same twice",
            [rewrite](TestPlanRun &test, QString &path) {
                test.m_plan.locks[1] = test.m_plan.locks[0];
                rewrite(path, planText(test.m_plan));
            },
            "twice");
    }
    void aFileThatCannotBeMeantIsNotShown()
    {
        QFETCH(std::function<void(TestPlanRun &, QString &)>, change);
        QFETCH(QString, why);
        QString path = file("web-3.plan");
        QVERIFY(writePlan(path, m_plan));
        change(*this, path);
        QVERIFY(isRefused(path));
        const QString said = box()->text() + u'\n' + box()->informativeText();
        QVERIFY2(said.contains(why), qPrintable(said));
        QVERIFY(m_script->steps().isEmpty());
        QVERIFY(audited().empty());
    }

    /** The log has an end of what was begun, whoever closes what. */
    void aClosedWindowIsNotAnOpenEntry()
    {
        QSemaphore sent;
        QSemaphore go;
        m_script->duringCommit = [&] {
            sent.release();
            go.tryAcquire(1, patienceMs);
        };
        QVERIFY(open());
        button(QStringLiteral("Release 2"))->click();
        QVERIFY(QTest::qWaitFor([&] { return sent.tryAcquire(); }, patienceMs));
        delete dialog();
        go.release(2);
        QTRY_VERIFY_WITH_TIMEOUT(verifyAudit(m_folder->path())->open.empty(), patienceMs);
    }
};

LOCKMASTER_TEST(TestPlanRun, QApplication)

} // namespace tst_planrun

#include "tst_planrun.moc"
