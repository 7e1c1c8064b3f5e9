// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/dialogspreview.h"

#include "core/tunnels/sshquestions.h"
#include "tests/preview/settingspreview.h"
#include "tests/support/historyshowcase.h"
#include "tests/support/viewfixtures.h"
#include "ui/held/exitquestion.h"
#include "ui/held/heldlist.h"
#include "ui/help/helpwindow.h"
#include "ui/history/auditdialog.h"
#include "ui/kit/dock.h"
#include "ui/servers/passworddialog.h"
#include "ui/servers/sshprompt.h"
#include "ui/servers/testdialog.h"
#include "ui/window/aboutbox.h"
#include "ui/window/shortcutsheet.h"
#include "ui/window/welcomeview.h"

#include <QLocalSocket>
#include <QTableView>
#include <QTemporaryDir>

namespace lockmaster::test {

namespace {

using namespace std::chrono_literals;

BackendSpec billing()
{
    BackendSpec backend;
    backend.name = QStringLiteral("billing-db");
    backend.kind = BackendKind::MySql;
    backend.host = QStringLiteral("db1.billing.example");
    backend.user = QStringLiteral("monitor");
    backend.environment = Environment::Production;
    return backend;
}

std::vector<HeldLock> heldLocks()
{
    std::vector<HeldLock> locks;
    const auto add = [&locks](const char *name, HeldLock::State state, Millis since) {
        HeldLock lock;
        lock.id = int(locks.size()) + 1;
        lock.state = state;
        lock.order.backend = billing();
        lock.order.system = QStringLiteral("dist_lock");
        lock.order.request.name = name;
        lock.order.request.owner = "lockmaster:olga@ops-1:4711";
        lock.order.request.ttl = 30s;
        lock.since = systemClock().now() - since;
        if (lock.isOurs())
            lock.leaseEnds = systemClock().now() + 21s;
        lock.renewals = lock.isOurs() ? 12 : 0;
        locks.push_back(std::move(lock));
    };
    add("nightly-export", HeldLock::State::Held, 2min);
    add("daily-close", HeldLock::State::Waiting, 4s);
    add("coupon:77", HeldLock::State::Lost, 40s);
    locks.back().message = QStringLiteral("web-3 (9f1c..) has it now.");
    return locks;
}

std::vector<AuditLine> auditLines()
{
    std::vector<AuditLine> lines;
    const auto add = [&lines](quint64 number, const char *action, const char *name,
                              const char *outcome) {
        AuditLine line;
        line.number = number;
        line.month = QStringLiteral("2026-11");
        line.id = QStringLiteral("2026-11/%1").arg(number);
        line.isIntent = !*outcome;
        line.time = systemClock().wallNow() - 2min + Micros(number * 1'300'000);
        line.user = QStringLiteral("olga");
        line.host = QStringLiteral("ops-1");
        line.pid = 4711;
        line.intent.action = QString::fromLatin1(action);
        line.intent.backend = QStringLiteral("billing-db");
        line.intent.environment = QStringLiteral("production");
        if (*name)
            line.intent.lock = makeLock({.name = name}, systemClock())->id;
        line.intent.owner = QStringLiteral("#812 app@10.0.0.7");
        line.intent.reason = QStringLiteral("pooled connection leaked the lock, OPS-311");
        line.intent.command = QStringLiteral("KILL CONNECTION 812");
        line.intent.program = QStringLiteral("lockmaster");
        line.outcome.outcome = QString::fromLatin1(outcome);
        line.outcome.message =
            *outcome ? QStringLiteral("Connection 812 of billing-db was ended.") : QString();
        lines.push_back(std::move(line));
    };
    add(1, "allow-writes", "", "");
    add(2, "allow-writes", "", "allowed");
    add(3, "kill", "user:42:card", "");
    add(4, "kill", "user:42:card", "released");
    lines[1].id = lines[0].id;
    lines[3].id = lines[2].id;
    return lines;
}

void showAudit(MainWindow &window)
{
    auto *dialog = new AuditDialog(
        {.directory = QStringLiteral("/home/olga/.local/share/lockmaster/audit"),
         .read = [](qsizetype) -> Result<std::vector<AuditLine>> { return auditLines(); },
         .verify = []() -> Result<AuditVerification> { return AuditVerification(); }},
        &window);
    dialog->open();
    QObject::connect(&dialog->model(), &QAbstractItemModel::modelReset, dialog,
                     [dialog] { dialog->table().selectRow(0); });
}

constexpr char passphraseWanted[] = "Enter passphrase for key '/home/olga/.ssh/id_ed25519': ";
constexpr char keyUnknown[] =
    "The authenticity of host 'bastion.corp.example (203.0.113.7)' can't be established.\n"
    "ED25519 key fingerprint is SHA256:Zl8q2N0yQp7m1cXk0mZbJ4wE5vT9rS3uHd6fGaBcDeF.\n"
    "This key is not known by any other names.\n"
    "Are you sure you want to continue connecting (yes/no/[fingerprint])? ";

/** An `ssh` that waits for an answer as long as the window is there. */
class AskingSsh final : public QObject
{
public:
    AskingSsh(QWidget &window, const QByteArray &text) : QObject(&window), m_prompt(&window)
    {
        const QString path = m_directory.filePath(QStringLiteral("asks"));
        auto questions = SshQuestions::listenAt(path, QStringLiteral("bastion"));
        if (!questions)
            return;
        m_questions = std::move(*questions);
        m_ssh.connectToServer(path);
        m_ssh.waitForConnected();
        m_ssh.write('\0' + text);
        m_ssh.flush();
        m_questions->take();
    }

private:
    QTemporaryDir m_directory;
    SshPrompt m_prompt;
    std::unique_ptr<SshQuestions> m_questions;
    QLocalSocket m_ssh;
};

} // namespace

std::unique_ptr<QWidget> partPreview(const QString &state)
{
    if (state.startsWith(u"guide")) { // guide:window.md#the-filter-line
        auto guide = std::make_unique<HelpWindow>();
        guide->showPage(state.section(u':', 1));
        return guide;
    }
    if (!state.startsWith(u"welcome"))
        return nullptr;
    auto welcome = std::make_unique<WelcomeView>();
    if (state.endsWith(u"-failed"))
        welcome->showFailure({ErrorKind::NotFound, 0, QStringLiteral("mariadbd is not installed."),
                              QStringLiteral("Install it: apt-get install mariadb-server")});
    return welcome;
}

void showDialogState(MainWindow &window, const QString &state)
{
    if (state == u"audit")
        showAudit(window);
    if (state == u"password")
        (new PasswordDialog(
             billing(),
             QStringLiteral("billing-db refuses the account monitor: the password is wrong."),
             [](const BackendSpec &, const Secret &) { return lockedServer(); }, &window))
            ->open();
    if (state == u"test")
        (new TestDialog([](const BackendSpec &) { return lockedServer(); }, billing(), &window))
            ->open();
    if (state == u"exit") {
        std::vector<HeldLock> live = heldLocks();
        live.pop_back();
        (new ExitQuestion(live, &window))->open();
    }
    if (state.startsWith(u"ssh"))
        new AskingSsh(window, state.endsWith(u"host") ? keyUnknown : passphraseWanted);
    if (state == u"shortcuts")
        (new ShortcutSheet(&window))->open();
    if (state == u"about")
        showAboutBox(&window);
}

void showHeldState(MainWindow &window)
{
    auto *model = new HeldModel(SystemNames(), systemClock(), &window);
    auto *list = new HeldList(*model);
    window.setHeldList(list);
    for (const HeldLock &lock : heldLocks())
        model->put(lock);
    window.dock().bring(list);
}

} // namespace lockmaster::test
