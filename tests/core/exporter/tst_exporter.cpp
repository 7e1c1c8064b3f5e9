// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/exporter.h"

#include "tests/support/httpget.h"
#include "tests/support/peakmemory.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <atomic>

#include <sys/resource.h>

using namespace lockmaster;

namespace tst_exporter {

using lockmaster::test::HttpAnswer;
using lockmaster::test::httpAsk;
using lockmaster::test::httpGet;
using lockmaster::test::PeakMemory;

namespace {

MetricFamilies answer(double value, const std::string &label = "x")
{
    MetricWriter writer = gauge("answer", "It is known.");
    writer.add({{"label", label}}, value);
    MetricFamilies families;
    writer.moveTo(families);
    return families;
}

/** Names that are told, and a port that is free. */
Result<std::unique_ptr<Exporter>> started(Exporter::Collect collect, const QStringList &names = {},
                                          Exporter::Refused refused = {})
{
    return Exporter::start({QStringLiteral("127.0.0.1"), 0}, *HostNames::from(names),
                           std::move(collect), std::move(refused));
}

/** Clients that connect, say `words`, and stay. */
class Crowd
{
public:
    Crowd(quint16 port, int count, const QByteArray &words = {})
    {
        for (int i = 0; i < count; ++i) {
            m_sockets.push_back(std::make_unique<QTcpSocket>());
            m_sockets.back()->connectToHost(QHostAddress(QHostAddress::LocalHost), port);
            if (!m_sockets.back()->waitForConnected(60'000))
                return;
            m_sockets.back()->write(words);
            m_sockets.back()->flush();
        }
    }
    /** So many are there, of those from `first` on. */
    int connectedFrom(size_t first) const
    {
        int connected = 0;
        for (size_t i = first; i < m_sockets.size(); ++i) {
            m_sockets[i]->waitForReadyRead(0);
            connected += m_sockets[i]->state() == QAbstractSocket::ConnectedState ? 1 : 0;
        }
        return connected;
    }
    const std::vector<std::unique_ptr<QTcpSocket>> &sockets() const { return m_sockets; }

private:
    std::vector<std::unique_ptr<QTcpSocket>> m_sockets;
};

ListenAddress anyPort(const char *host = "127.0.0.1")
{
    return {QString::fromUtf8(host), 0};
}

} // namespace

/** What is read over HTTP, and where. */
class TestExporter : public QObject
{
    Q_OBJECT

private slots:
    void metricsAreServedAsText();
    void labelsAreEscaped();
    void anyPortIsTold();
    void takenPortSaysWhatToDo();
    void foreignAddressSaysWhatToDo();
    void silentClientsDoNotKeepItFromEnding();
    void silentClientsHoldNobodyUp_data();
    void silentClientsHoldNobodyUp();
    void oldestOfACrowdGivesWay();
    void answersThatNobodyReadsAreBounded();
    void aCrowdCostsNoRenderingEach();
    void requestsAreJudged_data();
    void requestsAreJudged();
    void endlessHeaderIsRefused();
    void headTellsNoMore();
    void whatCannotBeCollectedIsSaid();
    void hostsAreKnown_data();
    void hostsAreKnown();
    void refusedHostIsToldOnce();
    void addressesAreUnderstood_data();
    void addressesAreUnderstood();
};

void TestExporter::metricsAreServedAsText()
{
    double value = 42;
    const auto exporter = started([&value] { return answer(value); });
    QVERIFY(exporter);
    const quint16 port = (*exporter)->address().port;
    HttpAnswer read = httpGet(port, "/metrics");
    QCOMPARE(read.status, 200);
    QVERIFY2(read.head.contains("Content-Type: text/plain"), read.head.constData());
    QVERIFY2(read.body.contains("# HELP answer It is known.\n# TYPE answer gauge\n"
                                "answer{label=\"x\"} 42"),
             read.body.constData());
    value = 43;
    read = httpGet(port, "/metrics");
    QVERIFY2(read.body.contains("answer{label=\"x\"} 43"), read.body.constData());
    for (const char *path : {"/", "/../etc/passwd", "/other"})
        QCOMPARE(httpGet(port, path).status / 100, 4);
}

void TestExporter::labelsAreEscaped()
{
    const auto exporter = started([] { return answer(1, "a\"b\\c\nd"); });
    QVERIFY(exporter);
    const QByteArray read = httpGet((*exporter)->address().port, "/metrics").body;
    QVERIFY2(read.contains("answer{label=\"a\\\"b\\\\c\\nd\"} 1"), read.constData());
}

void TestExporter::anyPortIsTold()
{
    const auto one = started([] { return answer(1); });
    const auto two = Exporter::start(anyPort("::1"), {}, [] { return answer(2); });
    QVERIFY(one);
    QVERIFY((*one)->address().port > 0);
    QVERIFY((*one)->address().text().startsWith(QStringLiteral("127.0.0.1:")));
    if (!two)
        QSKIP("no IPv6 here");
    QVERIFY((*two)->address().text().startsWith(QStringLiteral("[::1]:")));
}

void TestExporter::takenPortSaysWhatToDo()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const auto exporter = Exporter::start({QStringLiteral("127.0.0.1"), other.serverPort()}, {},
                                          [] { return answer(1); });
    QVERIFY(!exporter);
    const Error error = exporter.error();
    QVERIFY2(error.message.contains(QString::number(other.serverPort())),
             qPrintable(error.message));
    QVERIFY2(error.remedy.contains(QStringLiteral("--listen")), qPrintable(error.remedy));
    QVERIFY2(error.remedy.startsWith(QStringLiteral("Another program")), qPrintable(error.remedy));
}

void TestExporter::foreignAddressSaysWhatToDo()
{
    // For documentation: no machine has it.
    const auto exporter =
        Exporter::start({QStringLiteral("192.0.2.1"), 0}, {}, [] { return answer(1); });
    QVERIFY(!exporter);
    QVERIFY2(exporter.error().remedy.contains(QStringLiteral("no such address")),
             qPrintable(exporter.error().remedy));
}

void TestExporter::silentClientsDoNotKeepItFromEnding()
{
    std::vector<std::unique_ptr<QTcpSocket>> silent;
    {
        const auto exporter = started([] { return answer(1); });
        QVERIFY(exporter);
        for (int i = 0; i < 6; ++i) {
            silent.push_back(std::make_unique<QTcpSocket>());
            silent.back()->connectToHost((*exporter)->address().host, (*exporter)->address().port);
            QVERIFY(silent.back()->waitForConnected());
        }
        QVERIFY(httpGet((*exporter)->address().port, "/metrics").body.contains("answer"));
    }
    QVERIFY(true);
}

void TestExporter::silentClientsHoldNobodyUp_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("silent") << QByteArray();
    QTest::newRow("a beginning") << QByteArray("GET /metr");
    QTest::newRow("a header without an end") << QByteArray("GET /metrics HTTP/1.1\r\nX: y");
}

void TestExporter::silentClientsHoldNobodyUp()
{
    QFETCH(QByteArray, words);
    const auto exporter = started([] { return answer(1); });
    QVERIFY(exporter);
    const quint16 port = (*exporter)->address().port;
    const Crowd crowd(port, 100, words);
    QVERIFY(httpGet(port, "/metrics").body.contains("answer"));
    // Nobody had to go first for that.
    QCOMPARE(crowd.connectedFrom(0), 100);
}

void TestExporter::oldestOfACrowdGivesWay()
{
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    constexpr rlim_t enough = 2048; // both ends are this program's
    files.rlim_cur = std::max(files.rlim_cur, std::min(enough, files.rlim_max));
    ::setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < enough)
        QSKIP("so many files may not be open here");
    const auto exporter = started([] { return answer(1); });
    QVERIFY(exporter);
    const quint16 port = (*exporter)->address().port;
    const PeakMemory memory;
    const Crowd crowd(port, 1000, "GET /metrics HTTP/1.1\r\nHost: ");
    QVERIFY(httpGet(port, "/metrics").body.contains("answer"));
    QTRY_VERIFY_WITH_TIMEOUT(crowd.connectedFrom(0) <= 128, 60'000);
    // The newest may still ask.
    QTcpSocket &newest = *crowd.sockets().back();
    newest.write("127.0.0.1\r\n\r\n");
    QVERIFY(newest.waitForReadyRead(60'000));
    QVERIFY(newest.readAll().startsWith("HTTP/1.1 200"));
    if (PeakMemory::isMeaningful())
        QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
}

void TestExporter::answersThatNobodyReadsAreBounded()
{
    const std::string large(2 << 20, 'x');
    const auto exporter = started([&large] { return answer(1, large); });
    QVERIFY(exporter);
    const quint16 port = (*exporter)->address().port;
    QVERIFY(httpGet(port, "/metrics").body.size() > qsizetype(large.size()));
    const PeakMemory memory;
    const Crowd crowd(port, 50, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    QVERIFY(httpGet(port, "/metrics").body.size() > qsizetype(large.size()));
    if (PeakMemory::isMeaningful())
        QVERIFY2(memory.growth() < 64 * 1024, qPrintable(QString::number(memory.growth())));
}

void TestExporter::aCrowdCostsNoRenderingEach()
{
    std::atomic<int> rendered = 0;
    const std::string large(2 << 20, 'x');
    const auto exporter = started([&] {
        ++rendered;
        return answer(1, large);
    });
    QVERIFY(exporter);
    const quint16 port = (*exporter)->address().port;
    constexpr int clients = 200;
    const Crowd crowd(port, clients, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    QVERIFY(httpGet(port, "/metrics").body.size() > qsizetype(large.size()));
    QVERIFY2(rendered < clients / 2, qPrintable(QString::number(rendered)));
}

void TestExporter::requestsAreJudged_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const auto row = [](const char *request, int status) {
        const QByteArray name = QByteArray(request).replace("\r\n", " | ");
        QTest::newRow(name.constData()) << QByteArray(request) + "\r\n\r\n" << status;
    };
    row("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:9464", 200);
    row("GET /metrics?x=1 HTTP/1.1\r\nHost: localhost", 200);
    row("GET /metrics HTTP/1.1\r\nHost: [::1]:9464", 200);
    row("GET /metrics HTTP/1.1\r\nHost: locks.example.org:80", 200);
    row("GET /metrics HTTP/1.1\r\nHost: evil.example", 421);
    row("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost", 421);
    row("GET / HTTP/1.1\r\nHost: evil.example", 421);
    row("GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example", 400);
    row("GET /metrics HTTP/1.1\r\nHost:", 421);
    row("GET /metrics HTTP/1.1", 400);
    row("GET /metrics HTTP/1.0", 200);
    row("GET /metrics HTTP/1.0\r\nHost: evil.example", 421);
    row("GET http://localhost/metrics HTTP/1.1\r\nHost: localhost", 200);
    row("GET http://127.0.0.1:9464/metrics HTTP/1.1\r\nHost: x", 200);
    row("GET http://evil.example/metrics HTTP/1.1\r\nHost: localhost", 421);
    row("GET http://localhost HTTP/1.1\r\nHost: localhost", 404);
    row("GET /metrics/ HTTP/1.1\r\nHost: localhost", 404);
    row("GET /other HTTP/1.1\r\nHost: localhost", 404);
    row("GET / HTTP/1.1\r\nHost: localhost", 404);
    row("POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9", 405);
    row("DELETE /metrics HTTP/1.1\r\nHost: localhost", 405);
    row("OPTIONS * HTTP/1.1\r\nHost: localhost", 404);
    row("nonsense", 0);
}

void TestExporter::requestsAreJudged()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    const auto exporter = started([] { return answer(1); }, {QStringLiteral("locks.example.org")});
    QVERIFY(exporter);
    const HttpAnswer read = httpAsk((*exporter)->address().port, request);
    if (status == 0) { // what is not HTTP may be answered in words, or not at all
        QVERIFY2(read.status == 0 || read.status == 400, read.head.constData());
        return;
    }
    QCOMPARE(read.status, status);
    QCOMPARE(read.body.contains("answer{"), status == 200);
    QVERIFY2(read.head.contains("nosniff"), read.head.constData());
    QCOMPARE(read.head.contains("Allow: GET, HEAD"), status == 405);
}

void TestExporter::endlessHeaderIsRefused()
{
    const auto exporter = started([] { return answer(1); });
    QVERIFY(exporter);
    const quint16 port = (*exporter)->address().port;
    const HttpAnswer read =
        httpAsk(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + QByteArray(1 << 20, 'x'));
    QVERIFY2(read.status == 431 || read.status == 0, read.head.constData());
    QVERIFY(httpGet(port, "/metrics").body.contains("answer"));
}

void TestExporter::headTellsNoMore()
{
    const auto exporter = started([] { return answer(1); });
    QVERIFY(exporter);
    const HttpAnswer read =
        httpAsk((*exporter)->address().port, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QCOMPARE(read.status, 200);
    QVERIFY2(read.head.contains("Content-Length: "), read.head.constData());
    QVERIFY(read.body.isEmpty());
}

void TestExporter::whatCannotBeCollectedIsSaid()
{
    const auto exporter = started([]() -> MetricFamilies { throw std::bad_alloc(); });
    QVERIFY(exporter);
    QCOMPARE(httpGet((*exporter)->address().port, "/metrics").status, 500);
}

void TestExporter::hostsAreKnown_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("known");
    const auto row = [](const char *host, bool known) {
        QTest::newRow(host) << QByteArray(host) << known;
    };
    row("locks.example.org", true);
    row("LOCKS.example.org.:9464", true);
    row("localhost", true);
    row("LocalHost:1", true);
    row("127.0.0.1", true);
    row("10.0.0.5:9464", true);
    row("[::1]", true);
    row("[fe80::1]:9464", true);
    row("locks.example.org.evil.example", false);
    row("xlocks.example.org", false);
    row("example.org", false);
    row("", false);
    row(":9464", false);
    row(".", false);
    row("localhost.evil.example", false);
    row("localhost@evil.example", false);
    row("localhost:9464@evil.example", false);
    row("127.0.0.1.evil.example", false);
    row("127.1", false);
    row("0x7f000001", false);
    row("2130706433", false);
    row("::1", false);
    row("[::1", false);
    row("[localhost]", false);
    row("[::1]x", false);
    row("localhost:x", false);
    row("localhost ", false);
}

void TestExporter::hostsAreKnown()
{
    QFETCH(QByteArray, host);
    QFETCH(bool, known);
    QCOMPARE(HostNames::from({QStringLiteral("Locks.example.org")})->contain(host), known);
    for (const char *wrong : {"", "a b", "a:1", "http://a", "[::1]", "a/b", "\u00e4"})
        QVERIFY2(!HostNames::from({QString::fromUtf8(wrong)}), wrong);
}

void TestExporter::refusedHostIsToldOnce()
{
    QByteArrayList told;
    {
        const auto exporter = started([] { return answer(1); }, {},
                                      [&told](const QByteArray &host) { told.append(host); });
        QVERIFY(exporter);
        const quint16 port = (*exporter)->address().port;
        for (int i = 0; i < 40; ++i) {
            for (const QByteArray &host : {QByteArray("same"), QByteArray::number(i)})
                httpAsk(port, "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        }
    }
    QCOMPARE(told.count("same"), 1);
    QCOMPARE(told.size(), 8);
}

void TestExporter::addressesAreUnderstood_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("read"); // empty: refused
    const auto row = [](const char *text, const char *read) {
        QTest::addRow("'%s'", text) << QString::fromUtf8(text) << QString::fromUtf8(read);
    };
    row("127.0.0.1:9464", "127.0.0.1:9464");
    row("localhost:0", "127.0.0.1:0");
    row("0.0.0.0:1", "0.0.0.0:1");
    row("[::1]:9464", "[::1]:9464");
    row("[::]:65535", "[::]:65535");
    row("", "");
    row("9464", "");
    row(":9464", "");
    row("127.0.0.1", "");
    row("127.0.0.1:", "");
    row("127.0.0.1:65536", "");
    row("127.0.0.1:-1", "");
    row("127.0.0.1:+1", "");
    row("127.0.0.1:9464s", "");
    row("127.0.0.1:9464,0.0.0.0:80", "");
    row("::1:9464", "");
    row("[::1:9464", "");
    row("example.org:9464", "");
}

void TestExporter::addressesAreUnderstood()
{
    QFETCH(QString, text);
    QFETCH(QString, read);
    const Result<ListenAddress> address = listenAddress(text);
    QCOMPARE(address ? address->text() : QString(), read);
    if (!address)
        QVERIFY(address.error().remedy.contains(QStringLiteral("127.0.0.1:9464")));
}

LOCKMASTER_TEST(TestExporter, QCoreApplication)

} // namespace tst_exporter

#include "tst_exporter.moc"
