// SPDX-License-Identifier: Apache-2.0
#include "core/config/namecommands.h"
#include "core/config/ownformats.h"
#include "core/formats/knownnames.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_namecommands {

/** Commands of a profile that list names: run once they are trusted, word for word. */
class TestNameCommands : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString file(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    /** A profile whose command is this line of a shell. */
    Profile profileOf(const QByteArray &script, const QByteArray &more = {}) const
    {
        return parseProfile("[[names]]\ncommand = [\"/bin/sh\", \"-c\", '''" + script + "''']\n"
                                + more,
                            file("lockmaster.toml"));
    }
    static QStringList learn(const Profile &profile, SteadyTime::duration patience = 10s)
    {
        makeNamesKnown(profile.names);
        return learnNames(profile, std::chrono::steady_clock::now() + patience);
    }
    static QString knownNightly()
    {
        // The MD5 of "nightly".
        return knownAs("cron:0ae3489815127120cfb606170a053745");
    }
    static void trustAll(const Profile &profile)
    {
        for (const ForeignCommand &command : foreignCommands(profile)) {
            if (!trustCommand(command))
                qFatal("not trusted");
        }
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->path()));
    }
    void cleanup() { makeNamesKnown(nullptr); }

    void nothingIsRunThatNobodyTrusts()
    {
        const QByteArray script = "echo nightly; touch '" + QFile::encodeName(file("ran")) + "'";
        Profile profile = profileOf(script);
        QCOMPARE(profile.problems.size(), size_t(1));
        QVERIFY2(profile.problems.front().message.contains(QStringLiteral("lockctl trust")),
                 qPrintable(profile.problems.front().message));
        QVERIFY(!profile.problems.front().costsBackend);
        QCOMPARE(learn(profile), QStringList());
        QVERIFY(!QFile::exists(file("ran")));

        trustAll(profile);
        profile = profileOf(script);
        QVERIFY(profile.problems.empty());
        QVERIFY(!QFile::exists(file("ran"))); // nor by being read alone
        QCOMPARE(learn(profile), QStringList());
        QVERIFY(QFile::exists(file("ran")));
        QCOMPARE(knownNightly(), QStringLiteral("cron:nightly"));

        // One word more is another command.
        QVERIFY(QFile::remove(file("ran")));
        profile = profileOf(script + " ");
        QCOMPARE(profile.problems.size(), size_t(1));
        learn(profile);
        QVERIFY(!QFile::exists(file("ran")));
        profile = profileOf(script);
        QVERIFY(forgetCommand(foreignCommands(profile).front()).value_or(false));
        learn(profile);
        QVERIFY(!QFile::exists(file("ran")));
    }

    /** What is not known to be trusted is not. */
    void whereThatCannotBeReadNothingIsRun()
    {
        const QByteArray script = "touch '" + QFile::encodeName(file("ran")) + "'";
        trustAll(profileOf(script));
        QVERIFY(QFile::remove(trustedCommandsPath()));
        QVERIFY(QDir().mkpath(trustedCommandsPath()));
        const Profile profile = profileOf(script);
        QCOMPARE(profile.problems.size(), size_t(1));
        learn(profile);
        QVERIFY(!QFile::exists(file("ran")));
    }

    void namesAreAddedToThoseWrittenDown()
    {
        qputenv("LOCKMASTER_PASSWORD", "secret");
        const Profile profile =
            profileOf("echo '# remark'; echo nightly; echo \"$LOCKMASTER_PASSWORD\" > '"
                          + QFile::encodeName(file("told")) + "'",
                      "[[names]]\nnames = [\"weekly\"]\n");
        trustAll(profile);
        QCOMPARE(learn(profile), QStringList());
        qunsetenv("LOCKMASTER_PASSWORD");
        QCOMPARE(knownNightly(), QStringLiteral("cron:nightly"));
        QCOMPARE(namesKnown()->plainNames().size(), 2);
        QFile told(file("told"));
        QVERIFY(told.open(QIODevice::ReadOnly));
        QCOMPARE(told.readAll(), QByteArray("\n"));
    }

    /** What an argument names is the same wherever somebody happens to be. */
    void itRunsInOnePlace()
    {
        const Profile profile =
            profileOf("pwd > '" + QFile::encodeName(file("place")) + "'; echo a");
        trustAll(profile);
        QCOMPARE(learn(profile), QStringList());
        QFile place(file("place"));
        QVERIFY(place.open(QIODevice::ReadOnly));
        QCOMPARE(place.readAll(), QByteArray("/\n"));
    }

    void whatIsHashedIsTold()
    {
        const Profile profile = profileOf("echo tly", "hashed_as = \"nigh{name}\"\n");
        trustAll(profile);
        QCOMPARE(learn(profile), QStringList());
        QCOMPARE(knownNightly(), QStringLiteral("cron:tly"));
    }

    void failuresAreTold_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *script, const char *says) {
            QTest::newRow(says) << QByteArray(script) << QString::fromLatin1(says);
        };
        row("echo nightly; exit 3", "status 3");
        row("echo nightly; sleep 600", "in time");
        row("exec yes nightly", "4 MiB");
        row("seq 20001", "20000 names");
        row("kill -SEGV $$", "crashed");
    }
    void failuresAreTold()
    {
        QFETCH(const QByteArray, script);
        QFETCH(const QString, says);
        const Profile profile = profileOf(script);
        trustAll(profile);
        const QStringList problems = learn(profile, says == u"in time" ? 300ms : 10s);
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.front().contains(says), qPrintable(problems.front()));
        QVERIFY(knownNightly().isEmpty());
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("command");
        for (const char *command :
             {"\"php names.php\"", "[]", "[1]", "[\"./names.sh\"]", "[\"bin/names\"]", "[\"\"]"})
            QTest::newRow(command) << QByteArray(command);
    }
    void mistakesAreNamed()
    {
        QFETCH(const QByteArray, command);
        const Profile profile = parseProfile("[[names]]\ncommand = " + command + "\n", file("p"));
        QVERIFY(foreignCommands(profile).empty());
        QVERIFY2(
            !profile.problems.empty()
                && profile.problems.front().message.contains(QStringLiteral("whole path")),
            qPrintable(profile.problems.empty() ? QString() : profile.problems.front().message));
    }

    /** It has no format, and is none. */
    void aProfileWithoutFormatsIsNoFormat()
    {
        QFile profile(file("lockmaster.toml"));
        QVERIFY(profile.open(QIODevice::WriteOnly));
        profile.write("[[names]]\ncommand = [\"names\"]\n");
        profile.close();
        const auto formats = readFormatFile(profile.fileName());
        QVERIFY2(formats, qPrintable(formats ? QString() : formats.error().message));
        QVERIFY(formats->empty());
    }
};

LOCKMASTER_TEST(TestNameCommands, QCoreApplication)

} // namespace tst_namecommands

#include "tst_namecommands.moc"
