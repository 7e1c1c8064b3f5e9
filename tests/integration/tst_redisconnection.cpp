// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisconnection.h"

#include "core/transport/socketinterrupt.h"
#include "tests/support/privateredis.h"
#include "tests/support/rogueserver.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTest>

#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tst_redisconnection {

/** Skips the running test where there is no openssl; fails it in CI. */
#define NEEDS_OPENSSL()                                                                            \
    do {                                                                                           \
        if (!m_certificates) {                                                                     \
            if (qEnvironmentVariableIsSet("CI"))                                                   \
                QFAIL("openssl is not installed");                                                 \
            QSKIP("openssl is not installed");                                                     \
        }                                                                                          \
    } while (false)

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace {

SteadyTime in(Millis time)
{
    return std::chrono::steady_clock::now() + time;
}

Endpoint endpointAt(quint16 port, Millis timeout = 20s)
{
    BackendSpec spec;
    spec.kind = BackendKind::Redis;
    spec.port = port;
    spec.timeout = timeout;
    return endpointOf(spec, {});
}

auto open(const Endpoint &endpoint, Millis within = 60s)
{
    return RedisConnection::open(endpoint, in(within));
}

void quiet(RogueServer::Client &client)
{
    client.stayUntilGone();
}

/** Whether `text` says what happened and where, and nothing of what is secret. */
bool saysWhere(const Error &error, const Endpoint &endpoint)
{
    return error.message.contains(endpoint.address)
           && !error.message.contains(QLatin1StringView("s3cret"))
           && !error.remedy.contains(QLatin1StringView("s3cret"));
}

} // namespace

class TestRedisConnection : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        LOCKMASTER_NEEDS_REDIS();
        m_certificates = TestCertificates::make(m_directory.path());
        m_plain = PrivateRedis::start({.lines = {"databases 4", "user ann on >s3cret ~* &* +@all",
                                                 "user bob on >s3cret ~* -@all +ping +get",
                                                 "user off off >s3cret ~* +@all"}});
        QVERIFY(m_plain);
        m_closed = PrivateRedis::start({.password = "s3cret"});
        QVERIFY(m_closed);
        if (!m_certificates)
            return;
        m_tls = PrivateRedis::start({.tls = m_certificates});
        QVERIFY(m_tls);
    }

    void itKnowsTheServer()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        const RedisServer &server = (*connection)->server();
        QVERIFY(server.product == QLatin1StringView("Redis")
                || server.product == QLatin1StringView("Valkey"));
        QVERIFY(server.version >= 60000);
        QVERIFY(server.versionText.contains(u'.'));
        QVERIFY(server.connectionId > 0);
        QVERIFY(server.cipher.isEmpty());
        QVERIFY(!server.replica && !server.cluster && !server.infoDenied);
    }

    void aServerIsCalledWhatItCallsItself_data()
    {
        QTest::addColumn<QByteArray>("versions");
        QTest::addColumn<QString>("product");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("version");
        const auto row = [](const char *product, const QByteArray &versions, const char *text,
                            int version) {
            QTest::addRow("%s %s", product, text)
                << versions << QString::fromLatin1(product) << QString::fromLatin1(text) << version;
        };
        row("Redis", "redis_version:7.0.15", "7.0.15", 70015);
        row("Valkey", "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.1.0", "9.1.0",
            90100);
        row("Redict", "redis_version:7.2.4\r\nredict_version:7.3.6", "7.3.6", 70306);
        row("Redict", "redis_version:7.2.4\r\nserver_name:redict", "7.2.4", 70204);
        row("newcomer", "redis_version:7.2.4\r\nserver_name:newcomer", "7.2.4", 70204);
        row("Dragonfly", "redis_version:7.4.0\r\ndragonfly_version:df-v1.25.1", "df-v1.25.1",
            70400);
    }
    void aServerIsCalledWhatItCallsItself()
    {
        QFETCH(QByteArray, versions);
        QFETCH(QString, product);
        QFETCH(QString, text);
        QFETCH(int, version);
        const RogueServer server(
            afterLogin([](RogueServer::Client &client) { client.stayUntilGone(); }, versions));
        const auto connection = open(endpointAt(server.port()));
        QVERIFY(connection);
        QCOMPARE((*connection)->server().product, product);
        QCOMPARE((*connection)->server().versionText, text);
        QCOMPARE((*connection)->server().version, version);
    }

    void repliesComeInOrder()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        std::vector<RedisCommand> commands;
        for (int i = 0; i < 20'000; ++i)
            commands.push_back({"ECHO", QByteArray::number(i)});
        const auto replies = (*connection)->pipeline(commands, in(60s));
        QVERIFY(replies);
        QCOMPARE(replies->size(), commands.size());
        for (size_t i = 0; i < commands.size(); ++i)
            QCOMPARE((*replies)[i].text, commands[i][1]);
    }

    void whatIsSentBehindIsAnsweredApart()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        constexpr std::array<int, 4> sizes{3, 1'000, 1, 700};
        for (int batch = 0; batch < 4; ++batch) {
            std::vector<RedisCommand> commands;
            for (int i = 0; i < sizes[size_t(batch)]; ++i)
                commands.push_back({"ECHO", QByteArray::number(batch) + QByteArray(i, 'x')});
            QVERIFY((*connection)->send(RedisRequest(commands)));
        }
        for (int batch = 0; batch < 4; ++batch) {
            const auto replies = (*connection)->replies(in(60s));
            QVERIFY(replies);
            QCOMPARE(replies->size(), size_t(sizes[size_t(batch)]));
            for (int i = 0; i < sizes[size_t(batch)]; ++i)
                QCOMPARE((*replies)[size_t(i)].text,
                         QByteArray::number(batch) + QByteArray(i, 'x'));
        }
        QCOMPARE((*connection)->command({"ECHO", "after"}, in(60s))->text, QByteArray("after"));
    }

    void bytesArriveAsTheyAre()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        QByteArray value(1 << 20, '\0');
        for (qsizetype i = 0; i < value.size(); ++i)
            value[i] = static_cast<char>(i * 7);
        const QByteArray key("k\0\r\n\xff", 5);
        QVERIFY((*connection)->command({"SET", key, value}, in(60s)));
        const auto back = (*connection)->command({"GET", key}, in(60s));
        QVERIFY(back);
        QCOMPARE(back->text, value);
    }

    void anErrorReplyIsAValue()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        const auto reply = (*connection)->command({"NOSUCH"}, in(60s));
        QVERIFY(reply && reply->isError());
        QCOMPARE(errorOfReply(*reply, QStringLiteral("NOSUCH")).kind, ErrorKind::Unsupported);
        QVERIFY((*connection)->usable());
    }

    void aUnixSocketWorks()
    {
        BackendSpec spec = m_plain->spec();
        spec.socketPath = m_plain->socketPath();
        const auto connection = open(endpointOf(spec, {}));
        QVERIFY2(connection, qPrintable(connection ? QString() : connection.error().message));
        const auto reply = (*connection)->command({"PING"}, in(60s));
        QVERIFY(reply);
        QCOMPARE(reply->text, QByteArray("PONG"));
    }

    void theDatabaseIsSelected()
    {
        Endpoint endpoint = endpointAt(m_plain->port());
        endpoint.redisDatabase = 3;
        const auto connection = open(endpoint);
        QVERIFY(connection);
        QVERIFY((*connection)->command({"SET", "only in 3", "x"}, in(60s)));
        QVERIFY(m_plain->run({"GET", "only in 3"}).isNil());
        endpoint.redisDatabase = 4;
        const auto missing = open(endpoint);
        QVERIFY(!missing);
        QCOMPARE(missing.error().kind, ErrorKind::NotFound);
    }

    void logins_data()
    {
        QTest::addColumn<bool>("closed");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QByteArray>("password");
        QTest::addColumn<int>("error"); // -1: none
        const int none = -1;
        const int auth = int(ErrorKind::Auth);
        QTest::newRow("password") << true << QString() << QByteArray("s3cret") << none;
        QTest::newRow("no password") << true << QString() << QByteArray() << auth;
        QTest::newRow("wrong password") << true << QString() << QByteArray("s3cretx") << auth;
        QTest::newRow("unwanted password") << false << QString() << QByteArray("s3cret") << none;
        QTest::newRow("user") << false << QStringLiteral("ann") << QByteArray("s3cret") << none;
        QTest::newRow("wrong password of user")
            << false << QStringLiteral("ann") << QByteArray("s3cretx") << auth;
        QTest::newRow("unknown user") << false << QStringLiteral("eve") << QByteArray("x") << auth;
        QTest::newRow("disabled user")
            << false << QStringLiteral("off") << QByteArray("s3cret") << auth;
        QTest::newRow("user who may do little")
            << false << QStringLiteral("bob") << QByteArray("s3cret") << none;
    }
    void logins()
    {
        QFETCH(bool, closed);
        QFETCH(QString, user);
        QFETCH(QByteArray, password);
        QFETCH(int, error);
        Endpoint endpoint = endpointAt(closed ? m_closed->port() : m_plain->port());
        endpoint.user = user;
        endpoint.password = Secret(password);
        const auto connection = open(endpoint);
        QCOMPARE(connection ? -1 : int(connection.error().kind), error);
        if (!connection)
            QVERIFY2(saysWhere(connection.error(), endpoint),
                     qPrintable(connection.error().message));
    }

    void whatMayNotBeAskedIsNotKnown()
    {
        Endpoint endpoint = endpointAt(m_plain->port());
        endpoint.user = QStringLiteral("bob");
        endpoint.password = Secret("s3cret");
        const auto connection = open(endpoint);
        QVERIFY(connection);
        QVERIFY((*connection)->server().infoDenied);
        QCOMPARE((*connection)->server().version, 0);
        QVERIFY((*connection)->server().versionText.isEmpty());
        const auto denied = (*connection)->command({"SET", "a", "b"}, in(60s));
        QVERIFY(denied);
        QCOMPARE(errorOfReply(*denied, QStringLiteral("SET")).kind, ErrorKind::Denied);
    }

    void whereNobodyListens()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost, 0));
        const Endpoint endpoint = endpointAt(taken.serverPort());
        taken.close();
        const auto connection = open(endpoint);
        QVERIFY(!connection);
        QCOMPARE(connection.error().kind, ErrorKind::Network);
        QVERIFY(saysWhere(connection.error(), endpoint));
        QVERIFY(!connection.error().remedy.isEmpty());
    }

    void anUnknownHost()
    {
        Endpoint endpoint = endpointAt(6379);
        endpoint.host = QStringLiteral("nowhere.invalid");
        const auto connection = open(endpoint);
        QVERIFY(!connection);
        QVERIFY(connection.error().kind == ErrorKind::Network
                || connection.error().kind == ErrorKind::Timeout);
        QVERIFY(connection.error().message.contains(endpoint.host));
    }

    void aMissingUnixSocket()
    {
        BackendSpec spec = m_plain->spec();
        spec.socketPath = m_directory.filePath(QStringLiteral("none"));
        const auto connection = open(endpointOf(spec, {}));
        QVERIFY(!connection);
        QCOMPARE(connection.error().kind, ErrorKind::Network);
        spec.socketPath = QStringLiteral("/tmp/").leftJustified(300, u'x');
        QCOMPARE(open(endpointOf(spec, {})).error().kind, ErrorKind::Config);
    }

    void silence_data()
    {
        QTest::addColumn<bool>("tls");
        QTest::newRow("plain") << false;
        QTest::newRow("TLS") << true;
    }
    void silence()
    {
        QFETCH(bool, tls);
        RogueServer silent(quiet);
        Endpoint endpoint = endpointAt(silent.port(), 300ms);
        endpoint.tls = tls ? TlsMode::Verify : TlsMode::Off;
        const auto connection = open(endpoint);
        QVERIFY(!connection);
        QCOMPARE(connection.error().kind, tls ? ErrorKind::Tls : ErrorKind::Timeout);
        QVERIFY(saysWhere(connection.error(), endpoint));
    }

    void aDrippingServerDoesNotStretchTheDeadline()
    {
        std::atomic<int> drops = 0;
        RogueServer dripping(afterLogin([&drops](RogueServer::Client &client) {
            client.receive();
            client.send("$1000000\r\n");
            while (client.send("x")) {
                ++drops;
                client.pause(20ms);
            }
        }));
        const auto connection = open(endpointAt(dripping.port()));
        QVERIFY2(connection, qPrintable(connection ? QString() : connection.error().message));
        const SteadyTime start = std::chrono::steady_clock::now();
        const auto reply = (*connection)->command({"GET", "a"}, in(500ms));
        QVERIFY(std::chrono::steady_clock::now() - start < 10s);
        QVERIFY(drops > 3);
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, ErrorKind::Timeout);
        QVERIFY(!(*connection)->usable());
        QCOMPARE((*connection)->command({"GET", "a"}, in(60s)).error().kind, ErrorKind::Network);
    }

    void aStoppedServerIsATimeout()
    {
        const auto server = PrivateRedis::start();
        QVERIFY(server);
        const auto connection = open(endpointAt(server->port()));
        QVERIFY(connection);
        server->stop();
        const auto reply = (*connection)->command({"PING"}, in(200ms));
        const auto another = open(endpointAt(server->port(), 200ms));
        server->resume();
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, ErrorKind::Timeout);
        QVERIFY(!another);
        QCOMPARE(another.error().kind, ErrorKind::Timeout);
        QVERIFY(open(endpointAt(server->port())));
    }

    void hostileAnswersEndTheConnection_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("kind");
        const int protocol = int(ErrorKind::Protocol);
        QTest::newRow("a hundred million elements")
            << QByteArray("*100000000\r\n") << int(ErrorKind::Truncated);
        QTest::newRow("junk") << QByteArray("hello\r\n") << protocol;
        QTest::newRow("push") << QByteArray(">1\r\n+x\r\n") << protocol;
        QTest::newRow("one answer too many") << QByteArray("+a\r\n+b\r\n") << protocol;
        QTest::newRow("half an answer too many") << QByteArray("+a\r\n$5\r\n") << protocol;
        QTest::newRow("hung up") << QByteArray("$5\r\nab") << int(ErrorKind::Network);
    }
    void hostileAnswersEndTheConnection()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, kind);
        RogueServer rogue(afterLogin([answer](RogueServer::Client &client) {
            client.receive();
            client.send(answer);
        }));
        const auto connection = open(endpointAt(rogue.port()));
        QVERIFY(connection);
        const auto reply = (*connection)->command({"GET", "a"}, in(60s));
        QVERIFY(!reply);
        QCOMPARE(int(reply.error().kind), kind);
        QVERIFY(!(*connection)->usable());
    }

    void anAnswerNobodyAskedForIsNotTakenForOne()
    {
        std::atomic<bool> sent = false;
        RogueServer rogue(afterLogin([&sent](RogueServer::Client &client) {
            client.send("+free\r\n");
            sent = true;
            client.stayUntilGone();
        }));
        const auto connection = open(endpointAt(rogue.port()));
        // The bytes may have come with the login's, which is refused at once.
        if (!connection) {
            QCOMPARE(connection.error().kind, ErrorKind::Protocol);
            return;
        }
        QTRY_VERIFY(sent);
        const auto reply = (*connection)->command({"GET", "a"}, in(60s));
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, ErrorKind::Protocol);
    }

    void refusalsAtTheDoor_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("kind");
        QTest::newRow("max clients")
            << QByteArray("-ERR max number of clients reached\r\n") << int(ErrorKind::Network);
        QTest::newRow("protected mode")
            << QByteArray("-DENIED Redis is running in protected mode because ...\r\n")
            << int(ErrorKind::Denied);
        QTest::newRow("loading")
            << QByteArray("-LOADING Redis is loading the dataset in memory\r\n").repeated(10)
            << int(ErrorKind::Network);
        QTest::newRow("not Redis")
            << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n") << int(ErrorKind::Protocol);
        QTest::newRow("hangs up") << QByteArray() << int(ErrorKind::Network);
    }
    void refusalsAtTheDoor()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, kind);
        RogueServer rogue([answer](RogueServer::Client &client) {
            client.receive();
            client.send(answer);
        });
        const auto connection = open(endpointAt(rogue.port()));
        QVERIFY(!connection);
        QCOMPARE(int(connection.error().kind), kind);
    }

    void interruptEndsABlockedCall()
    {
        RogueServer silent(afterLogin(quiet));
        const auto connection = open(endpointAt(silent.port()));
        QVERIFY(connection);
        std::thread other([&] {
            std::this_thread::sleep_for(100ms);
            (*connection)->interrupt();
        });
        const SteadyTime start = std::chrono::steady_clock::now();
        const auto reply = (*connection)->command({"GET", "a"}, in(60s));
        other.join();
        QVERIFY(std::chrono::steady_clock::now() - start < 30s);
        QVERIFY(!reply);
        QCOMPARE(reply.error().kind, ErrorKind::Network);
        QVERIFY(!(*connection)->usable());
    }

    void interruptSparesWhoGotTheNumberSince()
    {
        int first[2];
        int second[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, first), 0);
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, second), 0);
        SocketInterrupt interrupt;
        interrupt.attach(first[0]);
        QCOMPARE(::dup3(second[0], first[0], O_CLOEXEC), first[0]);
        interrupt.interrupt();
        char byte = 'x';
        QCOMPARE(::recv(first[1], &byte, 1, 0), ssize_t(0));
        QCOMPARE(::send(first[0], &byte, 1, MSG_NOSIGNAL), ssize_t(1));
        QCOMPARE(::recv(second[1], &byte, 1, MSG_DONTWAIT), ssize_t(1));
        for (const int descriptor : {first[0], first[1], second[0], second[1]})
            ::close(descriptor);
    }

    void interruptEndsAnOpening_data() { silence_data(); }
    void interruptEndsAnOpening()
    {
        QFETCH(bool, tls);
        RogueServer silent(quiet);
        Endpoint endpoint = endpointAt(silent.port(), 60s);
        endpoint.tls = tls ? TlsMode::Verify : TlsMode::Off;
        const auto interrupt = std::make_shared<SocketInterrupt>();
        std::thread other([&] {
            std::this_thread::sleep_for(100ms);
            interrupt->interrupt();
        });
        const SteadyTime start = std::chrono::steady_clock::now();
        const auto connection = RedisConnection::open(endpoint, in(60s), {}, interrupt);
        other.join();
        QVERIFY(std::chrono::steady_clock::now() - start < 30s);
        QVERIFY(!connection);
        QCOMPARE(connection.error().kind, ErrorKind::Network);
    }

    void messagesComeInOrderAndSilenceIsNoError()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        QVERIFY((*connection)->subscribe({"news", "more"}, in(60s)));
        auto nothing = (*connection)->receive(in(10ms));
        QVERIFY(nothing.has_value());
        QVERIFY(!nothing->has_value());
        const QByteArray binary("\0\r\n\xff", 4);
        m_plain->runAll({{"PUBLISH", "news", binary}, {"PUBLISH", "more", "2"}});
        const auto first = (*connection)->receive(in(60s));
        QVERIFY(first.has_value() && first->has_value());
        QCOMPARE((*first)->elements.size(), size_t(3));
        QCOMPARE((*first)->elements[0].text, QByteArray("message"));
        QCOMPARE((*first)->elements[1].text, QByteArray("news"));
        QCOMPARE((*first)->elements[2].text, binary);
        const auto second = (*connection)->receive(in(60s));
        QVERIFY(second.has_value() && second->has_value());
        QCOMPARE((*second)->elements[2].text, QByteArray("2"));
        // A deadline that is past still gets what is there.
        m_plain->run({"PUBLISH", "news", "3"});
        std::optional<RedisReply> third;
        QTRY_VERIFY(third || (third = (*connection)->receive(in(0s)).value_or(std::nullopt)));
        QCOMPARE(third->elements[2].text, QByteArray("3"));
        QVERIFY((*connection)->usable());
        QCOMPARE((*connection)->command({"PING"}, in(60s)).error().kind, ErrorKind::Protocol);
        QVERIFY((*connection)->usable());
    }

    void patternsAreListenedToAsWell()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        QVERIFY((*connection)->subscribeToPatterns({"a*", "b*"}, in(60s)));
        m_plain->runAll({{"PUBLISH", "b1", "x"}, {"PUBLISH", "c1", "y"}, {"PUBLISH", "a1", "z"}});
        for (const char *channel : {"b1", "a1"}) {
            const auto message = (*connection)->receive(in(60s));
            QVERIFY(message && *message);
            QCOMPARE((*message)->elements.size(), size_t(4));
            QCOMPARE((*message)->elements[0].text, QByteArray("pmessage"));
            QCOMPARE((*message)->elements[2].text, QByteArray(channel));
        }
    }

    void aPingLosesNoMessage()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        QVERIFY((*connection)->ping(in(60s)));
        QVERIFY((*connection)->subscribe({"news"}, in(60s)));
        QVERIFY((*connection)->ping(in(60s)));
        m_plain->runAll({{"PUBLISH", "news", "1"}, {"PUBLISH", "news", "2"}});
        QVERIFY((*connection)->ping(in(60s)));
        QVERIFY((*connection)->ping(in(60s)));
        for (const char *text : {"1", "2"}) {
            const auto message = (*connection)->receive(in(0s));
            QVERIFY(message && *message);
            QCOMPARE((*message)->elements[2].text, QByteArray(text));
        }
        QVERIFY(!*(*connection)->receive(in(0s)));
        m_plain->run({"CLIENT", "KILL", "TYPE", "pubsub"});
        QVERIFY(!(*connection)->ping(in(60s)));
        QVERIFY(!(*connection)->usable());
    }

    void endlessMessagesBeforeAPongAreBounded()
    {
        RogueServer rogue(afterLogin([](RogueServer::Client &client) {
            client.receive();
            client.send("*3\r\n$9\r\nsubscribe\r\n$1\r\nn\r\n:1\r\n");
            client.receive();
            const QByteArray message = "*3\r\n$7\r\nmessage\r\n$1\r\nn\r\n$1\r\na\r\n";
            while (client.send(message.repeated(100)))
                client.pause(1ms);
        }));
        const auto connection =
            RedisConnection::open(endpointAt(rogue.port()), in(60s), {64 << 20, 50'000});
        QVERIFY(connection);
        QVERIFY((*connection)->subscribe({"n"}, in(60s)));
        const auto pong = (*connection)->ping(in(10s));
        QVERIFY(!pong);
        QCOMPARE(pong.error().kind, ErrorKind::Truncated);
        QVERIFY(!(*connection)->usable());
    }

    void whatWasReceivedCountsNoMore()
    {
        const auto connection =
            RedisConnection::open(endpointAt(m_plain->port()), in(60s), {1 << 20, 100});
        QVERIFY(connection);
        QVERIFY((*connection)->subscribe({"news"}, in(60s)));
        for (int i = 0; i < 100; ++i)
            QVERIFY((*connection)->ping(in(60s)));
        for (int i = 0; i < 100; ++i) {
            m_plain->run({"PUBLISH", "news", "1"});
            const auto message = (*connection)->receive(in(60s));
            QVERIFY(message && *message);
        }
    }

    void aClosedChannelIsDenied()
    {
        m_plain->run({"ACL", "SETUSER", "deaf", "on", "nopass", "~*", "resetchannels", "+@all"});
        Endpoint endpoint = endpointAt(m_plain->port());
        endpoint.user = QStringLiteral("deaf");
        endpoint.password = Secret("x");
        const auto connection = open(endpoint);
        QVERIFY(connection);
        const auto done = (*connection)->subscribe({"news"}, in(60s));
        QVERIFY(!done);
        QCOMPARE(done.error().kind, ErrorKind::Denied);
        QVERIFY(!(*connection)->usable());
    }

    /** What follows a subscription in the same piece is no answer too many; half of one is kept. */
    void messagesInPiecesArePutTogether()
    {
        RogueServer rogue(afterLogin([](RogueServer::Client &client) {
            client.receive();
            client.send("*3\r\n$9\r\nsubscribe\r\n$1\r\nn\r\n:1\r\n"
                        "*3\r\n$7\r\nmessage\r\n$1\r\nn\r\n$1\r\na\r\n"
                        "*3\r\n$7\r\nmess");
            client.pause(100ms);
            client.send("age\r\n$1\r\nn\r\n$1\r\nb\r\n");
            client.stayUntilGone();
        }));
        const auto connection = open(endpointAt(rogue.port()));
        QVERIFY(connection);
        QVERIFY((*connection)->subscribe({"n"}, in(60s)));
        QByteArray heard;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                const auto message = (*connection)->receive(in(5ms));
                if (message && *message)
                    heard += (*message)->elements.at(2).text;
                return heard == "ab";
            }(),
            60'000);
    }

    void hostileMessagesEndTheConnection_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<int>("kind");
        QTest::newRow("a hundred million elements")
            << QByteArray("*100000000\r\n") << int(ErrorKind::Truncated);
        QTest::newRow("no message") << QByteArray("+x\r\n") << int(ErrorKind::Protocol);
        QTest::newRow("hung up") << QByteArray("*3\r\n") << int(ErrorKind::Network);
    }
    void hostileMessagesEndTheConnection()
    {
        QFETCH(QByteArray, message);
        QFETCH(int, kind);
        RogueServer rogue(afterLogin([message](RogueServer::Client &client) {
            client.receive();
            client.send("*3\r\n$9\r\nsubscribe\r\n$1\r\nn\r\n:1\r\n");
            client.pause(50ms);
            client.send(message);
        }));
        const auto connection = open(endpointAt(rogue.port()));
        QVERIFY(connection);
        QVERIFY((*connection)->subscribe({"n"}, in(60s)));
        const auto received = (*connection)->receive(in(60s));
        QVERIFY(!received);
        QCOMPARE(int(received.error().kind), kind);
        QVERIFY(!(*connection)->usable());
    }

    void interruptEndsAWaitForMessages()
    {
        const auto connection = open(endpointAt(m_plain->port()));
        QVERIFY(connection);
        QVERIFY((*connection)->subscribe({"news"}, in(60s)));
        std::thread other([&] {
            std::this_thread::sleep_for(100ms);
            (*connection)->interrupt();
        });
        const SteadyTime start = std::chrono::steady_clock::now();
        const auto received = (*connection)->receive(in(60s));
        other.join();
        QVERIFY(std::chrono::steady_clock::now() - start < 30s);
        QVERIFY(!received);
        QCOMPARE(received.error().kind, ErrorKind::Network);
    }

    void verifiedTlsConnects_data()
    {
        QTest::addColumn<QString>("host");
        QTest::newRow("address") << QStringLiteral("127.0.0.1");
        QTest::newRow("name") << QStringLiteral("localhost");
    }
    void verifiedTlsConnects()
    {
        NEEDS_OPENSSL();
        QFETCH(QString, host);
        Endpoint endpoint = tlsEndpoint(*m_tls);
        endpoint.host = host;
        const auto connection = open(endpoint);
        QVERIFY2(connection, qPrintable(connection ? QString() : connection.error().message));
        QVERIFY((*connection)->server().tlsProtocol.startsWith(QLatin1StringView("TLSv1.")));
        QVERIFY(!(*connection)->server().cipher.isEmpty());
        std::vector<RedisCommand> commands(20'000, RedisCommand{"ECHO", QByteArray(100, 'x')});
        const auto replies = (*connection)->pipeline(commands, in(60s));
        QVERIFY(replies);
        QCOMPARE(replies->back().text, commands.back()[1]);
    }

    void unverifiedTlsIsRefused_data()
    {
        QTest::addColumn<int>("trouble");
        QTest::newRow("foreign authority") << 0;
        QTest::newRow("system's authorities") << 1;
        QTest::newRow("other host's certificate") << 2;
        QTest::newRow("expired certificate") << 3;
        QTest::newRow("plaintext server") << 4;
    }
    void unverifiedTlsIsRefused()
    {
        NEEDS_OPENSSL();
        QFETCH(int, trouble);
        TestCertificates served = *m_certificates;
        if (trouble == 2) {
            served.cert = served.otherHostCert;
            served.key = served.otherHostKey;
        } else if (trouble == 3) {
            served.cert = served.expiredCert;
            served.key = served.expiredKey;
        }
        const auto server = PrivateRedis::start({.tls = served});
        QVERIFY(server);
        Endpoint endpoint = tlsEndpoint(*server);
        if (trouble == 0)
            endpoint.caFile = m_certificates->foreignCa;
        else if (trouble == 1)
            endpoint.caFile.clear();
        else if (trouble == 4)
            endpoint = tlsEndpoint(*server, server->port());
        endpoint.timeout = trouble == 4 ? Millis(1s) : Millis(20s);
        const auto connection = open(endpoint);
        QVERIFY(!connection);
        QCOMPARE(connection.error().kind, ErrorKind::Tls);
        QVERIFY2(saysWhere(connection.error(), endpoint), qPrintable(connection.error().message));
        QVERIFY(!connection.error().remedy.isEmpty());
    }

    void plaintextToATlsPortIsNoSilence()
    {
        NEEDS_OPENSSL();
        const auto connection = open(endpointAt(m_tls->tlsPort()));
        QVERIFY(!connection);
        QVERIFY(connection.error().kind == ErrorKind::Network
                || connection.error().kind == ErrorKind::Protocol);
    }

    void clientCertificates()
    {
        NEEDS_OPENSSL();
        const auto server =
            PrivateRedis::start({.tls = m_certificates, .clientCertificates = true});
        QVERIFY(server);
        Endpoint endpoint = tlsEndpoint(*server);
        const auto without = open(endpoint);
        QVERIFY(!without);
        QCOMPARE(without.error().kind, ErrorKind::Tls);
        QVERIFY2(without.error().remedy.contains(QLatin1StringView("certificate")),
                 qPrintable(without.error().message));
        endpoint.certFile = m_certificates->foreignCa;
        endpoint.keyFile = m_certificates->foreignKey;
        const auto foreign = open(endpoint);
        QVERIFY(!foreign);
        QCOMPARE(foreign.error().kind, ErrorKind::Tls);
        endpoint.certFile = m_certificates->clientCert;
        endpoint.keyFile = m_certificates->clientKey;
        const auto with = open(endpoint);
        QVERIFY2(with, qPrintable(with ? QString() : with.error().message));
    }

    void badTlsFilesAreNamed_data()
    {
        QTest::addColumn<bool>("missing");
        QTest::addColumn<QString>("which");
        for (const char *which : {"ca", "cert", "key"}) {
            QTest::addRow("missing %s", which) << true << QString::fromLatin1(which);
            QTest::addRow("empty %s", which) << false << QString::fromLatin1(which);
        }
    }
    void badTlsFilesAreNamed()
    {
        NEEDS_OPENSSL();
        QFETCH(bool, missing);
        QFETCH(QString, which);
        const QString bad = m_directory.filePath(QStringLiteral("bad.pem"));
        QFile file(bad);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        if (missing)
            file.remove();
        Endpoint endpoint = tlsEndpoint(*m_tls);
        endpoint.certFile = which == QLatin1StringView("cert") ? bad : m_certificates->clientCert;
        endpoint.keyFile = which == QLatin1StringView("key") ? bad : m_certificates->clientKey;
        if (which == QLatin1StringView("ca"))
            endpoint.caFile = bad;
        const auto connection = open(endpoint);
        QVERIFY(!connection);
        QCOMPARE(connection.error().kind, ErrorKind::Config);
        QVERIFY(connection.error().message.contains(bad));
    }

    /** Redis 8.0 dies of who did not, while slots move; Debian's does not know the command. */
    void aNodeOfAClusterIsToldToCountOurLooks_data()
    {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<bool>("told");
        QTest::newRow("by itself") << QByteArray("$19\r\ncluster_enabled:0\r\n\r\n") << false;
        QTest::newRow("a node") << QByteArray("$19\r\ncluster_enabled:1\r\n\r\n") << true;
        QTest::newRow("it may not say") << QByteArray("-NOPERM no\r\n") << true;
    }
    void aNodeOfAClusterIsToldToCountOurLooks()
    {
        QFETCH(QByteArray, cluster);
        std::atomic<bool> isTold{false};
        RogueServer server([&](RogueServer::Client &client) {
            QByteArray request;
            while (!request.contains("ROLE") && !client.isOver()) {
                const QByteArray bytes = client.receive();
                if (bytes.isEmpty())
                    return;
                request += bytes;
            }
            client.send("+PONG\r\n+PONG\r\n+PONG\r\n+OK\r\n+OK\r\n:7\r\n$0\r\n\r\n$0\r\n\r\n"
                        + cluster + "*1\r\n$6\r\nmaster\r\n");
            while (!client.isOver()) {
                const QByteArray bytes = client.receive();
                if (bytes.isEmpty())
                    return;
                isTold = isTold || (bytes.contains("NO-TOUCH") && bytes.contains("OFF"));
                client.send("+PONG\r\n");
            }
        });
        const auto opened = open(endpointAt(server.port()));
        QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message));
        // What came before it was read.
        QVERIFY((*opened)->command({"PING"}, std::chrono::steady_clock::now() + 20s));
        QTEST(bool(isTold), "told");
    }

private:
    Endpoint tlsEndpoint(const PrivateRedis &server, quint16 port = 0) const
    {
        Endpoint endpoint = endpointAt(port != 0 ? port : server.tlsPort());
        endpoint.tls = TlsMode::Verify;
        endpoint.caFile = m_certificates->ca;
        return endpoint;
    }

    QTemporaryDir m_directory;
    std::optional<TestCertificates> m_certificates;
    std::unique_ptr<PrivateRedis> m_plain;
    std::unique_ptr<PrivateRedis> m_closed;
    std::unique_ptr<PrivateRedis> m_tls;
};

LOCKMASTER_TEST(TestRedisConnection, QCoreApplication)

} // namespace tst_redisconnection

#undef NEEDS_OPENSSL

#include "tst_redisconnection.moc"
