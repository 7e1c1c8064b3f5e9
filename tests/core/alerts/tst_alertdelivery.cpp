// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertdelivery.h"
#include "core/alerts/alertjson.h"
#include "core/alerts/alertsetup.h"
#include "tests/support/fakereader.h"
#include "tests/support/hookserver.h"
#include "tests/support/jsoncontract.h"
#include "tests/support/manualclock.h"
#include "tests/support/peakmemory.h"
#include "tests/support/rogueserver.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_alertdelivery {

namespace {

constexpr int patience = 60'000;

QString words(const char *text)
{
    return QString::fromLatin1(text);
}

AlertNews newsOf(const QByteArray &name, std::optional<AlertEnd> end = {})
{
    const LockRecord lock =
        fakeLock(fakeSource(words("b")), name, "token-with-a-secret", 30s, SteadyTime(1h));
    AlertNews news;
    news.alert.id = words("0123456789abcdef");
    news.alert.rule = words("held-long");
    news.alert.subject = alertSubject(lock.id);
    auto shown = std::make_shared<LockRecord>(lock);
    shown->holders.front().label = words("web-3");
    shown->heldSince = SteadyTime(1h) - 2min;
    shown->heldBasis = HeldBasis::Observed;
    news.alert.lock = shown;
    news.alert.reason = words("held for 2 m by web-3");
    news.alert.began = ServerTime(1'770'000'000s);
    news.at = ServerTime(1'770'000'120s);
    news.end = end;
    return news;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/** How a command and a webhook are told, and what they are not. */
class TestAlertDelivery : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;

    QString file(const char *name) const { return m_directory.filePath(words(name)); }

    /** A command that does `script`, with its own name and `out` as arguments. */
    DeliverySettings commandOf(const char *script, const QString &out) const
    {
        DeliverySettings settings;
        settings.command = {words("/bin/sh"), words("-c"), words(script), words("sh"), out};
        return settings;
    }

    static DeliverySettings webhookOf(const HookServer &server)
    {
        DeliverySettings settings;
        settings.webhook = Secret(server.address("/hook?token=s3cret"));
        settings.firstPause = 10ms;
        return settings;
    }

private slots:
    void jsonIsAsDocumented()
    {
        AlertNews guess = newsOf("order:1");
        auto shape = std::make_shared<LockRecord>(*guess.alert.lock);
        shape->certainty = Certainty::Likely;
        guess.alert.lock = shape;
        const QByteArray guessed = alertNewsJson(guess, SteadyTime(1h));
        QCOMPARE(alertViolations(guessed), QStringList());
        QVERIFY2(guessed.contains(R"("certainty":"likely")"), guessed.constData());
        QVERIFY2(guessed.contains("order:1 (b), likely a lock: "), guessed.constData());
        const QByteArray began = alertNewsJson(newsOf("order:1"), SteadyTime(1h));
        QCOMPARE(alertViolations(began), QStringList());
        QVERIFY(!began.contains("secret"));
        QVERIFY(began.endsWith("}\n") && began.count('\n') == 1);
        const QJsonObject object = jsonObject(began);
        QCOMPARE(object.value(u"event").toString(), words("alert_began"));
        QCOMPARE(object.value(u"lock").toObject().value(u"held_ms").toInt(), 120'000);
        const QByteArray ended =
            alertNewsJson(newsOf("order:\xff", AlertEnd::Gone), SteadyTime(1h));
        QCOMPARE(alertViolations(ended), QStringList());
        QCOMPARE(jsonObject(ended).value(u"end").toString(), words("gone"));
        AlertNews backend = newsOf("x");
        backend.alert.subject = {words("b"), {}, {}, {}};
        backend.alert.lock.reset();
        QCOMPARE(alertViolations(alertNewsJson(backend, SteadyTime(1h))), QStringList());
        AlertNews restarted = newsOf("x");
        restarted.alert.lock.reset();
        QCOMPARE(alertViolations(alertNewsJson(restarted, SteadyTime(1h))), QStringList());
    }

    void commandReadsOneObjectAfterAnother()
    {
        const QString out = file("told");
        AlertDelivery delivery(commandOf("cat >> \"$1\"", out));
        delivery.tell({newsOf("a"), newsOf("b")});
        delivery.tell({newsOf("a", AlertEnd::Cleared)});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->delivered, 3, patience);
        const QList<QByteArray> lines = contentOf(out).trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].contains("\"name\":\"a\"") && lines[1].contains("\"name\":\"b\""));
        QVERIFY(lines[2].contains("alert_ended"));
        QVERIFY(!delivery.status().webhook);
    }

    void commandSeesNoPasswords()
    {
        qputenv("LOCKMASTER_PASSWORD_BILLING", "hunter2");
        qputenv("LOCKMASTER_PASSWORD", "hunter2");
        const QString out = file("environment");
        AlertDelivery delivery(commandOf("env > \"$1\"; cat > /dev/null", out));
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->delivered, 1, patience);
        QVERIFY(contentOf(out).contains("PATH="));
        QVERIFY(!contentOf(out).contains("hunter2"));
        qunsetenv("LOCKMASTER_PASSWORD_BILLING");
        qunsetenv("LOCKMASTER_PASSWORD");
    }

    void wordsOfTheCommandAreNoScript()
    {
        const QString out = file("words; touch hacked");
        DeliverySettings settings;
        settings.command = {words("/usr/bin/tee"), out};
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("$(touch hacked)")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->delivered, 1, patience);
        QVERIFY(contentOf(out).contains("$(touch hacked)"));
        QVERIFY(!QFile::exists(words("hacked")));
    }

    void commandThatFailsIsTold_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("problem");
        QTest::newRow("missing") << QStringList{words("/nowhere/tell")}
                                 << words("'/nowhere/tell' could not be started.");
        QTest::newRow("status") << QStringList{words("/bin/false")}
                                << words("'/bin/false' ended with status 1.");
        QTest::newRow("hangs") << QStringList{words("/bin/sh"), words("-c"),
                                              words("sleep 1000 & sleep 1000")}
                               << words("'/bin/sh' did not end in time.");
    }

    void commandThatFailsIsTold()
    {
        QFETCH(QStringList, command);
        QFETCH(QString, problem);
        DeliverySettings settings;
        settings.command = command;
        settings.commandTimeout = 300ms;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a"), newsOf("b")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->failed, 2, patience);
        QCOMPARE(delivery.status().command->problem, problem);
    }

    void webhookIsPostedTo()
    {
        HookServer server;
        AlertDelivery delivery(webhookOf(server));
        delivery.tell({newsOf("a"), newsOf("a", AlertEnd::Cleared)});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->delivered, 2, patience);
        QCOMPARE(server.requests().size(), 2);
        const HookServer::Request &first = server.requests().front();
        QVERIFY2(first.head.startsWith("POST /hook?token=s3cret HTTP/1.1\r\n"),
                 first.head.constData());
        QVERIFY(first.head.toLower().contains("content-type: application/json"));
        QCOMPARE(alertViolations(first.body), QStringList());
    }

    void whatFailsForAWhileIsDeliveredOnce()
    {
        HookServer server;
        server.answerWith({500, 503});
        AlertDelivery delivery(webhookOf(server));
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->delivered, 1, patience);
        QCOMPARE(server.requests().size(), 3);
        QCOMPARE(server.delivered().size(), 1);
        QCOMPARE(delivery.status().webhook->failed, 0);
        QVERIFY(delivery.status().webhook->problem.isEmpty());
    }

    void whatIsRefusedIsNotTriedAgain()
    {
        HookServer server;
        server.answerWith({404});
        AlertDelivery delivery(webhookOf(server));
        delivery.tell({newsOf("a"), newsOf("b")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->delivered, 1, patience);
        QCOMPARE(delivery.status().webhook->failed, 1);
        QCOMPARE(server.requests().size(), 2);
    }

    void redirectionIsNotFollowed()
    {
        HookServer server;
        server.answerWith({302});
        AlertDelivery delivery(webhookOf(server));
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->failed, 1, patience);
        QCOMPARE(server.requests().size(), 1);
    }

    void itIsGivenUpAfterSoManyTries()
    {
        HookServer server;
        server.setSilent(true);
        DeliverySettings settings = webhookOf(server);
        settings.webhookTimeout = 100ms;
        settings.tries = 3;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->failed, 1, patience);
        QCOMPARE(server.requests().size(), 3);
        const QString problem = delivery.status().webhook->problem;
        QCOMPARE(problem, words("The webhook did not answer in time."));
    }

    void answerThatNeverEndsHoldsUpNothing()
    {
        HookServer server;
        server.answerWith({503, 200});
        server.setDripping(true);
        DeliverySettings settings = webhookOf(server);
        settings.webhookTimeout = 500ms;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a"), newsOf("b")});
        // Its status says what became of it.
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->delivered, 2, patience);
        QVERIFY(server.requests().size() >= 3);
        QCOMPARE(delivery.status().webhook->failed, 0);
    }

    void whatTheCommandDetachedEndsWithIt()
    {
        const QString out = file("detached");
        DeliverySettings settings =
            commandOf("setsid sh -c 'sleep 1000 & echo $! > \"$0\"' \"$1\"; sleep 1000", out);
        settings.commandTimeout = 2s;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->failed, 1, patience);
        const pid_t detached = contentOf(out).trimmed().toInt();
        QVERIFY(detached > 0);
        const auto ended = [detached] {
            const QByteArray status = contentOf(QStringLiteral("/proc/%1/status").arg(detached));
            return status.isEmpty() || status.contains("State:\tZ");
        };
        QTRY_VERIFY_WITH_TIMEOUT(ended(), patience);
    }

    void whatTheCommandLeavesRunningStays()
    {
        const QString out = file("left");
        AlertDelivery delivery(commandOf("sleep 1000 & echo $! > \"$1\"", out));
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->delivered, 1, patience);
        QCOMPARE(::kill(contentOf(out).trimmed().toInt(), SIGKILL), 0);
    }

    void answersWithoutEndAreNotTakenIn_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QString>("problem"); // empty: it was delivered
        QTest::newRow("body") << QByteArray("HTTP/1.1 200 OK\r\n\r\n") << QString();
        QTest::newRow("header") << QByteArray("HTTP/1.1 200 OK\r\nX: ") << QString();
        QTest::newRow("refusal") << QByteArray("HTTP/1.1 404 No\r\nX: ")
                                 << words("The webhook answered with status 404.");
        QTest::newRow("first line")
            << QByteArray("HTTP/1.1 ") << words("The webhook's answer is not HTTP.");
        QTest::newRow("another protocol")
            << QByteArray("220 smtp ready\r\n") << words("The webhook's answer is not HTTP.");
        QTest::newRow("one before the answer") << QByteArray("HTTP/1.1 100 Go on\r\nX: ")
                                               << words("The webhook's answer is not HTTP.");
    }

    void answersWithoutEndAreNotTakenIn()
    {
        QFETCH(QByteArray, begin);
        QFETCH(QString, problem);
        const RogueServer server([begin](RogueServer::Client &client) {
            client.receive();
            client.send(begin);
            const QByteArray much(1 << 20, 'x');
            for (int i = 0; i < 512 && client.send(much); ++i) {
            }
        });
        DeliverySettings settings;
        settings.webhook = Secret("http://127.0.0.1:" + QByteArray::number(server.port()) + "/");
        settings.tries = 1;
        const PeakMemory memory;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a")});
        const auto isOver = [&delivery] {
            const auto state = delivery.status().webhook;
            return state->delivered + state->failed == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), patience);
        QCOMPARE(delivery.status().webhook->delivered, problem.isEmpty() ? 1 : 0);
        QCOMPARE(delivery.status().webhook->problem, problem);
        if (PeakMemory::isMeaningful())
            QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
    }

    void answerBehindAnotherOneCounts()
    {
        const RogueServer server([](RogueServer::Client &client) {
            client.receive();
            for (const char *piece : {"HTTP/1.1 10", "0 Continue\r\n\r",
                                      "\nHTTP/1.1 103 Early Hints\r\n"
                                      "Link: x\r\n\r\nHTTP/1.1 204 ",
                                      "No Content\r\n"})
                client.send(piece);
            client.stayUntilGone();
        });
        DeliverySettings settings;
        settings.webhook = Secret("http://localhost:" + QByteArray::number(server.port()));
        settings.tries = 1;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->delivered, 1, patience);
        QVERIFY(server.recorder().inTheClear().startsWith("POST / HTTP/1.1\r\nHost: localhost:"));
    }

    void strangersCertificateIsRefused()
    {
        if (QStandardPaths::findExecutable(words("openssl")).isEmpty()) {
            QVERIFY2(!qEnvironmentVariableIsSet("CI"), "openssl is not installed");
            QSKIP("openssl is not installed");
        }
        QProcess openssl;
        openssl.start(words("openssl"),
                      {words("req"), words("-x509"), words("-newkey"), words("rsa:2048"),
                       words("-nodes"), words("-subj"), words("/CN=127.0.0.1"), words("-keyout"),
                       file("key.pem"), words("-out"), file("cert.pem")});
        QVERIFY(openssl.waitForFinished(patience));
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setLocalCertificateChain(QSslCertificate::fromPath(file("cert.pem")));
        tls.setPrivateKey(QSslKey(contentOf(file("key.pem")), QSsl::Rsa));
        QSslServer server;
        server.setSslConfiguration(tls);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QByteArray heard;
        connect(&server, &QTcpServer::newConnection, this, [&server, &heard] {
            while (QTcpSocket *socket = server.nextPendingConnection()) {
                QObject::connect(socket, &QTcpSocket::readyRead, socket,
                                 [socket, &heard] { heard += socket->readAll(); });
            }
        });
        DeliverySettings settings;
        settings.webhook =
            Secret("https://127.0.0.1:" + QByteArray::number(server.serverPort()) + "/s3cret");
        settings.firstPause = 1ms;
        settings.tries = 2;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->failed, 1, patience);
        QCOMPARE(delivery.status().webhook->problem,
                 words("The webhook's certificate does not verify."));
        QCOMPARE(heard, QByteArray());
    }

    void addressIsNeverTold()
    {
        DeliverySettings settings;
        settings.webhook = Secret("http://127.0.0.1:1/hook?token=s3cret");
        settings.firstPause = 1ms;
        settings.tries = 2;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a")});
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().webhook->failed, 1, patience);
        QCOMPARE(delivery.status().webhook->problem, words("The webhook refuses connections."));
    }

    void whatIsTooMuchIsDroppedAndCounted()
    {
        DeliverySettings settings;
        settings.command = {words("/bin/sleep"), words("1000")};
        std::vector<AlertNews> news(AlertDelivery::mostWaiting + 4, newsOf("a"));
        AlertDelivery delivery(settings);
        delivery.tell(news);
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->dropped, 3, patience);
    }

    void whatIsNotDeliveredByTheEndIsCounted()
    {
        HookServer server;
        server.setSilent(true);
        DeliverySettings settings = webhookOf(server);
        settings.webhookTimeout = 60s;
        settings.command = {words("/bin/sleep"), words("1000")};
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a"), newsOf("b"), newsOf("c")});
        QCOMPARE(delivery.end(), (UndeliveredAlerts{3, 3}));
        QCOMPARE(delivery.end(), UndeliveredAlerts());
        delivery.tell({newsOf("late")}); // is told to nobody
    }

    void whatWaitsAtTheEndIsTriedOnceMore()
    {
        HookServer server;
        server.answerWith({503});
        DeliverySettings settings = webhookOf(server);
        settings.firstPause = 600s;
        const QString out = file("told");
        settings.command = commandOf("cat >> \"$1\"", out).command;
        AlertDelivery delivery(settings);
        delivery.tell({newsOf("a"), newsOf("b")});
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(delivery.status().command->delivered, 2, patience);
        // The server lives on this thread, which waits meanwhile.
        UndeliveredAlerts left{.webhook = 2};
        std::atomic<bool> ended = false;
        std::thread ending([&] {
            left = delivery.end();
            ended = true;
        });
        (void)QTest::qWaitFor([&ended] { return ended.load(); }, patience);
        ending.join();
        QCOMPARE(server.delivered().size(), 2);
        QCOMPARE(left, UndeliveredAlerts());
    }

    void addressComesFromAFileOfItsOwn()
    {
        AlertKeys keys;
        keys.webhookUrlFile = file("address");
        QVERIFY(!deliverySettings(keys));
        const auto write = [this](const char *text) {
            QFile address(file("address"));
            QVERIFY(address.open(QIODevice::WriteOnly));
            address.write(text);
            address.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        };
        write("https://hooks.example/T0/s3cret\n");
        const auto settings = deliverySettings(keys);
        QVERIFY(settings);
        QCOMPARE(settings->webhook.reveal(), QByteArray("https://hooks.example/T0/s3cret"));
        write("ftp://s3cret\n");
        const auto refused = deliverySettings(keys);
        QVERIFY(!refused);
        QVERIFY(!refused.error().message.contains(words("s3cret")));
    }
};

LOCKMASTER_TEST(TestAlertDelivery, QCoreApplication)

} // namespace tst_alertdelivery

#include "tst_alertdelivery.moc"
