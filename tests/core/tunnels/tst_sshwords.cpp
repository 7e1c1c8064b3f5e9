// SPDX-License-Identifier: Apache-2.0
#include "core/domain/tunnelspec.h"
#include "core/tunnels/sshwords.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <csignal>

using namespace lockmaster;

namespace tst_sshwords {

/** What becomes of what `ssh` says: who it was is not ours to trust. */
class TestSshWords : public QObject
{
    Q_OBJECT

private slots:
    void theCauseIsQuoted()
    {
        const Error error = sshEnding(
            QStringLiteral("bastion"), 255 << 8,
            {QStringLiteral("Warning: Permanently added 'x' (ED25519) to the list of known hosts."),
             QStringLiteral("me@bastion: Permission denied (publickey)."),
             QStringLiteral("Connection closed by 10.0.0.7 port 22")},
            {});
        QCOMPARE(error.kind, ErrorKind::Network);
        QCOMPARE(error.message,
                 QStringLiteral("ssh to bastion ended: me@bastion: Permission denied "
                                "(publickey)."));
        QVERIFY(error.remedy.contains(u"ssh-add"));
        const QString asked =
            sshEnding(QStringLiteral("b"), 255 << 8, {QStringLiteral("b: Permission denied.")},
                      QStringLiteral("Enter passphrase for key '/k':"))
                .message;
        QVERIFY2(asked.endsWith(u"It had asked: Enter passphrase for key '/k':."),
                 qPrintable(asked));
    }

    void nothingSaidIsToldToo()
    {
        QCOMPARE(sshEnding(QStringLiteral("b"), 255 << 8, {}, {}).message,
                 QStringLiteral("ssh to b ended: it ended with status 255."));
        QCOMPARE(sshEnding(QStringLiteral("b"), SIGKILL, {}, {}).message,
                 QStringLiteral("ssh to b ended: it was killed."));
    }

    void aChangedKeyNamesItsPlace()
    {
        const Error error = sshEnding(
            QStringLiteral("b"), 255 << 8,
            {QStringLiteral("@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @"),
             QStringLiteral("Offending ECDSA key in /home/a b/.ssh/known_hosts:12"),
             QStringLiteral("Host key verification failed.")},
            {});
        QCOMPARE(error.message, QStringLiteral("The host key of b is another than the one in "
                                               "/home/a b/.ssh/known_hosts:12."));
    }

    void whatAHostSaysIsLiteralAndBounded()
    {
        const QString hostile = QStringLiteral("\u001b[2J\u202e<b>100%1 %2 ")
                                + QString(100'000, u'x') + QStringLiteral(" Permission denied");
        for (const QStringList &lines : {QStringList{hostile}, QStringList(50, hostile)}) {
            const Error error = sshEnding(QStringLiteral("b"), 255 << 8, lines, hostile);
            QVERIFY(error.message.size() < 1000);
            QVERIFY(!error.message.contains(QChar(0x1b)));
            QVERIFY(!error.message.contains(QChar(0x202e)));
            QVERIFY(error.message.contains(u"100%1 %2"));
        }
        const Error unknown = sshEnding(
            QStringLiteral("b"), 255 << 8, {QStringLiteral("Host key verification failed.")},
            QStringLiteral("ED25519 key fingerprint is \u001b[31mSHA256:%1 "));
        QVERIFY(!unknown.message.contains(QChar(0x1b)));
    }

    void onlyChannelsAreComplaints()
    {
        const QString host = QStringLiteral("b");
        QVERIFY(sshComplaint(host, QStringLiteral("channel 3: open failed: connect failed: "
                                                  "Connection refused")));
        QVERIFY(!sshComplaint(host, QStringLiteral("Welcome! channel open failed")));
        QVERIFY(!sshComplaint(host, QStringLiteral("debug1: channel 3: free")));
    }

    void whatIsWrongWithATunnelIsTold()
    {
        const auto fault = [](const QString &ssh, const QStringList &command, bool told = false) {
            TunnelSpec spec;
            spec.ssh = ssh;
            spec.command = command;
            return tunnelFault(spec, told).value_or(Error{}).message;
        };
        QCOMPARE(fault(QStringLiteral("me@bastion.example-1"), {}), QString());
        QCOMPARE(fault({}, {QStringLiteral("kubectl"), QStringLiteral("{port}:3306")}), QString());
        QCOMPARE(fault({}, {QStringLiteral("proxy"), QStringLiteral("{socket}")}, true), QString());
        for (const auto &wrong :
             {fault(QStringLiteral("a"), {QStringLiteral("b"), QStringLiteral("{port}")}),
              fault({}, {QStringLiteral("kubectl")}),
              fault({}, {QStringLiteral("x"), QStringLiteral("{port}{socket}")}),
              fault({}, {QString(), QStringLiteral("{port}")}),
              fault({}, {QStringLiteral("{port}")}),
              fault({}, {QStringLiteral("x"), QStringLiteral("{port}")}, true)})
            QVERIFY(!wrong.isEmpty());
    }
};

LOCKMASTER_TEST(TestSshWords, NoApplication)

} // namespace tst_sshwords

#include "tst_sshwords.moc"
