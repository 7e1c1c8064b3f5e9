// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/droppedwords.h"

#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_droppedwords {

/** Whoever is too slow is not made slower by being told so. */
class TestDroppedWords : public QObject
{
    Q_OBJECT

private slots:
    void theyAreSummedUpAndSaidOnceASecond()
    {
        ManualClock clock;
        DroppedWords words;
        QCOMPARE(words.take(clock.now(), true), QStringList());
        words.add(QStringLiteral("a"), 5);
        QCOMPARE(words.take(clock.now(), false), QStringList{line("a", 5)});
        int lines = 0;
        for (int i = 0; i < 30; ++i) { // three seconds
            words.add(QStringLiteral("a"), 10);
            words.add(QStringLiteral("b"), 1);
            clock.advance(100ms);
            const QStringList said = words.take(clock.now(), false);
            if (!said.isEmpty())
                QCOMPARE(said, (QStringList{line("a", 100), line("b", 10)}));
            lines += int(said.size());
        }
        QCOMPARE(lines, 6);
    }

    void theLastAreSaidAtOnce()
    {
        ManualClock clock;
        DroppedWords words;
        words.add(QStringLiteral("a"), 5);
        QCOMPARE(words.take(clock.now(), false).size(), 1);
        words.add(QStringLiteral("a"), 6);
        QCOMPARE(words.take(clock.now(), true), QStringList{line("a", 6)});
        QCOMPARE(words.take(clock.now(), true), QStringList());
    }

private:
    static QString line(const char *backend, int count)
    {
        return QStringLiteral("%1: %2 events came faster than they were read, and are left out.")
            .arg(QLatin1StringView(backend))
            .arg(count);
    }
};

LOCKMASTER_TEST(TestDroppedWords, NoApplication)

} // namespace tst_droppedwords

#include "tst_droppedwords.moc"
