// SPDX-License-Identifier: Apache-2.0
#include "core/platform/privatefile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

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

    void aLinkIsNeitherFollowedNorReplaced()
    {
        QVERIFY(QFile::link(path("nowhere"), path("link")));
        QVERIFY(!writePrivateFile(path("link"), "through", false));
        QVERIFY(!writePrivateFile(path("link"), "itself", true));
        QVERIFY(!QFile::exists(path("nowhere")));
        QVERIFY(QFile::remove(path("link")));
        QVERIFY(QFile::link(path("a"), path("link")));
        QVERIFY(!writePrivateFile(path("link"), "through", true));
        QVERIFY(QFileInfo(path("link")).isSymLink());
        QCOMPARE(contentOf(path("a")), QByteArray("other"));
        QVERIFY(QFile::remove(path("link")));
    }

    void whatIsNoFileIsNotReplaced()
    {
        QCOMPARE(::mkfifo(QFile::encodeName(path("pipe")).constData(), 0600), 0);
        const auto written = writePrivateFile(path("pipe"), "x", true);
        QVERIFY(!written);
        QVERIFY(!written.error().isEmpty());
        struct stat there {
        };
        QCOMPARE(::lstat(QFile::encodeName(path("pipe")).constData(), &there), 0);
        QVERIFY(S_ISFIFO(there.st_mode));
        QVERIFY(QFile::remove(path("pipe")));
        QCOMPARE(names(), QStringList{QStringLiteral("a")});
    }

    void aPlaceThatIsNotThereIsTold()
    {
        QVERIFY(!writePrivateFile(path("no/such/place"), "x", true));
        QVERIFY(!writePrivateFile(m_place.path(), "x", true)); // a directory
        QCOMPARE(names(), QStringList{QStringLiteral("a")});
    }
};

LOCKMASTER_TEST(TestPrivateFile, QCoreApplication)

} // namespace tst_privatefile

#include "tst_privatefile.moc"
