// SPDX-License-Identifier: Apache-2.0
#include "core/text/momenttext.h"
#include "core/text/timebins.h"
#include "tests/support/testprogram.h"

#include <QScopeGuard>
#include <QTest>

#include <ctime>

using namespace lockmaster;
using namespace std::chrono_literals;

namespace tst_timebins {

class TestTimeBins : public QObject
{
    Q_OBJECT

    QByteArray m_zone;
    bool m_hadZone = false;

    static ServerTime at(int month, int day, int hour = 0, int minute = 0)
    {
        const QDateTime time(QDate(2026, month, day), QTime(hour, minute));
        return ServerTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
    }
    static QString local(ServerTime at)
    {
        return localTimeOf(at).toString(QStringLiteral("MM-dd HH:mm"));
    }

private slots:
    void initTestCase()
    {
        m_zone = qgetenv("TZ");
        m_hadZone = qEnvironmentVariableIsSet("TZ");
        qputenv("TZ", "Europe/Berlin");
        tzset();
        if (QDateTime(QDate(2026, 3, 29), QTime(12, 0)).offsetFromUtc() != 2 * 3600) {
            QVERIFY2(!qEnvironmentVariableIsSet("CI"), "knows no time zones");
            QSKIP("knows no time zones");
        }
    }
    void cleanupTestCase()
    {
        m_hadZone ? qputenv("TZ", m_zone) : qunsetenv("TZ");
        tzset();
    }

    void aStretchHasAsShortColumnsAsFewEnoughOfThemAllow()
    {
        const ServerTime now = at(2, 20, 14, 12);
        const auto step = [now](Micros length) { return timeBins(now - length, now).step; };
        QCOMPARE(step(30min), Micros(1min));
        QCOMPARE(step(1h), Micros(5min));
        QCOMPARE(step(24h), Micros(1h));
        QCOMPARE(step(168h), Micros(6h));
        QCOMPARE(step(720h), Micros(24h));
        QCOMPARE(step(8760h), Micros(28 * 24h));
        for (Micros length = 1min; length < 200'000h; length = length * 3 / 2) {
            const TimeBins bins = timeBins(now - length, now);
            QVERIFY(bins.edges.size() >= 2 && bins.edges.size() <= 51);
            QVERIFY(bins.edges[0] <= now - length && now - length < bins.edges[1]);
            QVERIFY(bins.edges.back() >= now && bins.edges[bins.edges.size() - 2] < now);
            QVERIFY(std::is_sorted(bins.edges.begin(), bins.edges.end()));
        }
    }

    void columnsBeginAsTheClockSays()
    {
        const TimeBins day = timeBins(at(2, 19, 14, 12), at(2, 20, 14, 12));
        QCOMPARE(local(day.edges.front()), QStringLiteral("02-19 14:00"));
        QCOMPARE(local(day.edges.back()), QStringLiteral("02-20 15:00"));
        const TimeBins hour = timeBins(at(2, 20, 13, 12), at(2, 20, 14, 12));
        QCOMPARE(local(hour.edges.front()), QStringLiteral("02-20 13:10"));
        const TimeBins month = timeBins(at(2, 1, 14), at(3, 3, 14));
        QCOMPARE(local(month.edges.front()), QStringLiteral("02-01 00:00"));
        QCOMPARE(local(month.edges.back()), QStringLiteral("03-04 00:00"));
    }

    /** In March a day has 23 hours, in October 25: all of them are there, and as long. */
    void whereClocksChangeHoursAreHours()
    {
        for (const auto &[month, day, hours] : {std::tuple(3, 29, 23), std::tuple(10, 25, 25)}) {
            const auto edges = localEdges(QDate(2026, month, day), QDate(2026, month, day), 1h);
            QCOMPARE(edges.size(), size_t(hours + 1));
            for (size_t i = 1; i < edges.size(); ++i)
                QCOMPARE(Micros(edges[i] - edges[i - 1]), Micros(1h));
            const auto quarters = localEdges(QDate(2026, month, day), QDate(2026, month, day), 6h);
            QCOMPARE(quarters.size(), size_t(5));
            QVERIFY(local(quarters[1]).endsWith(QStringLiteral("06:00")));
        }
    }
};

LOCKMASTER_TEST(TestTimeBins, QCoreApplication)

} // namespace tst_timebins

#include "tst_timebins.moc"
