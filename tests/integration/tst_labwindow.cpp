// SPDX-License-Identifier: Apache-2.0
#include "core/config/secrets.h"
#include "core/lab/sandbox.h"
#include "core/monitor/monitor.h"
#include "core/systems/registry/registry.h"
#include "tests/support/needserver.h"
#include "tests/support/testprogram.h"
#include "ui/lab/candidatelist.h"
#include "ui/lab/contentionpanel.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/failoverpanel.h"
#include "ui/lab/labcontroller.h"
#include "ui/lab/labview.h"
#include "ui/lab/recordingview.h"
#include "ui/lab/transportbar.h"
#include "ui/lanes/lanesview.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <csignal>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_labwindow {

namespace {

constexpr int patience = 20'000;

std::unique_ptr<BackendReader> openReader(const BackendSpec &backend)
{
    return makeReader(backend, passwordsOf(backend));
}

/** Rounds so short that a failover takes a moment. */
ElectionDraft quick()
{
    ElectionSetup setup = electionPreset(ElectionPreset::Healthy);
    setup.period = 100ms;
    setup.lease = 400ms;
    return ElectionDraft::of(setup);
}

/** What a room is to read, and what is pressed: labels and buttons that are seen. */
QList<QWidget *> readable(QWidget &root)
{
    QList<QWidget *> all;
    for (QWidget *each : root.findChildren<QWidget *>()) {
        const auto *label = qobject_cast<QLabel *>(each);
        const bool isText = label && !label->text().isEmpty();
        if (each->isVisible() && (isText || qobject_cast<QAbstractButton *>(each)))
            all << each;
    }
    return all;
}

QRect placeIn(const QWidget &root, const QWidget &part)
{
    return {part.mapTo(&root, QPoint()), part.size()};
}

/** Texts that are cut, or that something else lies over. */
QStringList misfits(QWidget &root)
{
    const auto named = [](const QWidget *each) {
        const auto *label = qobject_cast<const QLabel *>(each);
        return label ? label->text() : qobject_cast<const QAbstractButton *>(each)->text();
    };
    QStringList wrong;
    const QList<QWidget *> all = readable(root);
    for (QWidget *each : all) {
        const auto *label = qobject_cast<QLabel *>(each);
        const QSize wanted = label && label->wordWrap()
                                 ? QSize(0, label->heightForWidth(label->width()))
                                 : each->minimumSizeHint();
        if (each->width() < wanted.width() || each->height() < wanted.height())
            wrong << QStringLiteral("“%1” is cut").arg(named(each));
        if (each->visibleRegion().boundingRect() != each->rect())
            wrong << QStringLiteral("“%1” is not seen whole").arg(named(each));
        for (QWidget *other : all) {
            const bool apart = each == other || each->isAncestorOf(other)
                               || other->isAncestorOf(each)
                               || !placeIn(root, *each).intersects(placeIn(root, *other));
            if (!apart)
                wrong << QStringLiteral("“%1” lies over “%2”").arg(named(each), named(other));
        }
    }
    return wrong;
}

/** All lanes are there without scrolling. */
bool showsAllLanes(const LanesView &lanes)
{
    return !lanes.verticalScrollBar()->isVisible()
           && lanes.viewport()->visibleRegion().boundingRect() == lanes.viewport()->rect();
}

} // namespace

/** The lab's page from the first key to a measured failover, on a sandbox and with its watcher. */
class TestLabWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Monitor> m_monitor;
    std::unique_ptr<LabView> m_view;
    std::unique_ptr<LabController> m_lab;
    std::vector<BackendSpec> m_watched;

    ElectionPanel &panel() { return m_view->election(); }
    std::vector<qint64> processes()
    {
        std::vector<qint64> all;
        CandidateModel &model = panel().candidates().model();
        for (int row = 0; row < model.rowCount(); ++row)
            all.push_back(model.candidateAt(row).pid);
        return all;
    }
    QString leader()
    {
        const QString text = panel().headlineText();
        return text.endsWith(QStringLiteral(" leads")) ? text.chopped(6) : QString();
    }
    void start()
    {
        m_view->setupPage().setDraft(quick());
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isElectionShown() && leader().startsWith(u"pod-"),
                                 patience);
    }
    void end()
    {
        panel().endButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isElectionShown(), patience);
    }

private slots:
    void initTestCase()
    {
        auto sandbox = Sandbox::start({}, {});
        LOCKMASTER_NEED_SERVER(sandbox);
        m_sandbox = std::move(*sandbox);
    }
    void init()
    {
        m_monitor = std::make_unique<Monitor>(openReader);
        m_view = std::make_unique<LabView>(systemClock());
        m_lab = std::make_unique<LabController>(*m_view, m_monitor->store());
        connect(m_lab.get(), &LabController::watchChanged, this,
                [this](const std::vector<BackendSpec> &backends) {
                    m_watched = backends;
                    m_monitor->setBackends(backends);
                });
        m_lab->setSandbox(m_sandbox->labPlace());
        m_view->resize(1076, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus(); // as by the page's key
    }
    void cleanup()
    {
        m_lab.reset();
        m_view.reset();
        m_monitor.reset();
    }

    void aLeaderIsKilledAndAnotherTakesOver()
    {
        start();
        const QString first = leader();
        QCOMPARE(panel().lastFailoverText(), QStringLiteral("–"));
        QTest::keyClick(m_view.get(), Qt::Key_K);
        QTRY_VERIFY_WITH_TIMEOUT(!leader().isEmpty() && leader() != first, patience);
        QTRY_VERIFY_WITH_TIMEOUT(panel().lastFailoverText() != QStringLiteral("–"), patience);
        // What watching the table tells stands beside what the candidates believe.
        QCOMPARE(m_watched.size(), size_t(1));
        QCOMPARE(m_watched.front().name, QStringLiteral("lab"));
        QTRY_COMPARE_WITH_TIMEOUT(panel().lanes().chart()->lanes.size(), size_t(4), patience);
        QTRY_VERIFY_WITH_TIMEOUT(!panel().lanes().chart()->lanes[0].leads.empty(), patience);
        QSignalSpy wanted(m_lab.get(), &LabController::leaderWanted);
        emit panel().leadersRequested();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<LockId>().source->backend, QStringLiteral("lab"));
        end();
        QVERIFY(m_watched.empty());
    }

    /**
     * A projector of 1280x720 with text at 150 %, by the keyboard alone: the page has all of the
     * screen but the toolbar's 46 pixels. What the pictures of it showed is held here.
     */
    void aFailoverIsPresented()
    {
        const QFont usual = QApplication::font();
        const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 1.5);
        QApplication::setFont(large);
        m_view->resize(1280, 674);
        m_view->setPresenting(true);
        // Whoever begins sees what begins it.
        QTRY_COMPARE(m_view->setupPage().startButton().visibleRegion().boundingRect(),
                     m_view->setupPage().startButton().rect());
        start();
        for (const double zoom : {1.0, 1.1}) { // as Ctrl and plus do
            large.setPointSizeF(usual.pointSizeF() * 1.5 * zoom);
            QApplication::setFont(large);
            QTRY_VERIFY(showsAllLanes(panel().lanes()));
            const QString first = leader();
            QTest::keyClick(m_view.get(), Qt::Key_K);
            QTRY_VERIFY_WITH_TIMEOUT(!leader().isEmpty() && leader() != first, patience);
            QTRY_VERIFY_WITH_TIMEOUT(panel().lastFailoverText() != QStringLiteral("–"), patience);
            QTRY_COMPARE(misfits(*m_view).join(u'\n'), QString());
            QVERIFY(showsAllLanes(panel().lanes()));
        }
        m_view->setPresenting(false);
        end();
    }

    /** It is played when nothing of it is there any more. */
    void anElectionIsRecordedAndPlayed()
    {
        const QTemporaryDir place;
        const QString path = place.filePath(QStringLiteral("election.lockrun"));
        QVERIFY(!m_view->saveButton().isEnabled() && !m_lab->saveAction().isEnabled());
        start();
        const QString first = leader();
        QTest::keyClick(m_view.get(), Qt::Key_K);
        QTRY_VERIFY_WITH_TIMEOUT(!leader().isEmpty() && leader() != first, patience);
        const QString second = leader();
        QTRY_VERIFY_WITH_TIMEOUT(panel().lastFailoverText() != QStringLiteral("–"), patience);
        const QString vacancy = panel().lastFailoverText();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().lanes().chart()->lanes[0].leads.empty(), patience);
        end();
        // Also after its end.
        QVERIFY(m_view->saveButton().isEnabled() && m_lab->saveAction().isEnabled());
        const auto choose = [&](QAction &action) {
            action.trigger();
            auto *dialog = m_view->findChild<QFileDialog *>();
            emit dialog->fileSelected(path);
            delete dialog;
        };
        choose(m_lab->saveAction());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), patience);
        choose(m_lab->openAction());
        RecordingView &replay = m_view->recording();
        QTRY_VERIFY_WITH_TIMEOUT(replay.isOpen(), patience);
        QVERIFY(replay.isVisible());
        // What is played stands in a file.
        QVERIFY(!m_lab->saveAction().isEnabled() && m_lab->openAction().isEnabled());
        QSlider &slider = replay.transport().slider();
        slider.setValue(slider.maximum());
        QCOMPARE(replay.election().lastFailoverText(), vacancy);
        QCOMPARE(replay.election().headlineText(), second + QStringLiteral(" leads"));
        QCOMPARE(replay.election().lanes().chart()->lanes.size(), size_t(4));
        QVERIFY(!replay.election().lanes().chart()->lanes[0].leads.empty());
        // Nothing of the server is in it.
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const char *word : {"socket", "password", "/tmp/", "://"})
            QVERIFY2(!text.contains(word), word);
        replay.closeButton().click();
        QVERIFY(m_view->setupPage().isVisible());
        QVERIFY(m_lab->saveAction().isEnabled());
        m_view->openButton().click();
        delete m_view->findChild<QFileDialog *>();
    }

    void failoversAreMeasured()
    {
        start();
        FailoverPanel &failovers = panel().failovers();
        failovers.kills().setValue(3);
        failovers.measureButton().click();
        QTRY_COMPARE_WITH_TIMEOUT(failovers.table().model()->rowCount(), 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(failovers.measureButton().isVisible(), patience);
        QVERIFY(failovers.figureText(QStringLiteral("median"), false).endsWith(u's'));
        QVERIFY(failovers.figureText(QStringLiteral("median"), true).endsWith(u's'));
        end();
    }

    void theEndLeavesNoProcess()
    {
        start();
        const std::vector<qint64> pids = processes();
        QCOMPARE(pids.size(), size_t(3));
        for (const qint64 pid : pids)
            QCOMPARE(::kill(pid_t(pid), 0), 0);
        // The window goes without a question, and without waiting.
        m_lab.reset();
        for (const qint64 pid : pids)
            QTRY_VERIFY_WITH_TIMEOUT(::kill(pid_t(pid), 0) != 0, patience);
    }

    void anElectionCanFollowAnother()
    {
        start();
        end();
        QVERIFY(m_view->setupPage().startButton().isEnabled());
        start();
        QCOMPARE(panel().candidates().model().rowCount(), 3);
        end();
    }

    void withoutASandboxOneIsAskedFor()
    {
        m_lab = std::make_unique<LabController>(*m_view, m_monitor->store());
        QSignalSpy wanted(m_lab.get(), &LabController::sandboxWanted);
        m_view->setupPage().setDraft(quick());
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
        m_lab->showSandboxFailure({ErrorKind::NotFound, 0, QStringLiteral("No server."), {}});
        QVERIFY(m_view->setupPage().startButton().isEnabled());
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        m_lab->setSandbox(m_sandbox->labPlace());
        QTRY_VERIFY_WITH_TIMEOUT(m_view->isElectionShown(), patience);
    }

    void ownBackendsAreOfferedWhereThatIsSafe()
    {
        const auto named = [this](const QString &name) {
            BackendSpec backend = m_sandbox->labPlace().sql;
            backend.name = name;
            return backend;
        };
        const BackendSpec safe = named(QStringLiteral("staging"));
        BackendSpec production = named(QStringLiteral("billing"));
        production.environment = Environment::Production;
        BackendSpec readOnly = named(QStringLiteral("reports"));
        readOnly.readOnly = true;
        m_lab->setBackends({production, readOnly, safe}, [this](const BackendSpec &) {
            return Result<Secret>(m_sandbox->labPlace().sqlPassword);
        });
        auto *where = m_view->setupPage().findChild<QComboBox *>(QStringLiteral("where"));
        QCOMPARE(where->count(), 2);
        where->setCurrentIndex(1);
        start();
        QCOMPARE(panel().candidates().model().rowCount(), 3);
        end();
    }

    void anElectionEndsWhereItMayNotBeAnyMore()
    {
        BackendSpec own = m_sandbox->labPlace().sql;
        own.name = QStringLiteral("staging");
        const auto password = [this](const BackendSpec &) {
            return Result<Secret>(m_sandbox->labPlace().sqlPassword);
        };
        m_lab->setBackends({own}, password);
        m_view->setupPage().findChild<QComboBox *>(QStringLiteral("where"))->setCurrentIndex(1);
        start();
        m_lab->setBackends({own}, password);
        QVERIFY(panel().endButton().isEnabled());
        own.environment = Environment::Production;
        m_lab->setBackends({own}, password);
        QVERIFY(!panel().endButton().isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isElectionShown(), patience);
        const auto labels = m_view->setupPage().findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text().contains(QStringLiteral("production"));
        }));
    }

    void anElectionIsNamedLikeNoBackend()
    {
        BackendSpec own;
        own.name = QStringLiteral("lab");
        const auto noPassword = [](const BackendSpec &) { return Result<Secret>(); };
        m_lab->setBackends({own}, noPassword, {QStringLiteral("lab-2")});
        start();
        QCOMPARE(m_watched.size(), size_t(1));
        QCOMPARE(m_watched.front().name, QStringLiteral("lab-3"));
        // One that is named so later on goes before, too.
        own.name = QStringLiteral("lab-3");
        m_lab->setBackends({own}, noPassword);
        QCOMPARE(m_watched.front().name, QStringLiteral("lab"));
        QTRY_VERIFY_WITH_TIMEOUT(panel().lanes().chart()->lanes.size() == 4, patience);
        end();
    }

    void anExperimentUnderContentionIsRun()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        contention.runButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(
            contention.runButton().isVisible() && !contention.happenedText().isEmpty(), patience);
        QVERIFY2(contention.verdictText().contains(QStringLiteral("violation")),
                 qPrintable(contention.verdictText()));
    }

    /** Its own servers are watched for as long as they are there. */
    void aGroupOfServersIsWatchedMeanwhile()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        contention.select(QStringLiteral("master-killed"));
        contention.runButton().click();
        QTRY_COMPARE_WITH_TIMEOUT(m_watched.size(), size_t(1), patience);
        QCOMPARE(m_watched.front().name, QStringLiteral("lab-group"));
        const auto sees = [this] { return m_monitor->store().view()->rows.size() > 10; };
        QTRY_VERIFY_WITH_TIMEOUT(sees(), patience);
        contention.cancelButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(contention.runButton().isVisible(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_watched.empty(), patience);
    }

    void anExperimentIsCalledOff()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        contention.runButton().click();
        QTRY_VERIFY(contention.cancelButton().isVisible());
        contention.cancelButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(contention.runButton().isVisible(), patience);
    }
};

LOCKMASTER_TEST(TestLabWindow, QApplication)

} // namespace tst_labwindow

#include "tst_labwindow.moc"
