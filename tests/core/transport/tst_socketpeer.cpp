// SPDX-License-Identifier: Apache-2.0
#include "core/transport/socketpeer.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockmaster;

namespace tst_socketpeer {

namespace {

constexpr uid_t server = 12'345;
constexpr uid_t stranger = 12'346;

} // namespace

/** A process may call itself what it likes; where its socket stands tells more. */
class TestSocketPeer : public QObject
{
    Q_OBJECT

private slots:
    void aPlaceThatOthersCannotReachIsGuarded_data()
    {
        QTest::addColumn<int>("mode"); // of the directory
        QTest::addColumn<int>("group");
        QTest::addColumn<int>("owner"); // of what stands in it; -1: this account
        QTest::addColumn<bool>("guarded");
        QTest::newRow("ours alone") << 0755 << -1 << -1 << true;
        QTest::newRow("anybody's") << 0777 << -1 << -1 << false;
        QTest::newRow("everybody's, and ours there") << 01777 << -1 << -1 << true;
        QTest::newRow("everybody's, and theirs there") << 01777 << -1 << int(server) << false;
        QTest::newRow("root's, and their group's") << 0775 << int(server) << -1 << false;
        QTest::newRow("another group's") << 0775 << int(stranger) << -1 << false;
    }

    void aPlaceThatOthersCannotReachIsGuarded()
    {
        QFETCH(int, mode);
        QFETCH(int, group);
        QFETCH(int, owner);
        QFETCH(bool, guarded);
        if ((group >= 0 || owner >= 0) && ::geteuid() != 0)
            QSKIP("only root gives files away");
        const QByteArray place = directory("place");
        const QByteArray socket = file(place + "/my.sock");
        QVERIFY(::chown(socket.constData(), uid_t(owner), gid_t(-1)) == 0);
        QVERIFY(::chown(place.constData(), uid_t(-1), gid_t(group)) == 0);
        QVERIFY(::chmod(place.constData(), mode_t(mode)) == 0);
        QCOMPARE(isGuardedFromOthers(socket, peer()), guarded);
        QCOMPARE(isGuardedFromOthers(place + "/./my.sock", peer()), guarded);
        // Who is this account, or root, could do anything else as well.
        QVERIFY(isGuardedFromOthers(socket, {QStringLiteral("mysqld"), ::geteuid(), 0}));
        QVERIFY(isGuardedFromOthers(socket, {QStringLiteral("mysqld"), 0, 0}));
    }

    /** In a directory of root's, every member of that group could be who listens. */
    void aGroupIsOnlyTrustedInTheServersOwnDirectory()
    {
        if (::geteuid() != 0)
            QSKIP("only root gives files away");
        const QByteArray place = directory("theirs");
        const QByteArray socket = file(place + "/my.sock");
        QVERIFY(::chmod(place.constData(), 0775) == 0);
        QVERIFY(::chown(place.constData(), server, server) == 0);
        QVERIFY(isGuardedFromOthers(socket, peer()));
        QVERIFY(::chown(place.constData(), stranger, server) == 0);
        QVERIFY(!isGuardedFromOthers(socket, peer()));
        QVERIFY(::chown(place.constData(), 0, server) == 0);
        QVERIFY(!isGuardedFromOthers(socket, peer()));
    }

    void theWholeWayCounts()
    {
        const QByteArray open = directory("open");
        const QByteArray inner = directory("open/inner");
        const QByteArray safe = directory("safe");
        const QByteArray socket = file(inner + "/my.sock");
        const QByteArray other = file(safe + "/my.sock");
        QVERIFY(isGuardedFromOthers(socket, peer()));
        QVERIFY(isGuardedFromOthers(other, peer()));
        // A link is as good as the worse of where it stands and where it leads.
        QVERIFY(::symlink(socket.constData(), (safe + "/in").constData()) == 0);
        QVERIFY(::symlink(other.constData(), (open + "/out").constData()) == 0);
        QVERIFY(::symlink(safe.constData(), (open + "/directory").constData()) == 0);
        for (const QByteArray &way : {safe + "/in", open + "/out", open + "/directory/my.sock"})
            QVERIFY2(isGuardedFromOthers(way, peer()), way.constData());
        QVERIFY(::chmod(open.constData(), 0777) == 0);
        for (const QByteArray &way :
             {socket, safe + "/in", open + "/out", open + "/directory/my.sock"})
            QVERIFY2(!isGuardedFromOthers(way, peer()), way.constData());
        QVERIFY(isGuardedFromOthers(other, peer()));
    }

    void whatCannotBeFollowedIsNotGuarded()
    {
        const QByteArray place = directory("place");
        file(place + "/my.sock");
        QVERIFY(!isGuardedFromOthers(place + "/none.sock", peer()));
        QVERIFY(!isGuardedFromOthers(place + "/../place/my.sock", peer()));
        QVERIFY(!isGuardedFromOthers("place/my.sock", peer()));
        QVERIFY(!isGuardedFromOthers({}, peer()));
        QVERIFY(::symlink("round", (place + "/round").constData()) == 0);
        QVERIFY(!isGuardedFromOthers(place + "/round", peer()));
    }

    void cleanup() { m_root = std::make_unique<QTemporaryDir>(); }

private:
    static SocketPeer peer() { return {QStringLiteral("mysqld"), server, server}; }

    QByteArray directory(const char *name) const
    {
        const QByteArray path = QFile::encodeName(m_root->filePath(QLatin1StringView(name)));
        return ::mkdir(path.constData(), 0755) == 0 ? path : QByteArray();
    }

    static QByteArray file(const QByteArray &path)
    {
        QFile made(QFile::decodeName(path));
        return made.open(QIODevice::WriteOnly) ? path : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_root = std::make_unique<QTemporaryDir>();
};

LOCKMASTER_TEST(TestSocketPeer, QCoreApplication)

} // namespace tst_socketpeer

#include "tst_socketpeer.moc"
