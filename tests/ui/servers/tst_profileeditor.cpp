// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/formats/knownnames.h"
#include "tests/support/testprogram.h"
#include "ui/servers/profileeditor.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <cstdio>

using namespace lockmaster;

namespace tst_profileeditor {

namespace {

constexpr int edits = 40;
constexpr int patience = 60'000;

BackendSpec backendOf(const QString &name)
{
    BackendSpec backend = *parseBackendUrl(QStringLiteral("redis://cache.example"));
    backend.name = name;
    return backend;
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", qPrintable(file.errorString()));
}

/** As an operator does who is told that another program is writing. */
bool untilDone(const std::function<Result<void>()> &edit)
{
    const QDeadlineTimer patient(patience / 2);
    while (!edit()) {
        if (patient.hasExpired())
            return false;
        QThread::msleep(1); // the other's turn
    }
    return true;
}

/** Another program: adds many backends and takes every second one out again. */
int editAsAnother(const QString &path, const QString &who)
{
    ProfileEditor editor(path);
    for (int i = 0; i < edits; ++i) {
        const QString name = who + QString::number(i);
        if (!untilDone([&] { return editor.put({}, backendOf(name)); }))
            return 1;
        if (i % 2 == 1 && !untilDone([&] { return editor.remove(name); }))
            return 1;
    }
    return 0;
}

/** What the guide of the first release showed. */
const char *const firstRelease = "[[backend]]\n"
                                 "name = \"billing\"\n"
                                 "url = \"mysql://lockmaster@db1.example:3306/billing\"\n"
                                 "environment = \"production\"\n"
                                 "password_command = [\"pass\", \"show\", \"billing/lockmaster\"]\n"
                                 "tls = \"verify\"\n"
                                 "ca = \"/etc/ssl/billing-ca.pem\"\n"
                                 "timeout_ms = 1500\n"
                                 "sleeping_holder_after = \"7m\"\n"
                                 "user_locks = [\"nightly-export\"]\n"
                                 "\n"
                                 "  [[backend.table]]\n"
                                 "  preset = \"dist_lock\"\n"
                                 "  table = \"ops.dist_lock\"\n"
                                 "  clock = \"Asia/Seoul\"\n"
                                 "\n"
                                 "  [[backend.table]]\n"
                                 "  system = \"dist_lock\"\n"
                                 "  table = \"shedlock\"\n"
                                 "  name = \"name\"\n"
                                 "  owner = \"locked_by\"\n"
                                 "  expiry = \"lock_until\"\n"
                                 "  clock = \"utc\"\n"
                                 "\n"
                                 "  [[backend.table]]\n"
                                 "  preset = \"leader\"\n"
                                 "  lease = \"1002ms\"\n"
                                 "\n"
                                 "[[backend]]\n"
                                 "name = \"cache\"\n"
                                 "url = \"rediss://monitor@cache.example:6380/0\"\n"
                                 "match = [\"lock:*\", \"order:*:lock\"]\n";

} // namespace

class TestProfileEditor : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    QString path() const { return m_directory->filePath(QStringLiteral("p.toml")); }

private slots:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    /** Under that name another server may stand by now. */
    void onlyWhatWasShownIsRemoved()
    {
        const QByteArray before = "[[backend]]\nname = \"c\"\nurl = \"redis://r.example\"\n";
        const QByteArray after = "[[backend]]\nname = \"c\"\nurl = \"redis://s.example\"\n";
        write(path(), before);
        ProfileEditor editor(path());
        QVERIFY(editor.reload().has_value());
        const BackendSpec shown = editor.profile().backends.front();
        write(path(), after);
        for (const bool isTold : {true, false}) {
            const auto removed = isTold ? editor.remove(QStringLiteral("c"), shown)
                                        : editor.remove(QStringLiteral("c"));
            QVERIFY(!removed);
            QVERIFY2(removed.error().message.contains(QStringLiteral("c: ")),
                     qPrintable(removed.error().message));
            QCOMPARE(bytesOf(path()), after);
        }
        // Read anew while one was asked, it is still another one than was shown.
        QVERIFY(editor.reload().has_value());
        QVERIFY(!editor.remove(QStringLiteral("c"), shown));
        QVERIFY(editor.remove(QStringLiteral("c")).has_value());
        QVERIFY(editor.profile().backends.empty());
    }

    /** Written in place, put in its place, broken, gone and back: all without being asked. */
    void whatOthersWriteIsNoticed()
    {
        const QByteArray one = "[[backend]]\nname = \"first\"\nurl = \"redis://r.example\"\n";
        const QByteArray two =
            one + "[[backend]]\nname = \"second\"\nurl = \"redis://s.example\"\n";
        write(path(), one);
        ProfileEditor editor(path());
        QVERIFY(editor.reload().has_value());
        QSignalSpy changed(&editor, &ProfileEditor::changed);
        QSignalSpy unreadable(&editor, &ProfileEditor::unreadable);
        QSignalSpy readAnew(&editor, &ProfileEditor::readAnew);
        const auto count = [&editor] { return editor.profile().backends.size(); };
        write(path(), two);
        QTRY_COMPARE(count(), size_t(2));
        QCOMPARE(readAnew.count(), 1);
        for (const QByteArray &text : {one, two}) {
            write(path() + u'~', text);
            QCOMPARE(::rename(QFile::encodeName(path() + u'~').constData(),
                              QFile::encodeName(path()).constData()),
                     0);
            QTRY_COMPARE(count(), text == one ? size_t(1) : size_t(2));
        }
        // Empty for a while, and then cut off between two of them, as a slow disk does it.
        write(path(), "");
        QTRY_COMPARE(unreadable.count(), 1);
        QCOMPARE(count(), size_t(2));
        write(path(), one);
        QTest::qWait(700);
        QCOMPARE(count(), size_t(2));
        write(path(), two);
        QTRY_COMPARE(count(), size_t(2));
        unreadable.clear();
        write(path(), "[[backend\n");
        QTRY_COMPARE(unreadable.count(), 1);
        QVERIFY(QFile::remove(path()));
        QTRY_COMPARE(unreadable.count(), 2);
        QCOMPARE(count(), size_t(2));
        write(path(), one);
        QTRY_COMPARE(count(), size_t(1));

        // One's own change is told once, and a neighbour's file is none.
        changed.clear();
        readAnew.clear();
        QVERIFY(editor.put({}, backendOf(QStringLiteral("third"))).has_value());
        write(path() + QStringLiteral(".other"), two);
        QTest::qWait(600);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(readAnew.count(), 0);
    }

    /** The dialog was open for a while: only what was changed in it is written. */
    void whatAColleagueMadeOfAServerStays()
    {
        const QByteArray one = "[[backend]]\nname = \"c\"\nurl = \"redis://r.example\"\n";
        write(path(), one);
        ProfileEditor editor(path());
        QVERIFY(editor.reload());
        const BackendSpec shown = editor.profile().backends.front();
        write(path(), one + "environment = \"production\" # theirs\n");
        for (const bool isKnown : {false, true}) {
            if (isKnown)
                QVERIFY(editor.reload());
            BackendSpec wanted = shown;
            wanted.poll =
                isKnown ? std::chrono::milliseconds(5000) : std::chrono::milliseconds(3000);
            BackendSpec written;
            const auto put = editor.put(QStringLiteral("c"), wanted, shown,
                                        [&](const BackendSpec &spec) { written = spec; });
            if (isKnown) { // which the first one wrote
                QVERIFY(!put);
                QVERIFY(put.error().message.contains(QStringLiteral("c: poll")));
                continue;
            }
            QVERIFY2(put, put ? "" : qPrintable(put.error().message));
            QVERIFY(bytesOf(path()).contains("environment = \"production\" # theirs\n"));
            QVERIFY(bytesOf(path()).contains("poll = \"3s\""));
            QVERIFY(written.environment == Environment::Production && written.readOnly);
            QVERIFY(written == editor.profile().backends.front());
        }
        // Without a word of how it was shown: as it was read at last.
        write(path(), one + "environment = \"staging\"\n");
        BackendSpec known = editor.profile().backends.front();
        known.patterns = {"lock:*"};
        QVERIFY(editor.put(QStringLiteral("c"), known));
        QVERIFY(bytesOf(path()).contains("staging") && bytesOf(path()).contains("lock:*"));
        // Gone is gone.
        write(path(), "# nothing\n");
        QVERIFY(!editor.put(QStringLiteral("c"), known, known));
        QCOMPARE(bytesOf(path()), QByteArray("# nothing\n"));
    }

    void whatAColleagueMadeOfARuleStays()
    {
        const QByteArray rule = "[[alert]]\nname = \"a\"\nwhen = \"held\"\nover = \"5m\"\n";
        write(path(), rule);
        ProfileEditor editor(path());
        QVERIFY(editor.reload());
        const AlertRule shown = editor.profile().alerts.rules.back();
        AlertRule wanted = shown;
        wanted.over = std::chrono::minutes(9);
        write(path(), rule + "scope = \"system:redisson\"\n");
        for (int i = 0; i < 2; ++i) { // also once it was read
            QVERIFY(!editor.putRules({{shown, wanted}}));
            QVERIFY(!editor.putRules({{shown, std::nullopt}}));
            QVERIFY(!editor.putRules({{std::nullopt, wanted}}));
            QVERIFY(editor.reload());
        }
        QVERIFY(bytesOf(path()).contains("5m"));
        QVERIFY(editor.putRules({{editor.profile().alerts.rules.back(), std::nullopt}}));
        QVERIFY(editor.profile().alerts.rules == builtInAlertRules());
    }

    /** Names are known of the profile that is taken, and not of any text that is looked at. */
    void namesAreThoseOfTheProfile()
    {
        const QByteArray hash = "x:0ae3489815127120cfb606170a053745";
        write(path(), "[[names]]\nnames = [\"nightly\"]\n");
        ProfileEditor editor(path());
        QVERIFY(editor.reload());
        QCOMPARE(knownAs(hash), QStringLiteral("x:nightly"));
        QVERIFY(parseProfile("[[alert]]\nname = \"draft\"\n").backends.empty());
        QCOMPARE(knownAs(hash), QStringLiteral("x:nightly"));
        makeNamesKnown(nullptr);
    }

    void programsThatEditOneFileLoseNothing()
    {
        write(path(), "# ours\n[[backend]]\nname = \"first\"\nurl = \"redis://first.example\"\n");
        std::vector<std::unique_ptr<QProcess>> others;
        for (const char *who : {"a", "b", "c"}) {
            auto &other = others.emplace_back(std::make_unique<QProcess>());
            other->setProcessChannelMode(QProcess::ForwardedChannels);
            other->start(QCoreApplication::applicationFilePath(),
                         {QCoreApplication::applicationName(), QStringLiteral("--edit"), path(),
                          QLatin1StringView(who)});
        }
        for (const auto &other : others) {
            QVERIFY(other->waitForFinished(patience));
            QCOMPARE(other->exitCode(), 0);
        }
        const Result<Profile> profile = loadProfile(path());
        QVERIFY(profile);
        QCOMPARE(profile->problems, std::vector<ProfileProblem>());
        QCOMPARE(profile->backends.size(), size_t(1 + 3 * edits / 2));
        QVERIFY(bytesOf(path()).startsWith("# ours\n"));
        QCOMPARE(QDir(m_directory->path()).entryList(QDir::Files),
                 QStringList{QStringLiteral("p.toml")});
    }

    void whoSavesAndHangsIsNotWaitedFor()
    {
        write(path(), "# ours\n");
        QLockFile theirs(path() + QStringLiteral(".lock"));
        QVERIFY(theirs.lock());
        ProfileEditor editor(path());
        const Result<void> put = editor.put({}, backendOf(QStringLiteral("a")));
        QVERIFY(!put);
        QVERIFY2(put.error().message.contains(QStringLiteral("another program")),
                 qPrintable(put.error().message));
        QCOMPARE(bytesOf(path()), QByteArray("# ours\n"));
        theirs.unlock();
        QVERIFY(editor.put({}, backendOf(QStringLiteral("a"))));
    }

    void aFileThatIsNoProfileIsToldAndLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("bytes") << QByteArray("\x7f"
                                             "ELF\0\x01\xff\xfe[[backend]]\n\0\0",
                                             23);
        QTest::newRow("cut") << QByteArray("[[backend]]\nname = \"a\"\nurl = \"redis://a\"\n"
                                           "[[backend]]\nname = \"b\"\nurl = \"redi");
        QTest::newRow("conflict") << QByteArray("<<<<<<< HEAD\n[[backend]]\nname = \"a\"\n"
                                                "url = \"redis://a\"\n=======\n>>>>>>> other\n");
    }

    void aFileThatIsNoProfileIsToldAndLeftAlone()
    {
        QFETCH(QByteArray, bytes);
        write(path(), bytes);
        ProfileEditor editor(path());
        QVERIFY(editor.reload());
        QVERIFY(!editor.profile().problems.empty());
        QVERIFY(editor.profile().problems.front().costsBackend);
        const Result<void> put = editor.put({}, backendOf(QStringLiteral("new")));
        // Either it is added beside what cannot be read, or nothing is written at all.
        if (put)
            QVERIFY(bytesOf(path()).startsWith(bytes));
        else
            QCOMPARE(bytesOf(path()), bytes);
    }

    void whatCannotBeReadIsNotTakenForEmpty()
    {
        QVERIFY(QFile::link(path(), path())); // leads nowhere, for anybody
        ProfileEditor editor(path());
        const Result<void> loaded = editor.reload();
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().kind, ErrorKind::Denied);
        QVERIFY(loaded.error().message.contains(path()));
        QVERIFY(!editor.put({}, backendOf(QStringLiteral("a"))));
    }

    void whereNothingCanBeWrittenItIsSaid()
    {
        const QString file = m_directory->filePath(QStringLiteral("no-directory"));
        write(file, {});
        ProfileEditor editor(file + QStringLiteral("/lockmaster/p.toml"));
        QSignalSpy changed(&editor, &ProfileEditor::changed);
        QVERIFY(editor.reload());
        QVERIFY(editor.profile().backends.empty());
        const Result<void> put = editor.put({}, backendOf(QStringLiteral("a")));
        QVERIFY(!put);
        QCOMPARE(put.error().kind, ErrorKind::Denied);
        QVERIFY(put.error().message.contains(file) && !put.error().remedy.isEmpty());
        QCOMPARE(changed.size(), 1);
    }

    /** As the first release's guide had it: all of it still means the same, and stays as it is. */
    void aProfileOfTheFirstReleaseIsKept()
    {
        const QByteArray first(firstRelease);
        write(path(), first);
        ProfileEditor editor(path());
        QVERIFY(editor.reload());
        const Profile &profile = editor.profile();
        QVERIFY2(profile.problems.empty(),
                 profile.problems.empty() ? "" : qPrintable(profile.problems.front().message));
        QCOMPARE(profile.backends.size(), size_t(2));
        const BackendSpec billing = profile.backends.front();
        QCOMPARE(billing.environment, Environment::Production);
        QVERIFY(billing.readOnly);
        QCOMPARE(billing.passwordCommand.size(), 3);
        QCOMPARE(billing.timeout, std::chrono::milliseconds(1500));
        QCOMPARE(billing.userLocks.size(), size_t(1));
        QCOMPARE(billing.tables.size(), size_t(3));
        QCOMPARE(billing.tables[2].lease, std::chrono::milliseconds(1002));
        QCOMPARE(profile.backends.back().patterns,
                 (std::vector<QByteArray>{"lock:*", "order:*:lock"}));
        QVERIFY(editor.put({}, backendOf(QStringLiteral("c"))));
        for (const QByteArray &line : first.split('\n'))
            QVERIFY2(bytesOf(path()).contains(line), line.constData());
    }

    /** Of a newer program: what it does not know is told, kept, and costs at most that backend. */
    void aProfileOfANewerProgramIsKept()
    {
        const QByteArray newer =
            "format = 7\n\n[[backend]]\nname = \"a\"\nurl = \"redis://a\"\n"
            "observers = 3\n\n[[backend]]\nname = \"b\"\nurl = \"etcd://b\"\n\n"
            "[view]\ntheme = \"sepia\"\n";
        write(path(), newer);
        ProfileEditor editor(path());
        QVERIFY(editor.reload());
        QCOMPARE(editor.profile().backends.size(), size_t(1));
        QCOMPARE(editor.profile().problems.size(), size_t(4));
        QVERIFY(editor.put({}, backendOf(QStringLiteral("c"))));
        QCOMPARE(editor.profile().backends.size(), size_t(2));
        for (const QByteArray &line : newer.split('\n'))
            QVERIFY2(bytesOf(path()).contains(line), line.constData());
    }
};

static int runOrTest(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--edit")
        return editAsAnother(arguments.value(2), arguments.value(3));
    TestProfileEditor test;
    return QTest::qExec(&test, argc, argv);
}

LOCKMASTER_TEST_MAIN(runOrTest)

} // namespace tst_profileeditor

#include "tst_profileeditor.moc"
