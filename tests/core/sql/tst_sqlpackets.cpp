// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlpackets.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_sqlpackets {

namespace {

constexpr char text = char(0xfd);
constexpr char blob = char(0xfc);
const QByteArray end("\xfe\0\0\2\0", 5);

QByteArray number(quint64 value, int bytes)
{
    QByteArray out;
    for (int i = 0; i < bytes; ++i)
        out += char(value >> (8 * i));
    return out;
}

QByteArray packet(const QByteArray &payload)
{
    return number(quint64(payload.size()), 3) + '\1' + payload;
}

/** `types`: MariaDB's own, where it describes them. */
QByteArray column(quint32 length, char type = text, const QByteArray &types = {})
{
    return "\3def" + QByteArray(3, '\0') + "\1c" + '\0' + types + '\x0c' + number(45, 2)
           + number(length, 4) + type + QByteArray(5, '\0');
}

QByteArray prepared(int columns, int parameters, const QByteArray &definition)
{
    QByteArray answer = packet(number(0, 1) + number(1, 4) + number(quint64(columns), 2)
                               + number(quint64(parameters), 2) + QByteArray(3, '\0'));
    // Of a parameter the server says what it likes.
    if (parameters > 0)
        answer += packet(column(0xffffffff)).repeated(parameters) + packet(end);
    return answer + packet(definition).repeated(columns) + packet(end);
}

SqlExcess excessOf(const QByteArray &answer, bool extended = false)
{
    SqlPackets packets;
    packets.beginPreparation(extended);
    packets.beginAnswer();
    packets.take(answer);
    return packets.excess();
}

} // namespace

/** What is too much of a server's packets, wherever the network cuts them. */
class TestSqlPackets : public QObject
{
    Q_OBJECT

private slots:
    void claimsAreAddedUp_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("extended");
        QTest::addColumn<SqlExcess>("excess");
        const auto row = [](const char *name, const QByteArray &answer, SqlExcess excess,
                            bool extended = false) {
            QTest::newRow(name) << answer << extended << excess;
        };
        const auto none = SqlExcess::None;
        const auto length = SqlExcess::Length;
        row("a usual statement", prepared(6, 2, column(1024)), none);
        row("the longest column of a table", prepared(4, 1, column(4 * 65'535)), none);
        row("a blob, which is measured", prepared(6, 0, column(0xffffffff, blob)), none);
        row("a column of gigabytes", prepared(1, 0, column(0x60000000)), length);
        row("behind parameters", prepared(1, 3, column(0x60000000)), length);
        row("as many as there may be", prepared(4096, 0, column(100)), none);
        row("more together", prepared(4096, 0, column(1000)), length);
        row("more than there may be", prepared(4300, 0, column(1)), SqlExcess::Count);
        row("a type of MariaDB's", prepared(2, 1, column(40, text, QByteArray("\6\1\4json", 7))),
            none, true);
        row("no type where one could be", prepared(2, 1, column(40, text, QByteArray(1, '\0'))),
            none, true);
        row("gigabytes behind a type", prepared(1, 0, column(0x60000000, text, "\4\1\2xx")), length,
            true);
        // Which of two the library reads is not left to the server.
        row("harmless behind what is read", prepared(1, 0, column(0x60000000) + column(1).last(13)),
            length);
        row("one that ends early", prepared(1, 0, column(1).chopped(6)), length);
        row("a name that is longer than all", prepared(1, 0, "\3def\xfd\xff\xff\xff"), length);
        row("a description without an end",
            packet(QByteArray(12, '\0')) + number(0xffffff, 3) + '\1', length);
    }

    void claimsAreAddedUp()
    {
        QFETCH(QByteArray, answer);
        QFETCH(bool, extended);
        QFETCH(SqlExcess, excess);
        QCOMPARE(excessOf(answer, extended), excess);
        for (const qsizetype size : {1, 3, 7, 1000}) {
            SqlPackets packets;
            packets.beginPreparation(extended);
            packets.beginAnswer();
            for (qsizetype at = 0; at < answer.size(); at += size)
                packets.take(QByteArrayView(answer).sliced(at, std::min(size, answer.size() - at)));
            QCOMPARE(packets.excess(), excess);
        }
    }

    void rowsAreCountedBehindTheirColumns()
    {
        SqlPackets packets;
        const QByteArray columns = packet(column(10)).repeated(4000) + packet(end);
        const QByteArray rows = packet("\1").repeated(200'000);
        for (int i = 0; i < 5; ++i) {
            packets.beginAnswer();
            packets.take(packet("\1") + columns + rows + packet(end));
            QCOMPARE(packets.excess(), SqlExcess::None);
        }
        packets.beginAnswer();
        packets.take(packet("\1") + columns + rows + rows);
        QCOMPARE(packets.excess(), SqlExcess::Count);
    }

    void rowsThatWentOnAreNotKept()
    {
        SqlPackets packets;
        packets.beginAnswer();
        packets.take(packet("\1") + packet(column(10)) + packet(end));
        for (int i = 0; i < 1'000'000; ++i) {
            packets.take(packet("\1"));
            packets.forgetRow();
        }
        QCOMPARE(packets.excess(), SqlExcess::None);
    }

    /** A row of more than a packet holds goes on in the next, which may begin like an end. */
    void aRowInSeveralPacketsIsNoEnd()
    {
        SqlPackets packets;
        packets.beginAnswer();
        packets.take(packet("\1") + packet(column(10)) + packet(end));
        packets.take(packet(QByteArray(0xffffff, 'x')) + packet(end) + packet("\1").repeated(5000));
        QCOMPARE(packets.excess(), SqlExcess::None);
    }
};

LOCKMASTER_TEST(TestSqlPackets, QCoreApplication)

} // namespace tst_sqlpackets

#include "tst_sqlpackets.moc"
