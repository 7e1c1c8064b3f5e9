// SPDX-License-Identifier: Apache-2.0
#include "core/audit/auditlog.h"
#include "core/text/literaltext.h"
#include "tests/support/historystage.h"
#include "tests/support/lockctlrun.h"
#include "tests/support/needserver.h"
#include "tests/support/privateredis.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_lockctlreport {

namespace {

QString words(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

/** `lockctl report`, of what a recorder wrote. */
class TestLockctlReport : public QObject
{
    Q_OBJECT

    HistoryStage m_stage;
    const QByteArray m_hostile = "a|`b`<script>\n# c";
    const QByteArray m_noText = "\xff\xfe odd";

    QString state() const { return m_stage.directory.filePath(words("state")); }
    QString place(const char *name) const { return m_stage.directory.filePath(words(name)); }

    LockctlOutcome report(const QStringList &options, const QString &at = {}) const
    {
        return runLockctl(
            QStringList{words("report")} + options,
            {words("XDG_STATE_HOME=") + (at.isEmpty() ? state() : at), words("TZ=Asia/Seoul")});
    }

    /** The hour in which it was recorded. */
    static QStringList hour()
    {
        return {words("--since"), words("2026-01-02T03:00Z"), words("--until"),
                words("2026-01-02T04:00Z")};
    }

    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase()
    {
        m_stage.settings.path = place("state/lockmaster/history.sqlite");
        m_stage.source = fakeSource(words("b"), words("redis_string"), words("db 0"));
        m_stage.record();
        m_stage.read({});
        m_stage.read({m_stage.lock("order:42", "web-1"), m_stage.lock(m_hostile, m_hostile),
                      m_stage.lock(m_noText, "web-9")});
        m_stage.lose();
        m_stage.clock.advance(60s);
        m_stage.read({m_stage.lock("order:42", "web-1")});
        m_stage.read({});
        const AuditLog log(place("state/lockmaster/audit"), m_stage.clock);
        AuditIntent intent;
        intent.action = words("delete");
        intent.backend = words("b");
        intent.lock = LockId{m_stage.source, "order:42"};
        intent.reason = words("worker was dead");
        const auto id = log.begin(intent);
        QVERIFY(id);
        QVERIFY(log.finish(*id, {words("released"), {}, {}, {}, true}));
        m_stage.source = fakeSource(words("b"), words("redis_string"), words("db 1"));
        m_stage.read({m_stage.lock("twice", "x")});
        m_stage.source = fakeSource(words("b"), words("redis_string"), words("db 0"));
        m_stage.read({m_stage.lock("twice", "y")});
        m_stage.stop();
    }

    void oneLockIsToldOf()
    {
        const LockctlOutcome told =
            report(QStringList{words("--lock"), words("order:42"), words("--zone"), words("UTC")}
                   + hour());
        QCOMPARE(told.err, QByteArray());
        QCOMPARE(told.code, 0);
        QVERIFY(told.out.startsWith("# Lock `order:42`\n"));
        for (const char *part :
             {"It was seen held at least once, for 1.0 s of that time.",
              "- **Server:** `b`\n- **Place:** `db 0`\n- **System:** `redis_string`\n",
              "| `web-1` | 2026-01-02 03:04:06 | seen until 2026-01-02 03:04:06 |",
              "| `web-1` | at least since 2026-01-02 03:05:08 | 2026-01-02 03:05:09 |",
              "nothing was seen; the server did not answer: silent",
              "`worker was dead` | `released`; held by nobody then |", "## Where this comes from"})
            QVERIFY2(told.out.contains(part), part);
        QVERIFY(!told.out.contains("## Now"));
    }

    void withoutAZoneItIsThatOfTheMachine()
    {
        // Times are read on that clock, too.
        const LockctlOutcome told =
            report({words("--lock"), words("order:42"), words("--since"), words("2026-01-02 12:00"),
                    words("--until"), words("2026-01-02 13:00")});
        QCOMPARE(told.code, 0);
        QVERIFY(told.out.contains("Asia/Seoul (UTC+09:00)"));
        QVERIFY(told.out.contains("| 2026-01-02 12:05:09 |"));
    }

    void aFileIsItsOwnersAloneAndNotReplaced()
    {
        const QString file = place("out.html");
        const QStringList asked =
            QStringList{words("--lock"), words("order:42"), words("--output"), file} + hour();
        const LockctlOutcome first = report(asked);
        QCOMPARE(first.err, QByteArray());
        QCOMPARE(first.code, 0);
        QCOMPARE(first.out, QByteArray());
        QVERIFY(contentOf(file).startsWith("<!DOCTYPE html>"));
        QCOMPARE(QFileInfo(file).permissions() & QFileDevice::Permissions(0x77),
                 QFileDevice::Permissions());
        const LockctlOutcome second =
            report(asked + QStringList{words("--format"), words("markdown")});
        QCOMPARE(second.code, 2);
        QVERIFY(second.err.contains("cannot be written"));
        QVERIFY(contentOf(file).startsWith("<!DOCTYPE html>"));
        QCOMPARE(report(asked + QStringList{words("--format"), words("markdown"), words("--force")})
                     .code,
                 0);
        QVERIFY(contentOf(file).startsWith("# Lock"));
        // Nothing is left beside it.
        QCOMPARE(QDir(m_stage.directory.path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{words("out.html")});
        QCOMPARE(report(QStringList{words("--lock"), words("order:42"), words("--output"),
                                    place("nowhere/out.md")}
                        + hour())
                     .code,
                 1);
    }

    void forceIsAdvisedOnlyWhereAFileIsInTheWay()
    {
        const QString link = place("link.md");
        QVERIFY(QFile::link(place("nowhere.md"), link));
        const QStringList asked =
            QStringList{words("--lock"), words("order:42"), words("--output")} + QStringList{link};
        for (const QStringList &more : {QStringList(), QStringList{words("--force")}}) {
            const LockctlOutcome told = report(asked + hour() + more);
            QCOMPARE(told.code, 1);
            QVERIFY(told.err.contains("cannot be written"));
            QVERIFY(!told.err.contains("--force"));
        }
        QVERIFY(QFileInfo(link).isSymLink());
        QVERIFY(QFile::remove(link));
    }

    void aNameThatIsNoTextIsAskedForAsItIsShown()
    {
        const LockctlOutcome told =
            report(QStringList{words("--lock"), literalText(m_noText)} + hour());
        QCOMPARE(told.err, QByteArray());
        QCOMPARE(told.code, 0);
        QVERIFY(told.out.contains("| `web-9` |"));
        QCOMPARE(report(QStringList{words("--lock"), words("\\xff odd")} + hour()).code, 17);
    }

    void aHostileNameIsLiteral()
    {
        const LockctlOutcome told =
            report(QStringList{words("--lock"), QString::fromUtf8(m_hostile)} + hour());
        QCOMPARE(told.code, 0);
        QVERIFY(told.out.startsWith(
            "# Lock <code>a&#124;&#96;b&#96;&#60;script&#62;&#92;n&#35; c</code>\n"));
        QCOMPARE(told.out.count("\n# "), 0);
        const LockctlOutcome html =
            report(QStringList{words("--lock"), QString::fromUtf8(m_hostile), words("--format"),
                               words("html")}
                   + hour());
        QVERIFY(html.out.contains("<code>a|`b`&lt;script&gt;\\n# c</code>"));
        QVERIFY(!html.out.contains("<script"));
    }

    void severalOfOneNameAreListed()
    {
        const LockctlOutcome told = report(QStringList{words("--lock"), words("twice")} + hour());
        QCOMPARE(told.code, 18);
        QCOMPARE(told.out, QByteArray());
        for (const char *which : {"--backend 'b' --source 'db 0' --system 'redis_string'",
                                  "--backend 'b' --source 'db 1' --system 'redis_string'"})
            QVERIFY2(told.err.contains(which), which);
        const LockctlOutcome one =
            report(QStringList{words("--lock"), words("twice"), words("--source"), words("db 1")}
                   + hour());
        QCOMPARE(one.code, 0);
        QVERIFY(one.out.contains("`x`"));
        QVERIFY(!one.out.contains("`y`"));
    }

    void whatIsNotThereIsTold()
    {
        QCOMPARE(report(QStringList{words("--lock"), words("order:4")} + hour()).code, 17);
        QCOMPARE(report(QStringList{words("--lock"), words("order:42"), words("--backend"),
                                    words("another")}
                        + hour())
                     .code,
                 17);
        QCOMPARE(report(QStringList{words("--lock"), words("order:42"), words("--system"),
                                    words("redisson")}
                        + hour())
                     .code,
                 17);
        const LockctlOutcome none =
            report({words("--lock"), words("order:42")}, place("nothing-here"));
        QCOMPARE(none.code, 3);
        QVERIFY(none.err.contains("Nothing was recorded yet"));
    }

    void whatCannotBeMeantIsRefused_data()
    {
        QTest::addColumn<QStringList>("options");
        const auto row = [](const char *name, const QString &options) {
            QTest::newRow(name) << options.split(u' ', Qt::SkipEmptyParts);
        };
        row("no lock", QString());
        row("zone", words("--lock a --zone Nowhere/Else"));
        row("a path for a zone", words("--lock a --zone ../../../etc/passwd"));
        row("time", words("--lock a --since soon"));
        row("until", words("--lock a --until 2999-01-01"));
        row("nothing between", words("--lock a --since 2026-01-02 --until 2026-01-02"));
        row("format", words("--lock a --format pdf"));
    }
    void whatCannotBeMeantIsRefused()
    {
        QFETCH(QStringList, options);
        const LockctlOutcome told = report(options);
        QCOMPARE(told.code, 2);
        QCOMPARE(told.out, QByteArray());
        QVERIFY(!told.err.isEmpty());
    }

    void howItIsNowIsAskedOfTheServer()
    {
        LOCKMASTER_NEEDS_REDIS();
        const auto redis = PrivateRedis::start();
        QVERIFY(redis);
        redis->run({"SET", "order:42", "web-7", "PX", "600000"});
        QFile profile(place("lockmaster.toml"));
        const auto watch = [&](const char *what) {
            const bool works = profile.open(QIODevice::WriteOnly | QIODevice::Truncate);
            profile.write("[[backend]]\nname = \"b\"\nurl = \"redis://127.0.0.1:"
                          + QByteArray::number(redis->spec().port) + what + "\"\n");
            profile.close();
            return works;
        };
        QVERIFY(watch("/0?match=order:*"));
        const QStringList asked = QStringList{words("--lock"), words("order:42"), words("--now"),
                                              words("--config"), profile.fileName()}
                                  + hour();
        const LockctlOutcome held = report(asked);
        QCOMPARE(held.err, QByteArray());
        QCOMPARE(held.code, 0);
        QVERIFY(held.out.contains("## Now\n"));
        QVERIFY(held.out.contains("It is held. Its holder: `web-7`."));
        redis->run({"DEL", "order:42"});
        QVERIFY(report(asked).out.contains("It was not there."));
        // It may be there all the same: nobody would see it.
        for (const auto &[what, why] :
             {std::pair("/0?match=job:*", "no pattern that the profile watches there has its name"),
              std::pair("/1?match=order:*", "the profile does not watch db 0 of redis_string")}) {
            QVERIFY(watch(what));
            const LockctlOutcome elsewhere = report(asked);
            QCOMPARE(elsewhere.code, 3);
            QVERIFY(!elsewhere.out.contains("## Now"));
            QVERIFY2(elsewhere.err.contains(why), elsewhere.err.constData());
        }
        QVERIFY(watch("/0?match=order:*"));
        redis->kill();
        const LockctlOutcome silent = report(asked);
        QCOMPARE(silent.code, 3);
        QVERIFY(silent.out.startsWith("# Lock `order:42`"));
        QVERIFY(!silent.out.contains("## Now"));
        QVERIFY(silent.err.contains("How it is now is left out"));
    }
};

LOCKMASTER_TEST(TestLockctlReport, QCoreApplication)

} // namespace tst_lockctlreport

#include "tst_lockctlreport.moc"
