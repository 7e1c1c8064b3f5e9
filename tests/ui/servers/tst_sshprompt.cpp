// SPDX-License-Identifier: Apache-2.0
#include "core/tunnels/sshquestions.h"
#include "tests/support/testprogram.h"
#include "ui/servers/sshprompt.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QLocalSocket>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockmaster;

namespace tst_sshprompt {

/** What an `ssh` of ours wants to know is asked in the window. */
class TestSshPrompt : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aPassphraseGoesToSsh();
    void returnAcceptsNoHostKey();
    void aHostKeyIsAccepted();
    void aHostCannotAskForItsKey();
    void aQuestionGoesWithWhoAsked();
    void hostileWordsAreLiteral();

private:
    /** As the program that `ssh` starts does it. */
    void ask(const QByteArray &text, const QByteArray &hint = {});
    QDialog *dialog() const { return m_window->findChild<QDialog *>(); }
    QByteArray answer();

    QTemporaryDir m_directory;
    std::unique_ptr<QWidget> m_window;
    SshPrompt *m_prompt = nullptr; ///< the window's
    std::unique_ptr<SshQuestions> m_questions;
    std::unique_ptr<QLocalSocket> m_asking;
};

void TestSshPrompt::init()
{
    m_questions.reset();
    QFile::remove(m_directory.filePath(QStringLiteral("a")));
    m_window = std::make_unique<QWidget>();
    m_window->show();
    m_prompt = new SshPrompt(m_window.get());
    auto questions = SshQuestions::listenAt(m_directory.filePath(QStringLiteral("a")),
                                            QStringLiteral("bastion"));
    QVERIFY(questions);
    m_questions = std::move(*questions);
}

void TestSshPrompt::ask(const QByteArray &text, const QByteArray &hint)
{
    m_asking = std::make_unique<QLocalSocket>();
    m_asking->connectToServer(m_directory.filePath(QStringLiteral("a")));
    QVERIFY(m_asking->waitForConnected());
    m_asking->write(hint + '\0' + text);
    m_asking->flush();
    QVERIFY(m_questions->take());
    QTRY_VERIFY(dialog() && dialog()->isVisible());
}

QByteArray TestSshPrompt::answer()
{
    QByteArray said;
    while (m_asking->waitForReadyRead(2000) || m_asking->bytesAvailable() > 0)
        said += m_asking->readAll();
    return said;
}

void TestSshPrompt::aPassphraseGoesToSsh()
{
    QSignalSpy answered(m_prompt, &SshPrompt::answered);
    ask("Enter passphrase for key '/home/me/.ssh/id':");
    auto *field = dialog()->findChild<QLineEdit *>();
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    QTest::keyClicks(field, QStringLiteral("open sesame"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(answer(), QByteArray("yopen sesame"));
    QCOMPARE(answered.size(), 1);
    QTRY_VERIFY(!dialog());
}

void TestSshPrompt::returnAcceptsNoHostKey()
{
    ask("The authenticity of host 'b' can't be established.\nED25519 key fingerprint is "
        "SHA256:abc.\nAre you sure (yes/no/[fingerprint])?");
    QTest::keyClick(dialog(), Qt::Key_Return);
    QCOMPARE(answer(), QByteArray());
    QTRY_VERIFY(!dialog());
    QVERIFY(m_questions->refused().contains(u"SHA256:abc"));
}

void TestSshPrompt::aHostKeyIsAccepted()
{
    ask("The authenticity of host 'b' can't be established.\nED25519 key fingerprint is "
        "SHA256:abc.\nAre you sure (yes/no/[fingerprint])?");
    for (QPushButton *button : dialog()->findChildren<QPushButton *>()) {
        if (button->text().contains(u"Yes"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QCOMPARE(answer(), QByteArray("yyes"));
}

void TestSshPrompt::aHostCannotAskForItsKey()
{
    ask("(me@bastion) The authenticity of host 'x'. Are you sure (yes/no)?");
    QVERIFY(dialog()->findChild<QLineEdit *>()->isVisible()); // typed, and not clicked
    dialog()->reject();
}

void TestSshPrompt::aQuestionGoesWithWhoAsked()
{
    ask("Enter passphrase:");
    m_questions.reset();
    QTRY_VERIFY(!dialog());
}

void TestSshPrompt::hostileWordsAreLiteral()
{
    ask("<img src=x>\x1b[2J \xe2\x80\xae evil\n" + QByteArray(100'000, 'x'));
    const QString shown = dialog()->findChild<QPlainTextEdit *>()->toPlainText();
    QVERIFY(shown.startsWith(u"<img src=x>"));
    QVERIFY(!shown.contains(QChar(0x1b)) && !shown.contains(QChar(0x202e)));
    QVERIFY(shown.size() < 5000);
    QVERIFY(dialog()->height() < 600);
    dialog()->reject();
}

LOCKMASTER_TEST(TestSshPrompt, QApplication)

} // namespace tst_sshprompt

#include "tst_sshprompt.moc"
