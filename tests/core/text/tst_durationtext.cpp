// SPDX-License-Identifier: Apache-2.0
#include "core/text/durationtext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(lockmaster::Micros)

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
};

LOCKMASTER_TEST(TestDurationText, QCoreApplication)
#include "tst_durationtext.moc"
