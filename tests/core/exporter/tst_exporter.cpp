// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/exporter.h"

#include "tests/support/httpget.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace lockmaster;
using lockmaster::test::HttpAnswer;
using lockmaster::test::httpGet;

namespace {

MetricFamilies answer(double value, const std::string &label = "x")
{
    MetricWriter writer = gauge("answer", "It is known.");
    writer.add({{"label", label}}, value);
    MetricFamilies families;
    writer.moveTo(families);
    return families;
}

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
    void addressesAreUnderstood_data();
    void addressesAreUnderstood();
};

void TestExporter::metricsAreServedAsText()
{
    double value = 42;
    const auto exporter = Exporter::start(anyPort(), [&value] { return answer(value); });
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
    const auto exporter = Exporter::start(anyPort(), [] { return answer(1, "a\"b\\c\nd"); });
    QVERIFY(exporter);
    const QByteArray read = httpGet((*exporter)->address().port, "/metrics").body;
    QVERIFY2(read.contains("answer{label=\"a\\\"b\\\\c\\nd\"} 1"), read.constData());
}

void TestExporter::anyPortIsTold()
{
    const auto one = Exporter::start(anyPort(), [] { return answer(1); });
    const auto two = Exporter::start(anyPort("::1"), [] { return answer(2); });
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
    const auto exporter = Exporter::start({QStringLiteral("127.0.0.1"), other.serverPort()},
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
        Exporter::start({QStringLiteral("192.0.2.1"), 0}, [] { return answer(1); });
    QVERIFY(!exporter);
    QVERIFY2(exporter.error().remedy.contains(QStringLiteral("no such address")),
             qPrintable(exporter.error().remedy));
}

void TestExporter::silentClientsDoNotKeepItFromEnding()
{
    std::vector<std::unique_ptr<QTcpSocket>> silent;
    {
        const auto exporter = Exporter::start(anyPort(), [] { return answer(1); });
        QVERIFY(exporter);
        for (int i = 0; i < 6; ++i) {
            silent.push_back(std::make_unique<QTcpSocket>());
            silent.back()->connectToHost((*exporter)->address().host, (*exporter)->address().port);
            QVERIFY(silent.back()->waitForConnected());
        }
        // All threads wait for them, and come back for who asks.
        QVERIFY(httpGet((*exporter)->address().port, "/metrics").body.contains("answer"));
    }
    QVERIFY(true);
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

QTEST_GUILESS_MAIN(TestExporter)
#include "tst_exporter.moc"
