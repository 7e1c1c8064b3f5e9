// SPDX-License-Identifier: Apache-2.0
#include "tests/preview/settingspreview.h"

#include "tests/support/viewfixtures.h"
#include "tests/support/historyshowcase.h"
#include "ui/held/acquiredialog.h"
#include "core/config/backendurl.h"
#include "ui/servers/backenddialog.h"
#include "ui/servers/profileeditor.h"
#include "ui/servers/importdialog.h"
#include "ui/window/settingsdialog.h"
#include "ui/alerts/alertrulesbox.h"
#include "ui/alerts/alerttrialbox.h"
#include "ui/kit/durationedit.h"

#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QListWidget>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>

#include <tuple>

namespace lockmaster::test {

namespace {

const char *const profile = R"([[backend]]
name = "billing-db"
url = "mysql://monitor@db1.billing.example:3306/billing"
environment = "production"
tls = "verify"
ca = "/etc/ssl/certs/billing-authority.pem"
password_command = ["pass", "show", "billing/monitor"]
user_locks = ["nightly-export", "user:42:card"]

[[backend.table]]
preset = "dist_lock"
table = "billing.dist_lock"
clock = "Asia/Seoul"

[[backend.table]]
preset = "leader"
table = "billing.service_leader_lock"
lease = "1200ms"

[[backend]]
name = "cache"
url = "redis://cache.example:6379/0"
match = ["lock:*", "order:*:lock"]

[[backend]]
name = "정산 서버"
url = "mysql://monitor@settlement.internal.example:3306/settlement"
read_only = true
)";

void showPage(const QDialog &dialog, const QString &state, const QStringList &pages)
{
    for (int page = 0; page < pages.size(); ++page) {
        if (state.endsWith(pages[page]))
            dialog.findChild<QTabWidget *>()->setCurrentIndex(page);
    }
}

constexpr char foundServers[] = R"({"connections": {
"a": {"provider": "mysql", "driver": "mysql8", "name": "Orders", "configuration": {"type": "prod",
  "host": "orders.internal", "port": "3306", "database": "orders", "user": "olga", "password": "x",
  "handlers": {"ssh_tunnel": {"enabled": true, "properties": {"host": "bastion.corp", "port": 2222}}}}},
"b": {"provider": "mysql", "driver": "mariaDB", "name": "Billing, staging", "configuration":
  {"type": "test", "host": "db1.staging", "port": "3306", "database": "billing", "user": "olga"}},
"c": {"provider": "mysql", "driver": "mysql8", "name": "Billing", "configuration":
  {"host": "db1.example", "port": "3306", "database": "billing", "user": "olga"}},
"d": {"provider": "postgresql", "driver": "postgres-jdbc", "name": "Warehouse", "configuration": {}}}})";

/** A server on which locks are held. */
class LockedServer final : public BackendReader
{
public:
    BackendReading read(Depth, SteadyTime) override
    {
        Observation seen;
        seen.complete = true;
        for (const auto &[name, owner, ttl] :
             {std::tuple{"lock:order:42", "web-3:4711", Millis(27'400)},
              std::tuple{"lock:order:77", "web-1:4690", Millis(3'100)},
              std::tuple{"lock:nightly-report", "batch-2:88", Millis(3'412'000)}})
            seen.records.push_back(*makeLock({.name = name,
                                              .system = QStringLiteral("redis_string"),
                                              .owner = owner,
                                              .ttl = ttl},
                                             systemClock()));
        seen.notDecodedKinds = {{QStringLiteral("string"), QStringLiteral("mutex:"), 3}};
        BackendReading reading;
        reading.observations = {seen};
        return reading;
    }
    Examination examine(SteadyTime) override
    {
        Examination examination;
        examination.server.product = QStringLiteral("Redis");
        examination.server.version = QStringLiteral("7.0.15");
        examination.server.transport = QStringLiteral("plaintext");
        examination.latency = Micros(412);
        examination.capabilities = {
            {QStringLiteral("scan"),
             QStringLiteral("Locks are found"),
             true,
             QStringLiteral("SCAN is allowed"),
             {}},
            {QStringLiteral("feed"), QStringLiteral("Changes at once"), false,
             QStringLiteral("the account may not subscribe"),
             QStringLiteral("ACL SETUSER monitor +subscribe +client|tracking")}};
        return examination;
    }
    void interrupt() noexcept override {}
};

/** As somebody who pastes a URL, and tries it. */
void pasteAndTest(BackendDialog &dialog)
{
    dialog.findChild<QLineEdit *>(QStringLiteral("paste"))
        ->insert(QStringLiteral("redis://monitor:secret@cache.internal:6380/0"));
    dialog.setKeychain(true);
    dialog.findChild<QPushButton *>(QStringLiteral("test"))->click();
}

} // namespace

std::unique_ptr<BackendReader> lockedServer()
{
    return std::make_unique<LockedServer>();
}

void showSettingsState(MainWindow &window, LockStore &store, Theme &theme, QSettings &settings,
                       const QString &directory, const QString &state)
{
    const QString path = QDir(directory).filePath(QStringLiteral("lockmaster.toml"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(profile);
    file.close();
    auto *editor = new ProfileEditor(path, &window);
    if (!editor->reload())
        return;
    const std::vector<BackendSpec> &backends = editor->profile().backends;
    if (state.startsWith(u"settings")) {
        auto *dialog =
            new SettingsDialog(*editor, true, {}, theme, window.textSize(), settings, &window);
        showPage(*dialog, state,
                 {QStringLiteral("servers"), QStringLiteral("formats"),
                  QStringLiteral("appearance"), QStringLiteral("alerts")});
        static const HistoryShowcase past; // outlives the dialog
        if (state.endsWith(u"tried-alerts"))
            dialog->setHistory(past.store(), past.clock);
        else
            dialog->setHistory(QDir(directory).filePath(QStringLiteral("history.sqlite")),
                               systemClock());
        if (state.endsWith(u"changed-alerts")) {
            auto *rules = dialog->findChild<AlertRulesBox *>();
            rules->list().setCurrentRow(5);
            rules->overEdit().number().setValue(3);
            rules->list().item(2)->setCheckState(Qt::Unchecked);
            rules->tomlButton().click();
        }
        dialog->open();
        if (state.endsWith(u"tried-alerts")) {
            auto *rules = dialog->findChild<AlertRulesBox *>();
            rules->list().setCurrentRow(4); // held too long
            dialog->findChild<AlertTrialBox *>()->button().click();
        }
    } else if (state.startsWith(u"server")) {
        auto *dialog =
            new BackendDialog([](const BackendSpec &) { return std::make_unique<LockedServer>(); },
                              {QStringLiteral("cache")}, &window);
        if (state.contains(u"cluster"))
            dialog->setBackend(*parseBackendUrl(
                QStringLiteral("redis+cluster://monitor@n1.example:7001,n2.example:7001,"
                               "n3.example:7001?name=carts&match=lock:*")));
        else if (state.contains(u"sentinel"))
            dialog->setBackend(*parseBackendUrl(
                QStringLiteral("redis+sentinel://monitor@s1.example,s2.example,s3.example:26380/"
                               "sessions/0?name=sessions&match=lock:*&sentinel_user=watch")));
        else if (state.endsWith(u"tested"))
            pasteAndTest(*dialog);
        else if (!state.endsWith(u"new"))
            dialog->setBackend(backends.front());
        showPage(
            *dialog, state,
            {QStringLiteral("connection"), QStringLiteral("security"), QStringLiteral("watch")});
        dialog->open();
    } else if (state.startsWith(u"import")) {
        ImportDialog::Tools tools;
        tools.known = backends;
        const QString exported = QDir(directory).filePath(QStringLiteral("data-sources.json"));
        QFile out(exported);
        if (out.open(QIODevice::WriteOnly))
            out.write(foundServers);
        out.close();
        if (auto found = serversOfFile(exported)) {
            found->where = QDir::homePath()
                           + QStringLiteral("/.local/share/DBeaverData/workspace6/General/.dbeaver/"
                                            "data-sources.json");
            tools.found.found.push_back(std::move(*found));
        }
        tools.keychain.isThere = [] { return true; };
        (new ImportDialog(std::move(tools), &window))->open();
    } else if (state.startsWith(u"acquire")) {
        AcquireDialog::Setup setup;
        setup.places = acquirePlaces(backends);
        setup.writable = [](const BackendSpec &backend) { return !backend.readOnly; };
        auto *dialog = new AcquireDialog(setup, store, systemClock(), &window);
        if (state.endsWith(u"table"))
            dialog->prefill(makeLock({.name = "daily-close",
                                      .backend = QStringLiteral("billing-db"),
                                      .source = QStringLiteral("billing.dist_lock")},
                                     systemClock())
                                ->id);
        dialog->open();
    }
}

} // namespace lockmaster::test
