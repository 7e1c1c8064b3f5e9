// SPDX-License-Identifier: Apache-2.0
#include "core/config/backendurl.h"
#include "core/config/ownformats.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatfile.h"
#include "core/formats/formatwords.h"
#include "core/systems/registry/registry.h"
#include "core/trust/formattrust.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_ownformats {

namespace {

/** A format of that id, which deletes rows of that table. */
QByteArray formatOf(const QByteArray &id, const QByteArray &table = "jobs")
{
    return "id = \"" + id
           + "\"\ntitle = \"Mine\"\ndescription = { en = \"Locks of mine\" }\nsource = \"here\"\n"
             "names = [\""
           + table
           + "\"]\n[[table]]\nkey = [\"name\"]\n[table.release]\nhow = \"delete\"\n"
             "means = { en = \"Whoever asks next takes it.\" }\n";
}

/** The same as a profile has it. */
QByteArray inProfile(QByteArray format)
{
    format.replace("[[table]]", "[[format.table]]");
    format.replace("[table.release]", "[format.table.release]");
    return "[[format]]\n" + format;
}

LockFormatPointer parsed(const QByteArray &text)
{
    return parseFormat(text).format;
}

} // namespace

/** Formats of an operator's own: where they come from, and what they may do. */
class TestOwnFormats : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString write(const QString &name, const QByteArray &text)
    {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("not written");
        return file.fileName();
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->filePath(QStringLiteral("state"))));
    }

    void aFolderIsReadByName()
    {
        write(QStringLiteral("a.toml"), formatOf("from_a"));
        write(QStringLiteral("b.toml"), formatOf("from_b"));
        write(QStringLiteral("notes.txt"), "nothing");
        QCOMPARE(loadOwnFormats(m_folder->path()), QStringList());
        QVERIFY(knownFormat(u"from_a"));
        QVERIFY(!knownFormat(u"from_a")->isShipped);
        const LockSystem *system = lockSystem(QStringLiteral("from_b"));
        QVERIFY(system);
        QCOMPARE(system->info().label, QStringLiteral("Mine"));
        const auto spec = parseBackendUrl(QStringLiteral("mysql://db/app?formats=from_a:ops.jobs"));
        QVERIFY(spec);
        QCOMPARE(spec->tables.front().format, knownFormat(u"from_a"));
    }

    void aMistakeCostsItsFileAlone()
    {
        write(QStringLiteral("a.toml"), formatOf("broken_a").replace("key = ", "keyy = "));
        write(QStringLiteral("b.toml"), formatOf("whole_b"));
        write(QStringLiteral("c.toml"), formatOf("whole_b", "others"));
        const QStringList problems = loadOwnFormats(m_folder->path());
        QVERIFY(!knownFormat(u"broken_a"));
        QCOMPARE(knownFormat(u"whole_b")->names, QStringList{QStringLiteral("jobs")});
        QVERIFY2(problems.join(u'\n').contains(QStringLiteral("a.toml, line 7, column 1: 'keyy'")),
                 qPrintable(problems.join(u'\n')));
        QVERIFY(problems.last().contains(QStringLiteral("whole_b")));
    }

    void noIdIsTakenFromAnother_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("a library's") << QByteArray("liquibase");
        QTest::newRow("a reference design's") << QByteArray("dist_lock");
        QTest::newRow("a library's in Redis") << QByteArray("symfony_redis");
    }
    void noIdIsTakenFromAnother()
    {
        QFETCH(QByteArray, id);
        const LockFormatPointer before = knownFormat(QString::fromUtf8(id));
        write(QStringLiteral("a.toml"), formatOf(id));
        QCOMPARE(loadOwnFormats(m_folder->path()).size(), 1);
        const Profile profile = parseProfile(inProfile(formatOf(id)));
        QCOMPARE(profile.problems.size(), size_t(1));
        QCOMPARE(knownFormat(QString::fromUtf8(id)), before);
    }

    void aProfileBringsSome()
    {
        const QByteArray backend = "[[backend]]\nurl = \"mysql://db/app\"\n[[backend.table]]\n"
                                   "format = \"in_profile\"\n";
        const Profile profile = parseProfile(backend + inProfile(formatOf("in_profile")));
        QVERIFY2(profile.problems.empty(),
                 qPrintable(profile.problems.empty() ? QString() : profile.problems[0].message));
        QCOMPARE(profile.backends.front().tables.front().format, knownFormat(u"in_profile"));
        // Read again, nothing changed: what is watched goes on.
        QCOMPARE(parseProfile(backend + inProfile(formatOf("in_profile"))).backends,
                 profile.backends);
        // The same text wherever it stands.
        QCOMPARE(knownFormat(u"in_profile")->digest, parsed(formatOf("in_profile"))->digest);
        const Profile other = parseProfile(backend + inProfile(formatOf("in_profile", "accounts")));
        QVERIFY(other.backends != profile.backends);
    }

    void nothingIsTrustedBeforeItIsSaid()
    {
        const auto format = parsed(formatOf("doubted"));
        QCOMPARE(isTrusted(*format).value(), false);
        const auto refusal = whyNotReleased(*format, {});
        QVERIFY(refusal);
        QCOMPARE((*refusal)->detail, ChangeDetail::NotTrusted);
        QVERIFY(trustFormat(*format));
        QCOMPARE(isTrusted(*format).value(), true);
        QVERIFY(!whyNotReleased(*format, {})->has_value());
        QVERIFY(!whyNotReleased(*format, format->mark())->has_value());
        QCOMPARE((*whyNotReleased(*format, "another"))->result, ReleaseResult::Changed);
        // One letter more is another text.
        QCOMPARE(isTrusted(*parsed(formatOf("doubted", "jobs2"))).value(), false);
        QCOMPARE(forgetFormat(*format).value(), true);
        QCOMPARE(forgetFormat(*format).value(), false);
        QCOMPARE(isTrusted(*format).value(), false);
        QVERIFY(isTrusted(*knownFormat(u"liquibase")).value());
        // Comments and order say nothing.
        QVERIFY(trustFormat(*format));
        QVERIFY(isTrusted(*parsed("# a remark\n" + formatOf("doubted"))).value());
    }

    /** Whether it is trusted is not known then, and nothing is written. */
    void whatCannotBeReadIsNotTrusted()
    {
        QVERIFY(QDir().mkpath(trustedFormatsPath()));
        const auto format = parsed(formatOf("doubted"));
        QVERIFY(!isTrusted(*format));
        QVERIFY(!whyNotReleased(*format, {}));
        QVERIFY(!trustFormat(*format));
    }

    void whatIsTrustedIsSaid()
    {
        const QString said = whatIsTrusted(*parsed(formatOf("mine", "accounts"))).join(u'\n');
        QVERIFY2(said.contains(QStringLiteral("DELETE FROM `accounts` WHERE `name` = ...")),
                 qPrintable(said));
        for (const LockFormatPointer &format : shippedFormats()) {
            const QStringList lines = whatIsTrusted(*format);
            const auto taken = std::count_if(format->tables.begin(), format->tables.end(),
                                             [](const FormatTable &table) { return table.taking; });
            const bool counts =
                std::any_of(format->tables.begin(), format->tables.end(),
                            [](const FormatTable &table) { return !table.counts.empty(); });
            QCOMPARE(size_t(lines.size()), 2 + format->tables.size() + format->keys.size()
                                               + size_t(taken) + size_t(counts));
            const QString all = lines.join(u'\n');
            QCOMPARE(all.contains(QLatin1StringView("To take one")), isTaken(*format));
        }
    }

    void filesAndProfilesCanBeTrusted()
    {
        const QString format = write(QStringLiteral("f"), formatOf("one"));
        QCOMPARE(readFormatFile(format)->size(), size_t(1));
        const QString profile =
            write(QStringLiteral("p"), inProfile(formatOf("two")) + inProfile(formatOf("three")));
        const auto both = readFormatFile(profile);
        QVERIFY2(both, both ? "" : qPrintable(both.error().message));
        QCOMPARE(both->size(), size_t(2));
        QCOMPARE(both->back()->id, QStringLiteral("three"));
        QVERIFY(!readFormatFile(write(QStringLiteral("q"), "id = ")));
        QVERIFY(!readFormatFile(m_folder->path()));
        QVERIFY(!readFormatFile(m_folder->filePath(QStringLiteral("nowhere"))));
    }
};

LOCKMASTER_TEST(TestOwnFormats, QCoreApplication)

} // namespace tst_ownformats

#include "tst_ownformats.moc"
