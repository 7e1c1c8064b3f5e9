// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisdecoder.h"
#include "core/redis/redisrequest.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_redisdecoder {

namespace {

struct Decoded {
    std::vector<RedisReply> replies;
    std::optional<ErrorKind> error;
};

Decoded decode(const QByteArray &bytes, const RedisLimits &limits = {}, qsizetype step = 0)
{
    RedisDecoder decoder(limits);
    Decoded decoded;
    if (step == 0)
        step = std::max<qsizetype>(bytes.size(), 1);
    for (qsizetype at = 0; at < bytes.size() && !decoded.error; at += step) {
        const QByteArray part = bytes.mid(at, step);
        if (const auto fed = decoder.feed(part.constData(), part.size(), decoded.replies); !fed)
            decoded.error = fed.error().kind;
    }
    return decoded;
}

QByteArray text(const RedisReply &reply)
{
    switch (reply.type) {
    case RedisReply::Type::Nil: return "nil";
    case RedisReply::Type::Status: return '+' + reply.text;
    case RedisReply::Type::Error: return '-' + reply.text;
    case RedisReply::Type::Integer: return ':' + QByteArray::number(reply.integer);
    case RedisReply::Type::Bulk: return '"' + reply.text + '"';
    case RedisReply::Type::Array: break;
    }
    QByteArrayList parts;
    for (const RedisReply &element : reply.elements)
        parts += text(element);
    return '[' + parts.join(' ') + ']';
}

QByteArray nested(int levels)
{
    return QByteArray("*1\r\n").repeated(levels) + ":1\r\n";
}

} // namespace

class TestRedisDecoder : public QObject
{
    Q_OBJECT

private slots:
    void repliesReadBack_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("status") << QByteArray("+OK\r\n") << QByteArray("+OK");
        QTest::newRow("error") << QByteArray("-ERR no\r\n") << QByteArray("-ERR no");
        QTest::newRow("integer") << QByteArray(":-42\r\n") << QByteArray(":-42");
        QTest::newRow("nil") << QByteArray("$-1\r\n") << QByteArray("nil");
        QTest::newRow("nil array") << QByteArray("*-1\r\n") << QByteArray("nil");
        QTest::newRow("empty bulk") << QByteArray("$0\r\n\r\n") << QByteArray("\"\"");
        QTest::newRow("bulk with line ends")
            << QByteArray("$4\r\na\r\nb\r\n") << QByteArray("\"a\r\nb\"");
        QTest::newRow("bulk with NUL")
            << QByteArray("$3\r\na\0b\r\n", 9) << QByteArray("\"a\0b\"", 5);
        QTest::newRow("empty array") << QByteArray("*0\r\n") << QByteArray("[]");
        QTest::newRow("nested arrays")
            << QByteArray("*3\r\n*2\r\n:1\r\n*1\r\n$1\r\nx\r\n*0\r\n*2\r\n$-1\r\n-no\r\n")
            << QByteArray("[[:1 [\"x\"]] [] [nil -no]]");
        QTest::newRow("a page of a scan")
            << QByteArray("*2\r\n$2\r\n17\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n")
            << QByteArray("[\"17\" [\"a\" \"b\"]]");
        QTest::newRow("deepest allowed") << nested(7) << QByteArray("[[[[[[[:1]]]]]]]");
    }
    void repliesReadBack()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, expected);
        for (const qsizetype step : {0, 1, 2, 3}) {
            const Decoded decoded = decode(bytes + ":7\r\n", {}, step);
            QVERIFY(!decoded.error);
            QCOMPARE(decoded.replies.size(), size_t(2));
            QCOMPARE(text(decoded.replies[0]), expected);
            QCOMPARE(text(decoded.replies[1]), QByteArray(":7"));
        }
    }

    void hostileBytesAreAnError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        const int protocol = int(ErrorKind::Protocol);
        const int truncated = int(ErrorKind::Truncated);
        QTest::newRow("HTTP") << QByteArray("HTTP/1.1 400 Bad Request\r\n") << protocol;
        QTest::newRow("MySQL greeting") << QByteArray("J\0\0\0\n8.0.36\0", 12) << protocol;
        QTest::newRow("TLS alert") << QByteArray("\x15\x03\x01\0\x02\x02\x16", 7) << protocol;
        QTest::newRow("RESP3 push") << QByteArray(">2\r\n+a\r\n+b\r\n") << protocol;
        QTest::newRow("RESP3 map") << QByteArray("%1\r\n+a\r\n+b\r\n") << protocol;
        QTest::newRow("RESP3 null") << QByteArray("_\r\n") << protocol;
        QTest::newRow("count that is none") << QByteArray("*many\r\n") << protocol;
        QTest::newRow("count below -1") << QByteArray("*-2\r\n") << protocol;
        QTest::newRow("count beyond 64 bits")
            << QByteArray("*99999999999999999999\r\n") << protocol;
        QTest::newRow("length below -1") << QByteArray("$-5\r\n") << protocol;
        QTest::newRow("length that is none") << QByteArray("$1x\r\n") << protocol;
        QTest::newRow("integer that is none") << QByteArray(":1x\r\n") << protocol;
        QTest::newRow("too deep") << nested(8) << protocol;
        QTest::newRow("far too deep") << nested(10'000) << protocol;
        QTest::newRow("endless status") << '+' + QByteArray(1 << 20, 'x') << protocol;
        QTest::newRow("endless integer") << ':' + QByteArray(1 << 20, '1') << protocol;
        QTest::newRow("a hundred million elements") << QByteArray("*100000000\r\n") << truncated;
        QTest::newRow("most elements an int holds") << QByteArray("*2147483647\r\n") << truncated;
    }
    void hostileBytesAreAnError()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, kind);
        for (const qsizetype step : {0, 1}) {
            const Decoded decoded =
                decode(bytes, {}, step == 1 && bytes.size() > 1000 ? 997 : step);
            QVERIFY(decoded.error);
            QCOMPARE(int(*decoded.error), kind);
        }
    }

    void anEndlessBulkIsCutAtTheBound()
    {
        RedisDecoder decoder({.replyBytes = 1 << 20});
        std::vector<RedisReply> replies;
        QVERIFY(decoder.feed("$1073741824\r\n", 13, replies));
        const QByteArray part(64 << 10, 'x');
        int parts = 0;
        Result<qsizetype> fed;
        while ((fed = decoder.feed(part.constData(), part.size(), replies)))
            ++parts;
        QCOMPARE(fed.error().kind, ErrorKind::Truncated);
        QCOMPARE(parts, 15);
    }

    void boundsHoldForAllRepliesOfACall()
    {
        const QByteArray three = "*2\r\n:1\r\n:2\r\n";
        QVERIFY(!decode(three.repeated(3), {.values = 9}).error);
        QCOMPARE(decode(three.repeated(4), {.values = 9}).error, ErrorKind::Truncated);
        QCOMPARE(decode(three.repeated(4), {.replyBytes = 40}).error, ErrorKind::Truncated);
    }

    void boundsCountAnewWithEachCall()
    {
        RedisDecoder decoder({.replyBytes = 16, .values = 3});
        std::vector<RedisReply> replies;
        for (int i = 0; i < 100; ++i) {
            decoder.beginBatch();
            QVERIFY(decoder.feed("*2\r\n:1\r\n:2\r\n", 12, replies));
        }
        QCOMPARE(replies.size(), size_t(100));
    }

    void whatIsBehindABatchIsOfTheNext()
    {
        // However the bytes come, and whatever of the next batch comes with the first.
        const QByteArray bytes = "+one\r\n$3\r\ntwo\r\n*2\r\n:3\r\n:3\r\n:4\r\n";
        for (qsizetype first = 0; first <= bytes.size(); ++first) {
            RedisDecoder decoder({.values = 4});
            QByteArray left = bytes.left(first);
            qsizetype at = first;
            QByteArrayList decoded;
            for (int batch = 0; batch < 2; ++batch) {
                std::vector<RedisReply> replies;
                decoder.beginBatch();
                while (replies.size() < 2) {
                    const auto taken = decoder.feed(left.constData(), left.size(), replies, 2);
                    QVERIFY(taken);
                    left.remove(0, *taken);
                    if (replies.size() == 2)
                        break;
                    QCOMPARE(left, QByteArray());
                    left = bytes.mid(at);
                    at = bytes.size();
                }
                QCOMPARE(replies.size(), size_t(2));
                for (const RedisReply &reply : replies)
                    decoded << reply.text + QByteArray::number(reply.integer)
                                   + QByteArray::number(reply.elements.size());
            }
            QCOMPARE(decoded, (QByteArrayList{"one00", "two00", "02", "40"}));
            QCOMPARE(left, QByteArray());
            QVERIFY(!decoder.isMidReply());
        }
    }

    void aHalfReplyIsTold()
    {
        RedisDecoder decoder({});
        std::vector<RedisReply> replies;
        QVERIFY(!decoder.isMidReply());
        QVERIFY(decoder.feed("*2\r\n:1\r\n", 8, replies));
        QVERIFY(decoder.isMidReply());
        QVERIFY(decoder.feed(":2\r\n", 4, replies));
        QVERIFY(!decoder.isMidReply());
        QVERIFY(decoder.feed("$", 1, replies));
        QVERIFY(decoder.isMidReply());
    }

    void aHalfReplyIsFreed() // the sanitizers see whether it is
    {
        const Decoded decoded =
            decode("*3\r\n$100\r\n" + QByteArray(100, 'x') + "\r\n*2\r\n$5\r\nab");
        QVERIFY(decoded.replies.empty());
    }

    void commandsAreBinarySafe()
    {
        QCOMPARE(
            RedisRequest({{"GET", QByteArray("a\0\r\n", 4)}, {"ECHO", ""}}).bytes(),
            QByteArray("*2\r\n$3\r\nGET\r\n$4\r\na\0\r\n\r\n*2\r\n$4\r\nECHO\r\n$0\r\n\r\n", 43));
    }

    void commandsAreTakenApartAgain()
    {
        RedisRequest request;
        QVERIFY(request.isEmpty());
        for (int round = 0; round < 2; ++round) {
            request.clear();
            const QByteArray key("a\0\r\n$3", 6);
            request.addWords("GETRANGE", key, QByteArrayView("0"), "1023");
            request.add({"ECHO", ""});
            QCOMPARE(request.size(), size_t(2));
            const std::vector<RedisCommand> expected = {{"GETRANGE", key, "0", "1023"},
                                                        {"ECHO", ""}};
            QCOMPARE(request.commands(), expected);
            QCOMPARE(request.bytes(), RedisRequest(expected).bytes());
        }
    }

    void longCommandsAreWhole()
    {
        RedisCommand command{"DEL"};
        QByteArray expected = "*12001\r\n$3\r\nDEL\r\n";
        for (int i = 0; i < 12'000; ++i) {
            command.push_back(QByteArray(i % 1'200, 'k'));
            expected += '$' + QByteArray::number(i % 1'200) + "\r\n" + command.back() + "\r\n";
        }
        QCOMPARE(RedisRequest({command}).bytes(), expected);
    }
};

LOCKMASTER_TEST(TestRedisDecoder, QCoreApplication)

} // namespace tst_redisdecoder

#include "tst_redisdecoder.moc"
