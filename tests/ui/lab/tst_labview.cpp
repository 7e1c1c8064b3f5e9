// SPDX-License-Identifier: Apache-2.0
#include "tests/support/labfixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "ui/lab/candidatelist.h"
#include "ui/lab/contentionpanel.h"
#include "ui/lab/courseexport.h"
#include "ui/lab/courserow.h"
#include "ui/lab/courseview.h"
#include "ui/kit/colors.h"
#include "ui/lab/electionpanel.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/lockdelegate.h"
#include "ui/lab/failoverpanel.h"
#include "ui/details/findingcards.h"
#include "ui/lab/labview.h"
#include "ui/lanes/lanesexport.h"
#include "ui/lanes/lanesgeometry.h"
#include "ui/lanes/lanesview.h"
#include "ui/lab/vacancyhistogram.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QScopeGuard>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_labview {

/** The lab's page on elections made by hand: its states, and what the keyboard can do. */
class TestLabView : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LabView> m_view;

    ElectionPanel &panel() { return m_view->election(); }
    void show(const ElectionSpec &spec)
    {
        m_view->showElection();
        panel().setSnapshot(makeElection(spec, m_clock));
    }

    /** Pairs of what is seen side by side and lies over each other. */
    QStringList overlaps() const
    {
        QStringList pairs;
        const auto widgets = m_view->findChildren<QWidget *>();
        const auto counts = [](const QWidget *one) {
            const QWidget *parent = one->parentWidget();
            return one->isVisible() && !one->isWindow() && !one->size().isEmpty()
                   && !one->inherits("QSplitterHandle") && !one->inherits("QRubberBand")
                   && !parent->inherits("QAbstractScrollArea")
                   && !parent->inherits("QStackedWidget");
        };
        for (const QWidget *one : widgets) {
            for (const QWidget *other : widgets) {
                if (one < other && one->parentWidget() == other->parentWidget() && counts(one)
                    && counts(other) && one->geometry().intersects(other->geometry()))
                    pairs << QStringLiteral("%1 over %2")
                                 .arg(QLatin1String(one->metaObject()->className()),
                                      QLatin1String(other->metaObject()->className()));
            }
        }
        return pairs;
    }

private slots:
    void init()
    {
        m_view = std::make_unique<LabView>(m_clock);
        m_view->contention().setExperiments(makeExperiments());
        m_view->resize(1076, 600);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus(); // as by the page's key
    }
    void cleanup() { m_view.reset(); }

    void oneKeyStartsWithoutReadingAnything()
    {
        QVERIFY(m_view->setupPage().startButton().hasFocus());
        QSignalSpy started(&m_view->setupPage(), &ElectionSetupPage::startRequested);
        QTest::keyClick(qApp->focusWidget(), Qt::Key_Return);
        QCOMPARE(started.size(), 1);
        QCOMPARE(started[0][0].value<ElectionSetup>(), electionPreset(ElectionPreset::AsDescribed));
    }

    /** 1280x720 with text at 100, 125 and 150 %, less the sidebar, the bars and two alerts. */
    void nothingLiesOverAnythingElse_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("100 %") << QSize(1076, 560);
        QTest::newRow("125 %") << QSize(850, 390);
        QTest::newRow("150 %") << QSize(680, 290);
    }
    void nothingLiesOverAnythingElse()
    {
        QFETCH(QSize, size);
        m_view->resize(size);
        m_view->showElection();
        const auto election = makeElection({}, m_clock);
        panel().setSnapshot(election);
        panel().setWatched(makeElectionWatch(*election, m_clock));
        QTRY_COMPARE(overlaps(), QStringList());
        QCOMPARE(m_view->size(), size); // it asks for no more
        for (QPushButton *button : m_view->findChildren<QPushButton *>()) {
            if (button->isVisible())
                QVERIFY2(button->width() >= button->minimumSizeHint().width(),
                         qPrintable(button->text()));
        }
        // All lanes are seen, without scrolling within them.
        const auto *lanes = m_view->findChild<LanesView *>();
        QTRY_COMPARE(lanes->geometryNow().lanes().height(), lanes->geometryNow().contentHeight());
    }

    /** It is read from the far end of a room; Korean says it in more words. */
    void theHeadlineIsNotCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("text");
        for (const QSize size : {QSize(1076, 560), QSize(850, 390), QSize(680, 290)}) {
            for (const char *text : {"pod-2 leads", "pod-2 believes that it leads",
                                     "pod-2이(가) 리더라고 믿습니다", "리더가 될 후보가 없습니다"})
                QTest::addRow("%d: %s", size.width(), text) << size << QString::fromUtf8(text);
        }
    }
    void theHeadlineIsNotCut()
    {
        QFETCH(const QSize, size);
        QFETCH(const QString, text);
        m_view->resize(size);
        const auto election = makeElection({}, m_clock);
        m_view->showElection();
        panel().setSnapshot(election);
        ElidedLabel *headline = nullptr;
        for (auto *label : panel().findChildren<ElidedLabel *>()) {
            if (label->accessibleName() == u"Who leads")
                headline = label;
        }
        QVERIFY(headline);
        panel().setLive(false); // what it says is said by this test
        headline->setText(text);
        QTRY_COMPARE(headline->shownText(), text);
        QVERIFY(QFontMetrics(headline->shownFont()).horizontalAdvance(text)
                <= headline->contentsRect().width());
        QVERIFY(headline->shownFont().pointSizeF() > panel().font().pointSizeF());
    }

    void enterInADropDownBoxOnlyChooses()
    {
        ElectionSetupPage &page = m_view->setupPage();
        page.setChoices({{{}, QStringLiteral("Sandbox")},
                         {QStringLiteral("staging"), QStringLiteral("staging")}});
        QSignalSpy started(&page, &ElectionSetupPage::startRequested);
        auto *where = page.findChild<QComboBox *>(QStringLiteral("where"));
        where->setFocus();
        where->showPopup();
        QTest::keyClick(where->view(), Qt::Key_Down);
        QTest::keyClick(where->view(), Qt::Key_Return);
        QTRY_VERIFY(!where->view()->isVisible());
        QCOMPARE(where->currentIndex(), 1);
        QCOMPARE(started.size(), 0);
        QTest::keyClick(where, Qt::Key_Return);
        QCOMPARE(started.size(), 0);
    }

    void theFocusGoesAlongWithTheElection()
    {
        ElectionSetupPage &page = m_view->setupPage();
        page.showProgress(QStringLiteral("Starting MariaDB"), 40);
        QVERIFY(page.isAncestorOf(qApp->focusWidget()));
        show({.leader = 2});
        QVERIFY(m_view->election().isAncestorOf(qApp->focusWidget()));
        page.reset();
        m_view->showSetup();
        QVERIFY(page.startButton().hasFocus());
    }

    void anElectionElsewhereTakesNoFocus()
    {
        QStackedWidget pages;
        pages.addWidget(m_view.get());
        auto *edit = new QLineEdit(&pages);
        pages.addWidget(edit);
        pages.setCurrentWidget(edit);
        pages.show();
        QVERIFY(QTest::qWaitForWindowActive(&pages));
        edit->setFocus();
        QVERIFY(edit->hasFocus());
        m_view->showElection();
        QVERIFY(edit->hasFocus());
        m_view->showSetup();
        QVERIFY(edit->hasFocus());
        pages.removeWidget(m_view.get());
        m_view->setParent(nullptr);
    }

    void beingShownTakesNoFocus()
    {
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *sidebar = new QLineEdit(&window);
        layout->addWidget(sidebar);
        layout->addWidget(m_view.get());
        m_view->hide();
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        sidebar->setFocus();
        m_view->show();
        QVERIFY(m_view->isVisible() && sidebar->hasFocus());
        m_view->setFocus();
        QVERIFY(m_view->setupPage().startButton().hasFocus());
        m_view->setParent(nullptr);
    }

    void aPresetIsChosenByTheArrowKeys()
    {
        const auto cards = m_view->setupPage().findChildren<QRadioButton *>();
        QCOMPARE(cards.size(), 3);
        cards[0]->setFocus();
        QTest::keyClick(cards[0], Qt::Key_Right);
        QVERIFY(cards[1]->isChecked());
        QTest::keyClick(cards[1], Qt::Key_Right);
        QVERIFY(cards[2]->isChecked());
        QCOMPARE(m_view->setupPage().draft().preset(), std::optional(ElectionPreset::Healthy));
        for (const QRadioButton *card : cards)
            QVERIFY(!card->accessibleName().isEmpty() && !card->accessibleDescription().isEmpty());
    }

    void whatIsNoPresetChoosesNone()
    {
        ElectionDraft draft = m_view->setupPage().draft();
        draft.candidates = 7;
        m_view->setupPage().setDraft(draft);
        for (const QRadioButton *card : m_view->setupPage().findChildren<QRadioButton *>())
            QVERIFY(!card->isChecked());
        QVERIFY(m_view->setupPage().startButton().isEnabled());
    }

    void whatIsWrongIsSaidAndStopsTheStart()
    {
        ElectionDraft draft = m_view->setupPage().draft();
        draft.lease = QStringLiteral("soon");
        m_view->setupPage().setDraft(draft);
        QVERIFY(m_view->setupPage().problemText().contains(QStringLiteral("Lease")));
        QVERIFY(!m_view->setupPage().startButton().isEnabled());
        QSignalSpy started(&m_view->setupPage(), &ElectionSetupPage::startRequested);
        QTest::keyClick(&m_view->setupPage(), Qt::Key_Return);
        QCOMPARE(started.size(), 0);
    }

    void aStartIsAskedForOnce()
    {
        m_view->setupPage().showProgress(QStringLiteral("Starting MariaDB"), 40);
        QVERIFY(!m_view->setupPage().startButton().isEnabled());
        QSignalSpy started(&m_view->setupPage(), &ElectionSetupPage::startRequested);
        QTest::keyClick(qApp->focusWidget(), Qt::Key_Return);
        QCOMPARE(started.size(), 0);
        m_view->setupPage().showFailure({ErrorKind::NotFound, 0, QStringLiteral("No server."), {}});
        QVERIFY(m_view->setupPage().startButton().isEnabled());
    }

    void whatAServerSaysIsBoundedAndLiteral()
    {
        const QString said = QStringLiteral("no\nway \u202e") + QString(5000, u'x');
        m_view->setupPage().showFailure({ErrorKind::Network, 0, said, said});
        int shown = 0;
        for (const QLabel *label : m_view->setupPage().findChildren<QLabel *>()) {
            if (!label->text().startsWith(QStringLiteral("no")) || !label->text().contains(u'x'))
                continue;
            ++shown;
            QVERIFY(label->text().size() < 1100);
            QVERIFY(!label->text().contains(u'\n') && !label->text().contains(QChar(0x202e)));
        }
        QCOMPARE(shown, 2);
        const QString id = QStringLiteral("cards-none");
        m_view->contention().select(id);
        m_view->contention().showFailure(id, {ErrorKind::Network, 0, said, said});
        for (const QLabel *label : m_view->contention().findChildren<QLabel *>())
            QVERIFY(label->text().size() < 1100 && !label->text().contains(QChar(0x202e)));
    }

    /** The style draws it brighter than its colour. */
    void theButtonThatKillsIsRead()
    {
        show({.leader = 2});
        const QPushButton &button = panel().killButton();
        QVERIFY(button.isEnabled());
        const QColor words = button.palette().color(QPalette::ButtonText);
        const QImage drawn = panel().killButton().grab().toImage();
        const int beside = drawn.width() / 16; // of the words
        for (int y = drawn.height() / 4; y < drawn.height() * 3 / 4; ++y)
            QVERIFY2(contrast(words, drawn.pixelColor(beside, y)) >= 4.5,
                     qPrintable(drawn.pixelColor(beside, y).name()));
    }

    void theKeyKillsTheLeader()
    {
        show({.leader = 2});
        QSignalSpy asked(&panel(), &ElectionPanel::leaderActionRequested);
        QTest::keyClick(m_view.get(), Qt::Key_K);
        QTRY_COMPARE(asked.size(), 1); // a button pressed by its key is seen to be
        QCOMPARE(asked[0][0].value<CandidateAction>(), CandidateAction::Kill);
        QCOMPARE(panel().headlineText(), QStringLiteral("pod-2 leads"));
        QCOMPARE(panel().lastFailoverText(), QStringLiteral("1.84 s"));
    }

    void theFocusWaitsWithoutALeaderAndComesBack()
    {
        show({.leader = 2});
        panel().killButton().setFocus();
        panel().setSnapshot(makeElection({.leader = 0}, m_clock));
        QVERIFY(panel().lanes().hasFocus());
        panel().setSnapshot(makeElection({.leader = 1}, m_clock));
        QVERIFY(panel().killButton().hasFocus());
    }

    void aTakeOverFromALivingLeaderDoesNotHideTheLastFailover()
    {
        ElectionSnapshot snapshot = *makeElection({.leader = 2}, m_clock);
        LeaderHistory truth = *snapshot.truth;
        truth.failovers.push_back({m_clock.now() - 1s, 1, 0, 0us, 0us});
        snapshot.truth = std::make_shared<const LeaderHistory>(truth);
        m_view->showElection();
        panel().setSnapshot(std::make_shared<const ElectionSnapshot>(snapshot));
        QCOMPARE(panel().lastFailoverText(), QStringLiteral("1.84 s"));
    }

    void whatHoldsNowIsToldBeforeWhatIsOver()
    {
        ElectionSnapshot snapshot = *makeElection({.leader = 2, .alsoLeads = 1}, m_clock);
        LeaderHistory truth = *snapshot.truth;
        truth.overlaps.back().span.until = m_clock.now() - 1s;
        snapshot.truth = std::make_shared<const LeaderHistory>(truth);
        m_view->showElection();
        panel().setSnapshot(std::make_shared<const ElectionSnapshot>(snapshot));
        QVERIFY(panel().findings().text().contains(QStringLiteral("both believed")));
        LeaderWatch watch = *makeElectionWatch(*makeElection({.leader = 2}, m_clock), m_clock);
        LockRecord lock = *watch.lock;
        lock.findings.push_back({FindingId::RowLockSuspected, QStringLiteral("locked by #42")});
        watch.lock = std::make_shared<const LockRecord>(lock);
        panel().setWatched(std::make_shared<const LeaderWatch>(watch));
        QVERIFY(panel().findings().text().contains(QStringLiteral("#42")));
        QCOMPARE(panel().findings().findings().back().id, FindingId::TwoLeaders);
    }

    void withoutALeaderThereIsNobodyToKill()
    {
        show({.leader = 0});
        QVERIFY(!panel().killButton().isEnabled());
        QVERIFY(!panel().failovers().measureButton().isEnabled());
        QCOMPARE(panel().headlineText(), QStringLiteral("Nobody leads"));
    }

    void theSelectedCandidateIsActedOnByKeys_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<CandidateAction>("action");
        const auto row = [](const char *name, Qt::Key key, CandidateAction action) {
            QTest::newRow(name) << key << action;
        };
        row("kill", Qt::Key_Delete, CandidateAction::Kill);
        row("stop", Qt::Key_S, CandidateAction::Stop);
        row("freeze", Qt::Key_F, CandidateAction::Freeze);
        row("in transaction", Qt::Key_I, CandidateAction::FreezeInTransaction);
        row("cut", Qt::Key_C, CandidateAction::CutConnection);
        row("restart", Qt::Key_R, CandidateAction::Restart);
    }
    void theSelectedCandidateIsActedOnByKeys()
    {
        QFETCH(Qt::Key, key);
        show({.leader = 2});
        CandidateList &list = panel().candidates();
        list.select(3);
        list.table().setFocus();
        QSignalSpy asked(&panel(), &ElectionPanel::actionRequested);
        QTest::keyClick(&list.table(), key);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toInt(), 3);
        QTEST(asked[0][1].value<CandidateAction>(), "action");
    }

    void onlyAFrozenOneCanBeThawed()
    {
        show({.leader = 2, .alsoLeads = 1});
        CandidateList &list = panel().candidates();
        list.select(1);
        QVERIFY(list.action(CandidateAction::Thaw)->isEnabled());
        QVERIFY(!list.action(CandidateAction::Freeze)->isEnabled());
        list.select(2);
        QVERIFY(!list.action(CandidateAction::Thaw)->isEnabled());
    }

    void everyActionHasAButtonThatTheKeyboardReaches()
    {
        show({});
        const auto buttons = panel().candidates().findChildren<QToolButton *>();
        int actions = 0;
        for (const QToolButton *button : buttons) {
            if (!button->defaultAction())
                continue;
            ++actions;
            QCOMPARE(button->focusPolicy(), Qt::StrongFocus);
            QVERIFY(!button->text().isEmpty() && !button->toolTip().isEmpty());
        }
        QCOMPARE(actions, 8);
    }

    void twoLeadersAreTold()
    {
        show({.leader = 2, .alsoLeads = 1});
        QVERIFY(panel().findings().isVisible());
        QVERIFY(panel().findings().text().contains(QStringLiteral("both believed")));
        const auto snapshot = makeElection({}, m_clock);
        panel().setSnapshot(snapshot);
        QVERIFY(!panel().findings().isVisible());
        panel().setWatched(makeElectionWatch(*snapshot, m_clock));
        QVERIFY(panel().findings().isVisible());
    }

    void findingsAreSteppedThrough()
    {
        FindingCards cards;
        cards.setFindings({{FindingId::TwoLeaders, QStringLiteral("one")},
                           {FindingId::LeaseMargin, QStringLiteral("two")}});
        QVERIFY(cards.text().contains(QStringLiteral("one")));
        cards.step(1);
        QVERIFY(cards.text().contains(QStringLiteral("two")));
        // What is read stays, whatever comes before it.
        cards.setFindings({{FindingId::Flapping, QStringLiteral("zero")},
                           {FindingId::TwoLeaders, QStringLiteral("one")},
                           {FindingId::LeaseMargin, QStringLiteral("two, longer")}});
        QVERIFY(cards.text().contains(QStringLiteral("two, longer")));
        cards.step(1);
        QVERIFY(cards.text().contains(QStringLiteral("zero")));
        cards.setFindings({});
        QCOMPARE(cards.text(), QString());
    }

    void theLanesShowTheTableBesideTheTruth()
    {
        show({.leader = 2});
        QCOMPARE(panel().lanes().chart()->lanes.size(), size_t(3));
        panel().setWatched(makeElectionWatch(*makeElection({.leader = 2}, m_clock), m_clock));
        QCOMPARE(panel().lanes().chart()->lanes.size(), size_t(4));
    }

    void aSeriesIsAskedForFollowedAndCancelled()
    {
        show({.leader = 2});
        FailoverPanel &failovers = panel().failovers();
        QSignalSpy measured(&panel(), &ElectionPanel::measureRequested);
        QSignalSpy cancelled(&panel(), &ElectionPanel::cancelRequested);
        failovers.kills().setValue(12);
        failovers.measureButton().setFocus();
        QTest::keyClick(&failovers.measureButton(), Qt::Key_Space);
        QCOMPARE(measured.size(), 1);
        QCOMPARE(measured[0][0].toInt(), 12);
        show({.leader = 2, .kills = 4, .wanted = 12, .running = true});
        QVERIFY(!failovers.measureButton().isVisible());
        QVERIFY(failovers.cancelButton().hasFocus());
        QTest::keyClick(&failovers.cancelButton(), Qt::Key_Space);
        QCOMPARE(cancelled.size(), 1);
    }

    void aSeriesIsShownBesideItsPrediction()
    {
        show({.leader = 2, .kills = 20, .wanted = 20});
        FailoverPanel &failovers = panel().failovers();
        QCOMPARE(failovers.figureText(QStringLiteral("median"), false), QStringLiteral("1.24 s"));
        QCOMPARE(failovers.figureText(QStringLiteral("median"), true), QStringLiteral("1.31 s"));
        QCOMPARE(failovers.figureText(QStringLiteral("max"), false), QStringLiteral("1.98 s"));
        QCOMPARE(failovers.table().model()->rowCount(), 20);
        QVERIFY(failovers.histogram().bins().highest > 0);
        QVERIFY(failovers.histogram().accessibleDescription().contains(QStringLiteral("20")));
        // Each bar says what it stands for, and nothing is said beside them.
        const VacancyHistogram &bars = failovers.histogram();
        QStringList said;
        for (int x = 0; x < bars.width(); ++x) {
            if (const QString text = bars.textAt(QPointF(x, 10));
                !text.isEmpty() && !said.contains(text))
                said << text;
        }
        QCOMPARE(said.size(), int(bars.bins().measured.size()));
        qint64 measured = 0;
        for (const QString &text : std::as_const(said))
            measured += text.section(QStringLiteral("measured: "), 1).section(u'\n', 0, 0).toInt();
        QCOMPARE(measured, 20);
        QVERIFY(bars.textAt(QPointF(0, 10)).isEmpty()); // there stand the counts
        // No heading is cut, nor what tells bars and outline apart.
        const QHeaderView &headings = *failovers.table().horizontalHeader();
        for (int column = 0; column < headings.count(); ++column) {
            const QString title = headings.model()->headerData(column, Qt::Horizontal).toString();
            QVERIFY2(headings.sectionSize(column) >= headings.fontMetrics().horizontalAdvance(title)
                                                         + 2 * LockDelegate::padding,
                     qPrintable(title));
        }
        const auto keys = failovers.findChildren<VacancyKey *>();
        QCOMPARE(keys.size(), 2);
        for (const VacancyKey *key : keys)
            QVERIFY(key->isVisible() && key->width() >= key->sizeHint().width());
        for (QToolButton *button : failovers.findChildren<QToolButton *>()) {
            if (button->text().contains(QStringLiteral("CSV")))
                button->click();
        }
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("at,killed,")));
    }

    void beforeARoomTheLanesHaveTheRoom()
    {
        show({.leader = 2, .kills = 20, .wanted = 20});
        auto &lanes = *panel().findChild<LanesView *>();
        const int before = lanes.height();
        panel().candidates().table().setFocus();
        m_view->setPresenting(true);
        QVERIFY(!panel().candidates().isVisible() && !panel().failovers().isVisible());
        QTRY_VERIFY(lanes.height() > before);
        QVERIFY(lanes.hasFocus());
        m_view->setPresenting(false);
        QVERIFY(panel().candidates().isVisible() && panel().failovers().isVisible());
    }

    /** A picture is looked at far from here: it names the server that it was made on. */
    void aPictureOfAnElectionSaysWhereItRan()
    {
        panel().setPlace(QStringLiteral("a scratch table in billing-staging"),
                         QStringLiteral("lab"));
        show({.leader = 2});
        const auto *saver = panel().lanes().findChild<LanesExport *>();
        QVERIFY(saver);
        const QByteArray drawn = saver->content(LanesExport::Format::WholeSvg);
        QVERIFY(drawn.contains("a scratch table in billing-staging ("));
        QVERIFY(!drawn.contains("watched as"));
    }

    /** Lines of text stay short enough to be read, at any size of it. */
    void whatIsDrawnHasAllTheWidth()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        contention.setExperiments(contentionExperiments());
        contention.select(QStringLiteral("cards-pooled"));
        m_view->resize(2400, 1000);
        QTRY_VERIFY(contention.courses().width() > 1800);
        const QString told = contentionExperiment(QStringLiteral("cards-pooled"))->expectation;
        const QLabel *text = nullptr;
        for (const QLabel *each : contention.findChildren<QLabel *>())
            text = each->text() == told ? each : text;
        QVERIFY(text);
        const int before = text->width();
        QVERIFY(before <= 760);
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 1.5);
        QApplication::setFont(large);
        QTRY_VERIFY(text->width() > before * 5 / 4);
    }

    /** With what it was, where and when, as far as it is over. */
    void aPictureOfExperimentsIsExported()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        contention.setExperiments(contentionExperiments());
        contention.select(QStringLiteral("master-killed"));
        CourseExportButton &button = contention.exportButton();
        QVERIFY(button.isVisible() && !button.isEnabled());
        QVERIFY(button.content(CourseExportButton::Format::Png).isEmpty());
        const LabRecording masters = makeMastersRecording();
        for (const ContentionReport &report : masters.experiments)
            contention.showReport(report);
        QVERIFY(button.isEnabled());
        const QByteArray drawing = button.content(CourseExportButton::Format::Svg);
        for (const char *words : {"in the sandbox", "2026-03-01", "UTC", "no lock lost", "lost"})
            QVERIFY2(drawing.contains(words), words);
        for (const ContentionReport &report : masters.experiments) {
            const QString title = contentionExperiment(report.id)->title;
            const QByteArray first = title.section(u' ', 0, 1).toHtmlEscaped().toUtf8();
            QVERIFY2(drawing.contains(first), first.constData());
        }
        const auto image = QImage::fromData(button.content(CourseExportButton::Format::Png), "PNG");
        QVERIFY(image.width() > 2000 && image.height() > 300);
        // Blocks, lost ones, and the ground.
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); y += 2) {
            for (int x = 0; x < image.width(); x += 2)
                colors.insert(image.pixel(x, y));
        }
        for (const QColor &color :
             {lightColors().accent, lightColors().danger, lightColors().good, lightColors().base})
            QVERIFY2(colors.contains(color.rgb()), qPrintable(color.name()));
        // What of it runs again is no part of it.
        contention.showProgress(QStringLiteral("master-killed"), QStringLiteral("Asking"), 0);
        QVERIFY(!button.isVisible());
        contention.showFailure(QStringLiteral("master-killed"), {ErrorKind::Cancelled, 0, {}, {}});
        QVERIFY(button.isVisible());
        QVERIFY(!button.content(CourseExportButton::Format::Svg).contains("no lock lost"));
    }

    /** The variants of a design beside each other, one after another, red as it happens. */
    void theVariantsAreDrawnSideBySide()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        QSignalSpy asked(&contention, &ContentionPanel::runRequested);
        contention.select(QStringLiteral("cards-pooled"));
        contention.countBox().setValue(12);
        QVERIFY(contention.runAllButton().isVisible());
        contention.runAllButton().click();
        const QStringList all{QStringLiteral("cards-none"), QStringLiteral("cards-pooled"),
                              QStringLiteral("cards-dedicated")};
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(asked.size(), i + 1);
            QCOMPARE(asked[i][0].toString(), all[i]);
            QCOMPARE(asked[i][1].value<ContentionOptions>().requests, std::optional(12));
            contention.showProgress(all[i], QStringLiteral("Asking"), 0);
            QVERIFY(!contention.runAllButton().isVisible());
            CourseView &view = *contention.courses().view(all[i]);
            QVERIFY(view.isVisible() && !view.course());
            contention.showCourse(all[i], makeCourse(i == 0));
            QCOMPARE(view.course()->violations, i == 0 ? 18 : 0);
            QCOMPARE(view.accessibleDescription(), i == 0 ? QStringLiteral("18 violations")
                                                          : QStringLiteral("nothing wrong so far"));
            contention.showCourse(all[(i + 1) % 3], makeCourse(true)); // which does not run
            contention.select(all[2]); // who looks at another meanwhile changes nothing
            contention.showReport(makeContentionReport(all[i], i == 0 ? 18 : 0));
        }
        QCOMPARE(asked.size(), 3);
        CourseView &broken = *contention.courses().view(all[0]);
        CourseView &whole = *contention.courses().view(all[2]);
        QVERIFY(!contention.courses().view(all[1])->course()->violations);
        QCOMPARE(broken.accessibleDescription(), QStringLiteral("18 violations"));
        QCOMPARE(whole.accessibleDescription(), QStringLiteral("nothing wrong"));
        const auto reds = [](CourseView &view) {
            const QImage image = view.grab().toImage();
            int count = 0;
            for (int y = image.height() / 2; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixelColor(x, y) == lightColors().danger ? 1 : 0;
            }
            return count;
        };
        QVERIFY(reds(broken) > 50);
        QCOMPARE(reds(whole), 0);
        const QString told = whole.textAt({whole.width() / 2.0, whole.height() - 40.0});
        QVERIFY2(told.contains(QStringLiteral("waits")), qPrintable(told));
        // What is called off runs no further.
        contention.runAllButton().click();
        contention.cancelButton().click();
        contention.showFailure(all[0], {ErrorKind::Cancelled, 0, {}, {}});
        QCOMPARE(asked.size(), 4);
        // What has no variants has no row.
        contention.select(QStringLiteral("orders"));
        QVERIFY(!contention.courses().isVisible() && !contention.runAllButton().isVisible());
    }

    /** Names are read whole where they need more lines, and lanes stay level. */
    void theHeadsOfVariantsAreAsHighAsTheHighest()
    {
        std::vector<ContentionInfo> variants(2);
        variants[0].id = QStringLiteral("a");
        variants[0].title = QStringLiteral("Short");
        variants[1].id = QStringLiteral("b");
        variants[1].title = QStringLiteral("Card limit, lock on one connection of its own, held "
                                           "from the get to the release of every request");
        CourseRow row;
        row.setVariants(variants);
        row.setCourse(variants[1].id, makeCourse(false));
        row.resize(1400, 500);
        row.show();
        const CourseView &shortOne = *row.view(variants[0].id);
        const CourseView &longOne = *row.view(variants[1].id);
        const int wide = longOne.sizeHint().height();
        row.resize(320, 500);
        QTRY_VERIFY(longOne.headWanted().title > 3 * longOne.fontMetrics().height());
        QVERIFY(longOne.sizeHint().height() > wide);
        QCOMPARE(shortOne.sizeHint().height(), longOne.sizeHint().height());
    }

    void aStateIsReadBeforeProcessesAndClocks()
    {
        CandidateList list;
        list.setCandidates(makeElection({}, m_clock)->candidates);
        const auto *table = list.findChild<QTableView *>();
        const auto hidden = [table](CandidateModel::ColumnId column) {
            return table->isColumnHidden(column);
        };
        list.resize(700, 400);
        list.show();
        QVERIFY(!hidden(CandidateModel::Process) && !hidden(CandidateModel::Clock));
        const int narrow = table->columnWidth(CandidateModel::Name)
                           + table->horizontalHeader()->sectionSizeHint(CandidateModel::State) + 60;
        list.setFixedWidth(narrow);
        QTRY_VERIFY(hidden(CandidateModel::Process) && hidden(CandidateModel::Clock));
        list.setFixedWidth(700);
        QTRY_VERIFY(!hidden(CandidateModel::Process) && !hidden(CandidateModel::Clock));
    }

    void whileItIsEndedNothingCanBeAsked()
    {
        show({.leader = 2});
        QSignalSpy ended(&panel(), &ElectionPanel::endRequested);
        panel().endButton().click();
        QCOMPARE(ended.size(), 1);
        panel().setEnding();
        QVERIFY(!panel().killButton().isEnabled());
        QVERIFY(!panel().candidates().isEnabled());
        panel().setSnapshot(makeElection({.leader = 1}, m_clock));
        QVERIFY(!panel().killButton().isEnabled());
        m_view->showSetup();
        panel().clear();
        show({.leader = 1});
        QVERIFY(panel().killButton().isEnabled());
    }

    void fiftyCandidatesFit()
    {
        show({.candidates = 50, .leader = 2});
        QCOMPARE(panel().candidates().model().rowCount(), 50);
        QVERIFY(panel().killButton().isVisible());
        QVERIFY(m_view->minimumSizeHint().width() <= 1076);
        QVERIFY(m_view->minimumSizeHint().height() <= 620);
    }

    void anExperimentIsRunAndTold()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        QSignalSpy asked(&contention, &ContentionPanel::runRequested);
        contention.list().setFocus();
        QTest::keyClick(&contention.list(), Qt::Key_Down);
        contention.runButton().setFocus();
        QTest::keyClick(&contention.runButton(), Qt::Key_Space);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("cards-pooled"));
        contention.showProgress(QStringLiteral("cards-pooled"), QStringLiteral("Asking"), 30);
        QVERIFY(contention.cancelButton().hasFocus());
        contention.showReport(makeContentionReport(QStringLiteral("cards-pooled"), 3));
        QCOMPARE(contention.verdictText(), QStringLiteral("3 violations of the rule"));
        QVERIFY(contention.happenedText().contains(QStringLiteral("5 cards")));
        // It came out as expected, which is no failure.
        QVERIFY(contention.list().item(1)->text().startsWith(QStringLiteral("✓")));
        // Another's result is another's.
        contention.select(QStringLiteral("orders"));
        QVERIFY(contention.runButton().isEnabled());
        contention.select(QStringLiteral("cards-pooled"));
        QCOMPARE(contention.verdictText(), QStringLiteral("3 violations of the rule"));
    }

    void theExperimentsOptionsAreOfferedAndAsked()
    {
        m_view->setTab(LabView::Contention);
        ContentionPanel &contention = m_view->contention();
        QSignalSpy asked(&contention, &ContentionPanel::runRequested);
        contention.select(QStringLiteral("cards-pooled"));
        QVERIFY(contention.skewBox().isHidden());
        contention.select(QStringLiteral("minute-job"));
        QVERIFY(contention.skewBox().isVisible());
        QCOMPARE(contention.countBox().value(), 3);
        QCOMPARE(contention.skewBox().value(), 1500);
        contention.countBox().setValue(11);
        QCOMPARE(contention.countBox().value(), 10);
        contention.skewBox().setValue(0);
        contention.runButton().click();
        QCOMPARE(asked.size(), 1);
        const auto told = asked[0][1].value<ContentionOptions>();
        QCOMPARE(told.requests, 10);
        QCOMPARE(told.skew, Millis(0));
        contention.select(QStringLiteral("orders"));
        contention.runButton().click();
        QVERIFY(!asked[1][1].value<ContentionOptions>().skew);
        contention.showProgress(QStringLiteral("orders"), QStringLiteral("Asking"), 30);
        QVERIFY(!contention.countBox().isEnabled()); // it runs as it was asked for
    }

    void oneExperimentAtATime()
    {
        ContentionPanel &contention = m_view->contention();
        contention.showProgress(QStringLiteral("cards-none"), QStringLiteral("Asking"), 30);
        contention.select(QStringLiteral("orders"));
        QVERIFY(!contention.runButton().isEnabled());
        contention.showFailure(QStringLiteral("cards-none"),
                               {ErrorKind::Network, 0, QStringLiteral("Gone."), {}});
        QVERIFY(contention.runButton().isEnabled());
    }
};

LOCKMASTER_TEST(TestLabView, QApplication)

} // namespace tst_labview

#include "tst_labview.moc"
