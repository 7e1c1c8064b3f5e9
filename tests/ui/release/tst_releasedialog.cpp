// SPDX-License-Identifier: Apache-2.0
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "tests/support/buttons.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "tests/support/windowtexts.h"
#include "ui/release/allowwritesdialog.h"
#include "ui/kit/commandbox.h"
#include "ui/kit/confirmation.h"
#include "ui/kit/scrolledbody.h"
#include "ui/release/releasedialog.h"
#include "ui/kit/banner.h"
#include "ui/details/detailspane.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releasedialog {

namespace {

std::vector<LockAction> twoActions(const LockRecord &lock)
{
    if (lock.holders.empty())
        return {};
    return {{QStringLiteral("expire"),
             {},
             QStringLiteral("Release"),
             QStringLiteral("The holder is not told."),
             false},
            {QStringLiteral("step-down"),
             {},
             QStringLiteral("Step down"),
             QStringLiteral("The leader may retake it."),
             true}};
}

ReleaseOutcome outcome(ReleaseResult result, ChangeDetail detail = ChangeDetail::None)
{
    return {result, detail, true, QStringLiteral("What happened."), QStringLiteral("What to do.")};
}

} // namespace

class TestReleaseDialog : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    std::unique_ptr<ReleaseDialog> m_dialog;

    template<typename Widget>
    Widget *only()
    {
        const auto found = m_dialog->findChildren<Widget *>();
        return found.size() == 1 ? found.front() : nullptr;
    }
    QPushButton *button(const QString &text)
    {
        for (QPushButton *each : m_dialog->findChildren<QPushButton *>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }
    QPushButton *releaseButton() { return button(QStringLiteral("Release")); }
    Banner *banner() { return only<Banner>(); }
    QCheckBox *box(const QString &word)
    {
        for (QCheckBox *each : m_dialog->findChildren<QCheckBox *>()) {
            if (each->text().contains(word))
                return each;
        }
        return nullptr;
    }
    QCheckBox *evenIfRenewed() { return box(QStringLiteral("renewed")); }
    QLineEdit &reason() { return only<Confirmation>()->reasonEdit(); }
    QLineEdit &word() { return only<Confirmation>()->wordEdit(); }

    void open(Environment environment = Environment::Unset, const LockSpec &spec = {.name = "jobs"},
              const std::optional<QStringList> &origin = QStringList())
    {
        m_feed->locks = {spec};
        m_feed->publish();
        m_dialog = std::make_unique<ReleaseDialog>(
            ReleaseSubject{m_store->view()->rows.front().lock.record(), environment,
                           QStringLiteral("Lock table"), twoActions, origin},
            *m_store, m_clock);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    }
    void answer(const ReleasePreview &preview = {})
    {
        m_dialog->inquiry().setPreview(preview, QStringLiteral("UPDATE with lease"),
                                       QStringLiteral("UPDATE instance only"));
    }
    void renew()
    {
        m_clock.advance(1s);
        m_feed->publish(); // by the wall clock, which went on: another expiry
    }

private slots:
    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
    }
    void cleanup() { m_dialog.reset(); }

    void theButtonsAreInSightWhateverTheSizeOfText()
    {
        open(Environment::Production);
        answer();
        QFont large = m_dialog->font();
        large.setPointSizeF(large.pointSizeF() * 2);
        m_dialog->setFont(large);
        QTest::qWait(300); // it follows what is in it four times a second
        const int most = m_dialog->screen()->availableGeometry().height() - 40;
        QVERIFY2(m_dialog->height() <= most, qPrintable(QString::number(m_dialog->height())));
        for (const QWidget *widget :
             {static_cast<QWidget *>(releaseButton()), static_cast<QWidget *>(&word())})
            QVERIFY(m_dialog->rect().contains(
                QRect(widget->mapTo(m_dialog.get(), QPoint()), widget->size())));
    }

    void theFactsAreScrolledWithAllTheRestAndNotWithinIt()
    {
        open(Environment::Production);
        ReleasePreview preview;
        for (int i = 0; i < 40; ++i)
            preview.losses << QStringLiteral("lock-%1").arg(i);
        answer(preview);
        const auto *facts = only<DetailsPane>();
        QTRY_COMPARE(facts->height(), facts->contentHeight());
        QVERIFY(facts->height() > 600);
        // Behind from whom it is taken stands what comes of it, before what else the lock is like.
        const QString text = facts->plainText();
        QVERIFY(text.indexOf(QStringLiteral("Held by"))
                < text.indexOf(QStringLiteral("Also lost")));
        QVERIFY(text.indexOf(QStringLiteral("Also lost")) >= 0);
        QVERIFY(text.indexOf(QStringLiteral("Also lost")) < text.indexOf(QStringLiteral("Seen")));
        const auto *action = only<QComboBox>();
        QVERIFY(action->mapTo(m_dialog.get(), QPoint()).y()
                < facts->mapTo(m_dialog.get(), QPoint()).y());
        // Who has no mouse reads all of them, too.
        const QScrollBar *const bar = only<ScrolledBody>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        facts->focusProxy()->setFocus(Qt::TabFocusReason);
        const int before = bar->value();
        QTest::keyClick(facts->focusProxy(), Qt::Key_PageDown);
        QTRY_VERIFY(bar->value() > before);
    }

    void whatIsDoneIsNotAskedAnyMore()
    {
        open(Environment::Production);
        answer();
        const auto *title = m_dialog->findChild<QLabel *>(QStringLiteral("title"));
        QCOMPARE(title->text(), QStringLiteral("Release jobs?"));
        QVERIFY(word().isVisible());
        ReleaseReport report;
        report.outcome.result = ReleaseResult::Released;
        m_dialog->inquiry().setReport(report);
        QCOMPARE(title->text(), QStringLiteral("jobs"));
        QVERIFY(!only<Confirmation>()->isVisible());
    }

    void whatIsTypedAtOnceIsTheReasonAndCancelIsTheDefault()
    {
        open();
        answer();
        QPushButton *cancel = button(QStringLiteral("Cancel"));
        QVERIFY(cancel->isDefault());
        QTest::keyClicks(m_dialog->focusWidget(), QStringLiteral("OPS-311"));
        QCOMPARE(reason().text(), QStringLiteral("OPS-311"));
        QVERIFY(!releaseButton()->isDefault() && !releaseButton()->autoDefault());
    }

    /** The next holder writes the same: it takes a tick of its own, each time anew. */
    void whatCannotBeToldApartIsConfirmedByItself()
    {
        open();
        QCheckBox *const whoever = box(QStringLiteral("whoever"));
        answer();
        QVERIFY(!whoever->isVisible());
        open();
        ReleasePreview preview;
        preview.indistinguishable = true;
        answer(preview);
        QCheckBox *const own = box(QStringLiteral("whoever"));
        QVERIFY(own->isVisible() && !own->isChecked());
        QVERIFY(!releaseButton()->isEnabled());
        const CommandBox *const shell = m_dialog->findChildren<CommandBox *>().back();
        const QString option = QStringLiteral(" --even-if-indistinguishable");
        QVERIFY(!shell->command().contains(option));
        own->click();
        QVERIFY(releaseButton()->isEnabled());
        QVERIFY(shell->command().endsWith(option));
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        releaseButton()->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.at(0).at(2).value<Indistinguishable>(), Indistinguishable::Release);
    }

    /** A session is ended once it was seen in the same hands for a while; until then it counts. */
    void aLookHasToAge()
    {
        open();
        ReleasePreview preview;
        preview.leastLookAge = 10s;
        preview.canCompareInstanceOnly = false;
        preview.notBefore = m_clock.now() + Millis(2500);
        answer(preview);
        QVERIFY(!releaseButton()->isEnabled());
        QVERIFY2(releaseButton()->toolTip().contains(QStringLiteral("3.0 s")),
                 qPrintable(releaseButton()->toolTip()));
        QVERIFY(!box(QStringLiteral("even though"))->isVisible());
        m_clock.advance(2500ms);
        QTRY_VERIFY(releaseButton()->isEnabled());
    }

    void anActionMayBeChosenFromTheBeginning()
    {
        m_feed->locks = {{.name = "jobs"}};
        m_feed->publish();
        ReleaseSubject subject{m_store->view()->rows.front().lock.record(),
                               Environment::Unset,
                               QStringLiteral("Lock table"),
                               twoActions,
                               {}};
        subject.action = twoActions(*subject.lock).back().id;
        ReleaseDialog dialog(subject, *m_store, m_clock);
        QCOMPARE(dialog.inquiry().action(), twoActions(*subject.lock).back());
        QCOMPARE(dialog.findChild<QComboBox *>()->currentIndex(), 1);
        QVERIFY(dialog.inquiry().action().id != twoActions(*subject.lock).front().id);
    }

    void whatWasSeenOfTheLockBeforeStandsBesideIt()
    {
        open();
        answer();
        const auto *facts = m_dialog->findChild<DetailsPane *>();
        QVERIFY(!facts->plainText().contains(QStringLiteral("Usually")));
        m_dialog->setPast(DetailSection{
            QStringLiteral("History"),
            {{QStringLiteral("Usually"), QStringLiteral("1.2 s"), Tone::Plain, false, {}}}});
        QVERIFY(facts->plainText().contains(QStringLiteral("Usually")));
        QVERIFY(releaseButton()->isEnabled());
    }

    void enterNeverReleases()
    {
        open();
        answer();
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        reason().setFocus();
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        // Nor does it throw away what was typed.
        QVERIFY(m_dialog->isVisible());
        releaseButton()->setFocus();
        QTest::keyClick(releaseButton(), Qt::Key_Return);
        QCOMPARE(asked.size(), 0);
        QTest::keyClick(releaseButton(), Qt::Key_Space);
        QCOMPARE(asked.size(), 1);
    }

    void escapeCloses()
    {
        open();
        QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
        QVERIFY(!m_dialog->isVisible());
    }

    void nothingIsReleasedBeforeItWasLookedAt()
    {
        open();
        QVERIFY(!releaseButton()->isEnabled());
        answer();
        QVERIFY(releaseButton()->isEnabled());
    }

    void productionWantsAReasonAndTheName()
    {
        open(Environment::Production);
        answer();
        QVERIFY(!releaseButton()->isEnabled());
        word().setText(QStringLiteral("jobs"));
        QVERIFY(!releaseButton()->isEnabled());
        reason().setText(QStringLiteral("  \u200b "));
        QVERIFY(!releaseButton()->isEnabled());
        reason().setText(QStringLiteral("OPS-311"));
        QVERIFY(releaseButton()->isEnabled());
        for (const char *wrong : {"", "job", "Jobs", "jobs ", "jobs1"}) {
            word().setText(QString::fromLatin1(wrong));
            QVERIFY2(!releaseButton()->isEnabled(), wrong);
        }
        word().setText(QStringLiteral("jobs"));
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        releaseButton()->click();
        releaseButton()->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front()[0].value<Compare>(), Compare::InstanceAndLease);
        QCOMPARE(asked.front()[1].toString(), QStringLiteral("OPS-311"));
    }

    void anEmptyNameMatchesNothing()
    {
        open(Environment::Production, {.name = ""});
        answer();
        reason().setText(QStringLiteral("OPS-311"));
        QVERIFY(!releaseButton()->isEnabled());
        QVERIFY(only<Confirmation>()->missing().contains(QStringLiteral("lockctl")));
        word().setText(QStringLiteral("(empty name)"));
        word().clear();
        QVERIFY(!releaseButton()->isEnabled());
    }

    void aRenewalIsToldAndOffersTheStrongerConfirmation()
    {
        open();
        answer();
        QVERIFY(banner()->text().isEmpty());
        renew();
        m_clock.advance(2s);
        m_feed->publishRows(m_store->view()->rows);
        QVERIFY2(banner()->text().startsWith(QStringLiteral("Renewed 2 s ago by the same owner")),
                 qPrintable(banner()->text()));
        QVERIFY(banner()->text().contains(QStringLiteral("would be refused")));
        QVERIFY(!evenIfRenewed()->isChecked());
        QCOMPARE(m_dialog->findChildren<CommandBox *>().front()->command(),
                 QStringLiteral("UPDATE with lease"));
        evenIfRenewed()->click();
        QVERIFY(!banner()->text().contains(QStringLiteral("would be refused")));
        QCOMPARE(m_dialog->findChildren<CommandBox *>().front()->command(),
                 QStringLiteral("UPDATE instance only"));
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        releaseButton()->click();
        QCOMPARE(asked.front()[0].value<Compare>(), Compare::InstanceOnly);
    }

    void theStrongerConfirmationIsSetByHandEachTime()
    {
        open(Environment::Production);
        answer();
        evenIfRenewed()->click();
        word().setText(QStringLiteral("jobs"));
        renew();
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::lookRequested);
        button(QStringLiteral("&Look again"))->click();
        QCOMPARE(asked.size(), 1);
        QVERIFY(!evenIfRenewed()->isChecked());
        QVERIFY(word().text().isEmpty());
        QVERIFY(!releaseButton()->isEnabled());
        QVERIFY(
            sameContent(*m_dialog->inquiry().lock(), m_store->view()->rows.front().lock.unpack()));
        answer();
        QVERIFY(banner()->text().isEmpty());
    }

    void anActionThatLetsRenewalsPassSaysSo()
    {
        open();
        answer();
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::lookRequested);
        auto *actions = only<QComboBox>();
        actions->setCurrentIndex(1);
        emit actions->activated(1);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(m_dialog->inquiry().action().id, QStringLiteral("step-down"));
        QVERIFY(evenIfRenewed()->isChecked());
        QVERIFY(!button(QStringLiteral("Step down"))->isEnabled());
        QVERIFY(only<DetailsPane>()->plainText().contains(QStringLiteral("may retake it")));
        QCOMPARE(m_dialog->windowTitle(), QStringLiteral("Step down"));
        QCOMPARE(m_dialog->findChild<QLabel *>(QStringLiteral("title"))->text(),
                 QStringLiteral("Step down: jobs?"));
    }

    /** Other parts of the server may have been read since: their time is not this lock's. */
    void whatNobodyCouldReadHasNoDate()
    {
        BackendStatus status =
            makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock);
        status.clock = ClockReading{ServerTime(1000h), m_clock.now(), Micros(0)};
        m_feed->backends = {status};
        open();
        const auto shell = [this] {
            const QString command = m_dialog->findChildren<CommandBox *>().back()->command();
            return decodeWitness(command.section(u' ', 3, 3))->looked->at;
        };
        QCOMPARE(m_dialog->inquiry().looked().at, std::optional(ServerTime(1000h)));
        QCOMPARE(shell(), std::optional(ServerTime(1000h)));
        open(Environment::Unset, {.name = "jobs", .state = LockState::Unknown});
        QVERIFY(!m_dialog->inquiry().looked().at);
        QVERIFY(!shell());
    }

    /** Another action is no other look: what was seen stays as old as it is. */
    void anotherActionKeepsTheAgeOfTheLook()
    {
        const auto poll = [this](const char *server) {
            BackendStatus status =
                makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock);
            status.server.identity = server;
            status.clock = ClockReading{ServerTime(m_clock.wallNow().time_since_epoch()),
                                        m_clock.now(), Micros(0)};
            m_feed->backends = {status};
        };
        poll("a");
        open();
        answer();
        const ServerMoment before = m_dialog->inquiry().looked();
        QVERIFY(before.at);
        m_clock.advance(9min);
        poll("b");
        m_feed->publishRows(m_store->view()->rows);
        emit only<QComboBox>()->activated(1);
        QCOMPARE(m_dialog->inquiry().action().id, QStringLiteral("step-down"));
        QVERIFY(m_dialog->inquiry().looked() == before);
        QVERIFY(only<DetailsPane>()->plainText().contains(QStringLiteral("being looked at")));
        answer();
        QVERIFY2(only<DetailsPane>()->plainText().contains(QStringLiteral("9 m")),
                 qPrintable(only<DetailsPane>()->plainText()));
        m_dialog->inquiry().setExpired();
        button(QStringLiteral("&Look again"))->click();
        QCOMPARE(m_dialog->inquiry().looked().server, QByteArray("b"));
        QVERIFY(*m_dialog->inquiry().looked().at >= *before.at + 9min);
    }

    void theButtonsStayOnTheScreen()
    {
        open();
        const QRect room = m_dialog->screen()->availableGeometry();
        m_dialog->move(m_dialog->x(), room.bottom() - m_dialog->height() - 10);
        answer();
        m_dialog->resize(m_dialog->width(), m_dialog->height() + 60);
        m_clock.advance(1s);
        m_feed->publish();
        QTRY_VERIFY(m_dialog->frameGeometry().bottom() <= room.bottom());
    }

    void whereOnlyTheLeaseTellsHoldersApartItIsCompared()
    {
        open();
        ReleasePreview preview;
        preview.canCompareInstanceOnly = false;
        evenIfRenewed()->setChecked(true);
        answer(preview);
        QVERIFY(!evenIfRenewed()->isChecked());
        QVERIFY(!evenIfRenewed()->isEnabled());
    }

    void changedHandsAndGoneAreToldAndReleaseNothing()
    {
        open();
        answer();
        m_feed->locks[0].owner = "web-9";
        m_feed->publish();
        QVERIFY(banner()->text().contains(QStringLiteral("changed hands")));
        QVERIFY(banner()->text().contains(QStringLiteral("web-9")));
        QCOMPARE(banner()->tone(), Tone::Danger);
        QVERIFY(!releaseButton()->isEnabled());
        m_feed->locks.clear();
        m_feed->publish();
        QVERIFY(banner()->text().startsWith(QStringLiteral("Gone")));
        QVERIFY(!releaseButton()->isEnabled());
        QVERIFY(button(QStringLiteral("&Look again"))->isHidden());
    }

    void whatIsGoneIsHeldNoLonger()
    {
        open();
        answer();
        const auto held = [this] {
            const QString text = only<DetailsPane>()->plainText();
            return text.section(QStringLiteral("Held for\n"), 1).section(u'\n', 0, 0);
        };
        const QString before = held();
        QVERIFY(!before.isEmpty());
        m_clock.advance(7s);
        m_feed->publishRows(m_store->view()->rows);
        const QString after = held();
        QVERIFY2(after != before, qPrintable(after));
        m_feed->locks.clear();
        m_feed->publish();
        m_clock.advance(1h);
        m_feed->publishRows(m_store->view()->rows);
        QCOMPARE(held(), after);
    }

    void aRefusalIsToldAtOnce()
    {
        open();
        ReleasePreview preview;
        preview.refusal = outcome(ReleaseResult::Denied);
        answer(preview);
        QVERIFY(banner()->text().startsWith(QStringLiteral("Denied")));
        QVERIFY(!releaseButton()->isEnabled());
    }

    void lossesAndWarningsAreShown()
    {
        open();
        ReleasePreview preview;
        preview.losses = {QStringLiteral("user:43:card")};
        preview.warnings = {QStringLiteral("An open transaction is rolled back.")};
        answer(preview);
        const QString text = only<DetailsPane>()->plainText();
        QVERIFY(text.contains(QStringLiteral("user:43:card")));
        QVERIFY(text.contains(QStringLiteral("rolled back")));
        QVERIFY(text.contains(QStringLiteral("The holder is not told.")));
    }

    void everyOutcomeHasItsWords_data()
    {
        QTest::addColumn<ReleaseResult>("result");
        QTest::addColumn<ChangeDetail>("detail");
        QTest::addColumn<QString>("words");
        QTest::addColumn<Tone>("tone");
        const auto row = [](const char *name, ReleaseResult result, ChangeDetail detail,
                            const char *words, Tone tone) {
            QTest::newRow(name) << result << detail << QString::fromLatin1(words) << tone;
        };
        row("released", ReleaseResult::Released, ChangeDetail::None, "Released", Tone::Good);
        row("changed", ReleaseResult::Changed, ChangeDetail::None, "Refused: it is not",
            Tone::Expiring);
        row("renewed", ReleaseResult::Changed, ChangeDetail::Renewed, "Refused: renewed",
            Tone::Expiring);
        row("gone", ReleaseResult::Changed, ChangeDetail::Gone, "Refused: nobody", Tone::Muted);
        row("busy", ReleaseResult::Busy, ChangeDetail::None, "Busy", Tone::Expiring);
        row("denied", ReleaseResult::Denied, ChangeDetail::None, "Denied", Tone::Danger);
        row("unknown", ReleaseResult::Unknown, ChangeDetail::None, "Unknown", Tone::Danger);
    }
    void everyOutcomeHasItsWords()
    {
        QFETCH(const ReleaseResult, result);
        QFETCH(const ChangeDetail, detail);
        QFETCH(const QString, words);
        QFETCH(const Tone, tone);
        open();
        answer();
        releaseButton()->click();
        ReleaseReport report;
        report.outcome = outcome(result, detail);
        report.auditId = QStringLiteral("2026-11/7");
        report.now = *makeLock({.name = "jobs", .owner = "web-9"}, m_clock);
        m_dialog->inquiry().setReport(report);
        const QString text = banner()->text();
        QVERIFY2(text.startsWith(words), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("What happened.")));
        QVERIFY(text.contains(QStringLiteral("What to do.")));
        QVERIFY(text.contains(QStringLiteral("Now held by web-9")));
        QVERIFY(text.contains(QStringLiteral("2026-11/7")));
        QCOMPARE(banner()->tone(), tone);
        QVERIFY(m_dialog->isVisible());
        QVERIFY(button(QStringLiteral("Close")));
        QVERIFY(releaseButton()->isHidden());
    }

    void aHolderThatTakesItAgainLaterIsTold()
    {
        open();
        answer();
        releaseButton()->click();
        ReleaseReport report;
        report.outcome = outcome(ReleaseResult::Released);
        m_dialog->inquiry().setReport(report);
        QVERIFY(banner()->text().contains(QStringLiteral("Nobody held it right after that.")));
        // What was read before the release tells nothing of what came after it.
        m_feed->publish();
        QVERIFY(banner()->text().contains(QStringLiteral("What happened.")));
        m_clock.advance(2s);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->publish();
        const QString text = banner()->text();
        QVERIFY2(text.startsWith(QStringLiteral("Released, and held again by the same owner"))
                     && text.contains(QStringLiteral("2 s later it was held again")),
                 qPrintable(text));
        QCOMPARE(banner()->tone(), Tone::Expiring);
    }

    void whatAReleaseMeansForItsHolderIsSaidBefore()
    {
        open();
        answer();
        const auto facts = [this] { return only<DetailsPane>()->plainText(); };
        QVERIFY2(facts().contains(QStringLiteral("may take the lock again")), qPrintable(facts()));
        ReleasePreview refused;
        refused.refusal = outcome(ReleaseResult::Changed, ChangeDetail::Gone);
        open();
        answer(refused);
        QVERIFY(!facts().contains(QStringLiteral("may take the lock again")));
    }

    void whatCouldNotBeReadOrWrittenIsSaid()
    {
        open();
        answer();
        releaseButton()->click();
        ReleaseReport report;
        report.outcome = outcome(ReleaseResult::Unknown);
        report.notObserved = Error{ErrorKind::Network, 0, QStringLiteral("no route"), {}};
        report.notAudited = Error{ErrorKind::Config, 0, QStringLiteral("disk full"), {}};
        m_dialog->inquiry().setReport(report);
        QVERIFY(banner()->text().contains(QStringLiteral("no route")));
        QVERIFY(banner()->text().contains(QStringLiteral("disk full")));
        QVERIFY(!banner()->text().contains(QStringLiteral("Nobody holds it")));
    }

    /** Nobody tried to read it, and why stands in the outcome already. */
    void whatWasNotConfirmedSaysNothingOfALook()
    {
        open();
        answer();
        releaseButton()->click();
        ReleaseReport report;
        report.outcome = outcome(ReleaseResult::Unknown, ChangeDetail::NotConfirmed);
        report.notObserved = Error{ErrorKind::Unsupported, 0, QStringLiteral("What for?"), {}};
        m_dialog->inquiry().setReport(report);
        QVERIFY(banner()->text().contains(QStringLiteral("What happened.")));
        QVERIFY(!banner()->text().contains(QStringLiteral("What for?")));
    }

    void anOldLookIsLookedAtAgain()
    {
        open();
        answer();
        m_dialog->inquiry().setExpired();
        QVERIFY(!releaseButton()->isEnabled());
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::lookRequested);
        button(QStringLiteral("&Look again"))->click();
        QCOMPARE(asked.size(), 1);
        answer();
        QVERIFY(releaseButton()->isEnabled());
    }

    /** One chord, and only for what was read and typed. */
    void controlAndReturnReleaseOnceAllIsTyped()
    {
        open(Environment::Production);
        const QSignalSpy asked(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        const auto press = [this](bool isHeld = false) {
            QKeyEvent key(QEvent::KeyPress, Qt::Key_Return, Qt::ControlModifier, {}, isHeld);
            QWidget *const focus = m_dialog->focusWidget();
            QCoreApplication::sendEvent(focus ? focus : m_dialog.get(), &key);
        };
        reason().setText(QStringLiteral("OPS-311"));
        word().setText(QStringLiteral("jobs"));
        press(); // being looked at
        answer();
        reason().setText(QStringLiteral("  \t "));
        press();
        reason().setText(QStringLiteral("OPS-311"));
        for (const char *wrong : {"", "job", "Jobs", "jobs ", "jobs\nx", "production"}) {
            word().setText(QString::fromLatin1(wrong));
            press();
        }
        word().setText(QStringLiteral("jobs"));
        press(true);
        QCOMPARE(asked.size(), 0);
        // As it is copied from a list.
        word().setText(QStringLiteral("jobs\n"));
        press();
        press();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front()[1].toString(), QStringLiteral("OPS-311"));
    }

    /** One reason and one name for both, and nothing is sent before writes are allowed. */
    void aReadOnlyServerIsLetWriteToWithTheRelease()
    {
        const QString release = QStringLiteral("Release (allows writes)");
        open(Environment::Production);
        m_dialog->inquiry().setWritable(false);
        answer();
        const QSignalSpy allow(&m_dialog->inquiry(), &ReleaseInquiry::writesWanted);
        const QSignalSpy commit(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        const auto said = [this](const char *words) {
            return !textsOf(*m_dialog).filter(QString::fromLatin1(words)).isEmpty();
        };
        QVERIFY(!releaseButton() && said("allows writes to it for 10 minutes"));
        QVERIFY(!isReady(m_dialog.get(), release));
        reason().setText(QStringLiteral("OPS-311"));
        QVERIFY(!isReady(m_dialog.get(), release));
        word().setText(QStringLiteral("jobs"));
        buttonOf(m_dialog.get(), release)->click();
        QCOMPARE(allow.size(), 1);
        QCOMPARE(allow.front()[0].toString(), QStringLiteral("OPS-311"));
        QVERIFY(banner()->text().contains(QStringLiteral("Writes are being allowed")));
        // No log, no permission, and nothing that was typed is lost.
        m_dialog->inquiry().setNotAllowed();
        QCOMPARE(commit.size(), 0);
        QVERIFY(word().hasFocus());
        buttonOf(m_dialog.get(), release)->click();
        QCOMPARE(allow.size(), 2);
        m_dialog->inquiry().setWritable(true);
        QCOMPARE(commit.size(), 1);
        QCOMPARE(commit.front()[1].toString(), QStringLiteral("OPS-311"));
        m_dialog->inquiry().setWritable(true);
        QCOMPARE(commit.size(), 1);
    }

    void whatIsNotAsItWasOnceWritesAreAllowedStays_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("another holder") << QStringLiteral("owner");
        QTest::newRow("nobody") << QStringLiteral("gone");
        QTest::newRow("too late") << QStringLiteral("late");
    }
    void whatIsNotAsItWasOnceWritesAreAllowedStays()
    {
        QFETCH(const QString, what);
        open(Environment::Production);
        m_dialog->inquiry().setWritable(false);
        answer();
        const QSignalSpy commit(&m_dialog->inquiry(), &ReleaseInquiry::commitRequested);
        reason().setText(QStringLiteral("OPS-311"));
        word().setText(QStringLiteral("jobs"));
        buttonOf(m_dialog.get(), QStringLiteral("Release (allows writes)"))->click();
        if (what == QStringLiteral("owner")) {
            m_feed->locks.front().owner = "web-4";
            m_feed->publish();
        } else if (what == QStringLiteral("gone")) {
            m_feed->locks.clear();
            m_feed->publish();
        } else {
            m_dialog->inquiry().setExpired();
        }
        m_dialog->inquiry().setWritable(true);
        QCOMPARE(commit.size(), 0);
        QVERIFY(!isReady(m_dialog.get(), QStringLiteral("Release")));
        QVERIFY(!banner()->text().isEmpty());
    }

    /** What was allowed ran out or was taken back: it is asked for again, and said. */
    void writesThatAreTakenBackAreAskedForAgain()
    {
        open(Environment::Production);
        answer();
        reason().setText(QStringLiteral("OPS-311"));
        word().setText(QStringLiteral("jobs"));
        QVERIFY(isReady(m_dialog.get(), QStringLiteral("Release")));
        m_dialog->inquiry().setWritable(false);
        QVERIFY(!buttonOf(m_dialog.get(), QStringLiteral("Release")));
        QVERIFY(isReady(m_dialog.get(), QStringLiteral("Release (allows writes)")));
        m_dialog->inquiry().setWritable(true);
        QVERIFY(isReady(m_dialog.get(), QStringLiteral("Release")));
    }

    void allowingWritesInProductionWantsTheWord()
    {
        BackendSpec backend;
        backend.name = QStringLiteral("billing-db");
        backend.environment = Environment::Production;
        AllowWritesDialog dialog(backend);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        const auto buttons = dialog.findChildren<QPushButton *>();
        QPushButton *cancel = buttons[0];
        QPushButton *allow = buttons[1];
        QVERIFY(cancel->isDefault());
        auto *asks = dialog.findChild<Confirmation *>();
        QTest::keyClicks(dialog.focusWidget(), QStringLiteral("OPS-311"));
        QCOMPARE(asks->reason(), QStringLiteral("OPS-311"));
        QVERIFY(!allow->isEnabled());
        asks->wordEdit().setText(QStringLiteral("production"));
        QVERIFY(allow->isEnabled());
        allow->setFocus();
        QTest::keyClick(allow, Qt::Key_Return);
        QVERIFY(dialog.isVisible());
        allow->click();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }

    void hostileNamesAreShownAsTheyStand_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("markup") << QByteArray("<b>bold</b><img src='file:///etc/passwd'>");
        QTest::newRow("bidi") << QByteArray("right \u202e to left");
        QTest::newRow("newline") << QByteArray("two\nlines\0nul", 13);
        QTest::newRow("mnemonic") << QByteArray("a&b [*] %1");
        QTest::newRow("a megabyte") << QByteArray(1 << 20, 'x');
    }
    void hostileNamesAreShownAsTheyStand()
    {
        QFETCH(const QByteArray, name);
        QElapsedTimer timer;
        timer.start();
        open(Environment::Production, {.name = name, .owner = name});
        answer();
        const QString literal = literalText(name);
        const QString text = only<DetailsPane>()->plainText();
        QVERIFY(text.contains(literal.left(40)));
        auto *title = m_dialog->findChild<QLabel *>(QStringLiteral("title"));
        QVERIFY(title->text().contains(literal.left(40)));
        QVERIFY(title->text().size() < 200);
        QVERIFY(text.size() < 10'000);
        QVERIFY(!text.contains(QChar(0x202e)));
        for (const QLabel *label : m_dialog->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        reason().setText(QStringLiteral("OPS-311"));
        word().setText(literal);
        QCOMPARE(releaseButton()->isEnabled(), name.size() < 1000);
        QVERIFY(m_dialog->width() < 800);
    }

    void theCommandIsCopiedWhole()
    {
        open();
        const QString command = QStringLiteral("DEL ") + QString(1 << 20, u'x');
        m_dialog->inquiry().setPreview({}, command, command);
        auto *box = m_dialog->findChildren<CommandBox *>().front();
        box->findChild<QToolButton *>()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), command);
        auto *shell = m_dialog->findChildren<CommandBox *>().back();
        QVERIFY(shell->command().startsWith(QStringLiteral("lockctl release --witness lm2.")));
        QVERIFY(shell->command().endsWith(QStringLiteral("--action expire")));
        evenIfRenewed()->click();
        QVERIFY(shell->command().endsWith(QStringLiteral("--even-if-renewed")));
        // A backend that no file holds has no command.
        open(Environment::Unset, {.name = "jobs"}, std::nullopt);
        QVERIFY(!m_dialog->findChildren<CommandBox *>().back()->isVisible());
    }

    /** It is what is confirmed: nobody has to look for it, however low the screen is. */
    void whatIsSentIsNeverScrolledOutOfSight()
    {
        open(Environment::Production);
        answer();
        const auto *command = m_dialog->findChildren<CommandBox *>().front();
        QCOMPARE(command->command(), QStringLiteral("UPDATE with lease"));
        QVERIFY(!only<ScrolledBody>()->isAncestorOf(command));
        m_dialog->resize(m_dialog->width(), m_dialog->minimumSizeHint().height());
        QTRY_VERIFY(command->isVisible() && only<ScrolledBody>()->height() > 0);
        const QRect seen(command->mapTo(m_dialog.get(), QPoint()), command->size());
        QVERIFY(m_dialog->rect().contains(seen));
        QVERIFY(seen.top() >= only<ScrolledBody>()->geometry().bottom());
        // Nor is anything cut that is typed into.
        for (const QLineEdit *line : {&reason(), &word()})
            QTRY_VERIFY(line->height() >= line->sizeHint().height());
    }
};

LOCKMASTER_TEST(TestReleaseDialog, QApplication)

} // namespace tst_releasedialog

#include "tst_releasedialog.moc"
