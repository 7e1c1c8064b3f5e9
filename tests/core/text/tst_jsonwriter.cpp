// SPDX-License-Identifier: Apache-2.0
#include "core/text/jsonwriter.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

using namespace lockmaster;

namespace tst_jsonwriter {

/** What is written reads back, whatever the bytes. */
class TestJsonWriter : public QObject
{
    Q_OBJECT

    static QByteArray written(QByteArrayView bytes)
    {
        QByteArray out;
        JsonWriter json(out);
        json.bytes(bytes);
        return out;
    }
    static QJsonValue parsed(const QByteArray &json)
    {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson('[' + json + ']', &error);
        if (error.error != QJsonParseError::NoError)
            qWarning("%s: %s", json.constData(), qPrintable(error.errorString()));
        return document.array().at(0);
    }

private slots:
    void valuesStandBetweenCommas();
    void lineBreaksStandBetweenValues();
    void textIsEscaped_data();
    void textIsEscaped();
    void bytesThatAreNotUtf8BecomeReplacements_data();
    void bytesThatAreNotUtf8BecomeReplacements();
    void anyBytesReadBack();
    void everyByteIsNoticedAtEveryPlace();
    void theBufferIsInOrderAfterEachValue();
    void decimalsAreShort();
};

void TestJsonWriter::valuesStandBetweenCommas()
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("a", qint64(-1));
    json.member("b", true);
    json.nullMember("c");
    json.key("d");
    json.beginArray();
    json.beginObject();
    json.endObject();
    json.number(2);
    json.text(u"x");
    json.base64("\xff");
    json.endArray();
    json.member("e", std::optional<qint64>());
    json.textOrNull("f", QString());
    json.endObject();
    QCOMPARE(out,
             QByteArray(R"({"a":-1,"b":true,"c":null,"d":[{},2,"x","/w=="],"e":null,"f":null})"));
}

void TestJsonWriter::lineBreaksStandBetweenValues()
{
    QByteArray out;
    JsonWriter json(out);
    json.beginArray();
    for (int i = 0; i < 2; ++i) {
        json.lineBreak();
        json.number(i);
    }
    json.lineBreak();
    json.endArray();
    QCOMPARE(out, QByteArray("[\n0,\n1\n]"));
}

void TestJsonWriter::textIsEscaped_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray("") << QByteArray(R"("")");
    QTest::newRow("quotes") << QByteArray("a\"\\b") << QByteArray(R"("a\"\\b")");
    QTest::newRow("controls") << QByteArray("\0\n\t\r\x1b[2J\x7f", 9)
                              << QByteArray(R"("\u0000\n\t\r\u001b[2J\u007f")");
    QTest::newRow("C1 control") << QByteArray("\u009b2J") << QByteArray(R"("\u009b2J")");
    QTest::newRow("right-to-left") << QByteArray("a\u202eb") << QByteArray(R"("a\u202eb")");
    QTest::newRow("line separator") << QByteArray("\u2028") << QByteArray(R"("\u2028")");
    QTest::newRow("tag") << QByteArray("\U000E0041") << QByteArray(R"("\udb40\udc41")");
    QTest::newRow("markup") << QByteArray("<b>&</b>") << QByteArray(R"("<b>&</b>")");
    QTest::newRow("Korean") << QByteArray("\uB77D") << QByteArray("\"\uB77D\"");
    QTest::newRow("emoji") << QByteArray("\U0001F512") << QByteArray("\"\U0001F512\"");
}

void TestJsonWriter::textIsEscaped()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, json);
    QCOMPARE(written(bytes), json);
    QCOMPARE(parsed(json).toString(), QString::fromUtf8(bytes));
}

void TestJsonWriter::bytesThatAreNotUtf8BecomeReplacements_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const QString bad(QChar::ReplacementCharacter);
    QTest::newRow("lone byte") << QByteArray("a\xff"
                                             "b")
                               << u'a' + bad + u'b';
    QTest::newRow("cut sequence") << QByteArray("a\xeb\x9d") << u'a' + bad + bad;
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << bad + bad;
    QTest::newRow("overlong of three") << QByteArray("\xe0\x80\xaf") << bad + bad + bad;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << bad + bad + bad;
    QTest::newRow("too far") << QByteArray("\xf4\x90\x80\x80") << bad + bad + bad + bad;
}

void TestJsonWriter::bytesThatAreNotUtf8BecomeReplacements()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(parsed(written(bytes)).toString(), text);
}

void TestJsonWriter::anyBytesReadBack()
{
    QRandomGenerator random(20261121);
    for (int round = 0; round < 20'000; ++round) {
        QByteArray bytes(random.bounded(1, 24), Qt::Uninitialized);
        for (char &c : bytes)
            c = char(random.bounded(2) ? random.bounded(256) : random.bounded(0x20, 0x7f));
        const QByteArray json = written(bytes);
        const QJsonValue value = parsed(json);
        QVERIFY2(value.isString(), json.constData());
        QVERIFY2(json.isValidUtf8(), json.constData());
        if (bytes.isValidUtf8())
            QCOMPARE(value.toString().toUtf8(), bytes);
        else
            QVERIFY(value.toString().contains(QChar::ReplacementCharacter));
    }
}

void TestJsonWriter::decimalsAreShort()
{
    const auto decimal = [](double value) {
        QByteArray out;
        JsonWriter(out).decimal(value);
        return out;
    };
    QCOMPARE(decimal(0), QByteArray("0"));
    QCOMPARE(decimal(-0.0001), QByteArray("0"));
    QCOMPARE(decimal(1.25), QByteArray("1.25"));
    QCOMPARE(decimal(100), QByteArray("100"));
    QCOMPARE(decimal(0.0004), QByteArray("0"));
    QCOMPARE(decimal(qQNaN()), QByteArray("null"));
}

/** Texts are looked through eight bytes at a time. */
void TestJsonWriter::everyByteIsNoticedAtEveryPlace()
{
    for (int code = 0; code < 0x80; ++code) {
        for (qsizetype place = 0; place < 20; ++place) {
            QByteArray text(20, 'x');
            text[place] = char(code);
            const QByteArray json = written(text);
            QCOMPARE(parsed(json).toString().toLatin1(), text);
            const bool plain = code >= 0x20 && code < 0x7f && code != '"' && code != '\\';
            QCOMPARE(json == '"' + text + '"', plain);
        }
    }
}

void TestJsonWriter::theBufferIsInOrderAfterEachValue()
{
    QByteArray out = "before ";
    JsonWriter json(out);
    json.beginObject();
    json.member("a", qint64(1));
    json.flush();
    QCOMPARE(out, "before {\"a\":1");
    out.resize(0);
    json.member("b", u"x");
    json.endObject();
    QCOMPARE(out, ",\"b\":\"x\"}");
    out += '\n';
    json.text(u"y");
    QCOMPARE(out, ",\"b\":\"x\"}\n,\"y\"");
}

LOCKMASTER_TEST(TestJsonWriter, QCoreApplication)

} // namespace tst_jsonwriter

#include "tst_jsonwriter.moc"
