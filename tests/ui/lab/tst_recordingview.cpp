// SPDX-License-Identifier: Apache-2.0
#include "tests/support/labfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/kit/banner.h"
#include "ui/kit/colors.h"
#include "ui/lab/candidatelist.h"
#include "ui/lab/contentionpanel.h"
#include "ui/lab/contentionresult.h"
#include "ui/lab/courseexport.h"
#include "ui/lab/courserow.h"
#include "ui/lab/courseview.h"
#include "ui/lab/electionpanel.h"
#include "ui/lab/failoverpanel.h"
#include "ui/lab/labarchive.h"
#include "ui/lab/labview.h"
#include "ui/lab/recordingview.h"
#include "ui/lab/replayedlanes.h"
#include "ui/lab/transportbar.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesview.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <sys/stat.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_recordingview {

/** A recording in the lab's page, played by the keyboard and by the mouse. */
class TestRecordingView : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LabView> m_view;

    RecordingView &recording() { return m_view->recording(); }
    ElectionPanel &election() { return recording().election(); }
    TransportBar &transport() { return recording().transport(); }
    Micros position() { return between(recording().clock().begin(), recording().clock().now()); }
    static bool hasColor(CourseView &view, const QColor &color)
    {
        const QImage image = view.grab().toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == color)
                    return true;
            }
        }
        return false;
    }

private slots:
    void init()
    {
        m_view = std::make_unique<LabView>(m_clock);
        m_view->contention().setExperiments(contentionExperiments());
        m_view->resize(1076, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void anElectionIsPlayedInTheViewsOfALiveOne()
    {
        m_view->openRecording(makeElectionRecording(m_clock));
        QVERIFY(recording().isVisible());
        QVERIFY(recording().banner().text().contains(QStringLiteral("nothing here is live")));
        QVERIFY(recording().banner().text().contains(QStringLiteral("kim")));
        QVERIFY(transport().playButton().hasFocus());
        QCOMPARE(transport().positionText(), QStringLiteral("0:00.0 / 1:00.0"));
        // By the keyboard alone: play, wait, pause.
        QTest::keyClick(&transport().playButton(), Qt::Key_Space);
        m_clock.advance(10s);
        QTest::keyClick(&transport().playButton(), Qt::Key_Space);
        QCOMPARE(position(), Micros(10s));
        QCOMPARE(election().headlineText(), QStringLiteral("pod-1 leads"));
        QCOMPARE(election().lastFailoverText(), QStringLiteral("–"));
        m_clock.advance(10s);
        QCOMPARE(position(), Micros(10s)); // it stands
        QCOMPARE(election().lanes().now(), recording().clock().now());
        // Four times as fast.
        transport().speedBox().setCurrentIndex(transport().speedBox().findData(4.0));
        QTest::keyClick(&transport().playButton(), Qt::Key_Space);
        m_clock.advance(2750ms);
        QTest::keyClick(&transport().playButton(), Qt::Key_Space);
        QCOMPARE(position(), Micros(21s));
        QCOMPARE(election().headlineText(), QStringLiteral("Nobody leads"));
        QTest::keyClick(&transport().playButton(), Qt::Key_Right);
        QCOMPARE(position(), Micros(22s));
        QCOMPARE(election().headlineText(), QStringLiteral("pod-2 leads"));
        QCOMPARE(election().lastFailoverText(), QStringLiteral("1.84 s"));
        // And back: it is not known yet.
        QTest::keyClick(&transport().playButton(), Qt::Key_Left);
        QTest::keyClick(&transport().playButton(), Qt::Key_Left);
        QCOMPARE(election().lastFailoverText(), QStringLiteral("–"));
        QTest::keyClick(&transport().playButton(), Qt::Key_Home);
        QCOMPARE(position(), Micros(0));
        transport().slider().setValue(30'000);
        QCOMPARE(position(), Micros(30s));
        QVERIFY(recording().clock().speed() == 4.0);
    }

    /** Of a server's leader, as it was exported. */
    void whoLedIsPlayedAsLanes()
    {
        const LabRecording made = makeElectionRecording(m_clock);
        LabRecording recorded;
        recorded.origin = made.origin;
        recorded.watched = WatchRecording{
            QStringLiteral("batch-leader"), QStringLiteral("billing-db · app.leader"),
            made.election->begin, made.election->end, made.election->truth};
        m_view->openRecording(recorded);
        QVERIFY(recording().leaders().isVisible() && !election().isVisible());
        QVERIFY(recording().banner().text().contains(QStringLiteral("nothing here is live")));
        QVERIFY2(recording().banner().text().contains(QStringLiteral("billing-db")),
                 qPrintable(recording().banner().text()));
        QCOMPARE(transport().positionText(), QStringLiteral("0:00.0 / 1:00.0"));
        transport().slider().setValue(10'000);
        QCOMPARE(recording().leaders().headlineText(), QStringLiteral("pod-1 leads"));
        QTest::keyClick(&recording().leaders().lanes(), Qt::Key_Period);
        QCOMPARE(position(), Micros(20s));
        transport().slider().setValue(21'000);
        QCOMPARE(recording().leaders().headlineText(), QStringLiteral("Nobody leads"));
        transport().slider().setValue(22'000);
        QCOMPARE(recording().leaders().headlineText(), QStringLiteral("pod-2 leads"));
        QCOMPARE(recording().leaders().lanes().now(), recording().clock().now());
        const auto *saver = recording().leaders().lanes().findChild<LanesExport *>();
        QVERIFY(saver);
        const QByteArray drawn = saver->content(LanesExport::Format::WholeSvg);
        for (const char *words : {"batch-leader", "billing-db", "exported on 2026-03-01"})
            QVERIFY2(drawn.contains(words), words);
        recording().closeButton().click();
        QVERIFY(recording().leaders().lanes().chart()->isEmpty());
        // Where the file does not say whose it is, that is told.
        recorded.watched->lock.clear();
        recorded.watched->place.clear();
        m_view->openRecording(recorded);
        QVERIFY(recording().banner().text().contains(QStringLiteral("does not say")));
    }

    void oneStepsFromEventToEvent()
    {
        m_view->openRecording(makeElectionRecording(m_clock));
        transport().slider().setValue(19'000);
        QTest::keyClick(&election().lanes(), Qt::Key_Period);
        QCOMPARE(position(), Micros(20s));
        QVERIFY2(transport().slider().accessibleDescription().contains(QStringLiteral("killed")),
                 qPrintable(transport().slider().accessibleDescription()));
        QTest::keyClick(&election().lanes(), Qt::Key_Period);
        QCOMPARE(position(), Micros(21840ms));
        QTest::keyClick(&election().lanes(), Qt::Key_Comma);
        QCOMPARE(position(), Micros(20s));
    }

    /** Nothing that would be done to a live one is offered, by no key either. */
    void nothingCanBeDoneToIt()
    {
        m_view->openRecording(makeElectionRecording(m_clock));
        QSignalSpy killed(&m_view->election(), &ElectionPanel::leaderActionRequested);
        QSignalSpy here(&election(), &ElectionPanel::leaderActionRequested);
        QSignalSpy done(&election(), &ElectionPanel::actionRequested);
        transport().slider().setValue(30'000);
        for (QWidget *hidden : std::initializer_list<QWidget *>{
                 &election().killButton(), &election().endButton(),
                 &election().failovers().measureButton(), &election().failovers().kills()})
            QVERIFY(!hidden->isVisible());
        QTest::keyClick(&transport().playButton(), Qt::Key_K);
        election().candidates().table().setFocus();
        QTest::keyClick(&election().candidates().table(), Qt::Key_Delete);
        QTest::keyClick(&election().candidates().table(), Qt::Key_F);
        QVERIFY(!election().candidates().action(CandidateAction::Kill)->isEnabled());
        QCOMPARE(killed.size() + here.size() + done.size(), 0);
    }

    /** Three beside each other, above the same time. */
    void experimentsArePlayedBesideEachOther()
    {
        m_view->openRecording(makeMastersRecording());
        CourseRow &courses = recording().courses();
        CourseView &planned = *courses.view(QStringLiteral("master-planned"));
        CourseView &killed = *courses.view(QStringLiteral("master-killed"));
        QVERIFY(planned.isVisible() && killed.isVisible());
        QVERIFY(!recording().result().isVisible());
        transport().slider().setValue(2000);
        // Nobody has been asked for a lock by then: nothing is said to be well.
        QVERIFY2(planned.accessibleDescription().contains(QStringLiteral("not looked for yet")),
                 qPrintable(planned.accessibleDescription()));
        QVERIFY(killed.accessibleDescription().contains(QStringLiteral("not looked for yet")));
        QVERIFY(!hasColor(killed, lightColors().good));
        QVERIFY2(killed.accessibleDescription().contains(QStringLiteral("no master for 0.5")),
                 qPrintable(killed.accessibleDescription()));
        transport().slider().setValue(8000);
        const int soFar = planned.course()->violations;
        QVERIFY(soFar > 0);
        QVERIFY(planned.accessibleDescription().contains(QStringLiteral("two masters for")));
        QVERIFY2(killed.accessibleDescription().contains(QStringLiteral("none seen lost so far")),
                 qPrintable(killed.accessibleDescription()));
        QVERIFY(!hasColor(killed, lightColors().good));
        QVERIFY(!recording().result().isVisible());
        QTest::keyClick(&transport().playButton(), Qt::Key_End);
        QVERIFY(planned.course()->violations > soFar);
        QVERIFY(recording().result().isVisible());
        QCOMPARE(killed.course()->violations, 0);
        QVERIFY(killed.accessibleDescription().contains(QStringLiteral("no lock lost")));
        QVERIFY(hasColor(killed, lightColors().good));
        // The result is of the one that is chosen.
        QTest::mouseClick(&killed, Qt::LeftButton);
        QVERIFY(recording().result().verdictText().startsWith(u'0'));
    }

    void whoClosesItIsBackInTheLab()
    {
        m_view->setTab(LabView::Contention);
        m_view->openRecording(makeMastersRecording());
        QVERIFY(!m_view->contention().isVisible());
        recording().closeButton().click();
        QVERIFY(!recording().isOpen() && !recording().isVisible());
        QVERIFY(m_view->contention().isVisible());
        // Another one begins anew.
        m_view->openRecording(makeElectionRecording(m_clock));
        QCOMPARE(position(), Micros(0));
        QVERIFY(election().isVisible());
    }

    /** Whoever looks back from the end looks, and plays nothing. */
    void nothingPlaysOnFromTheEnd()
    {
        m_view->openRecording(makeElectionRecording(m_clock));
        QTest::keyClick(&transport().playButton(), Qt::Key_Space);
        m_clock.advance(2min);
        m_view->setLive(true); // as the next frame does
        QCOMPARE(position(), Micros(1min));
        transport().slider().setValue(30'000);
        QVERIFY(!recording().clock().isPlaying());
        m_clock.advance(5s);
        QCOMPARE(position(), Micros(30s));
    }

    /** Whoever answers a question on another page finds it where it was left. */
    void itDoesNotPlayForNobody()
    {
        m_view->openRecording(makeElectionRecording(m_clock));
        const auto leave = {std::function<void()>([this] {
                                m_view->hide();
                                QCoreApplication::processEvents();
                                m_clock.advance(1min);
                                m_view->show();
                            }),
                            std::function<void()>([this] {
                                m_view->setLive(false); // minimised
                                m_clock.advance(1min);
                                m_view->setLive(true);
                            })};
        Micros stood(0);
        for (const auto &goAway : leave) {
            QTest::keyClick(&transport().playButton(), Qt::Key_Space);
            QCOMPARE(transport().playButton().text(), QStringLiteral("Pause"));
            m_clock.advance(5s);
            stood += 5s;
            goAway();
            QCOMPARE(position(), stood);
            // And is told that it stands.
            QVERIFY(!recording().clock().isPlaying());
            QCOMPARE(transport().playButton().text(), QStringLiteral("Play"));
        }
    }

    /** Its file has no server's name: who recorded it when is all that can be told of it. */
    void aPictureOfItSaysWhoRecordedItWhen()
    {
        m_view->openRecording(makeElectionRecording(m_clock));
        transport().slider().setValue(30'000);
        const auto *saver = election().lanes().findChild<LanesExport *>();
        QVERIFY(saver);
        const QByteArray lanes = saver->content(LanesExport::Format::WholeSvg);
        for (const char *words : {"recorded on 2026-03-01", "UTC", "by kim, in the sandbox"})
            QVERIFY2(lanes.contains(words), words);

        m_view->openRecording(makeMastersRecording());
        transport().slider().setValue(8000);
        QVERIFY(recording().exportButton().isVisible());
        const QByteArray drawn =
            recording().exportButton().content(CourseExportButton::Format::Svg);
        for (const char *words :
             {"recorded on 2026-03-01", "by kim", "UTC", "none seen lost so far"})
            QVERIFY2(drawn.contains(words), words);
    }

    /** In a window of its own, which the same key closes. */
    void theKeyThatClosesAWindowClosesARecordingFirst()
    {
        QAction closing(m_view.get());
        closing.setShortcut(Qt::CTRL | Qt::Key_W);
        m_view->addAction(&closing);
        QSignalSpy closed(&closing, &QAction::triggered);
        m_view->openRecording(makeElectionRecording(m_clock));
        QTest::keyClick(&transport().playButton(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!recording().isOpen());
        QCOMPARE(closed.size(), 0);
        QTest::keyClick(m_view.get(), Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(closed.size(), 1);
    }

    /** As after a click beside everything; a key is ambiguous where two ask for it. */
    void itDoesSoWhereNothingHasTheFocus()
    {
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *other = new QLineEdit(&window);
        layout->addWidget(other);
        layout->addWidget(m_view.get());
        QAction closing(&window);
        closing.setShortcut(Qt::CTRL | Qt::Key_W);
        window.addAction(&closing);
        QSignalSpy closed(&closing, &QAction::triggered);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto press = [&window] {
            QWidget *focus = window.focusWidget();
            QTest::keyClick(focus ? focus : &window, Qt::Key_W, Qt::ControlModifier);
        };
        m_view->openRecording(makeElectionRecording(m_clock));
        window.focusWidget()->clearFocus();
        QVERIFY(!window.focusWidget());
        press();
        QVERIFY(!recording().isOpen());
        QCOMPARE(closed.size(), 0);
        // And from beside the lab.
        m_view->openRecording(makeElectionRecording(m_clock));
        other->setFocus();
        press();
        QVERIFY(!recording().isOpen());
        press();
        QCOMPARE(closed.size(), 1);
        m_view->setParent(nullptr);
    }

    void whatWasClosedIsNotKept()
    {
        m_view->openRecording(makeMastersRecording());
        recording().closeButton().click();
        QVERIFY(!recording().courses().view(QStringLiteral("master-killed")));
        QCOMPARE(recording().result().happenedText(), QString());
    }

    void aRunIsSavedAndOpened()
    {
        const QTemporaryDir place;
        const QString path = place.filePath(QStringLiteral("run.lockrun"));
        LabArchive archive(*m_view);
        QSignalSpy saved(&archive, &LabArchive::saved);
        QSignalSpy opened(&archive, &LabArchive::opened);
        archive.save(makeMastersRecording(), path);
        QTRY_COMPARE(saved.size(), 1);
        archive.open(path);
        QTRY_COMPARE(opened.size(), 1);
        const auto read = opened[0][0].value<LabRecording>();
        QCOMPARE(read.experiments.size(), size_t(3));
        QCOMPARE(read.origin.by, QStringLiteral("kim"));
    }

    /** What could not be opened again is not said to be saved. */
    void whatCannotBePlayedIsNotSaved()
    {
        const QTemporaryDir place;
        const QString path = place.filePath(QStringLiteral("run.lockrun"));
        LabArchive archive(*m_view);
        QSignalSpy failed(&archive, &LabArchive::failed);
        LabRecording recording = makeMastersRecording();
        recording.experiments.front().happened = QString(2001, u'x');
        archive.save(recording, path);
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("happened")));
        QVERIFY(!QFile::exists(path));
        delete m_view->findChild<QMessageBox *>();
    }

    void whatIsNoRecordingIsSaidToBeNone()
    {
        const QTemporaryDir place;
        const QString pipe = place.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        LabArchive archive(*m_view);
        QSignalSpy failed(&archive, &LabArchive::failed);
        for (const QString &path : {pipe, place.path(), place.filePath(QStringLiteral("none")),
                                    QStringLiteral("/dev/zero")}) {
            failed.clear();
            archive.open(path);
            QTRY_COMPARE(failed.size(), 1);
            auto *box = m_view->findChild<QMessageBox *>();
            QVERIFY(box && !box->informativeText().isEmpty());
            delete box;
        }
    }
};

LOCKMASTER_TEST(TestRecordingView, QApplication)

} // namespace tst_recordingview

#include "tst_recordingview.moc"
