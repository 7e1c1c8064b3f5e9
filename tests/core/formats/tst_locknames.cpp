// SPDX-License-Identifier: Apache-2.0
#include "core/formats/locknames.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

using namespace lockmaster;

/** Whose a user-level lock is, by its name. */
class TestLockNames : public QObject
{
    Q_OBJECT

private slots:
    void whatComesWithTheProgramIsWhole()
    {
        const QStringList files = QDir(QStringLiteral(":/locknames")).entryList(QDir::Files);
        QCOMPARE(qsizetype(shippedLockNames().size()), files.size());
        QVERIFY(!files.isEmpty());
        for (const LockNameFile &file : shippedLockNames()) {
            for (const LockNameRule &rule : file.rules)
                QVERIFY(rule.about.korean != rule.about.english || rule.about.english == u"{1}");
        }
    }

    void productsAreKnown_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("database");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("about");
        const auto row = [](const char *name, const char *database, const char *title,
                            const char *about) {
            QTest::addRow("%s in %s", name, database)
                << QByteArray(name) << QString::fromLatin1(database) << QString::fromLatin1(title)
                << QString::fromLatin1(about);
        };
        // The numbers were worked out by Python's zlib and by the rule of Java's String.
        row("prisma_migrate", "app", "Prisma", "migrations");
        row("prisma_migrate", "", "Prisma", "migrations");
        row("Flyway--320650056", "app", "Flyway", "migrations of app");
        row("flyway--320650056", "app", "Flyway", "migrations of app"); // as MySQL shows it
        row("Flyway--320650056", "other", "Flyway", "migrations of another schema or table");
        row("6939591962871035475", "app", "Rails", "migrations of app");
        row("6939591962871035475", "other", "", "");
        row("2938252834", "app", "golang-migrate", "migrations of app");
        row("APP.DATABASECHANGELOGLOCK", "app", "liquibase-sessionlock", "changes of app");
        row("app|cron_index", "app", "Magento", "cron_index");
        row("app|cron_index", "shop", "", "");
        row("airflow_SCHEDULER_CRITICAL_SECTION", "airflow", "Airflow", "the scheduler");
        row("app.Import-7", "app", "django-mysql", "Import-7");
        row("app.", "app", "", "");
        row("daily-close", "app", "", "");
        row("4711", "app", "", "");
        row("", "", "", "");
    }
    void productsAreKnown()
    {
        QFETCH(QByteArray, name);
        QFETCH(QString, database);
        LockNameBook book;
        for (int again = 0; again < 2; ++again) {
            const auto found = book.find(name, database);
            QTEST(found ? found->title : QString(), "title");
            QTEST(found ? found->about.english : QString(), "about");
        }
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *rule, const char *says) {
            QTest::newRow(says) << QByteArray(rule) << QString::fromLatin1(says);
        };
        row("name = \"*\"\nabout = { en = \"x\" }", "not it alone");
        row("name = \"a*b*\"\nabout = { en = \"x\" }", "at most one *");
        row("name = \"{number}\"\nabout = { en = \"x\" }", "'number' goes with");
        row("name = \"a\"\nnumber = { of = \"md5\", text = \"a\" }\nabout = { en = \"x\" }",
            "crc32, java-hash");
        row("name = \"a\"", "'about' is missing");
        row("name = \"a\"\nabout = { en = \"x\" }\nrun = \"rm\"", "run");
    }
    void mistakesAreNamed()
    {
        QFETCH(QByteArray, rule);
        QFETCH(QString, says);
        const ParsedLockNames parsed =
            parseLockNames("title = \"T\"\nsource = \"s\"\n[[user_lock]]\n" + rule + '\n');
        QVERIFY(!parsed.file);
        QStringList all;
        for (const FormatProblem &problem : parsed.problems)
            all << problem.message;
        QVERIFY2(all.join(u'\n').contains(says), qPrintable(all.join(u'\n')));
    }
};

LOCKMASTER_TEST(TestLockNames, QCoreApplication)
#include "tst_locknames.moc"
