// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "ui/leaders/leadermarks.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_leadermarks {

namespace {

LockId idOf(const QByteArray &name, const QString &system = QStringLiteral("redis_string"))
{
    return {std::make_shared<const SourceId>(
                SourceId{QStringLiteral("cache"), system, QStringLiteral("db 0")}),
            name};
}

} // namespace

class TestLeaderMarks : public QObject
{
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<QSettings> m_settings;

    void reopen()
    {
        m_settings = std::make_unique<QSettings>(m_directory.filePath(QStringLiteral("m.ini")),
                                                 QSettings::IniFormat);
    }

private slots:
    void init()
    {
        reopen();
        m_settings->clear();
    }

    void anotherWindowsMarksStay()
    {
        LeaderMarks ours(*m_settings);
        QSettings same(m_settings->fileName(), QSettings::IniFormat);
        LeaderMarks theirs(same);
        ours.setMarked(idOf("a"), true);
        theirs.setMarked(idOf("b"), true);
        QCOMPARE(theirs.marks(), std::vector<LockId>({idOf("a"), idOf("b")}));
        ours.setMarked(ours.marks().front(), false);
        QCOMPARE(ours.marks(), std::vector<LockId>{idOf("b")});
        reopen();
        QCOMPARE(LeaderMarks(*m_settings).marks(), std::vector<LockId>{idOf("b")});
    }

    void marksAreKeptByTheirBytes()
    {
        const QByteArray odd("a\0\xff,\"=\n", 7);
        {
            LeaderMarks marks(*m_settings);
            const QSignalSpy changed(&marks, &LeaderMarks::changed);
            marks.setMarked(idOf(odd), true);
            marks.setMarked(idOf("b"), true);
            marks.setMarked(idOf("b"), true);
            QCOMPARE(changed.size(), 2);
        }
        reopen();
        LeaderMarks marks(*m_settings);
        QCOMPARE(marks.marks(), std::vector<LockId>({idOf(odd), idOf("b")}));
        marks.setMarked(idOf(odd), false);
        reopen();
        QCOMPARE(LeaderMarks(*m_settings).marks(), std::vector<LockId>{idOf("b")});
    }

    void aLeaderTableNeedsNone()
    {
        LeaderMarks marks(*m_settings);
        marks.setMarked(idOf("a", QStringLiteral("leader")), true);
        QVERIFY(marks.marks().empty());
    }

    void thereIsALimit()
    {
        LeaderMarks marks(*m_settings);
        for (size_t i = 0; i < LeaderMarks::most + 5; ++i)
            marks.setMarked(idOf(QByteArray::number(qulonglong(i))), true);
        QCOMPARE(marks.marks().size(), LeaderMarks::most);
        QVERIFY(marks.isFull());
        reopen();
        QCOMPARE(LeaderMarks(*m_settings).marks().size(), LeaderMarks::most);
    }

    void settingsThatWereEditedDoNoHarm()
    {
        m_settings->beginWriteArray(QStringLiteral("leaders/marks"));
        m_settings->setArrayIndex(0);
        m_settings->setValue(QStringLiteral("name"), 7);
        m_settings->setArrayIndex(1);
        m_settings->setValue(QStringLiteral("backend"), QStringLiteral("x"));
        m_settings->setValue(QStringLiteral("system"), QStringLiteral("leader"));
        m_settings->endArray();
        QVERIFY(LeaderMarks(*m_settings).marks().empty());
    }
};

LOCKMASTER_TEST(TestLeaderMarks, QApplication)

} // namespace tst_leadermarks

#include "tst_leadermarks.moc"
