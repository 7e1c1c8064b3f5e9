// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseplan.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockmaster;
using namespace lockmaster::test;

namespace tst_releaseplan {

namespace {

PlannedRelease planned(const QByteArray &name)
{
    const LockRecord lock =
        fakeLock(fakeSource(QStringLiteral("db")), name, "web-3", std::chrono::seconds(30));
    PlannedRelease release;
    release.seen = witnessOf(lock, ServerMoment{});
    release.witness = encodeWitness(release.seen);
    release.name = name;
    release.action = QStringLiteral("expire");
    release.owner = QStringLiteral("web-3");
    release.life = QStringLiteral("unknown");
    release.verdict = QStringLiteral("Cannot be known.");
    release.command = QStringLiteral("UPDATE ...");
    release.environment = QStringLiteral("production");
    release.losses = {QStringLiteral("its transaction")};
    return release;
}

ReleasePlan somePlan()
{
    ReleasePlan plan;
    plan.chosenBy = QStringLiteral("--owner web-3");
    plan.goneOnly = true;
    plan.locks = {planned("daily-close"), planned("bytes \xff\x00 of it"),
                  planned(QByteArray(500, 'x'))};
    plan.locks.back().target = "uuid:1";
    return plan;
}

QJsonObject somePlanObject()
{
    return QJsonDocument::fromJson(planText(somePlan())).object();
}

Result<ReleasePlan> read(const QJsonObject &object)
{
    return planFromText(QJsonDocument(object).toJson());
}

/** The plan with its second lock changed. */
Result<ReleasePlan> readWith(const std::function<void(QJsonObject &lock)> &change)
{
    QJsonObject object = somePlanObject();
    QJsonArray locks = object[u"locks"].toArray();
    QJsonObject lock = locks[1].toObject();
    change(lock);
    locks[1] = lock;
    object[u"locks"] = locks;
    return read(object);
}

} // namespace

class TestReleasePlan : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenComesBack()
    {
        const ReleasePlan plan = somePlan();
        const auto back = planFromText(planText(plan));
        QVERIFY2(back, back ? "" : qPrintable(back.error().message));
        QCOMPARE(back->goneOnly, true);
        QCOMPARE(back->chosenBy, plan.chosenBy);
        QCOMPARE(back->locks.size(), plan.locks.size());
        for (size_t i = 0; i < plan.locks.size(); ++i) {
            QCOMPARE(back->locks[i].name, plan.locks[i].name);
            QVERIFY(back->locks[i].seen == plan.locks[i].seen);
            QCOMPARE(back->locks[i].action, plan.locks[i].action);
            QCOMPARE(back->locks[i].target, plan.locks[i].target);
            QCOMPARE(back->locks[i].environment, plan.locks[i].environment);
            QCOMPARE(back->locks[i].losses, plan.locks[i].losses);
        }
        // What is for people is not taken from a file.
        QVERIFY(back->locks[0].command.isEmpty());
    }

    void whatIsNoPlanIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("release everything");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("no locks") << QByteArray("{\"plan\":1,\"gone_only\":true}");
        QTest::newRow("another version")
            << QByteArray("{\"plan\":2,\"gone_only\":true,\"locks\":[]}");
        QTest::newRow("not said whether gone") << QByteArray("{\"plan\":1,\"locks\":[]}");
        QTest::newRow("none") << QByteArray("{\"plan\":1,\"gone_only\":true,\"locks\":[]}");
        QTest::newRow("no lock") << QByteArray("{\"plan\":1,\"gone_only\":true,\"locks\":[7]}");
        QTest::newRow("cut off") << planText(somePlan()).chopped(20);
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QByteArray many = "{\"plan\":1,\"gone_only\":true,\"locks\":[0";
        for (int i = 0; i < 10'001; ++i)
            many += ",0";
        QTest::newRow("too many") << many + "]}";
        QTest::newRow("too large")
            << planText(somePlan()) + QByteArray(ReleasePlan::mostBytes, ' ');
    }
    void whatIsNoPlanIsRefused()
    {
        QFETCH(QByteArray, text);
        const auto plan = planFromText(text);
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorKind::Config);
        QVERIFY(!plan.error().message.isEmpty());
    }

    void whatWasEditedIsRefusedOrMeansTheWitness_data()
    {
        using Change = std::function<void(QJsonObject &)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<bool>("refused");
        const auto row = [](const char *name, const Change &change, bool refused) {
            QTest::newRow(name) << change << refused;
        };
        row(
            "another name",
            [](QJsonObject &lock) {
                lock[u"name_base64"] = QString::fromLatin1(QByteArray("other").toBase64());
            },
            true);
        row(
            "no name", [](QJsonObject &lock) { lock.remove(u"name_base64"); }, true);
        row(
            "a name that is no base64",
            [](QJsonObject &lock) { lock[u"name_base64"] = QStringLiteral("!!"); }, true);
        row(
            "a witness of another lock",
            [](QJsonObject &lock) { lock[u"witness"] = planned("other").witness; }, true);
        row(
            "a witness that is none",
            [](QJsonObject &lock) { lock[u"witness"] = QStringLiteral("lm2.abc"); }, true);
        row(
            "a witness from standard input",
            [](QJsonObject &lock) { lock[u"witness"] = QStringLiteral("-"); }, true);
        row(
            "no witness", [](QJsonObject &lock) { lock.remove(u"witness"); }, true);
        row(
            "an action that is none",
            [](QJsonObject &lock) { lock[u"action"] = QStringLiteral("DROP TABLE x"); }, true);
        row(
            "a target that is none",
            [](QJsonObject &lock) { lock[u"target_base64"] = QStringLiteral("!!"); }, true);
        row(
            "a target that is long",
            [](QJsonObject &lock) {
                lock[u"target_base64"] = QString::fromLatin1(QByteArray(9999, 'x').toBase64());
            },
            true);
        // These are for people.
        row(
            "another backend",
            [](QJsonObject &lock) { lock[u"backend"] = QStringLiteral("production"); }, false);
        row(
            "another plain name",
            [](QJsonObject &lock) { lock[u"name"] = QStringLiteral("other"); }, false);
        row(
            "another command",
            [](QJsonObject &lock) { lock[u"command"] = QStringLiteral("DROP TABLE x"); }, false);
        row(
            "another verdict", [](QJsonObject &lock) { lock[u"life"] = QStringLiteral("gone"); },
            false);
    }
    void whatWasEditedIsRefusedOrMeansTheWitness()
    {
        QFETCH(std::function<void(QJsonObject &)>, change);
        QFETCH(bool, refused);
        const auto plan = readWith(change);
        QCOMPARE(!plan, refused);
        if (refused) {
            QVERIFY2(plan.error().message.contains(QStringLiteral("Lock 2")),
                     qPrintable(plan.error().message));
            return;
        }
        QVERIFY(plan->locks[1].seen == somePlan().locks[1].seen);
        QCOMPARE(plan->locks[1].name, somePlan().locks[1].name);
    }

    void aLockIsThereOnce()
    {
        QJsonObject object = somePlanObject();
        QJsonArray locks = object[u"locks"].toArray();
        locks.append(locks[0]);
        object[u"locks"] = locks;
        QVERIFY(!read(object));
        // Of several who hold it each is one.
        QJsonObject other = locks[0].toObject();
        other[u"target_base64"] = QString::fromLatin1(QByteArray("uuid:2").toBase64());
        locks.replace(3, other);
        object[u"locks"] = locks;
        QVERIFY(read(object));
    }

    void aFileIsItsOwnersAlone()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("plan"));
        QVERIFY(writePlan(path, somePlan()));
        struct stat status = {};
        QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777u, 0600u);
        // What is there stays, and a link leads nowhere.
        QVERIFY(!writePlan(path, ReleasePlan()));
        const QString link = folder.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("nowhere")), link));
        QVERIFY(!writePlan(link, somePlan()));
        QVERIFY(!writePlan(folder.filePath(QStringLiteral("no/such/place")), somePlan()));

        const auto file = readPlan(path);
        QVERIFY(file);
        QCOMPARE(file->plan.locks.size(), size_t(3));
        QCOMPARE(file->digest.size(), 64);
        for (const unsigned mode : {0620u, 0602u, 0666u, 0640u, 0604u}) {
            QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode), 0);
            const auto open = readPlan(path);
            QVERIFY(!open);
            QVERIFY2(open.error().message.contains(QStringLiteral("others may read or write it")),
                     qPrintable(open.error().message));
        }
        QVERIFY(!readPlan(folder.path()));
        QVERIFY(!readPlan(QStringLiteral("/dev/zero")));
        QVERIFY(!readPlan(folder.filePath(QStringLiteral("none"))));
        if (::geteuid() == 0) {
            QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0600), 0);
            QCOMPARE(::chown(QFile::encodeName(path).constData(), 65534, 65534), 0);
            QVERIFY(!readPlan(path));
        }
    }
};

LOCKMASTER_TEST(TestReleasePlan, QCoreApplication)

} // namespace tst_releaseplan

#include "tst_releaseplan.moc"
