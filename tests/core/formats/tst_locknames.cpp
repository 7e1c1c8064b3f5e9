// SPDX-License-Identifier: Apache-2.0
#include "core/formats/locknames.h"
#include "tests/support/testprogram.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTest>

using namespace lockmaster;

namespace tst_locknames {

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
                QVERIFY(rule.about.korean != rule.about.english
                        || rule.about.english.contains(u'{'));
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
        row("magento|magento|CRON_default", "magento", "Magento", "CRON_default");
        // SHA-1s by Python's hashlib.
        row("38ba0dbe15d4015efa49153dc8cb621e2ea1e9b0", "moodle", "Moodle",
            "the task core\\task\\session_cleanup_task");
        row("c9d4598c40ed54b693ebfe818e9b4a2374c101fc", "moodle", "Moodle",
            "the task mod_forum\\task\\cron_task");
        row("9e91551d6e7baacc11dfedf7bc6da8c5cd9e7cbc", "moodle", "Moodle", "cron: core_cron");
        row("872cf61f30d90e9c895801ed0a46472e1dc70eca", "moodle", "Moodle",
            "automated_backup_queue_backup_jobs_running");
        row("9e91551d6e7baacc11dfedf7bc6da8c5cd9e7cbc", "other", "", "");
        row("a2432cc4e748738ca8cb5ecfcb3d943c3c355122", "", "Craft", "project-config-sync");
        row("fbeb070104f65871abe090c751b8092474266e88", "app", "Yii", "yii\\queue\\db\\Queuequeue");
        row("shopfbeb070104f65871abe090c751b8092474266e88", "Shop", "Yii",
            "yii\\queue\\db\\Queuequeue");
        row("a_database_of_more_than_24_characters7d50a5fd043ae4debdbba53d935",
            "a_database_of_more_than_24_characters", "Craft", "craft\\queue\\Queue::queue");
        row("wikidb:LinksUpdate:job:pageid:42", "wikidb", "MediaWiki",
            "links of a page, job:pageid:42");
        row("293775f3d108c5fc", "shop", "sqlx", "migrations of shop");
        row("__shop_EFMigrationsLock", "shop", "EF Core", "migrations of shop");
        row("gh-ost.7.lock", "", "gh-ost", "the cut-over of connection 7");
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

    /** Tasks of other plugins, under the rules that say more than the hash of a bare name. */
    void theOperatorsNamesAreTried()
    {
        LockNameBook book;
        const auto hashed = [](const char *text) {
            return QCryptographicHash::hash(QByteArray(text), QCryptographicHash::Sha1).toHex();
        };
        const QByteArray own = hashed("moodle:mdl__cron_\\local_ours\\task\\sync");
        QVERIFY(!book.find(own, QStringLiteral("moodle")));
        auto names = std::make_shared<NameDictionary>();
        names->add(QStringLiteral("local_ours\\task\\sync"),
                   QStringLiteral("local_ours\\task\\sync"));
        names->add(QStringLiteral("report"), QStringLiteral("report"));
        makeNamesKnown(names);
        const auto found = book.find(own, QStringLiteral("moodle"));
        QVERIFY(found);
        QCOMPARE(found->about.english, QStringLiteral("the task local_ours\\task\\sync"));
        const auto yii = book.find("shop" + hashed("report"), QStringLiteral("shop"));
        QVERIFY(yii && yii->title == u"Yii" && yii->about.english == u"report");
        // More databases than hashes are kept of, and one whose name leaves no room for them.
        for (int i = 0; i < 40; ++i) {
            const QString database = QStringLiteral("shop%1").arg(i);
            const auto again = book.find(database.toUtf8() + hashed("report"), database);
            QVERIFY(again && again->about.english == u"report");
            const QByteArray text = "moodle:" + database.toUtf8() + "_cron_local";
            QVERIFY(!book.find(hashed(text.constData()), database));
        }
        const QString longName(50, u'x');
        QVERIFY(book.find(longName.toUtf8() + hashed("report").left(14), longName));
        QVERIFY(!book.find(longName.toUtf8() + hashed("other").left(14), longName));
        QVERIFY(!book.find(QByteArray(64, 'x'), QString(64, u'x')));
        // Whose it is the hash alone does not say.
        QVERIFY(!book.find(hashed("report"), QStringLiteral("shop")));
        makeNamesKnown(nullptr);
        QVERIFY(!book.find(own, QStringLiteral("moodle")));
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
        row("name = \"{sha1}\"\nabout = { en = \"x\" }", "'sha1' goes with");
        row("name = \"{sha1}*\"\nsha1 = { text = \"{name}\" }\nabout = { en = \"x\" }",
            "'sha1' goes with");
        row("name = \"{sha1}\"\nsha1 = { text = \"a\" }\nabout = { en = \"x\" }", "{name} in it");
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

} // namespace tst_locknames

#include "tst_locknames.moc"
