// SPDX-License-Identifier: Apache-2.0
#include "core/text/regularfile.h"

#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace lockmaster;

namespace tst_regularfile {

namespace {

const QString noFile = QStringLiteral("it is not a file");

} // namespace

/** Nothing that waits or has no end is read. */
class TestRegularFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    QString path(const char *name) const { return m_home.filePath(QString::fromLatin1(name)); }

private slots:
    void whatIsNoFileIsNotRead_data()
    {
        QTest::addColumn<QString>("path");
        QVERIFY(::mkfifo(QFile::encodeName(path("pipe")).constData(), 0600) == 0);
        QVERIFY(QFile::link(QStringLiteral("/dev/zero"), path("zero")));
        QTest::newRow("pipe that nobody writes into") << path("pipe");
        QTest::newRow("device without an end") << path("zero");
        QTest::newRow("directory") << m_home.path();
    }

    void whatIsNoFileIsNotRead()
    {
        QFETCH(QString, path);
        const auto bytes = readRegularFile(path, 10);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error(), noFile);
        QCOMPARE(whyNotRegularFile(path), noFile);
    }

    void aFileIsReadUpToItsLimit()
    {
        QFile file(path("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(2048, 'x'));
        file.close();
        QCOMPARE(readRegularFile(file.fileName(), 2048).value_or(""), QByteArray(2048, 'x'));
        const auto longer = readRegularFile(file.fileName(), 2047);
        QVERIFY(!longer);
        QCOMPARE(longer.error(), QStringLiteral("it is longer than 1 KB"));
        QCOMPARE(whyNotRegularFile(file.fileName()), QString());
        QVERIFY(QFile::link(file.fileName(), path("link")));
        QVERIFY(readRegularFile(path("link"), 2048));
    }

    void whatIsNotThereIsSaid()
    {
        const auto bytes = readRegularFile(path("none"), 10);
        QVERIFY(!bytes);
        QCOMPARE(bytes.error(), qt_error_string(ENOENT));
        QCOMPARE(whyNotRegularFile(path("none")), QString());
    }
};

LOCKMASTER_TEST(TestRegularFile, QCoreApplication)

} // namespace tst_regularfile

#include "tst_regularfile.moc"
