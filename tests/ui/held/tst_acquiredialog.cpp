// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/held/acquiredialog.h"
#include "ui/kit/banner.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_acquiredialog {

class TestAcquireDialog : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    std::unique_ptr<LockStore> m_store;
    std::unique_ptr<ViewFeed> m_feed;
    AcquireDialog::Setup m_setup;
    bool m_writable = true;
    std::unique_ptr<AcquireDialog> m_dialog;

    AcquirePlace place(const QString &backend, Environment environment, const QString &system,
                       const AcquireForm &form) const
    {
        AcquirePlace made;
        made.backend.name = backend;
        made.backend.environment = environment;
        made.system = {system, system, QStringLiteral("About ") + system, BackendKind::MySql};
        made.form = form;
        return made;
    }
    void open()
    {
        m_dialog = std::make_unique<AcquireDialog>(m_setup, *m_store, m_clock);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }
    /** The field behind a label's buddy, as a person finds it. */
    QWidget *field(const QString &label) const
    {
        for (QLabel *found : m_dialog->findChildren<QLabel *>()) {
            if (found->text().remove(u'&') == label)
                return found->buddy();
        }
        return nullptr;
    }
    QLineEdit *edit(const QString &label) const
    {
        QWidget *found = field(label);
        while (found && found->focusProxy())
            found = found->focusProxy();
        return qobject_cast<QLineEdit *>(found);
    }
    QComboBox *box(const QString &label) const { return qobject_cast<QComboBox *>(field(label)); }

private slots:
    void theButtonsAreInSightWhateverTheSizeOfText()
    {
        m_dialog = std::make_unique<AcquireDialog>(m_setup, *m_store, m_clock);
        QFont large = m_dialog->font();
        large.setPointSizeF(large.pointSizeF() * 2.5);
        m_dialog->setFont(large);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        QCoreApplication::processEvents();
        QVERIFY(m_dialog->height() <= m_dialog->screen()->availableGeometry().height() - 40);
        const QPushButton &button = m_dialog->acquireButton();
        const QRect place(button.mapTo(m_dialog.get(), QPoint()), button.size());
        QVERIFY(m_dialog->rect().contains(place));
        // What gets the focus comes into sight.
        QLineEdit *last = edit(QStringLiteral("Reason"));
        last->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(!last->visibleRegion().isEmpty());
    }

    void init()
    {
        m_store = std::make_unique<LockStore>();
        m_feed = std::make_unique<ViewFeed>(*m_store, m_clock);
        m_feed->backends = {makeStatus(QStringLiteral("billing-db"), BackendKind::MySql, m_clock)};
        m_feed->locks = {{.name = "daily-close"}};
        m_feed->publish();
        AcquireForm table;
        table.owner = "lockmaster:kim@ops-1:1";
        table.sources = {QStringLiteral("billing.dist_lock"), QStringLiteral("old.dist_lock")};
        AcquireForm session;
        session.hasOwner = false;
        session.hasTtl = false;
        session.mostNameBytes = 64;
        AcquireForm key;
        key.defaultTtl = 30s;
        key.variants = {{QStringLiteral("token"), QStringLiteral("With a token")},
                        {QStringLiteral("empty"), QStringLiteral("Empty value")}};
        m_setup.places = {
            place(QStringLiteral("billing-db"), Environment::Production,
                  QStringLiteral("dist_lock"), table),
            place(QStringLiteral("billing-db"), Environment::Production,
                  QStringLiteral("user_lock"), session),
            place(QStringLiteral("cache"), Environment::Unset, QStringLiteral("redis_string"), key),
        };
        m_writable = true;
        m_setup.writable = [this](const BackendSpec &) { return m_writable; };
    }
    void cleanup() { m_dialog.reset(); }

    void itStartsWithAScratchNameAndTheDefaultOwner()
    {
        open();
        QVERIFY(
            edit(QStringLiteral("Name"))->text().startsWith(QStringLiteral("lockmaster-test:")));
        QCOMPARE(edit(QStringLiteral("Owner"))->text(), QStringLiteral("lockmaster:kim@ops-1:1"));
        QVERIFY(edit(QStringLiteral("Name"))->hasFocus());
        QVERIFY(!m_dialog->acquireButton().isEnabled());
    }

    /** Each format has its own: what fits one is refused by another only once it is too late. */
    void theOwnerIsTheSystemsAndIsCheckedByIt()
    {
        for (AcquirePlace &place : m_setup.places) {
            place.check = [id = place.system.id](const AcquireRequest &request) -> Result<void> {
                if (id == u"redis_string" && request.owner.startsWith("lockmaster:"))
                    return failure(ErrorKind::Config, QStringLiteral("Not such an owner."),
                                   QStringLiteral("Leave it empty."));
                return {};
            };
        }
        open();
        const auto owner = [this] { return edit(QStringLiteral("Owner")); };
        QCOMPARE(owner()->text(), QStringLiteral("lockmaster:kim@ops-1:1"));
        box(QStringLiteral("Server"))->setCurrentIndex(1);
        QCOMPARE(owner()->text(), QString());
        QCOMPARE(owner()->placeholderText(), QStringLiteral("made anew for each lock"));
        QVERIFY(m_dialog->acquireButton().isEnabled());
        owner()->selectAll();
        QTest::keyClicks(owner(), QStringLiteral("lockmaster:"));
        QVERIFY(!m_dialog->acquireButton().isEnabled());
        QCOMPARE(m_dialog->problemText(), QStringLiteral("Not such an owner. Leave it empty."));
        // What somebody typed is not thrown away.
        box(QStringLiteral("Server"))->setCurrentIndex(0);
        QCOMPARE(owner()->text(), QStringLiteral("lockmaster:"));
    }

    void theFormFollowsTheSystem()
    {
        open();
        QVERIFY(box(QStringLiteral("Source"))->isVisible());
        QVERIFY(!box(QStringLiteral("Kind"))->isVisible());
        QCOMPARE(edit(QStringLiteral("TTL"))->text(), QString());
        box(QStringLiteral("System"))->setCurrentIndex(1);
        QVERIFY(!box(QStringLiteral("Source"))->isVisible());
        QVERIFY(!edit(QStringLiteral("Owner"))->isVisible());
        QVERIFY(!edit(QStringLiteral("TTL"))->isVisible());
        box(QStringLiteral("Server"))->setCurrentIndex(1);
        QCOMPARE(box(QStringLiteral("System"))->count(), 1);
        QVERIFY(box(QStringLiteral("Kind"))->isVisible());
        QCOMPARE(edit(QStringLiteral("TTL"))->text(), QStringLiteral("30s"));
        QVERIFY(edit(QStringLiteral("Owner"))->isVisible());
    }

    void byKeyboardAloneALockIsOrdered()
    {
        open();
        box(QStringLiteral("Server"))->setCurrentIndex(1);
        QSignalSpy given(m_dialog.get(), &AcquireDialog::orderGiven);
        edit(QStringLiteral("Name"))->setFocus();
        edit(QStringLiteral("Name"))->selectAll();
        QTest::keyClicks(m_dialog->focusWidget(), QStringLiteral("coupon:7"));
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(given.size(), 1);
        const auto order = given.front().front().value<HoldOrder>();
        QCOMPARE(order.backend.name, QStringLiteral("cache"));
        QCOMPARE(order.request.name, QByteArray("coupon:7"));
        QCOMPARE(order.request.variant, QStringLiteral("token"));
        QCOMPARE(*order.request.ttl, Millis(30s));
        QCOMPARE(order.wait, Millis(3s));
        QVERIFY(!order.hold);
        QVERIFY(!m_dialog->isVisible());
    }

    void inProductionReturnTakesNothing()
    {
        open();
        edit(QStringLiteral("TTL"))->setText(QStringLiteral("30s"));
        edit(QStringLiteral("Reason"))->setText(QStringLiteral("drill"));
        QVERIFY(m_dialog->acquireButton().isEnabled()); // a scratch name
        const QSignalSpy given(m_dialog.get(), &AcquireDialog::orderGiven);
        QTest::keyClick(edit(QStringLiteral("Reason")), Qt::Key_Return);
        QCOMPARE(given.size(), 0);
        QVERIFY(m_dialog->isVisible());
        m_dialog->acquireButton().click();
        QCOMPARE(given.size(), 1);
    }

    void aRealNameInProductionIsTypedAgain()
    {
        open();
        QVERIFY(!edit(QStringLiteral("Name, to confirm"))->isVisible());
        m_dialog->prefill(makeLock(m_feed->locks.front(), m_clock)->id);
        QCOMPARE(edit(QStringLiteral("Name"))->text(), QStringLiteral("daily-close"));
        edit(QStringLiteral("TTL"))->setText(QStringLiteral("30s"));
        edit(QStringLiteral("Reason"))->setText(QStringLiteral("drill"));
        QLineEdit *again = edit(QStringLiteral("Name, to confirm"));
        QVERIFY(again->isVisible());
        QVERIFY(!m_dialog->acquireButton().isEnabled());
        again->setText(QStringLiteral("daily-clos"));
        QVERIFY(!m_dialog->acquireButton().isEnabled());
        again->setText(QStringLiteral("daily-close"));
        QVERIFY(m_dialog->acquireButton().isEnabled());
        edit(QStringLiteral("Name"))->clear();
        again->clear();
        QVERIFY(!m_dialog->acquireButton().isEnabled());
    }

    void whoHoldsItNowIsSaidAndFollowed()
    {
        open();
        QVERIFY(m_dialog->noteText().isEmpty());
        m_dialog->prefill(makeLock(m_feed->locks.front(), m_clock)->id);
        QVERIFY(m_dialog->noteText().contains(QStringLiteral("web-3")));
        m_feed->locks.front().owner = "web-9";
        m_feed->publish();
        QVERIFY(m_dialog->noteText().contains(QStringLiteral("web-9")));
        m_feed->locks.clear();
        m_feed->publish();
        QVERIFY(m_dialog->noteText().isEmpty());
    }

    void aReadOnlyServerExplainsItselfAndOffersToAllowWrites()
    {
        m_writable = false;
        open();
        auto *banner = m_dialog->findChild<Banner *>();
        QVERIFY(banner->isVisible());
        edit(QStringLiteral("TTL"))->setText(QStringLiteral("30s"));
        edit(QStringLiteral("Reason"))->setText(QStringLiteral("drill"));
        QVERIFY(!m_dialog->acquireButton().isEnabled());
        QSignalSpy wanted(m_dialog.get(), &AcquireDialog::liftRequested);
        banner->findChild<QPushButton *>()->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.front().front().value<BackendSpec>().name, QStringLiteral("billing-db"));
        m_writable = true;
        m_dialog->refresh();
        QVERIFY(!banner->isVisible());
        QVERIFY(m_dialog->acquireButton().isEnabled());
        m_writable = false;
        m_dialog->refresh();
        QVERIFY(!m_dialog->acquireButton().isEnabled());
    }

    void theCommandNamesTheFileOfItsOwnBackend()
    {
        const auto options = [](const QString &file) {
            return QStringList{QStringLiteral("--config"), file};
        };
        m_setup.commandOrigins = {
            options(QStringLiteral("/own")),
            {{QStringLiteral("sandbox"), options(QStringLiteral("/sandbox"))}}};
        open();
        m_dialog->prefill(makeLock(m_feed->locks.front(), m_clock)->id);
        QVERIFY2(m_dialog->commandText().contains(QStringLiteral("/own")),
                 qPrintable(m_dialog->commandText()));
        m_setup.commandOrigins.others = {{QStringLiteral("billing-db"), std::nullopt}};
        open();
        m_dialog->prefill(makeLock(m_feed->locks.front(), m_clock)->id);
        QVERIFY(m_dialog->commandText().isEmpty());
    }

    void aNameThatCannotBeTypedIsTakenAsItIs()
    {
        open();
        m_feed->locks.push_back({.name = QByteArray("<b>\0\n\xff", 6)});
        m_dialog->prefill(makeLock(m_feed->locks.back(), m_clock)->id);
        QLineEdit *name = edit(QStringLiteral("Name"));
        QCOMPARE(name->text(), QStringLiteral("<b>\\x00\\n\\xff"));
        QVERIFY(name->isReadOnly());
        QCOMPARE(m_dialog->draft().name, m_feed->locks.back().name);
        QVERIFY(m_dialog->commandText().isEmpty());
        m_dialog->prefill(makeLock(m_feed->locks.front(), m_clock)->id);
        QVERIFY(!name->isReadOnly());
        QCOMPARE(m_dialog->draft().name, QByteArray("daily-close"));
    }

    void whatTheFormDidNotOfferIsNotFilledIn()
    {
        open();
        LockSpec other{.name = "x",
                       .backend = QStringLiteral("billing-db"),
                       .system = QStringLiteral("leader")};
        m_dialog->prefill(makeLock(other, m_clock)->id);
        QVERIFY(edit(QStringLiteral("Name"))->text().startsWith(QStringLiteral("lockmaster")));
    }

    void withoutAnyPlaceItSaysSo()
    {
        m_setup.places.clear();
        open();
        QVERIFY(!m_dialog->problemText().isEmpty());
        QVERIFY(!m_dialog->acquireButton().isEnabled());
    }

    void everyLabelIsPlainAndEveryFieldHasAName()
    {
        open();
        for (const QLabel *label : m_dialog->findChildren<QLabel *>())
            QVERIFY(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()));
        for (const QLineEdit *edit : m_dialog->findChildren<QLineEdit *>()) {
            bool named = !edit->accessibleName().isEmpty();
            for (const QLabel *label : m_dialog->findChildren<QLabel *>())
                named = named || label->buddy() == edit;
            QVERIFY(named);
        }
    }
};

LOCKMASTER_TEST(TestAcquireDialog, QApplication)

} // namespace tst_acquiredialog

#include "tst_acquiredialog.moc"
