// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseplan.h"
#include "core/trust/commandtrust.h"
#include "tests/support/buttons.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/releasestage.h"
#include "tests/support/testprogram.h"
#include "ui/release/bulkreleasedialog.h"
#include "ui/release/plansaver.h"
#include "ui/kit/banner.h"
#include "core/display/translations.h"

#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QTranslator>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_planwindow {

namespace {

const QString savePlan = QStringLiteral("Save &plan…");
constexpr int patienceMs = 20'000;

} // namespace

/** Plans that the window writes, and `lockctl` takes, on a server of its own. */
class TestPlanWindow : public QObject
{
    Q_OBJECT

    ReleaseStage m_stage;

    QString file(const char *name) const { return m_stage.file(name); }
    BulkReleaseDialog *dialog() { return m_stage.window->findChild<BulkReleaseDialog *>(); }
    BulkReleaseDialog *open(const QList<QByteArray> &names)
    {
        std::vector<LockPointer> locks;
        for (const QByteArray &name : names) {
            if (!QTest::qWaitFor([&] { return m_stage.lock(name) != nullptr; }, patienceMs))
                return nullptr;
            locks.push_back(m_stage.lock(name));
        }
        m_stage.controller->release(locks);
        const auto canPlan = [this] { return dialog() && isReady(dialog(), savePlan); };
        return QTest::qWaitFor(canPlan, patienceMs) ? dialog() : nullptr;
    }
    QString said() { return dialog()->findChild<Banner *>()->text(); }
    bool saved(const QString &path)
    {
        dialog()->findChild<PlanSaver *>()->saveTo(path);
        return QTest::qWaitFor([this] { return !said().contains(QStringLiteral("being written")); },
                               patienceMs);
    }
    QString profile() const
    {
        QFile profile(file("lockmaster.toml"));
        if (!profile.open(QIODevice::WriteOnly))
            qFatal("no profile");
        profile.write("[[backend]]\nname = \"cache\"\nurl = \"redis://127.0.0.1:"
                      + QByteArray::number(m_stage.redis->port()) + "/0\"\nmatch = [\"lock:*\"]\n");
        return profile.fileName();
    }
    LockctlOutcome run(const QStringList &words) const
    {
        return runLockctl(
            QStringList{QStringLiteral("release"), QStringLiteral("--config"), profile()} + words,
            {QStringLiteral("XDG_STATE_HOME=") + m_stage.folder->path()});
    }
    /** What counts and what is for people of each lock, but when it was looked at. */
    static QJsonArray locksOf(const QString &path)
    {
        QFile plan(path);
        if (!plan.open(QIODevice::ReadOnly))
            return {};
        QJsonArray locks;
        for (const auto &value :
             QJsonDocument::fromJson(plan.readAll()).object()[u"locks"].toArray()) {
            QJsonObject each = value.toObject();
            const auto witness = decodeWitness(each[u"witness"].toString());
            each[u"witness"] =
                witness
                    ? QString::fromLatin1(witness->instance.toHex() + '/' + witness->lease.toHex())
                    : QString();
            // It is told how long ago that was.
            each.remove(u"verdict");
            locks << each;
        }
        return locks;
    }
    /** Three locks of hosts that the check is asked about. */
    void startWithCheck(const QByteArray &script, bool isTrusted = true)
    {
        m_stage.take("lock:a", "ADDED:2026-11-28T03:00:00.000Z@web-dead");
        m_stage.take("lock:b", "ADDED:2026-11-28T03:00:00.000Z@web-live");
        m_stage.take("lock:c", "ADDED:2026-11-28T03:00:00.000Z@web-lost");
        m_stage.start();
        m_stage.spec.aliveCommand = {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                                     QString::fromUtf8(script), QStringLiteral("{host}")};
        if (isTrusted)
            QVERIFY(trustCommand(aliveCheck(m_stage.spec.aliveCommand)));
        m_stage.controller->setBackends({m_stage.spec});
    }
    void say(const char *word) const
    {
        QFile answer(file("word"));
        if (answer.open(QIODevice::WriteOnly))
            answer.write(word);
    }
    bool planOfTheGone()
    {
        if (!open({"lock:a", "lock:b", "lock:c"}))
            return false;
        dialog()->findChild<PlanSaver *>()->saveTo(file("plan"), true);
        if (!QTest::qWaitFor([this] { return QFile::exists(file("plan")); }, patienceMs))
            return false;
        dialog()->reject();
        const auto plan = readPlan(file("plan"));
        return plan && plan->plan.goneOnly && plan->plan.locks.size() == 3
               && QTest::qWaitFor([this] { return !dialog(); }, patienceMs);
    }
    bool openPlan()
    {
        m_stage.controller->openPlan(file("plan"));
        return QTest::qWaitFor(
            [this] {
                return dialog() && dialog()->model().count(BulkReleaseModel::State::Looking) == 0
                       && dialog()->model().count(BulkReleaseModel::State::Ready) == 3;
            },
            patienceMs);
    }
    int rowOf(const QByteArray &name)
    {
        for (int row = 0; row < dialog()->model().rowCount(); ++row) {
            if (dialog()->model().target(row).lock->id.name == name)
                return row;
        }
        return -1;
    }
    std::vector<AuditLine> audited() const
    {
        return readAudit(file("audit"), 100).value_or(std::vector<AuditLine>());
    }
    bool isHeld(const char *name) { return m_stage.redis->run({"EXISTS", name}).integer == 1; }

private slots:
    void initTestCase() { LOCKMASTER_NEEDS_REDIS(); }
    void init()
    {
        QVERIFY(m_stage.begin());
        qputenv("XDG_STATE_HOME", QFile::encodeName(file("state")));
        m_stage.take("lock:a", "6f1e0c7a-5bb0-4a0d-9d4c-000000000001");
        m_stage.take("lock:b", "6f1e0c7a-5bb0-4a0d-9d4c-000000000002");
        m_stage.take("lock:c", "6f1e0c7a-5bb0-4a0d-9d4c-000000000003");
    }
    void cleanup()
    {
        m_stage.end();
        for (QTranslator *each : qApp->findChildren<QTranslator *>())
            delete each;
    }

    void lockctlTakesWhatTheWindowWrote()
    {
        m_stage.start();
        QVERIFY(open({"lock:a", "lock:b"}));
        QVERIFY(saved(file("plan")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan of 2 lock")), qPrintable(said()));
        QCOMPARE(QFile::permissions(file("plan"))
                     & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther
                        | QFile::ExeUser),
                 QFile::Permissions());
        QVERIFY(isHeld("lock:a") && isHeld("lock:b"));
        const LockctlOutcome outcome =
            run({QStringLiteral("--apply"), file("plan"), QStringLiteral("--json")});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).constData());
        QCOMPARE(QJsonDocument::fromJson(outcome.out).object()[u"released"].toInt(), 2);
        QVERIFY(!isHeld("lock:a") && !isHeld("lock:b"));
        QVERIFY(isHeld("lock:c"));
    }

    void itIsWhatLockctlWouldHaveWritten()
    {
        m_stage.start();
        QVERIFY(open({"lock:a", "lock:b", "lock:c"}));
        QVERIFY(saved(file("plan")));
        const LockctlOutcome outcome =
            run({QStringLiteral("--plan"), file("other"), QStringLiteral("--filter"),
                 QStringLiteral("state:held")});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(locksOf(file("plan")).size(), 3);
        QCOMPARE(locksOf(file("plan")), locksOf(file("other")));
    }

    /** What ends with a lock is compared by its words, which have to be those of lockctl. */
    void aWindowOfAnotherLanguageWritesTheSame()
    {
        m_stage.start();
        QVERIFY(open({"lock:a", "lock:b", "lock:c"}));
        installTranslations(QLocale(QStringLiteral("ko_KR")));
        QVERIFY(!QCoreApplication::translate("lockmaster", "nothing can be done to it from here")
                     .startsWith(QStringLiteral("nothing")));
        dialog()->findChild<PlanSaver *>()->saveTo(file("plan"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("plan")), patienceMs);
        QCOMPARE(run({QStringLiteral("--plan"), file("other"), QStringLiteral("--filter"),
                      QStringLiteral("state:held")})
                     .code,
                 0);
        QCOMPARE(locksOf(file("plan")), locksOf(file("other")));
    }

    void whatChangedHandsIsLeftOut()
    {
        m_stage.start(true); // a read-only server is planned for as well
        QVERIFY(open({"lock:a", "lock:b"}));
        m_stage.take("lock:b", "6f1e0c7a-5bb0-4a0d-9d4c-000000000009");
        QVERIFY(saved(file("plan")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan of 1 lock"))
                     && said().contains(QStringLiteral("lock:b (cache)")),
                 qPrintable(said()));
        const auto plan = readPlan(file("plan"));
        QVERIFY(plan);
        QCOMPARE(plan->plan.locks.size(), size_t(1));
        QCOMPARE(plan->plan.locks[0].name, QByteArray("lock:a"));
    }

    void whatIsThereStays()
    {
        m_stage.start();
        QVERIFY(open({"lock:a", "lock:b"}));
        QFile there(file("plan"));
        QVERIFY(there.open(QIODevice::WriteOnly));
        there.write("mine");
        there.close();
        QVERIFY(saved(file("plan")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan was not saved")), qPrintable(said()));
        QVERIFY(there.open(QIODevice::ReadOnly));
        QCOMPARE(there.readAll(), QByteArray("mine"));
        QVERIFY(QFile::link(file("nowhere"), file("link")));
        QVERIFY(saved(file("link")));
        QVERIFY(said().startsWith(QStringLiteral("The plan was not saved")));
        QVERIFY(!QFile::exists(file("nowhere")));
        // Another name is all that it takes.
        QVERIFY(saved(file("second")));
        QVERIFY2(said().startsWith(QStringLiteral("The plan of 2 lock")), qPrintable(said()));
    }

    void theWindowTakesWhatLockctlWrote()
    {
        m_stage.start();
        QCOMPARE(run({QStringLiteral("--plan"), file("plan"), QStringLiteral("--filter"),
                      QStringLiteral("state:held")})
                     .code,
                 0);
        m_stage.take("lock:b", "6f1e0c7a-5bb0-4a0d-9d4c-000000000009");
        m_stage.redis->run({"DEL", "lock:c"});
        m_stage.controller->openPlan(file("plan"));
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog() && dialog()->model().count(BulkReleaseModel::State::Looking) == 0, patienceMs);
        QCOMPARE(dialog()->model().count(BulkReleaseModel::State::Refused), 2);
        const QString release = QStringLiteral("Release 1");
        QVERIFY(isReady(dialog(), release));
        buttonOf(dialog(), release)->click();
        QTRY_COMPARE_WITH_TIMEOUT(dialog()->model().releasedCount(), 1, patienceMs);
        QVERIFY(!isHeld("lock:a") && isHeld("lock:b"));
        const auto isOver = [this] {
            const auto lines = readAudit(file("audit"), 100);
            return lines && !lines->empty() && lines->size() == 4
                   && lines->front().intent.action == u"apply-plan"
                   && lines->back().id == lines->front().id;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), patienceMs);
    }

    void aWindowOfAnotherLanguageTakesItAsWell()
    {
        installTranslations(QLocale(QStringLiteral("ko_KR")));
        m_stage.start();
        const LockctlOutcome planned =
            run({QStringLiteral("--plan"), file("plan"), QStringLiteral("--filter"),
                 QStringLiteral("state:held")});
        QVERIFY2(planned.code == 0, planned.err.constData());
        m_stage.controller->openPlan(file("plan"));
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog() && dialog()->model().count(BulkReleaseModel::State::Ready) == 3, patienceMs);
    }

    void onlyThoseWhoAreGoneByTheCheck()
    {
        startWithCheck("case $0 in web-dead) echo gone;; web-live) echo alive;; *) exit 1;; esac");
        QVERIFY(planOfTheGone());
        QVERIFY(openPlan());
        buttonOf(dialog(), QStringLiteral("Release 3"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog(), QStringLiteral("Close")), patienceMs);
        QCOMPARE(dialog()->model().releasedCount(), 1);
        QVERIFY(!isHeld("lock:a") && isHeld("lock:b") && isHeld("lock:c"));
        const int live = rowOf("lock:b");
        QVERIFY(dialog()->model().report(live));
        QCOMPARE(dialog()->model().report(live)->outcome.detail, ChangeDetail::NotGone);
        QVERIFY2(dialog()->model().report(live)->outcome.message.contains(
                     QStringLiteral("says it lives")),
                 qPrintable(dialog()->model().report(live)->outcome.message));
        const auto isOver = [this] { return audited().size() == 8; };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), patienceMs);
        // The plan, and each of its locks, as lockctl notes them.
        int refused = 0;
        for (const AuditLine &line : audited())
            refused += line.outcome.detail == u"not-gone" ? 1 : 0;
        QCOMPARE(refused, 2);
        for (const AuditLine &line : audited()) {
            if (line.outcome.detail == u"not-gone")
                QVERIFY(line.outcome.heldByKnown && line.outcome.heldBy.startsWith(u"web-l"));
        }
        QVERIFY2(audited().back().outcome.message.startsWith(
                     QStringLiteral("released: 1, gone before: 0, refused: 2")),
                 qPrintable(audited().back().outcome.message));
    }

    /** What nobody holds any more is told as that. */
    void whatVanishedMeanwhileIsNoRefusal()
    {
        startWithCheck("echo gone");
        QVERIFY(planOfTheGone());
        QVERIFY(openPlan());
        m_stage.redis->run({"DEL", "lock:b"});
        buttonOf(dialog(), QStringLiteral("Release 3"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog(), QStringLiteral("Close")), patienceMs);
        QCOMPARE(dialog()->model().releasedCount(), 2);
        QCOMPARE(dialog()->model().report(rowOf("lock:b"))->outcome.detail, ChangeDetail::Gone);
    }

    /** What a check said when the plan was looked at is not asked for: what it says now is. */
    void theCheckIsAskedAnewWhenItIsReleased()
    {
        startWithCheck(QByteArray("cat '" + file("word").toUtf8() + "'"));
        say("gone");
        QVERIFY(planOfTheGone());
        QVERIFY(openPlan());
        say("alive");
        buttonOf(dialog(), QStringLiteral("Release 3"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog(), QStringLiteral("Close")), patienceMs);
        QCOMPARE(dialog()->model().releasedCount(), 0);
        QVERIFY(isHeld("lock:a") && isHeld("lock:b") && isHeld("lock:c"));
    }

    /** One that never answers is stopped, and the window can be closed at once. */
    void aCheckThatHangsCanBeStopped_data()
    {
        QTest::addColumn<bool>("isClosed");
        QTest::newRow("stopped") << false;
        QTest::newRow("closed") << true;
    }
    void aCheckThatHangsCanBeStopped()
    {
        QFETCH(bool, isClosed);
        startWithCheck(QByteArray("touch '" + file("asked").toUtf8() + "'; sleep 1000"));
        QVERIFY(planOfTheGone());
        QVERIFY(openPlan());
        buttonOf(dialog(), QStringLiteral("Release 3"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("asked")), patienceMs);
        QVERIFY(said().contains(QStringLiteral("Asking whether")));
        if (isClosed) {
            dialog()->reject();
            QTRY_VERIFY_WITH_TIMEOUT(!dialog(), patienceMs);
            const auto isNoted = [this] { return audited().size() == 2; };
            QTRY_VERIFY_WITH_TIMEOUT(isNoted(), patienceMs);
            QCOMPARE(audited().back().outcome.outcome, QStringLiteral("unknown"));
        } else {
            buttonOf(dialog(), QStringLiteral("Stop"))->click();
            QVERIFY(buttonOf(dialog(), QStringLiteral("Close")));
            QCOMPARE(dialog()->model().count(BulkReleaseModel::State::Skipped), 3);
            const auto isNoted = [this] { return audited().size() == 2; };
            QTRY_VERIFY_WITH_TIMEOUT(isNoted(), patienceMs);
            QVERIFY(audited().back().outcome.message.endsWith(QStringLiteral("not tried: 3")));
        }
        QVERIFY(isHeld("lock:a") && isHeld("lock:b") && isHeld("lock:c"));
    }

    void nobodyIsAskedByACheckThatNobodyTrusts()
    {
        startWithCheck(QByteArray("touch '" + file("asked").toUtf8() + "'; echo gone"), false);
        QVERIFY(planOfTheGone());
        QVERIFY(openPlan());
        buttonOf(dialog(), QStringLiteral("Release 3"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(buttonOf(dialog(), QStringLiteral("Close")), patienceMs);
        QCOMPARE(dialog()->model().releasedCount(), 0);
        QVERIFY(!QFile::exists(file("asked")));
    }

    void theButtonAsksForAFile()
    {
        m_stage.start();
        QVERIFY(open({"lock:a", "lock:b"}));
        buttonOf(dialog(), savePlan)->click();
        auto *asks = dialog()->findChild<QFileDialog *>();
        QVERIFY(asks);
        // The writer refuses what is there: to be asked before would be misleading.
        QVERIFY(asks->testOption(QFileDialog::DontConfirmOverwrite));
        QCOMPARE(asks->defaultSuffix(), QStringLiteral("plan"));
    }
};

LOCKMASTER_TEST(TestPlanWindow, QApplication)

} // namespace tst_planwindow

#include "tst_planwindow.moc"
