// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/sshprompt.h"

#include "core/text/literaltext.h"
#include "ui/kit/labels.h"
#include "ui/kit/scrolledbody.h"
#include "ui/kit/textsize.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int dialogWidth = 660; ///< a fingerprint fits on a line
constexpr int longestAnswer = 1024;

QString titleOf(const SshQuestion &question)
{
    switch (question.kind) {
    case SshQuestion::Kind::HostKey: return SshPrompt::tr("Is this the host?");
    case SshQuestion::Kind::Confirm: return SshPrompt::tr("May the key be used?");
    case SshQuestion::Kind::Secret: break;
    }
    return SshPrompt::tr("ssh asks");
}

QString adviceOf(const SshQuestion &question)
{
    switch (question.kind) {
    case SshQuestion::Kind::HostKey:
        return SshPrompt::tr("Its key is not known on this machine. Compare the fingerprint with "
                             "the one that whoever looks after the host gave you. If it is the "
                             "same, ssh notes the key and does not ask again.");
    case SshQuestion::Kind::Confirm: return SshPrompt::tr("Your agent asks before it uses a key.");
    case SshQuestion::Kind::Secret: break;
    }
    return SshPrompt::tr("What you type goes to ssh alone and is kept nowhere.");
}

/** ssh's own words, some of which the host chose: each line literally. */
QPlainTextEdit *saidBySsh(const QString &text, QWidget *parent)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = literalText(line);
    auto *said = new QPlainTextEdit(lines.join(u'\n'), parent);
    said->setReadOnly(true);
    said->setTabChangesFocus(true);
    said->setFont(fixedFont());
    said->setAccessibleName(SshPrompt::tr("What ssh says"));
    // A line more than it has: one may be broken, and what is longer is scrolled.
    const int shown = int(std::clamp<qsizetype>(lines.size() + 1, 2, 9));
    said->setFixedHeight(shown * said->fontMetrics().lineSpacing()
                         + 2 * (2 + said->frameWidth() + int(said->document()->documentMargin())));
    return said;
}

} // namespace

SshPrompt::SshPrompt(QWidget *parent) : QObject(parent), m_window(parent)
{
    setSshAsker({[this](const SshQuestion &question) {
                     QMetaObject::invokeMethod(
                         this, [this, question] { ask(question); }, Qt::QueuedConnection);
                 },
                 [this](quint64 id) {
                     QMetaObject::invokeMethod(
                         this, [this, id] { withdraw(id); }, Qt::QueuedConnection);
                 }});
}

SshPrompt::~SshPrompt()
{
    setSshAsker({});
}

void SshPrompt::ask(const SshQuestion &question)
{
    auto *dialog = new QDialog(m_window);
    dialog->setObjectName(QStringLiteral("sshQuestion"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(titleOf(question));
    QLabel *title = textLabel(tr("ssh to %1").arg(literalText(question.host)), dialog);
    title->setFont(titleFont(1.2, title->font()));
    const bool isSecret = question.kind == SshQuestion::Kind::Secret;
    auto *answer = new QLineEdit(dialog);
    answer->setEchoMode(QLineEdit::Password);
    answer->setMaxLength(longestAnswer);
    answer->setAccessibleName(tr("Answer"));
    answer->setVisible(isSecret);
    auto *refuse = new QPushButton(isSecret ? tr("Cancel") : tr("&No"), dialog);
    auto *accept = new QPushButton(isSecret                                      ? tr("&Answer")
                                   : question.kind == SshQuestion::Kind::HostKey ? tr("&Yes, it is")
                                                                                 : tr("&Yes"),
                                   dialog);
    // Return must not accept a key that nobody has compared.
    accept->setAutoDefault(isSecret);
    accept->setDefault(isSecret);
    refuse->setAutoDefault(!isSecret);
    refuse->setDefault(!isSecret);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(refuse);
    buttons->addWidget(accept);
    auto *body = new QVBoxLayout(dialog);
    body->setContentsMargins(20, 16, 20, 16);
    body->setSpacing(12);
    body->addWidget(title);
    body->addWidget(saidBySsh(question.text, dialog));
    body->addWidget(textLabel(adviceOf(question), dialog));
    body->addWidget(answer);
    body->addLayout(buttons);
    const int wide = widthOnScreen(*dialog, dialogWidth);
    dialog->resize(wide, body->totalHeightForWidth(wide));

    connect(refuse, &QPushButton::clicked, dialog, &QDialog::reject);
    connect(accept, &QPushButton::clicked, dialog, &QDialog::accept);
    connect(dialog, &QDialog::finished, this, [this, question, answer, isSecret](int result) {
        m_open.remove(question.id);
        std::optional<Secret> said;
        if (result == QDialog::Accepted)
            said = isSecret ? Secret(answer->text().toUtf8()) : Secret("yes");
        answer->clear();
        answerSsh(question.id, said);
        if (said)
            emit answered();
    });
    m_open.insert(question.id, dialog);
    dialog->open();
    (isSecret ? static_cast<QWidget *>(answer) : refuse)->setFocus();
}

void SshPrompt::withdraw(quint64 id)
{
    if (const QPointer<QDialog> dialog = m_open.take(id))
        dialog->reject();
}

} // namespace lockmaster
