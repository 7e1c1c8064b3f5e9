// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "core/formats/knownnames.h"
#include "core/monitor/filter.h"
#include "core/monitor/lockjson.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_knownnames {

// Worked out by others: sha1sum, sha256sum, md5sum, and Java's rule for a UUID of a text.
#define ORDER_SHA1 "0addf60d5b506235ca4005fe34d08b7e69234fec"
#define ORDER_SHA256 "15e03a86f3d71c032fd597dfc3e881a56a01850467348d58f15af98c5715ea6c"
#define ORDER_MD5 "2a3a5a6615097056a123fcfee816068c"
#define ORDER_UUID "2a3a5a66-1509-3056-a123-fcfee816068c"
#define SCHEDULE_SHA1 "ff1618f995d951d7f22490a15b253196fe5a4605"

/** Names that libraries hash, given back. */
class TestKnownNames : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { makeNamesKnown(nullptr); }

    void hashesAreTold_data()
    {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QString>("known");
        const auto row = [](const char *stored, const char *known) {
            QTest::newRow(stored) << QByteArray(stored) << QString::fromLatin1(known);
        };
        row("45c1a4edd7f3ba4d8b53a0ccdfb12b7be13a4d0c", "");
        row(ORDER_SHA1, "order:7");
        row("framework/schedule-" ORDER_SHA1, "framework/schedule-order:7");
        row(ORDER_SHA256, "order:7");
        row("mutex:" ORDER_MD5 ":run", "mutex:order:7:run");
        row("DEFAULT/" ORDER_UUID, "DEFAULT/order:7");
        row("cafe" ORDER_SHA1, "cafeorder:7"); // a database may be called so
        row("short", "");
    }
    void hashesAreTold()
    {
        QFETCH(QByteArray, stored);
        QFETCH(QString, known);
        QCOMPARE(knownAs(stored), QString());
        auto names = std::make_shared<NameDictionary>();
        QVERIFY(names->add(QStringLiteral("order:7"), QStringLiteral("order:7")));
        makeNamesKnown(names);
        QCOMPARE(knownAs(stored), known);
        QCOMPARE(knownAs(stored.toUpper()).isEmpty(), known.isEmpty());
        QCOMPARE(nameText(stored), known.isEmpty() ? QString::fromLatin1(stored) : known);
    }

    /** Listed, from a file beside the profile, and hashed with more than the name. */
    void aProfileHasThem()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("jobs.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# jobs\nreport:daily\n\nstock:sync\r\nbad\x01name\n");
        file.close();
        const Profile profile = parseProfile(R"(
[[names]]
file = "jobs.txt"
hashed_as = "0 3 * * *'/usr/bin/php8.2' 'artisan' {name}"

[[names]]
names = ["order:7"]
)",
                                             folder.filePath(QStringLiteral("lockmaster.toml")));
        QVERIFY2(
            profile.problems.empty(),
            qPrintable(profile.problems.empty() ? QString() : profile.problems.front().message));
        // Whoever only looks at a text takes nobody's names away, and none from it.
        QCOMPARE(knownAs(ORDER_SHA1), QString());
        makeNamesKnown(profile.names);
        QCOMPARE(knownAs("framework/schedule-" SCHEDULE_SHA1),
                 QStringLiteral("framework/schedule-report:daily"));
        QCOMPARE(knownAs(ORDER_SHA1), QStringLiteral("order:7"));
        const Profile other = parseProfile("");
        QVERIFY(other.problems.empty());
        QCOMPARE(knownAs(ORDER_SHA1), QStringLiteral("order:7"));
        makeNamesKnown(other.names);
        QCOMPARE(knownAs(ORDER_SHA1), QString());
    }

    void mistakesCostThatEntry_data()
    {
        QTest::addColumn<QByteArray>("entry");
        QTest::newRow("nothing") << QByteArray("");
        QTest::newRow("no list") << QByteArray("names = \"a\"");
        QTest::newRow("a name that hides") << QByteArray(R"(names = ["a\u202eb"])");
        QTest::newRow("no file") << QByteArray("file = \"gone.txt\"");
        QTest::newRow("a device") << QByteArray("file = \"/dev/zero\"");
        QTest::newRow("no place for it") << QByteArray("names = [\"a\"]\nhashed_as = \"x\"");
        QTest::newRow("unknown") << QByteArray("names = [\"a\"]\ncommand = [\"ls\"]");
    }
    void mistakesCostThatEntry()
    {
        QFETCH(QByteArray, entry);
        const Profile profile =
            parseProfile("[[names]]\n" + entry + "\n[[names]]\nnames = [\"order:7\"]\n");
        QCOMPARE(profile.problems.size(), size_t(1));
        QVERIFY(!profile.problems.front().costsBackend);
        makeNamesKnown(profile.names);
        QCOMPARE(knownAs(ORDER_SHA1), QStringLiteral("order:7"));
    }

    /** Both of them: who has the hash from a log finds it as well. */
    void filtersAndProgramsKnowBoth()
    {
        LockRecord lock;
        lock.id = {std::make_shared<const SourceId>(SourceId{QStringLiteral("db"),
                                                             QStringLiteral("int_lock"),
                                                             QStringLiteral("app.INT_LOCK")}),
                   "DEFAULT/" ORDER_UUID};
        const auto matches = [&lock](const char *text) {
            const auto filter = Filter::parse(QString::fromLatin1(text));
            return filter && filter->matches(lock, {});
        };
        QVERIFY(!matches("name:order"));
        QVERIFY(!lockToJson(lock, {}, {}).contains("known_as"));
        auto names = std::make_shared<NameDictionary>();
        names->add(QStringLiteral("order:7"), QStringLiteral("order:7"));
        makeNamesKnown(names);
        QVERIFY(matches("name:order") && matches("order:7") && matches("name:" ORDER_UUID));
        QVERIFY(lockToJson(lock, {}, {}).contains("\"known_as\":\"DEFAULT/order:7\""));
    }
};

LOCKMASTER_TEST(TestKnownNames, QCoreApplication)

} // namespace tst_knownnames

#undef ORDER_SHA1
#undef ORDER_SHA256
#undef ORDER_MD5
#undef ORDER_UUID
#undef SCHEDULE_SHA1

#include "tst_knownnames.moc"
