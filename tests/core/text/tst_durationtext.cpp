// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_durationtext {

class TestDurationText : public QObject
{
    Q_OBJECT

private slots:
    void showsTheTwoLargestUnits_data()
    {
        QTest::addColumn<Micros>("duration");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *text, Micros duration) {
            QTest::newRow(text) << duration << QString::fromLatin1(text);
        };
        row("0 s", 0us);
        row("0.4 ms", 480us);
        row("1 ms", 1999us);
        row("99 ms", 99'999us);
        row("0.1 s", 100ms);
        row("0.8 s", 899ms);
        row("9.9 s", 9'999ms);
        row("10 s", 10s);
        row("59 s", 59'999ms);
        row("1 m", 60s);
        row("2 m 14 s", 134s);
        row("59 m 59 s", 3599s);
        row("1 h", 3600s + 59s);
        row("3 h 12 m", 3h + 12min + 59s);
        row("14 d 2 h", 24h * 14 + 2h + 59min);
        row("106751991 d 4 h", Micros::max());
        row("-41 s", -41s);
        row("-106751991 d 4 h", Micros::min());
    }
    void showsTheTwoLargestUnits()
    {
        QFETCH(Micros, duration);
        QFETCH(QString, text);
        QCOMPARE(durationText(duration), text);
    }

    /** One length in each of the forms, from the one with the fewest digits to that with most. */
    void eachFormHasItsDigits_data()
    {
        QTest::addColumn<Micros>("duration");
        QTest::addColumn<QStringList>("texts"); // age, ticking, brief, running, precise, exact
        const auto row = [](Micros duration, const char *texts) {
            QTest::newRow(texts) << duration << QString::fromLatin1(texts).split(u'/');
        };
        row(0us, "0 s/0.0 s/0 s/0 s/0.000 s/0 ms");
        row(84'900us, "0 s/0.0 s/84 ms/84 ms/0.084 s/85 ms");
        row(796ms, "0 s/0.7 s/0.79 s/0.79 s/0.796 s/796 ms");
        row(921'900us, "0 s/0.9 s/0.92 s/0.92 s/0.921 s/922 ms");
        row(1002ms, "1 s/1.0 s/1.00 s/1.00 s/1.002 s/1.002 s");
        row(12'345'678us, "12 s/12 s/12.3 s/12 s/12.345 s/12.346 s");
        row(59'999'999us, "59 s/59 s/59.9 s/59 s/59.999 s/60 s");
        row(72s, "1 m 12 s/1 m 12 s/1 m 12 s/1 m 12 s/1 m 12.000 s/72 s");
        row(123'120ms, "2 m 3 s/2 m 3 s/2 m 3 s/2 m 3 s/2 m 03.120 s/123.12 s");
        row(3723s, "1 h 2 m/1 h 2 m/1 h 2 m/1 h 2 m/1 h 2 m/3723 s");
        row(-1200ms, "0 s/-1.2 s/-1.20 s/0 s/-1.200 s/-1200 ms");
    }
    void eachFormHasItsDigits()
    {
        QFETCH(Micros, duration);
        QFETCH(QStringList, texts);
        QCOMPARE(QStringList({ageText(duration), tickingText(duration), briefDurationText(duration),
                              runningText(duration), preciseDurationText(duration),
                              exactDurationText(duration)}),
                 texts);
    }

    void periodsAndLatencies()
    {
        QCOMPARE(periodText(1s), QStringLiteral("1 s"));
        QCOMPARE(periodText(500ms), QStringLiteral("0.5 s"));
        QCOMPARE(periodText(60s), QStringLiteral("1 m"));
        QCOMPARE(latencyText(0us), QStringLiteral("0.0 ms"));
        QCOMPARE(latencyText(1234us), QStringLiteral("1.2 ms"));
        QCOMPARE(latencyText(41'999us), QStringLiteral("41 ms"));
        QCOMPARE(latencyText(1200ms), QStringLiteral("1.2 s"));
        QCOMPARE(atLeast(ageText(3s)), QStringLiteral("≥ 3 s"));
    }
};

LOCKMASTER_TEST(TestDurationText, QCoreApplication)

} // namespace tst_durationtext

#include "tst_durationtext.moc"
