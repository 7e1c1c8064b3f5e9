// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatefile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_privatefile {

/** A file that is there as a whole or not at all, for its owner alone. */
class TestPrivateFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_place;

    QString path(const char *name) const { return m_place.filePath(QString::fromLatin1(name)); }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    /** Also what is hidden, or leads nowhere. */
    QStringList names() const
    {
        return QDir(m_place.path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

private slots:
    void aNewFileIsItsOwnersAlone()
    {
        const QByteArray bytes(300'000, 'x');
        QVERIFY(writePrivateFile(path("a"), bytes, false));
        QCOMPARE(contentOf(path("a")), bytes);
        QCOMPARE(QFile::permissions(path("a")) & QFileDevice::Permissions(0x77),
                 QFileDevice::Permissions());
        QCOMPARE(names(), QStringList{QStringLiteral("a")});
    }

    void whatIsThereStays()
    {
        const auto written = writePrivateFile(path("a"), "other", false);
        QVERIFY(!written);
        QVERIFY(!written.error().isEmpty());
        QCOMPARE(contentOf(path("a")).size(), 300'000);
        QCOMPARE(names(), QStringList{QStringLiteral("a")});
    }

    void whatIsThereIsReplacedWhereThatIsWanted()
    {
        QVERIFY(writePrivateFile(path("a"), "other", true));
        QCOMPARE(contentOf(path("a")), QByteArray("other"));
        QCOMPARE(names(), QStringList{QStringLiteral("a")});
    }

    void aLinkIsNotFollowed()
    {
        QVERIFY(QFile::link(path("nowhere"), path("link")));
        QVERIFY(!writePrivateFile(path("link"), "through", false));
        QVERIFY(writePrivateFile(path("link"), "itself", true));
        QVERIFY(!QFile::exists(path("nowhere")));
        QCOMPARE(contentOf(path("link")), QByteArray("itself"));
    }

    void aPlaceThatIsNotThereIsTold()
    {
        QVERIFY(!writePrivateFile(path("no/such/place"), "x", true));
        QVERIFY(!writePrivateFile(m_place.path(), "x", true)); // a directory
        QCOMPARE(names(), QStringList({QStringLiteral("a"), QStringLiteral("link")}));
    }
};

LOCKMASTER_TEST(TestPrivateFile, QCoreApplication)

} // namespace tst_privatefile

#include "tst_privatefile.moc"
