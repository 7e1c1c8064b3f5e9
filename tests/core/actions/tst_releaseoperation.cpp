// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseoperation.h"
#include "core/actions/releaserecord.h"
#include "core/text/plainwords.h"
#include "tests/support/fakerelease.h"
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_releaseoperation {

namespace {

constexpr char hangWord[] = "commit-and-hang";

const LockRecord lock = fakeLock("daily-close", "web-3");

ReleasePreview held()
{
    ReleasePreview preview;
    preview.lock = lock;
    return preview;
}

ReleasePreview refused(const ReleaseOutcome &refusal)
{
    ReleasePreview preview;
    preview.refusal = refusal;
    return preview;
}

/** The other program: its command is on the way when it is killed. */
int commitAndHang(const QString &directory)
{
    ReleaseScript script;
    const FakeReleaseSystem system(script);
    const WriteGate gate;
    const AuditLog audit(directory);
    script.duringCommit = [] {
        if (::write(STDOUT_FILENO, "sending\n", 8) == 8)
            ::pause();
    };
    ReleaseOperation operation(fakeOrder(lock), fakeTools(system, gate, audit, systemClock()));
    const SteadyTime deadline = systemClock().now() + 10s;
    if (!operation.open(deadline))
        return 1;
    (void)operation.commit(Compare::InstanceAndLease, {}, deadline);
    return 2;
}

} // namespace

class TestReleaseOperation : public QObject
{
    Q_OBJECT

private:
    /** Everything one release needs, fresh for each test. */
    struct Stage {
        QTemporaryDir home;
        ManualClock clock;
        ReleaseScript script;
        FakeReleaseSystem system{script};
        WriteGate gate{clock};
        AuditLog audit{home.filePath(QStringLiteral("audit")), clock};
        ReleaseOrder order = fakeOrder(lock);
        QStringList atCommit; ///< the log's phases as they are on the disk during the command

        Stage()
        {
            script.preview = held();
            script.duringCommit = [this] { atCommit = phases(); };
        }

        QStringList phases() const
        {
            QStringList all;
            const auto lines = readAudit(audit.directory(), 100);
            for (const AuditLine &line : lines.value_or(std::vector<AuditLine>()))
                all.append(line.isIntent ? line.intent.action : line.outcome.outcome);
            return all;
        }
        AuditLine last() const { return readAudit(audit.directory(), 1).value().back(); }

        SteadyTime deadline() const { return clock.now() + 5s; }
        std::unique_ptr<ReleaseOperation> opened()
        {
            auto operation =
                std::make_unique<ReleaseOperation>(order, fakeTools(system, gate, audit, clock));
            const auto preview = operation->open(deadline());
            return preview ? std::move(operation) : nullptr;
        }
        tl::expected<ReleaseReport, NotDone> release(const QString &reason = {},
                                                     Compare compare = Compare::InstanceAndLease)
        {
            return opened()->commit(compare, reason, deadline());
        }
        bool sentNothing() const
        {
            return script.steps().filter(QStringLiteral("commit")).isEmpty();
        }
    };

private slots:
    void everythingComesInItsOrder()
    {
        Stage stage;
        stage.script.now = fakeLock("daily-close", "web-4", 2000);
        const auto report = stage.release(QStringLiteral(" stuck since noon "));
        QVERIFY(report);
        QCOMPARE(stage.script.steps(),
                 (QStringList{QStringLiteral("open daily-close"),
                              QStringLiteral("commit billing: release by lease"),
                              QStringLiteral("observe"), QStringLiteral("close")}));
        // The intent was on the disk when the command went, the outcome was not.
        QCOMPARE(stage.atCommit, QStringList{QStringLiteral("expire")});
        QCOMPARE(stage.phases(),
                 (QStringList{QStringLiteral("expire"), QStringLiteral("released")}));
        QCOMPARE(report->outcome.result, ReleaseResult::Released);
        QCOMPARE(report->command, QStringLiteral("release by lease"));
        QCOMPARE(report->now->holders.front().raw, QByteArray("web-4"));
        QVERIFY(!report->notAudited);

        const AuditLine intent = readAudit(stage.audit.directory(), 2).value().front();
        QCOMPARE(intent.id, report->auditId);
        QCOMPARE(intent.intent.backend, QStringLiteral("billing"));
        QVERIFY(intent.intent.lock == lock.id);
        QCOMPARE(intent.intent.owner, QStringLiteral("web-3"));
        QCOMPARE(intent.intent.reason, QStringLiteral("stuck since noon"));
        QCOMPARE(intent.intent.command, QStringLiteral("release by lease"));
        QCOMPARE(intent.intent.witness, encodeWitness(witnessOf(lock)));
        QCOMPARE(intent.intent.program, QStringLiteral("test"));
        QVERIFY(!intent.intent.evenIfRenewed);
        const AuditLine outcome = stage.last();
        QCOMPARE(outcome.id, report->auditId);
        QCOMPARE(outcome.outcome.heldBy, QStringLiteral("web-4"));
        QVERIFY(outcome.outcome.heldByKnown);
    }

    void aLookAges_data()
    {
        QTest::addColumn<Millis>("age");
        QTest::addColumn<bool>("dated");
        QTest::addColumn<std::optional<Millis>>("allowed");
        QTest::addColumn<bool>("good");
        const auto usual = std::optional<Millis>(ReleaseOrder::lookLife);
        const std::optional<Millis> any;
        QTest::newRow("young") << Millis(0) << true << usual << true;
        QTest::newRow("just good") << Millis(10min) << true << usual << true;
        QTest::newRow("just too old") << Millis(10min) + 1ms << true << usual << false;
        QTest::newRow("a week") << Millis(168h) << true << usual << false;
        QTest::newRow("as old as is allowed")
            << Millis(30min) << true << std::optional<Millis>(30min) << true;
        QTest::newRow("a week, any age") << Millis(168h) << true << any << true;
        QTest::newRow("of the server's future") << -Millis(11min) << true << usual << false;
        // How old a look may be says nothing of how far a clock may be set back.
        QTest::newRow("set back by minutes") << -Millis(9min) << true << usual << false;
        QTest::newRow("set back by minutes, a day allowed")
            << -Millis(9min) << true << std::optional<Millis>(24h) << false;
        QTest::newRow("set back by seconds") << -Millis(5s) << true << usual << true;
        QTest::newRow("not dated") << Millis(0) << false << usual << false;
        QTest::newRow("not dated, any age") << Millis(0) << false << any << true;
    }
    void aLookAges()
    {
        QFETCH(Millis, age);
        QFETCH(bool, dated);
        QFETCH(std::optional<Millis>, allowed);
        QFETCH(bool, good);
        Stage stage;
        const ServerTime now(1000h);
        stage.script.preview->server = {QByteArrayLiteral("a"), now};
        if (dated)
            stage.order.request.witness = witnessOf(lock, ServerMoment{"a", now - age});
        stage.order.maxAge = allowed;
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(releaseResultName(report->outcome.result),
                 good ? QStringLiteral("released") : QStringLiteral("changed"));
        QCOMPARE(changeDetailName(report->outcome.detail),
                 good ? QString() : QStringLiteral("too-old"));
        QCOMPARE(stage.sentNothing(), !good);
        const AuditIntent intent = readAudit(stage.audit.directory(), 2)->front().intent;
        QCOMPARE(intent.maxAge, allowed);
    }

    /** Of a lock of which nothing else says who loses it, whatever the operator allows. */
    void theTicketMayBoundTheLook()
    {
        for (const Millis age : {9s, 11s}) {
            Stage stage;
            const ServerTime now(1000h);
            stage.script.preview->server = {QByteArrayLiteral("a"), now};
            stage.script.preview->mostLookAge = 10s;
            stage.order.request.witness = witnessOf(lock, ServerMoment{"a", now - age});
            const auto report = stage.release();
            QVERIFY(report && report->lookAgeIsFixed);
            QCOMPARE(changeDetailName(report->outcome.detail),
                     age < 10s ? QString() : QStringLiteral("too-old"));
            QCOMPARE(stage.sentNothing(), age > 10s);
        }
    }

    /** Of a session that is ended: it has to be seen in the same hands for a while. */
    void theTicketMayWantALongerLook()
    {
        for (const Millis age : {-Millis(5s), Millis(0), Millis(9s), Millis(11s)}) {
            Stage stage;
            const ServerTime now(1000h);
            stage.script.preview->server = {QByteArrayLiteral("a"), now};
            stage.script.preview->leastLookAge = 10s;
            stage.order.request.witness = witnessOf(lock, ServerMoment{"a", now - age});
            const auto report = stage.release();
            QVERIFY(report);
            QCOMPARE(changeDetailName(report->outcome.detail),
                     age > 10s ? QString() : QStringLiteral("too-fresh"));
            QCOMPARE(stage.sentNothing(), age < 10s);
        }
    }

    void anotherServerIsRefused()
    {
        Stage stage;
        const ServerTime now(1000h);
        stage.script.preview->server = {QByteArrayLiteral("b"), now};
        stage.order.request.witness = witnessOf(lock, ServerMoment{"a", now});
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(changeDetailName(report->outcome.detail), QStringLiteral("other-server"));
        QVERIFY(stage.sentNothing());
        // One that does not say who it is cannot be told from the one that was looked at.
        stage.script.preview->server.server.clear();
        QCOMPARE(stage.release()->outcome.result, ReleaseResult::Released);
    }

    /** What another server has, or has not, is no news of the lock that was looked at. */
    void anotherServerThatHoldsNothingIsNoNews_data()
    {
        QTest::addColumn<ReleaseResult>("result");
        QTest::addColumn<ChangeDetail>("detail");
        QTest::addColumn<QString>("said");
        const QString other = QStringLiteral("other-server");
        QTest::newRow("gone") << ReleaseResult::Changed << ChangeDetail::Gone << other;
        QTest::newRow("changed") << ReleaseResult::Changed << ChangeDetail::None << other;
        QTest::newRow("denied") << ReleaseResult::Denied << ChangeDetail::None << QString();
    }
    void anotherServerThatHoldsNothingIsNoNews()
    {
        QFETCH(ReleaseResult, result);
        QFETCH(ChangeDetail, detail);
        QFETCH(QString, said);
        Stage stage;
        const ServerTime now(1000h);
        const ServerTime longAgo = now - 168h; // which is no news either
        stage.script.preview =
            refused(ReleaseOutcome{result, detail, false, QStringLiteral("No."), {}});
        stage.script.preview->server = {QByteArrayLiteral("b"), now};
        stage.order.request.witness = witnessOf(lock, ServerMoment{"a", longAgo});
        QCOMPARE(changeDetailName(stage.release()->outcome.detail), said);
        stage.script.preview->server.server = "a";
        QCOMPARE(stage.release()->outcome.detail, detail);
        QVERIFY(stage.sentNothing());
    }

    void whatCannotBeToldApartWantsItsOwnWord()
    {
        Stage stage;
        stage.script.preview->indistinguishable = true;
        for (const Compare compare : {Compare::InstanceAndLease, Compare::InstanceOnly}) {
            const auto refused = stage.release({}, compare);
            QVERIFY(refused);
            QCOMPARE(changeDetailName(refused->outcome.detail),
                     QStringLiteral("indistinguishable"));
            QVERIFY(!refused->outcome.remedy.isEmpty());
            QVERIFY(stage.sentNothing());
            QVERIFY(!readAudit(stage.audit.directory(), 2)->front().intent.evenIfIndistinguishable);
        }
        const auto report = stage.opened()->commit(Compare::InstanceAndLease, {}, stage.deadline(),
                                                   Indistinguishable::Release);
        QVERIFY(report);
        QCOMPARE(report->outcome.result, ReleaseResult::Released);
        QVERIFY(readAudit(stage.audit.directory(), 2)->front().intent.evenIfIndistinguishable);
    }

    /** The same server would say the same again. */
    void whatWasNotConfirmedIsNotLookedUpThere()
    {
        Stage stage;
        stage.script.outcome = ReleaseOutcome{ReleaseResult::Unknown,
                                              ChangeDetail::NotConfirmed,
                                              true,
                                              QStringLiteral("Not confirmed."),
                                              {}};
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(report->outcome.result, ReleaseResult::Unknown);
        QVERIFY(report->notObserved);
        QVERIFY(report->outcome.message.contains(QStringLiteral("prove nothing")));
        QVERIFY(!report->outcome.message.contains(QStringLiteral("Nobody holds it")));
        QVERIFY(!stage.script.steps().contains(QStringLiteral("observe")));
        QVERIFY(!stage.last().outcome.heldByKnown);
    }

    void theStrongerConfirmationIsToldAndAudited()
    {
        Stage stage;
        const auto report = stage.release({}, Compare::InstanceOnly);
        QCOMPARE(report->command, QStringLiteral("release by instance"));
        QVERIFY(
            stage.script.steps().contains(QStringLiteral("commit billing: release by instance")));
        QVERIFY(readAudit(stage.audit.directory(), 2)->front().intent.evenIfRenewed);
    }

    void readOnlyIsRefusedBeforeAnythingIsSentOrWritten()
    {
        Stage stage;
        stage.order.backend.readOnly = true;
        const auto operation = stage.opened();
        auto report = operation->commit(Compare::InstanceAndLease, {}, stage.deadline());
        QVERIFY(!report);
        QCOMPARE(report.error().why, NotDone::Why::ReadOnly);
        QVERIFY(stage.sentNothing());
        QCOMPARE(stage.phases(), QStringList());

        // Once that is lifted the same ticket is good.
        stage.gate.lift(QStringLiteral("billing"), 1min);
        report = operation->commit(Compare::InstanceAndLease, {}, stage.deadline());
        QVERIFY(report);
        QCOMPARE(stage.phases().size(), 2);
    }

    void allowedWritesReachAReadOnlyBackend()
    {
        Stage stage;
        stage.order.backend.readOnly = true;
        stage.gate.allowAll();
        QVERIFY(stage.release());
    }

    void aProductionBackendWantsAReason_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("enough");
        QTest::newRow("none") << QString() << false;
        QTest::newRow("blanks") << QStringLiteral(" \t\n ") << false;
        QTest::newRow("nothing to see") << QStringLiteral(" \u200b\u3164 ") << false;
        QTest::newRow("one") << QStringLiteral("x") << true;
    }
    void aProductionBackendWantsAReason()
    {
        QFETCH(QString, reason);
        QFETCH(bool, enough);
        Stage stage;
        stage.order.backend.environment = Environment::Production;
        const auto report = stage.release(reason);
        QCOMPARE(report.has_value(), enough);
        QCOMPARE(stage.sentNothing(), !enough);
        if (enough) {
            QCOMPARE(readAudit(stage.audit.directory(), 2)->front().intent.environment,
                     QStringLiteral("production"));
            return;
        }
        QCOMPARE(report.error().why, NotDone::Why::ReasonMissing);
        QCOMPARE(stage.phases(), QStringList());
    }

    void withoutAnAuditLogNothingIsSent()
    {
        Stage stage;
        const AuditLog nowhere(QStringLiteral("/dev/null/audit"));
        ReleaseOperation operation(stage.order,
                                   fakeTools(stage.system, stage.gate, nowhere, stage.clock));
        QVERIFY(operation.open(stage.deadline()));
        const auto report = operation.commit(Compare::InstanceAndLease, {}, stage.deadline());
        QVERIFY(!report);
        QCOMPARE(report.error().why, NotDone::Why::NotAudited);
        QVERIFY(report.error().error.message.contains(QStringLiteral("/dev/null/audit")));
        QVERIFY(stage.sentNothing());
    }

    void anOutcomeThatCannotBeAuditedIsStillReported()
    {
        Stage stage;
        stage.script.duringCommit = [&stage] {
            QVERIFY(QDir(stage.audit.directory()).removeRecursively());
            QFile file(stage.audit.directory());
            QVERIFY(file.open(QIODevice::WriteOnly));
        };
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(report->outcome.result, ReleaseResult::Released);
        QVERIFY(report->notAudited);
    }

    void aKnownRefusalIsAuditedAndNotSent()
    {
        Stage stage;
        const ReleaseOutcome gone{
            ReleaseResult::Changed, ChangeDetail::Gone, false, QStringLiteral("It is gone."), {}};
        stage.script.preview = refused(gone);
        const auto report = stage.release();
        QVERIFY(report);
        QVERIFY(report->outcome == gone);
        QVERIFY(stage.sentNothing());
        QCOMPARE(stage.phases(),
                 (QStringList{QStringLiteral("expire"), QStringLiteral("changed")}));
        QCOMPARE(stage.last().outcome.detail, QStringLiteral("gone"));
        QVERIFY(readAudit(stage.audit.directory(), 2)->front().intent.command.isEmpty());
    }

    void aRefusalIsReadOnlyFirst()
    {
        Stage stage;
        stage.order.backend.readOnly = true;
        stage.script.preview = refused(ReleaseOutcome());
        const auto report = stage.release();
        QCOMPARE(report.error().why, NotDone::Why::ReadOnly);
    }

    void anErrorBeforeAnythingWasComparedIsNotReachedAndAudited()
    {
        Stage stage;
        stage.script.outcome = failure(ErrorKind::Network, QStringLiteral("Connection refused."));
        const auto report = stage.release();
        QVERIFY(!report);
        QCOMPARE(report.error().why, NotDone::Why::NotReached);
        QCOMPARE(report.error().error.kind, ErrorKind::Network);
        QCOMPARE(stage.phases(), (QStringList{QStringLiteral("expire"), QStringLiteral("failed")}));
        QCOMPARE(stage.last().outcome.message, QStringLiteral("Connection refused."));
        QVERIFY(!stage.last().outcome.heldByKnown);
    }

    void whatCannotBeOpenedIsToldByKind_data()
    {
        QTest::addColumn<ErrorKind>("kind");
        QTest::addColumn<NotDone::Why>("why");
        QTest::newRow("network") << ErrorKind::Network << NotDone::Why::NotReached;
        QTest::newRow("timeout") << ErrorKind::Timeout << NotDone::Why::NotReached;
        QTest::newRow("denied") << ErrorKind::Denied << NotDone::Why::NotReached;
        QTest::newRow("config") << ErrorKind::Config << NotDone::Why::NotPossible;
        QTest::newRow("unsupported") << ErrorKind::Unsupported << NotDone::Why::NotPossible;
    }
    void whatCannotBeOpenedIsToldByKind()
    {
        QFETCH(ErrorKind, kind);
        QFETCH(NotDone::Why, why);
        Stage stage;
        stage.script.preview = failure(kind, QStringLiteral("No."));
        ReleaseOperation operation(stage.order,
                                   fakeTools(stage.system, stage.gate, stage.audit, stage.clock));
        const auto preview = operation.open(stage.deadline());
        QVERIFY(!preview);
        QCOMPARE(preview.error().why, why);
    }

    void anUnknownSystemIsNotPossible()
    {
        Stage stage;
        stage.order.request.witness.source.system = QStringLiteral("other");
        ReleaseOperation operation(stage.order,
                                   fakeTools(stage.system, stage.gate, stage.audit, stage.clock));
        QCOMPARE(operation.open(stage.deadline()).error().why, NotDone::Why::NotPossible);
    }

    void theAuditNamesWhomTheLookShowed()
    {
        Stage stage;
        stage.order.owner = QStringLiteral("web-3");
        stage.script.preview = refused({});
        stage.script.now = fakeLock("daily-close", "web-4", 2000);
        QVERIFY(stage.release());
        const std::vector<AuditLine> lines = readAudit(stage.audit.directory(), 2).value();
        QCOMPARE(lines.front().intent.owner, QStringLiteral("web-3"));
        QCOMPARE(lines.back().outcome.heldBy, QStringLiteral("web-4"));
    }

    void ofSeveralHoldersTheTargetIsNamed()
    {
        Stage stage;
        ReleasePreview two = held();
        two.lock->holders.append(fakeLock("daily-close", "web-4").holders.front());
        stage.script.preview = two;
        stage.order.request.witness = witnessOf(*two.lock);
        stage.order.request.target = "web-4";
        stage.script.now = lock; // web-3 reads on
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(readAudit(stage.audit.directory(), 2)->front().intent.owner,
                 QStringLiteral("web-4"));
        QCOMPARE(report->sameOwner, std::optional(false));
    }

    /** The lock stays with its holder, who is neither told nor let go of. */
    void ofOneWhoWaitsNobodyIsTakenFrom()
    {
        Stage stage;
        stage.order.request.target = "840";
        stage.script.now = lock;
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(report->outcome.result, ReleaseResult::Released);
        QCOMPARE(report->sameOwner, std::optional<bool>());
        const std::vector<AuditLine> lines = readAudit(stage.audit.directory(), 2).value();
        QCOMPARE(lines.front().intent.owner, QString());
        QCOMPARE(lines.back().outcome.heldBy, QStringLiteral("web-3"));
        QVERIFY(!takenFrom(lock, "840"));
        QVERIFY(!isSameOwner(lock, "840", lock));
    }

    void whetherTheSameOwnerHoldsItAgainIsTold()
    {
        Stage stage;
        stage.script.now = fakeLock("daily-close", "web-3", 2000);
        QCOMPARE(stage.release()->sameOwner, std::optional(true));
        stage.script.now = fakeLock("daily-close", "web-4", 2000);
        QCOMPARE(stage.release()->sameOwner, std::optional(false));
        stage.script.now = std::optional<LockRecord>();
        QCOMPARE(stage.release()->sameOwner, std::optional<bool>());
        LockRecord expired = lock;
        expired.state = LockState::Expired;
        stage.script.now = expired;
        QCOMPARE(stage.release()->sameOwner, std::optional<bool>());

        // Where all write the same, the same says nothing.
        stage.script.now = lock;
        stage.script.preview->canCompareInstanceOnly = false;
        QCOMPARE(stage.release()->sameOwner, std::optional<bool>());
    }

    /** The look showed one owner, and another holds it by the time of the release. */
    void anotherThanWasLookedAtIsNotTheSameOwner()
    {
        Stage stage;
        stage.script.preview = refused({ReleaseResult::Changed, ChangeDetail::None, false, {}, {}});
        stage.script.preview->lock = fakeLock("daily-close", "web-4");
        stage.script.now = fakeLock("daily-close", "web-4");
        QVERIFY(stage.release()->sameOwner != std::optional(true));
    }

    /** It says that nobody holds it, and the lock stands on the new master. */
    void whatAnOldMasterShowsIsNoFact()
    {
        Stage stage;
        stage.script.doubt = Error{ErrorKind::Timeout, 0, QStringLiteral("An old master."),
                                   QStringLiteral("Find the new one.")};
        stage.script.preview = refused({ReleaseResult::Changed, ChangeDetail::Gone, false, {}, {}});
        stage.script.preview->warnings = {QStringLiteral("It will not be known.")};
        const auto operation = stage.opened();
        auto report = operation->commit(Compare::InstanceAndLease, {}, stage.deadline());
        QVERIFY(report);
        QCOMPARE(report->outcome.result, ReleaseResult::Unknown);
        QCOMPARE(changeDetailName(report->outcome.detail), QStringLiteral("not-confirmed"));
        QVERIFY(!report->outcome.sent);
        QVERIFY2(report->outcome.message.contains(u"An old master."),
                 qPrintable(report->outcome.message));
        QVERIFY(report->notObserved);
        QVERIFY(!stage.last().outcome.heldByKnown);

        stage.script.preview = refused(
            {ReleaseResult::Changed, ChangeDetail::None, false, QStringLiteral("Changed."), {}});
        stage.script.now = fakeLock("daily-close", "web-4");
        report = stage.release();
        QCOMPARE(report->outcome.result, ReleaseResult::Changed);
        QCOMPARE(report->outcome.message, QStringLiteral("Changed. An old master."));
        QCOMPARE(report->outcome.remedy, QStringLiteral("Find the new one."));
        QVERIFY(report->notObserved && !report->now);
        QVERIFY(!stage.last().outcome.heldByKnown);
    }

    void whatWillNotBeNeedsNoWarning()
    {
        Stage stage;
        stage.script.preview->warnings = {QStringLiteral("It will not be known.")};
        const auto open = [&stage] {
            ReleaseOperation operation(
                stage.order, fakeTools(stage.system, stage.gate, stage.audit, stage.clock));
            return operation.open(stage.deadline())->warnings;
        };
        QCOMPARE(open().size(), 1);
        stage.script.preview->refusal = ReleaseOutcome();
        QCOMPARE(open(), QStringList());
    }

    void thatItMayBeNoLockIsSaidFirst()
    {
        Stage stage;
        stage.script.preview->lock->certainty = Certainty::Likely;
        stage.script.preview->warnings = {QStringLiteral("Whole seconds.")};
        ReleaseOperation operation(stage.order,
                                   fakeTools(stage.system, stage.gate, stage.audit, stage.clock));
        const QStringList warnings = operation.open(stage.deadline())->warnings;
        QCOMPARE(warnings.size(), 2);
        QVERIFY2(warnings.front().contains(u"likely a lock"), qPrintable(warnings.front()));
    }

    void whatItMeansForTheHolderIsToldBeforehand()
    {
        LockAction action;
        action.consequence = QStringLiteral("The lease ends.");
        ReleasePreview preview = held();
        preview.warnings = {QStringLiteral("Whole seconds.")};
        QStringList told = toldBeforehand(action, preview);
        QCOMPARE(told.size(), 3);
        QCOMPARE(told.front(), action.consequence);
        QVERIFY2(told[1].contains(QStringLiteral("may take the lock again")), qPrintable(told[1]));
        QCOMPARE(told.back(), preview.warnings.front());

        preview.renewed = true;
        told = toldBeforehand(action, preview);
        QVERIFY2(told[1].contains(QStringLiteral("is alive")), qPrintable(told[1]));

        // One who waits holds nothing, and what is refused changes nothing.
        action.onWaiter = true;
        QCOMPARE(toldBeforehand(action, preview),
                 (QStringList{action.consequence, preview.warnings.front()}));
        preview.refusal = ReleaseOutcome();
        QCOMPARE(toldBeforehand(action, preview), preview.warnings);
    }

    void anUnknownOutcomeStaysOneAndTellsWhatIsSeen_data()
    {
        QTest::addColumn<int>("seen");
        QTest::addColumn<QString>("words");
        QTest::newRow("nobody") << 0 << QStringLiteral("Nobody holds it now");
        QTest::newRow("as before") << 1 << QStringLiteral("as it was before");
        QTest::newRow("renewed") << 2 << QStringLiteral("renewed lease");
        QTest::newRow("another") << 3 << QStringLiteral("web-4 holds it now");
        QTest::newRow("not seen") << 4 << QStringLiteral("could not be looked at");
        QTest::newRow("expired") << 5 << QStringLiteral("Nobody holds it now");
        QTest::newRow("nameless") << 6 << QStringLiteral("nothing stored says by whom");
    }
    void anUnknownOutcomeStaysOneAndTellsWhatIsSeen()
    {
        QFETCH(int, seen);
        QFETCH(QString, words);
        Stage stage;
        stage.script.outcome = ReleaseOutcome{ReleaseResult::Unknown,
                                              ChangeDetail::None,
                                              true,
                                              QStringLiteral("No answer came."),
                                              {}};
        LockRecord expired = lock;
        expired.state = LockState::Expired;
        LockRecord nameless = lock;
        nameless.holders.clear();
        const std::vector<Result<std::optional<LockRecord>>> all = {
            std::optional<LockRecord>(),
            std::optional(lock),
            std::optional(fakeLock("daily-close", "web-3", 2000)),
            std::optional(fakeLock("daily-close", "web-4", 2000)),
            failure(ErrorKind::Network, QStringLiteral("Gone.")),
            std::optional(expired),
            std::optional(nameless)};
        stage.script.now = all[size_t(seen)];
        const auto report = stage.release();
        QVERIFY(report);
        QCOMPARE(report->outcome.result, ReleaseResult::Unknown);
        QVERIFY2(report->outcome.message.contains(words), qPrintable(report->outcome.message));
        QCOMPARE(report->notObserved.has_value(), seen == 4);
        QCOMPARE(stage.last().outcome.outcome, QStringLiteral("unknown"));
        QCOMPARE(stage.last().outcome.message, report->outcome.message);
        QCOMPARE(stage.last().outcome.heldByKnown, seen != 4 && seen != 6);
    }

    void aTicketIsGoodForTenMinutes_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<bool>("good");
        QTest::newRow("just before") << 599 << true;
        QTest::newRow("then") << 600 << false;
    }
    void aTicketIsGoodForTenMinutes()
    {
        QFETCH(int, seconds);
        QFETCH(bool, good);
        Stage stage;
        const auto operation = stage.opened();
        stage.clock.advance(std::chrono::seconds(seconds));
        const auto report = operation->commit(Compare::InstanceAndLease, {}, stage.deadline());
        QCOMPARE(report.has_value(), good);
        if (!good)
            QCOMPARE(report.error().why, NotDone::Why::Expired);
        QCOMPARE(stage.sentNothing(), !good);
    }

    /** Not ten minutes until the ticket is opened, and ten more until it is used. */
    void aLookAgesWhileItsTicketIsOpen()
    {
        Stage stage;
        const ServerTime now(1000h);
        stage.script.preview->server = {QByteArrayLiteral("a"), now};
        stage.order.request.witness = witnessOf(lock, ServerMoment{"a", now - 6min});
        for (const bool anyAge : {false, true}) {
            stage.order.maxAge =
                anyAge ? std::nullopt : std::optional<Millis>(ReleaseOrder::lookLife);
            for (const Millis open : {Millis(4min), Millis(4min) + 1ms}) {
                const auto operation = stage.opened();
                stage.clock.advance(open);
                const auto report =
                    operation->commit(Compare::InstanceAndLease, {}, stage.deadline());
                QVERIFY(report);
                const bool good = anyAge || open == 4min;
                QCOMPARE(changeDetailName(report->outcome.detail),
                         good ? QString() : QStringLiteral("too-old"));
                QCOMPARE(report->outcome.result == ReleaseResult::Released, good);
            }
        }
        QCOMPARE(stage.script.steps().filter(QStringLiteral("commit")).size(), 3);
    }

    void aDoubleClickCommitsOnce()
    {
        Stage stage;
        const auto operation = stage.opened();
        QVERIFY(operation->commit(Compare::InstanceAndLease, {}, stage.deadline()));
        const auto again = operation->commit(Compare::InstanceAndLease, {}, stage.deadline());
        QCOMPARE(again.error().why, NotDone::Why::Expired);
        QCOMPARE(stage.script.steps().filter(QStringLiteral("commit")).size(), 1);
        QCOMPARE(stage.phases().size(), 2);
    }

    void killedWhileTheCommandIsOnItsWayLeavesTheIntent()
    {
        const QTemporaryDir home;
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(),
                    {QCoreApplication::applicationName(), QString::fromLatin1(hangWord),
                     home.filePath(QStringLiteral("audit"))});
        QVERIFY(other.waitForReadyRead(60'000));
        QCOMPARE(other.readAllStandardOutput(), QByteArray("sending\n"));
        other.kill();
        QVERIFY(other.waitForFinished(60'000));
        const auto found = verifyAudit(home.filePath(QStringLiteral("audit")));
        QVERIFY(found);
        QCOMPARE(found->faults, QStringList());
        QCOMPARE(found->open.size(), size_t(1));
        QCOMPARE(found->open.front().intent.command, QStringLiteral("release by lease"));
    }

    /** What ends with it is told as people here read it, and compared as the plan has it. */
    void aPlanAllowsWhatItSaysInEnglish_data()
    {
        QTest::addColumn<QStringList>("planned");
        QTest::addColumn<bool>("allowed");
        const QString its = QStringLiteral("its transaction");
        const QString another = QStringLiteral("another lock");
        QTest::newRow("that") << QStringList{its} << true;
        QTest::newRow("and more") << QStringList{another, its} << true;
        QTest::newRow("nothing") << QStringList() << false;
        QTest::newRow("something else") << QStringList{another} << false;
        QTest::newRow("in the other language") << QStringList{QStringLiteral("트랜잭션")} << false;
    }
    void aPlanAllowsWhatItSaysInEnglish()
    {
        QFETCH(QStringList, planned);
        QFETCH(bool, allowed);
        Stage stage;
        stage.order.lossesPlanned = planned;
        stage.script.duringOpen = [&stage] {
            stage.script.preview->losses = {PlainWords::areWanted()
                                                ? QStringLiteral("its transaction")
                                                : QStringLiteral("트랜잭션")};
        };
        ActionTools tools = fakeTools(stage.system, stage.gate, stage.audit, stage.clock);
        const auto preview = ReleaseOperation(stage.order, tools).open(stage.deadline());
        QCOMPARE(bool(preview), allowed);
        if (allowed)
            QCOMPARE(preview->losses, QStringList{QStringLiteral("트랜잭션")});
        else
            QCOMPARE(preview.error().why, NotDone::Why::NotPossible);
        // Where nobody is told in another language there is one look.
        tools.plainWords = true;
        const auto looks = stage.script.steps().filter(QStringLiteral("open")).size();
        QCOMPARE(bool(ReleaseOperation(stage.order, tools).open(stage.deadline())), allowed);
        QCOMPARE(stage.script.steps().filter(QStringLiteral("open")).size(), looks + 1);
    }

    /** A transaction grows older from look to look, and is the same loss. */
    void whatMovesInATransactionIsNoMoreThanPlanned()
    {
        const QString transaction =
            QStringLiteral("Its open transaction is rolled back (open for %1, %2 rows modified).");
        Stage stage;
        stage.order.lossesPlanned = QStringList{transaction.arg(QStringLiteral("3 s")).arg(2)};
        const auto opensWith = [&stage](const QStringList &losses) {
            stage.script.duringOpen = [&stage, losses] { stage.script.preview->losses = losses; };
            return bool(stage.opened());
        };
        const QString later = transaction.arg(QStringLiteral("4 m")).arg(7);
        QVERIFY(opensWith({later}));
        QVERIFY(!opensWith({later, QStringLiteral("another lock (open for 3 s)")}));
        stage.order.lossesPlanned = QStringList{QStringLiteral("another lock (open for 3 s)")};
        QVERIFY(!opensWith({QStringLiteral("another lock (open for 4 s)")}));
    }

    void aPlanDoesWhatIsUsuallyDone()
    {
        Stage stage;
        stage.order.lossesPlanned = QStringList();
        QVERIFY(stage.opened());
        stage.order.request.action = QStringLiteral("kill");
        QVERIFY(!stage.opened());
        stage.order.lossesPlanned.reset();
        QVERIFY(stage.opened());
    }
};

static int runOrTest(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1StringView(hangWord))
        return commitAndHang(arguments.value(2));
    TestReleaseOperation test;
    return QTest::qExec(&test, argc, argv);
}

LOCKMASTER_TEST_MAIN(runOrTest)

} // namespace tst_releaseoperation

#include "tst_releaseoperation.moc"
