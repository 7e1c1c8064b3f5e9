// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/eventline.h"
#include "tests/support/fakereader.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;
using namespace lockmaster::test;
using namespace std::chrono_literals;

namespace tst_eventline {

/** One event, one line. */
class TestEventLine : public QObject
{
    Q_OBJECT

    const SteadyTime m_now{1h};

    Event event(EventKind kind, const QByteArray &name, const char *before, const char *after) const
    {
        const auto source = fakeSource(QStringLiteral("billing"));
        const auto lock = [&](const char *owner) {
            return owner ? std::make_shared<const LockRecord>(
                       fakeLock(source, name, owner, 41s, m_now))
                         : nullptr;
        };
        Event made;
        made.kind = kind;
        made.backend = QStringLiteral("billing");
        made.before = lock(before);
        made.after = lock(after);
        return made;
    }

private slots:
    void linesSayWhatHappened_data();
    void linesSayWhatHappened();
    void anyNameStaysOnOneLine();
    void backendEventsSayWhy();
};

void TestEventLine::linesSayWhatHappened_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("end");
    const auto row = [](EventKind kind, const char *end) {
        QTest::newRow(qPrintable(eventKindName(kind))) << int(kind) << QString::fromUtf8(end);
    };
    row(EventKind::Appeared, "appeared      billing dist_lock card owner new, 41 s left");
    row(EventKind::Renewed, "renewed       billing dist_lock card owner new, 41 s left");
    row(EventKind::OwnerChanged,
        "owner_changed billing dist_lock card owner new, 41 s left, before old");
    row(EventKind::Expired, "expired       billing dist_lock card owner new");
    row(EventKind::Gone, "gone          billing dist_lock card owner old");
    row(EventKind::Blocked, "blocked       billing dist_lock card owner new");
}

void TestEventLine::linesSayWhatHappened()
{
    QFETCH(int, kind);
    QFETCH(QString, end);
    const bool appeared = EventKind(kind) == EventKind::Appeared;
    const bool gone = EventKind(kind) == EventKind::Gone;
    const QString line = eventLine(
        event(EventKind(kind), "card", appeared ? nullptr : "old", gone ? nullptr : "new"), m_now);
    QVERIFY2(line.endsWith(end), qPrintable(line));
}

void TestEventLine::anyNameStaysOnOneLine()
{
    const QString line =
        eventLine(event(EventKind::Appeared, "a\n\x1b[2J\xff\u202e", nullptr, "x\ny"), m_now);
    QVERIFY(!line.contains(u'\n'));
    QVERIFY(!line.contains(u'\x1b'));
    QVERIFY(!line.contains(QChar(0x202e)));
    QVERIFY(line.contains(QStringLiteral("a\\n\\x1b[2J\\xff")));
}

void TestEventLine::backendEventsSayWhy()
{
    Event lost;
    lost.kind = EventKind::BackendLost;
    lost.backend = QStringLiteral("cache");
    lost.detail = QStringLiteral("cache:6379 refused the connection.");
    QVERIFY(
        eventLine(lost, m_now)
            .endsWith(QStringLiteral("backend_lost  cache cache:6379 refused the connection.")));
}

LOCKMASTER_TEST(TestEventLine, QCoreApplication)

} // namespace tst_eventline

#include "tst_eventline.moc"
