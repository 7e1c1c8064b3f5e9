// SPDX-License-Identifier: Apache-2.0
#include "core/domain/quiethours.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace lockmaster;

namespace tst_quiethours {

/** When nobody is to be disturbed. */
class TestQuietHours : public QObject
{
    Q_OBJECT

private slots:
    void formIsKept_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("works");
        QTest::newRow("night") << QStringLiteral("22:00-07:00") << true;
        QTest::newRow("whole day") << QStringLiteral("sat,sun 00:00-24:00") << true;
        QTest::newRow("no hours") << QStringLiteral("07:00-07:00") << false;
        QTest::newRow("hour") << QStringLiteral("7:00-08:00") << false;
        QTest::newRow("minute") << QStringLiteral("07:60-08:00") << false;
        QTest::newRow("late") << QStringLiteral("24:00-08:00") << false;
        QTest::newRow("later") << QStringLiteral("08:00-24:01") << false;
        QTest::newRow("day") << QStringLiteral("someday 08:00-09:00") << false;
        QTest::newRow("nothing") << QString() << false;
    }

    void formIsKept()
    {
        QFETCH(QString, text);
        QFETCH(bool, works);
        QCOMPARE(quietHoursFromText(text).has_value(), works);
    }

    void hoursAreThoseOfTheWall_data()
    {
        QTest::addColumn<QString>("hours");
        QTest::addColumn<QString>("at"); // 2026-03-02 is a Monday
        QTest::addColumn<bool>("quiet");
        const auto row = [](const char *hours, const char *at, bool quiet) {
            QTest::addRow("%s at %s", hours, at)
                << QString::fromLatin1(hours) << QString::fromLatin1(at) << quiet;
        };
        row("22:00-07:00", "2026-03-02T21:59", false);
        row("22:00-07:00", "2026-03-02T22:00", true);
        row("22:00-07:00", "2026-03-03T06:59", true);
        row("22:00-07:00", "2026-03-03T07:00", false);
        row("12:00-13:00", "2026-03-03T12:30", true);
        row("12:00-13:00", "2026-03-03T13:00", false);
        row("sat,sun 00:00-24:00", "2026-03-01T23:59", true);
        row("sat,sun 00:00-24:00", "2026-03-02T00:00", false);
        // They begin on Friday and end on Saturday.
        row("fri 22:00-07:00", "2026-03-06T23:00", true);
        row("fri 22:00-07:00", "2026-03-07T06:00", true);
        row("fri 22:00-07:00", "2026-03-07T23:00", false);
        row("fri 22:00-07:00", "2026-03-06T06:00", false);
    }

    void hoursAreThoseOfTheWall()
    {
        QFETCH(QString, hours);
        QFETCH(QString, at);
        QFETCH(bool, quiet);
        QCOMPARE(isQuiet({*quietHoursFromText(hours)}, QDateTime::fromString(at, Qt::ISODate)),
                 quiet);
        QVERIFY(!isQuiet({}, QDateTime::fromString(at, Qt::ISODate)));
    }
};

LOCKMASTER_TEST(TestQuietHours, QCoreApplication)

} // namespace tst_quiethours

#include "tst_quiethours.moc"
