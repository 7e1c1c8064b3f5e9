// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"

#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_momenttext {

/** Times as they are typed behind `lockctl history --at`. */
class TestMomentText : public QObject
{
    Q_OBJECT

private slots:
    void whatPeopleTypeIsUnderstood_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("utc"); // empty: refused
        // It is 09:30 in Seoul, on 1 March.
        const auto row = [](const char *text, const char *utc) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(utc);
        };
        row("03:00", "2026-02-28T18:00:00.000000Z");
        row("09:30", "2026-03-01T00:30:00.000000Z");
        row("09:31", "2026-02-28T00:31:00.000000Z"); // yesterday's: today's is still to come
        row("23:59:59", "2026-02-28T14:59:59.000000Z");
        row("2026-02-01", "2026-01-31T15:00:00.000000Z");
        row("2026-02-01 03:00", "2026-01-31T18:00:00.000000Z");
        row("2026-02-01T03:00:15.5", "2026-01-31T18:00:15.500000Z");
        row("2026-02-01T03:00:15.123456Z", "2026-02-01T03:00:15.123456Z");
        row("2026-02-01T03:00Z", "2026-02-01T03:00:00.000000Z");
        row("2026-02-01T03:00-05:00", "2026-02-01T08:00:00.000000Z");
        row("2026-03-01T10:00", "");
        row("2026-02-30", "");
        row("2026-02-01T03:00+99:00", "");
        row("24:00", "");
        row("3", "");
        row("", "");
        row("2h", "");
    }

    void whatPeopleTypeIsUnderstood()
    {
        QFETCH(QString, text);
        QFETCH(QString, utc);
        const ServerTime now = *utcFromText("2026-03-01T00:30:00.000000Z");
        const auto moment = momentFromText(text, now, QTimeZone("Asia/Seoul"));
        QCOMPARE(moment ? utcText(*moment) : QString(), utc);
    }

    /** In Berlin, 02:30 is skipped on 29 March and comes twice on 25 October. */
    void hoursThatASwitchSkipsOrRepeats_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("utc");
        const auto row = [](const char *text, const char *now, const char *utc) {
            QTest::addRow("%s at %s", text, now)
                << QString::fromLatin1(text) << QString::fromLatin1(now)
                << QString::fromLatin1(utc);
        };
        row("01:59", "2026-03-29T12:00:00.000000Z", "2026-03-29T00:59:00.000000Z");
        row("03:00", "2026-03-29T12:00:00.000000Z", "2026-03-29T01:00:00.000000Z");
        row("02:30", "2026-03-29T12:00:00.000000Z", "");
        row("2026-03-29T02:30", "2026-03-29T12:00:00.000000Z", "");
        row("01:30", "2026-10-25T12:00:00.000000Z", "2026-10-24T23:30:00.000000Z");
        row("02:30", "2026-10-25T12:00:00.000000Z", "2026-10-25T01:30:00.000000Z");
        row("02:30", "2026-10-25T00:45:00.000000Z", "2026-10-25T00:30:00.000000Z");
        row("03:30", "2026-10-25T12:00:00.000000Z", "2026-10-25T02:30:00.000000Z");
        row("2026-10-25T02:30+01:00", "2026-10-25T12:00:00.000000Z", "2026-10-25T01:30:00.000000Z");
    }

    void hoursThatASwitchSkipsOrRepeats()
    {
        QFETCH(QString, text);
        QFETCH(QString, now);
        QFETCH(QString, utc);
        const auto moment =
            momentFromText(text, *utcFromText(now.toLatin1()), QTimeZone("Europe/Berlin"));
        QCOMPARE(moment ? utcText(*moment) : QString(), utc);
    }

    void aDurationIsSoLongAgo()
    {
        const ServerTime now = *utcFromText("2026-03-01T00:30:00.000000Z");
        QCOMPARE(pastFromText(QStringLiteral("2h"), now, QTimeZone::utc()),
                 std::optional(now - 2h));
        QCOMPARE(pastFromText(QStringLiteral("00:15"), now, QTimeZone::utc()),
                 std::optional(now - 15min));
        QVERIFY(!pastFromText(QStringLiteral("2"), now, QTimeZone::utc()));
    }

    void aMomentIsWrittenInTheZone()
    {
        const ServerTime at = *utcFromText("2026-02-28T18:00:15.999999Z");
        QCOMPARE(momentText(at, QTimeZone("Asia/Seoul")), QStringLiteral("2026-03-01 03:00:15"));
    }
};

LOCKMASTER_TEST(TestMomentText, QCoreApplication)

} // namespace tst_momenttext

#include "tst_momenttext.moc"
