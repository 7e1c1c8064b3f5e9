// SPDX-License-Identifier: Apache-2.0
#include "tests/support/manualclock.h"
#include "tests/support/testprogram.h"
#include "tests/support/viewfixtures.h"
#include "ui/window/statusstrip.h"

#include <QLabel>
#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_statusstrip {

namespace {

class EventCount final : public QObject
{
public:
    explicit EventCount(QEvent::Type type) : m_type(type) {}
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == m_type ? 1 : 0;
        return false;
    }
    int count = 0;

private:
    QEvent::Type m_type;
};

} // namespace

/** The line below the window, at every width. */
class TestStatusStrip : public QObject
{
    Q_OBJECT

    ManualClock m_clock;
    LockStore m_store;
    ViewFeed m_feed{m_store, m_clock};

    void watch(int count, BackendState state)
    {
        m_feed.backends.clear();
        for (int i = 0; i < count; ++i) {
            BackendStatus status =
                makeStatus(QStringLiteral("orders-db-%1").arg(i), BackendKind::MySql, m_clock);
            status.readOnly = true;
            status.state = state;
            m_feed.backends.push_back(status);
        }
        m_feed.publish();
    }
    static QStringList shown(const StatusStrip &strip)
    {
        QStringList texts;
        for (const QLabel *label : strip.findChildren<QLabel *>()) {
            if (!label->isHidden() && !label->text().isEmpty())
                texts << label->text();
        }
        return texts;
    }

private slots:
    void whereThereIsLittleRoomWholePartsAreLeftOut_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<BackendState>("state");
        QTest::newRow("a few") << 3 << BackendState::Online;
        QTest::newRow("a few that are lost") << 3 << BackendState::Offline;
        QTest::newRow("many") << 12 << BackendState::Online;
        QTest::newRow("many that are lost") << 12 << BackendState::Offline;
    }
    void whereThereIsLittleRoomWholePartsAreLeftOut()
    {
        QFETCH(int, count);
        QFETCH(BackendState, state);
        watch(count, state);
        StatusStrip strip(m_store, m_clock);
        strip.show();
        strip.resize(4000, strip.sizeHint().height());
        QCoreApplication::processEvents();
        const QStringList all = shown(strip);
        const QStringList told = strip.texts();
        for (const QString &text : all)
            QVERIFY2(told.contains(text), qPrintable(text));
        int wide = 0;
        for (const QString &text : all)
            wide += strip.fontMetrics().horizontalAdvance(text);
        // Down to where a word for each of them has room.
        bool wasShorter = false;
        for (int width = wide + 200; width > wide / 2 + 200; width -= 7) {
            strip.resize(width, strip.height());
            QCoreApplication::processEvents();
            wasShorter = wasShorter || shown(strip) != all;
            for (const QLabel *label : strip.findChildren<QLabel *>()) {
                if (label->isHidden() || label->text().isEmpty())
                    continue;
                const int needed = label->fontMetrics().horizontalAdvance(label->text());
                QVERIFY2(label->width() >= needed, qPrintable(QStringLiteral("%1: %2 of %3 in %4")
                                                                  .arg(label->text())
                                                                  .arg(label->width())
                                                                  .arg(needed)
                                                                  .arg(width)));
            }
            QCOMPARE(strip.texts(), told); // who hears it hears all of it
        }
        QVERIFY(wasShorter);
        strip.resize(4000, strip.height());
        QCoreApplication::processEvents();
        QCOMPARE(shown(strip), all);
    }

    /** An age grows each second, and half a window would be laid out and painted for it. */
    void anotherTextOfTheSameWidthLaysNothingOut()
    {
        watch(2, BackendState::Stale);
        StatusStrip strip(m_store, m_clock);
        strip.show();
        strip.resize(2000, strip.sizeHint().height());
        const auto passes = [&](Micros time) {
            m_clock.advance(time);
            strip.setHeldCount(0); // looks at the clock
            QCoreApplication::processEvents();
        };
        passes(5s);
        passes(1s);
        EventCount layouts(QEvent::LayoutRequest);
        strip.installEventFilter(&layouts);
        const QStringList before = shown(strip);
        passes(1s);
        QVERIFY(shown(strip) != before);
        QCOMPARE(layouts.count, 0);
        passes(1s);
        QCOMPARE(layouts.count, 0);
        passes(1h);
        QVERIFY(layouts.count > 0);
    }

    void howManyAreReadOnlyIsToldWhereNoneIsNamed()
    {
        watch(12, BackendState::Online);
        StatusStrip strip(m_store, m_clock);
        strip.show();
        strip.resize(340, strip.sizeHint().height());
        QCoreApplication::processEvents();
        QVERIFY2(shown(strip).contains(QStringLiteral("12 read-only")),
                 qPrintable(shown(strip).join(u'|')));
        QVERIFY(strip.texts().last().contains(QStringLiteral("and 10 more")));
    }
};

LOCKMASTER_TEST(TestStatusStrip, QApplication)

} // namespace tst_statusstrip

#include "tst_statusstrip.moc"
