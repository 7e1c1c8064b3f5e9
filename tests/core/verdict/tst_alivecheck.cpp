// SPDX-License-Identifier: Apache-2.0
#include "core/config/namecommands.h"
#include "core/config/profilefile.h"
#include "core/domain/alivecommand.h"
#include "core/trust/commandtrust.h"
#include "core/verdict/alivecheck.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_alivecheck {

namespace {

Holder holderOf(const QString &host, std::optional<qint64> pid = 4711)
{
    Holder holder;
    HolderDetail detail;
    detail.host = host;
    detail.pid = pid;
    holder.detail = std::make_shared<const HolderDetail>(std::move(detail));
    return holder;
}

QStringList shell(const QString &script)
{
    return {QStringLiteral("/bin/sh"), QStringLiteral("-c"),     script,
            QStringLiteral("check"),   QStringLiteral("{host}"), QStringLiteral("{pid}")};
}

} // namespace

/** The operator's own check: what it may be, what it is given, and what it can say. */
class TestAliveCheck : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    static std::optional<LifeEvidence> ask(const QStringList &command, const QList<Holder> &holders,
                                           SteadyTime::duration patience = 10s)
    {
        LockRecord lock;
        lock.state = LockState::Held;
        lock.holders = holders;
        AliveAsker asker(std::chrono::duration_cast<Micros>(patience),
                         std::chrono::steady_clock::now() + 60s);
        return asker.about(lock, command);
    }
    static LifeEvidence asked(const QStringList &command, const Holder &holder,
                              SteadyTime::duration patience = 10s)
    {
        if (!trustCommand(aliveCheck(command)))
            qFatal("not trusted");
        return ask(command, {holder}, patience).value();
    }
    static LifeEvidence asked(const QString &script)
    {
        return asked(shell(script), holderOf(QStringLiteral("web-3")));
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->path()));
    }

    void twoWordsAreBelievedAndNothingElse_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("says");
        const auto row = [](const char *name, const char *script, Life says) {
            QTest::newRow(name) << QString::fromLatin1(script) << int(says);
        };
        row("gone", "echo gone", Life::Gone);
        row("gone without a line's end", "printf gone", Life::Gone);
        row("alive", "echo alive", Life::Alive);
        row("a failure that says gone", "echo gone; exit 1", Life::Unknown);
        row("a failure that says alive", "echo alive; exit 3", Life::Unknown);
        row("killed", "echo gone; kill -9 $$", Life::Unknown);
        row("nothing", "true", Life::Unknown);
        row("not found, as kubectl has it", "exit 1", Life::Unknown);
        row("two lines", "echo gone; echo alive", Life::Unknown);
        row("an empty line behind", "echo gone; echo", Life::Unknown);
        row("another case", "echo Gone", Life::Unknown);
        row("words around", "echo 'it is gone'", Life::Unknown);
        row("a space", "echo 'gone '", Life::Unknown);
        row("on the other stream", "echo gone >&2", Life::Unknown);
        row("a zero byte", "printf 'gone\\0'", Life::Unknown);
        row("a megabyte", "echo gone; head -c 1000000 /dev/zero", Life::Unknown);
        row("a megabyte of it", "yes gone | head -c 1000000", Life::Unknown);
    }
    void twoWordsAreBelievedAndNothingElse()
    {
        QFETCH(QString, script);
        QFETCH(int, says);
        const LifeEvidence evidence = asked(script);
        QCOMPARE(evidence.source, LifeEvidence::Source::Check);
        QVERIFY2(int(evidence.says) == says, qPrintable(evidence.text));
        QVERIFY(!evidence.text.isEmpty());
        QVERIFY(!evidence.text.contains(u'\n'));
    }

    void whatHangsIsEndedWithAllItStarted()
    {
        QElapsedTimer timer;
        timer.start();
        const QString pidFile = m_folder->filePath(QStringLiteral("pid"));
        const LifeEvidence evidence =
            asked(shell(QStringLiteral("echo gone; sleep 600 & echo $! > '%1'; wait").arg(pidFile)),
                  holderOf(QStringLiteral("web-3")), 500ms);
        QCOMPARE(evidence.says, Life::Unknown);
        QVERIFY2(evidence.text.contains(QStringLiteral("in time")), qPrintable(evidence.text));
        QFile file(pidFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString process =
            QStringLiteral("/proc/%1").arg(QString::fromLatin1(file.readAll().trimmed()));
        QVERIFY(QTest::qWaitFor([&process] { return !QFile::exists(process); }, 5000));
    }

    void whoeverAskedMayGiveUp()
    {
        const QStringList command = shell(QStringLiteral("sleep 600"));
        QVERIFY(trustCommand(aliveCheck(command)));
        LockRecord lock;
        lock.state = LockState::Held;
        lock.holders = {holderOf(QStringLiteral("web-3"))};
        const std::atomic<bool> givenUp = true;
        AliveAsker asker(600s, std::chrono::steady_clock::now() + 600s);
        asker.setGivenUp(givenUp);
        QCOMPARE(asker.about(lock, command)->says, Life::Unknown);
    }

    /** However it detached itself. */
    void whatAnAnswerLeavesBehindIsEnded()
    {
        const QString pidFile = m_folder->filePath(QStringLiteral("pid"));
        const LifeEvidence evidence = asked(
            shell(QStringLiteral("setsid sh -c 'echo $$ > %1; exec sleep 600' & while ! test -s "
                                 "%1; do sleep 0.01; done; echo alive")
                      .arg(pidFile)),
            holderOf(QStringLiteral("web-3")));
        QCOMPARE(evidence.says, Life::Alive);
        QFile file(pidFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString process =
            QStringLiteral("/proc/%1").arg(QString::fromLatin1(file.readAll().trimmed()));
        QVERIFY(QTest::qWaitFor([&process] { return !QFile::exists(process); }, 5000));
    }

    void valuesThatDoNotFitRunNothing_data()
    {
        QTest::addColumn<QString>("host");
        for (const char *host :
             {"-rf", "", "a b", "web-3;reboot", "web/3", "$(reboot)", "web_3", "web-3\n", ".hidden",
              "höst", "--context=prod", "{pid}", "localhost", "127.0.0.1"})
            QTest::newRow(*host == 0 ? "empty" : host) << QString::fromUtf8(host);
        QTest::newRow("long") << QString(254, u'a');
    }
    void valuesThatDoNotFitRunNothing()
    {
        QFETCH(QString, host);
        const QString mark = m_folder->filePath(QStringLiteral("ran"));
        const LifeEvidence evidence =
            asked(shell(QStringLiteral("touch '%1'; echo gone").arg(mark)), holderOf(host));
        QCOMPARE(evidence.says, Life::Unknown);
        QVERIFY2(evidence.text.contains(QStringLiteral("{host}")), qPrintable(evidence.text));
        QVERIFY(!QFile::exists(mark));
    }

    void valuesStandWhereTheyAreNamed()
    {
        const QStringList command{QStringLiteral("/bin/echo"), QStringLiteral("pod/{host}:{pid}"),
                                  QStringLiteral("--host={host}")};
        const auto filled =
            aliveArguments(command, holderOf(QStringLiteral("Web-3.example.org"), 12));
        QVERIFY(filled);
        QCOMPARE(*filled, (QStringList{QStringLiteral("/bin/echo"),
                                       QStringLiteral("pod/Web-3.example.org:12"),
                                       QStringLiteral("--host=Web-3.example.org")}));
        QVERIFY(!aliveArguments(command, holderOf(QStringLiteral("web-3"), std::nullopt)));
        QVERIFY(!aliveArguments(command, holderOf(QStringLiteral("web-3"), -1)));
        QVERIFY(!aliveArguments(command, Holder()));
        QVERIFY(aliveArguments(command, holderOf(QString(253, u'a'))));
    }

    void nothingIsRunThatNobodyTrusts()
    {
        const QString mark = m_folder->filePath(QStringLiteral("ran"));
        const QStringList command = shell(QStringLiteral("touch '%1'; echo gone").arg(mark));
        const Holder holder = holderOf(QStringLiteral("web-3"));
        const LifeEvidence evidence = ask(command, {holder}).value();
        QCOMPARE(evidence.says, Life::Unknown);
        QVERIFY2(evidence.text.contains(QStringLiteral("trust")), qPrintable(evidence.text));
        QVERIFY(!QFile::exists(mark));
        // What is trusted for something else is not trusted for this.
        QVERIFY(trustCommand({QStringLiteral("names"), command}));
        QCOMPARE(ask(command, {holder})->says, Life::Unknown);
        QVERIFY(!QFile::exists(mark));
        QCOMPARE(asked(command, holder).says, Life::Gone);
        QVERIFY(QFile::exists(mark));
    }

    /** Gone is said of a lock where it is true of all who hold it. */
    void ofSeveralHoldersAllHaveToBeGone()
    {
        const QStringList command =
            shell(QStringLiteral("case $1 in dead*) echo gone ;; live*) echo alive ;; esac"));
        QVERIFY(trustCommand(aliveCheck(command)));
        const auto says = [&command](const QStringList &hosts) {
            QList<Holder> holders;
            for (const QString &host : hosts)
                holders << holderOf(host);
            return ask(command, holders)->says;
        };
        const QString dead = QStringLiteral("dead-1");
        const QString live = QStringLiteral("live-1");
        const QString other = QStringLiteral("other-1");
        QCOMPARE(says({dead, QStringLiteral("dead-2")}), Life::Gone);
        QCOMPARE(says({dead, live}), Life::Alive);
        QCOMPARE(says({live, dead}), Life::Alive);
        QCOMPARE(says({dead, other}), Life::Unknown);
        QCOMPARE(says({other, dead}), Life::Unknown);
        QCOMPARE(says({other, live, dead}), Life::Alive);
        QVERIFY(!ask(command, {}));
        QVERIFY(!ask({}, {holderOf(dead)}));
    }

    /** Each holder once, and nobody behind the end of all. */
    void itAsksOnceAndNotForEver()
    {
        const QString mark = m_folder->filePath(QStringLiteral("ran"));
        const QStringList command = shell(QStringLiteral("echo x >> '%1'; echo alive").arg(mark));
        QVERIFY(trustCommand(aliveCheck(command)));
        LockRecord lock;
        lock.state = LockState::Held;
        lock.holders = {holderOf(QStringLiteral("web-3"))};
        AliveAsker asker(10s, std::chrono::steady_clock::now() + 60s);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(asker.about(lock, command)->says, Life::Alive);
        QCOMPARE(QFileInfo(mark).size(), 2);
        AliveAsker late(10s, std::chrono::steady_clock::now());
        const auto evidence = late.about(lock, command);
        QCOMPARE(evidence->says, Life::Unknown);
        QVERIFY2(evidence->text.contains(QStringLiteral("no time left")),
                 qPrintable(evidence->text));
        QCOMPARE(QFileInfo(mark).size(), 2);
    }

    /** The one that we ship, before clusters that answer, refuse and are not there. */
    void theScriptForKubernetesSaysGoneOnAnAnswerAlone_data()
    {
        QTest::addColumn<QString>("kubectl");
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("says");
        const auto row = [](const char *name, const char *kubectl, Life says,
                            const QString &host = QStringLiteral("web-3")) {
            QTest::newRow(name) << QString::fromLatin1(kubectl) << host << int(says);
        };
        row("runs", "echo web-1//Running//ReplicaSet/0; echo web-3//Running//ReplicaSet/0",
            Life::Alive);
        row("runs, in two containers", "echo 'web-3//Running//ReplicaSet/0 0'", Life::Alive);
        row("a container was started again", "echo 'web-3//Running//ReplicaSet/0 2'",
            Life::Unknown);
        row("nothing is told of its containers", "echo web-3//Running//ReplicaSet/", Life::Unknown);
        row("another had its name before", "echo web-3/web-3/Running//StatefulSet/0",
            Life::Unknown);
        row("is not there, and others are",
            "echo web-1//Running//ReplicaSet/0; echo web-33//Running//ReplicaSet/0", Life::Gone);
        row("is called otherwise than its pod",
            "echo web-1//Running//ReplicaSet/0; echo web-9/web-3/Running//ReplicaSet/0",
            Life::Alive);
        row("has ended", "echo web-3//Succeeded//Job/0", Life::Gone);
        row("has failed", "echo web-3//Failed/2026-11-28T03:00:00Z/Job/0", Life::Gone);
        row("is about to end", "echo web-3//Running/2026-11-28T03:00:00Z/ReplicaSet/0",
            Life::Unknown);
        row("waits", "echo web-3//Pending//ReplicaSet/", Life::Unknown);
        row("its node is lost", "echo web-3//Unknown//ReplicaSet/0", Life::Unknown);
        row("another namespace", "true", Life::Unknown);
        row("others alone", "echo db-1//Running//ReplicaSet/0", Life::Unknown);
        row("others that do not run", "echo web-1//Pending//ReplicaSet/", Life::Unknown);
        row("forbidden", "echo 'pods is forbidden' >&2; exit 1", Life::Unknown);
        row("unreachable", "echo 'connection refused' >&2; exit 1", Life::Unknown);
        row("cut off behind some", "echo web-1//Running//ReplicaSet/0; exit 1", Life::Unknown);
        row("no kubectl", "exit 127", Life::Unknown);
        row("no pod of these", "echo web-1//Running//ReplicaSet/0", Life::Unknown,
            QStringLiteral("alice"));
        row("an address", "echo web-1//Running//ReplicaSet/0", Life::Unknown,
            QStringLiteral("10.0.3.17"));
        row("a name with its domain", "echo web-3//Running//ReplicaSet/0", Life::Unknown,
            QStringLiteral("web-3.shop.svc"));
        row("a name that was cut", "echo web-1//Running//ReplicaSet/0", Life::Unknown,
            QStringLiteral("web-") + QString(59, u'a'));
        row("asks for the right place",
            "case \"$*\" in '--context prod --namespace shop get pods '*) "
            "echo web-1//Running//ReplicaSet/0; exit 0 ;; esac; exit 1",
            Life::Gone);
    }
    void theScriptForKubernetesSaysGoneOnAnAnswerAlone()
    {
        QFETCH(QString, kubectl);
        QFETCH(QString, host);
        QFETCH(int, says);
        QFile stub(m_folder->filePath(QStringLiteral("kubectl")));
        QVERIFY(stub.open(QIODevice::WriteOnly));
        stub.write("#!/bin/sh\n" + kubectl.toUtf8() + '\n');
        stub.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        stub.close();
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", QFile::encodeName(m_folder->path()) + ':' + path);
        const LifeEvidence evidence =
            asked({QStringLiteral(KUBERNETES_CHECK), QStringLiteral("prod"), QStringLiteral("shop"),
                   QStringLiteral("web-"), QStringLiteral("{host}")},
                  holderOf(host));
        qputenv("PATH", path);
        QVERIFY2(int(evidence.says) == says, qPrintable(evidence.text));
    }

    void passwordsAreNotInItsEnvironment()
    {
        qputenv("LOCKMASTER_PASSWORD", "secret");
        const LifeEvidence evidence =
            asked(QStringLiteral("test -z \"$LOCKMASTER_PASSWORD\" && echo gone"));
        qunsetenv("LOCKMASTER_PASSWORD");
        QCOMPARE(evidence.says, Life::Gone);
    }

    void aProfileSaysIt_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("good");
        QTest::newRow("good") << QByteArray("[\"/usr/bin/lives\", \"{host}\", \"{pid}\"]") << true;
        QTest::newRow("by name") << QByteArray("[\"lives\", \"--pod={host}\"]") << true;
        QTest::newRow("asks nothing") << QByteArray("[\"lives\", \"web-3\"]") << false;
        QTest::newRow("a program from a server") << QByteArray("[\"{host}\", \"{pid}\"]") << false;
        QTest::newRow("from here") << QByteArray("[\"./lives\", \"{host}\"]") << false;
        QTest::newRow("unknown") << QByteArray("[\"lives\", \"{host}\", \"{user}\"]") << false;
        QTest::newRow("nested") << QByteArray("[\"lives\", \"{pi{host}d}\"]") << false;
        QTest::newRow("no list") << QByteArray("\"lives {host}\"") << false;
        QTest::newRow("empty") << QByteArray("[]") << false;
    }
    void aProfileSaysIt()
    {
        QFETCH(QByteArray, value);
        QFETCH(bool, good);
        const Profile profile =
            parseProfile("[[backend]]\nname = \"a\"\nurl = \"redis://127.0.0.1\"\n"
                         "alive_command = "
                         + value + '\n');
        QCOMPARE(profile.problems.empty(), good);
        QCOMPARE(foreignCommands(profile).size(), size_t(good ? 1 : 0));
        if (!good)
            return;
        QCOMPARE(foreignCommands(profile).front().use, QStringLiteral("alive"));
        // And the window writes it back as it was.
        const auto edited = editProfile("", {}, profile.backends.front());
        QVERIFY(edited);
        QVERIFY(edited->contains("alive_command = " + value));
    }
};

LOCKMASTER_TEST(TestAliveCheck, QCoreApplication)

} // namespace tst_alivecheck

#include "tst_alivecheck.moc"
