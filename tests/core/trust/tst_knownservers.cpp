// SPDX-License-Identifier: Apache-2.0
#include "core/trust/knownservers.h"
#include "core/sql/sqloptions.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace lockmaster;

namespace tst_knownservers {

namespace {

const QString address = QStringLiteral("db1:3306");
const QString other = QStringLiteral("db2:3306");
const QByteArray certificate = "a certificate";

Endpoint verified()
{
    Endpoint endpoint;
    endpoint.host = QStringLiteral("db1");
    endpoint.port = 3306;
    endpoint.address = address;
    endpoint.tls = TlsMode::Verify;
    endpoint.caFile = QStringLiteral("/nonexistent/ca.pem");
    return endpoint;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestKnownServers : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;

private slots:
    void init();

    void whatWasAcceptedIsKnown();
    void anAcceptedCertificateNeedsNoAuthorities();
    void aFileThatIsTooLongIsKept();
    void aFileThatCannotBeReadIsNoEmptyOne();
    void aBusyFileIsNamedByItsLock();
    void fingerprintsAreTakenAsTheyArePrinted();
};

void TestKnownServers::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_directory->path())));
    QVERIFY(knownServersPath().startsWith(m_directory->path()));
}

void TestKnownServers::whatWasAcceptedIsKnown()
{
    const auto none = findKnownServer(address);
    QVERIFY(none && !*none);
    QVERIFY(acceptServer(address, "an older one"));
    QVERIFY(acceptServer(other, "of another"));
    QVERIFY(acceptServer(address, certificate));
    const auto known = findKnownServer(QStringLiteral("DB1:3306"));
    QVERIFY(known && *known);
    QCOMPARE((*known)->certificate, certificate);
    QCOMPARE(knownServer(other)->certificate, QByteArray("of another"));
}

void TestKnownServers::anAcceptedCertificateNeedsNoAuthorities()
{
    const auto stranger = sqlOptions(verified());
    QVERIFY(!stranger);
    QCOMPARE(stranger.error().kind, ErrorKind::Config);
    QVERIFY(acceptServer(address, certificate));
    const auto options = sqlOptions(verified());
    QVERIFY2(options, options ? "" : qPrintable(options.error().message));
    QVERIFY(options->host.contains(QStringLiteral("ssl-fp=")));
    QVERIFY(!options->host.contains(QStringLiteral("ssl-ca=")));
}

void TestKnownServers::aFileThatIsTooLongIsKept()
{
    QVERIFY(acceptServer(other, certificate));
    QFile file(knownServersPath());
    QVERIFY(file.open(QIODevice::Append));
    const QByteArray line = '#' + QByteArray(1022, 'x') + '\n';
    for (int i = 0; i < 4096; ++i)
        file.write(line);
    file.close();
    const QByteArray before = contentOf(knownServersPath());
    const auto accepted = acceptServer(address, certificate);
    QVERIFY(!accepted);
    QCOMPARE(accepted.error().kind, ErrorKind::Config);
    QVERIFY(accepted.error().message.contains(knownServersPath()));
    QVERIFY(contentOf(knownServersPath()) == before);
    QVERIFY(!findKnownServer(other));
}

/** A directory stands in for what the administrator, who runs tests as well, could not read. */
void TestKnownServers::aFileThatCannotBeReadIsNoEmptyOne()
{
    QVERIFY(QDir().mkpath(knownServersPath()));
    std::vector<Error> errors;
    if (const auto found = findKnownServer(address); !found)
        errors.push_back(found.error());
    if (const auto accepted = acceptServer(address, certificate); !accepted)
        errors.push_back(accepted.error());
    if (const auto options = sqlOptions(verified()); !options)
        errors.push_back(options.error());
    QCOMPARE(errors.size(), size_t(3));
    for (const Error &error : errors) {
        QCOMPARE(error.kind, ErrorKind::Config);
        QVERIFY2(error.message.startsWith(QLatin1StringView("Which servers were accepted")),
                 qPrintable(error.message));
    }
    QVERIFY(!knownServer(address));
}

void TestKnownServers::aBusyFileIsNamedByItsLock()
{
    QVERIFY(acceptServer(other, certificate));
    const QString lock = knownServersPath() + QStringLiteral(".lock");
    QLockFile somebody(lock);
    QVERIFY(somebody.tryLock());
    const auto accepted = acceptServer(address, certificate);
    QVERIFY(!accepted);
    QCOMPARE(accepted.error().kind, ErrorKind::Config);
    QVERIFY2(accepted.error().message.contains(lock), qPrintable(accepted.error().message));
}

void TestKnownServers::fingerprintsAreTakenAsTheyArePrinted()
{
    const QString shown = certificateFingerprint(certificate);
    const QString digits = shown.mid(7);
    const QStringList all{shown,
                          digits,
                          QStringLiteral("sha256 Fingerprint=") + digits,
                          QStringLiteral("SHA256 Fingerprint=") + digits.toLower() + u'\n',
                          QString(digits).remove(u':'),
                          QStringLiteral("sha256:") + digits.toLower()};
    for (const QString &text : all)
        QVERIFY2(isFingerprintOf(text, certificate), qPrintable(text));
    for (const QString &text :
         {QString(), QStringLiteral("SHA256:"), digits.chopped(1), digits + u'0',
          certificateFingerprint("another"), u'0' + digits.mid(1) + digits.at(0)})
        QVERIFY2(!isFingerprintOf(text, certificate), qPrintable(text));
}

LOCKMASTER_TEST(TestKnownServers, QCoreApplication)

} // namespace tst_knownservers

#include "tst_knownservers.moc"
