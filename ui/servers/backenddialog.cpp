// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/backenddialog.h"

#include "core/imports/pastedserver.h"
#include "core/config/specdraft.h"
#include "core/config/specwriter.h"
#include "core/domain/systemtraits.h"
#include "core/text/literaltext.h"
#include "ui/kit/labels.h"
#include "ui/servers/connectiontest.h"
#include "ui/kit/environmentsigns.h"
#include "ui/servers/examinationview.h"
#include "ui/kit/scrolledbody.h"
#include "ui/servers/tableseditor.h"
#include "ui/kit/colors.h"
#include "ui/kit/plainbuttons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

/** A path with a button that picks it. */
class FileField : public QWidget
{
public:
    FileField(const QString &name, QWidget *parent) : QWidget(parent), m_edit(new QLineEdit(this))
    {
        m_edit->setAccessibleName(name);
        auto *browse = new QToolButton(this);
        browse->setText(QStringLiteral("…"));
        browse->setAccessibleName(BackendDialog::tr("Choose: %1").arg(name));
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_edit);
        layout->addWidget(browse);
        setFocusProxy(m_edit);
        connect(browse, &QToolButton::clicked, this, [this, name] {
            auto *dialog = new QFileDialog(this, name);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->setFileMode(QFileDialog::ExistingFile);
            connect(dialog, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
            dialog->open();
        });
    }
    QLineEdit *edit() const { return m_edit; }
    QString path() const { return m_edit->text().trimmed(); }

private:
    QLineEdit *m_edit;
};

QStringList lines(const QPlainTextEdit *edit)
{
    QStringList lines;
    for (const QString &line : edit->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

std::vector<QByteArray> byteLines(const QPlainTextEdit *edit)
{
    std::vector<QByteArray> bytes;
    for (const QString &line : lines(edit))
        bytes.push_back(line.toUtf8());
    return bytes;
}

/** Several hosts as they are written in one line, or none where one of them is no address. */
std::vector<NodeAddress> hostsIn(const QString &line, int port)
{
    std::vector<NodeAddress> hosts;
    for (const QString &each : line.split(u',')) {
        const auto host = nodeAddressFromText(each.trimmed(), quint16(port));
        if (!host)
            return {};
        hosts.push_back(*host);
    }
    return hosts;
}

QString joined(const std::vector<QByteArray> &entries)
{
    QStringList lines;
    for (const QByteArray &entry : entries)
        lines.append(QString::fromUtf8(entry));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

struct BackendDialog::Fields {
    QTabWidget *pages = nullptr;
    QLineEdit *paste = nullptr;
    QLabel *pasted = nullptr; ///< what became of that
    QComboBox *kind = nullptr;
    QLineEdit *name = nullptr;
    QLineEdit *host = nullptr;
    QSpinBox *port = nullptr;
    FileField *socket = nullptr;
    QCheckBox *cluster = nullptr;
    QCheckBox *redlock = nullptr;
    QLineEdit *master = nullptr; ///< as sentinels call it
    QLineEdit *sentinelUser = nullptr;
    FileField *sentinelPasswordFile = nullptr;
    QLineEdit *sentinelPasswordCommand = nullptr;
    QFormLayout *connection = nullptr;
    QLineEdit *ssh = nullptr;
    QLineEdit *user = nullptr;
    QLineEdit *database = nullptr;
    QLabel *databaseLabel = nullptr;
    FileField *passwordFile = nullptr;
    QLineEdit *passwordCommand = nullptr;
    QComboBox *environment = nullptr;
    QCheckBox *readOnly = nullptr;

    QComboBox *tls = nullptr;
    FileField *ca = nullptr;
    FileField *cert = nullptr;
    FileField *key = nullptr;
    QSpinBox *pollMs = nullptr;
    QSpinBox *timeoutMs = nullptr;

    QWidget *sqlPage = nullptr;
    QCheckBox *autoFormats = nullptr;
    QWidget *redisPage = nullptr;
    TablesEditor *tables = nullptr;
    QPlainTextEdit *userLocks = nullptr;
    QPlainTextEdit *patterns = nullptr;

    QPushButton *testButton = nullptr;
    ExaminationView *examination = nullptr;
    ConnectionTest *test = nullptr;
    QLabel *problem = nullptr;
    QPushButton *ok = nullptr;
};

BackendDialog::BackendDialog(ReaderFactory factory, const QStringList &takenNames, QWidget *parent)
    : QDialog(parent), m_fields(std::make_unique<Fields>()), m_takenNames(takenNames)
{
    Fields &f = *m_fields;
    setWindowTitle(tr("Add a server"));
    f.test = new ConnectionTest(std::move(factory), this);
    f.pages = new QTabWidget(this);
    buildConnectionPage();
    buildSecurityPage();
    buildWatchPage();

    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins({});
    outer->setSpacing(0);
    auto *stripe = new EnvironmentStripe(Environment::Unset, this);
    connect(f.environment, &QComboBox::currentIndexChanged, stripe, [&f, stripe] {
        stripe->setEnvironment(Environment(f.environment->currentData().toInt()));
    });
    outer->addWidget(stripe);
    auto *inner = new QWidget(this);
    outer->addWidget(inner, 1);
    auto *layout = new QVBoxLayout(inner);
    layout->addWidget(f.pages);
    buildTestArea(*layout);

    f.problem = new QLabel(this);
    f.problem->setTextFormat(Qt::PlainText);
    f.problem->setWordWrap(true);
    QPalette red = f.problem->palette();
    red.setColor(QPalette::WindowText, colorsFor(palette()).danger);
    f.problem->setPalette(red);
    layout->addWidget(f.problem);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    f.ok = buttons->button(QDialogButtonBox::Ok);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    usePlainButtons(*this);
    setBackend(BackendSpec{});
    f.name->setFocus();
    resizeOnScreen(*this, {840, 640});
}

BackendDialog::~BackendDialog() = default;

void BackendDialog::buildConnectionPage()
{
    Fields &f = *m_fields;
    auto *page = new QWidget(f.pages);
    auto *form = new QFormLayout(page);
    form->setHorizontalSpacing(16);
    f.connection = form;
    f.kind = new QComboBox(page);
    f.kind->addItem(tr("MySQL or MariaDB"), int(BackendKind::MySql));
    f.kind->addItem(tr("Redis or Valkey"), int(BackendKind::Redis));
    f.name = new QLineEdit(page);
    f.host = new QLineEdit(page);
    f.port = new QSpinBox(page);
    f.port->setRange(0, 65535);
    f.port->setGroupSeparatorShown(false);
    f.socket = new FileField(tr("Unix socket"), page);
    f.socket->edit()->setPlaceholderText(tr("instead of host and port"));
    f.cluster = new QCheckBox(tr("A &cluster: these hosts are some of its nodes"), page);
    f.cluster->setToolTip(tr("They tell of the others. Name several, so that one may be down: n1, "
                             "n2, n3:7001."));
    f.redlock =
        new QCheckBox(tr("Redloc&k: locks are held where most of these hosts have them"), page);
    f.redlock->setToolTip(
        tr("They know nothing of each other. Name all of them: r1, r2, r3:6380."));
    f.master = new QLineEdit(page);
    f.master->setPlaceholderText(tr("what sentinels call it, where host and port are theirs"));
    f.master->setToolTip(tr("Sentinels are asked which server is the master, again and again. Name "
                            "all of them as hosts: s1, s2, s3:26380."));
    f.sentinelUser = new QLineEdit(page);
    f.sentinelUser->setPlaceholderText(tr("of the sentinels, where they have one"));
    f.sentinelPasswordFile = new FileField(tr("Password file of the sentinels"), page);
    f.sentinelPasswordFile->edit()->setPlaceholderText(tr("a file that only you can read"));
    f.sentinelPasswordCommand = new QLineEdit(page);
    f.sentinelPasswordCommand->setPlaceholderText(
        tr("a program that prints it, e.g. pass show sentinels"));
    f.ssh = new QLineEdit(page);
    f.ssh->setPlaceholderText(tr("a host of your ssh that leads there, e.g. bastion"));
    f.ssh->setToolTip(tr("Host and port, or the socket, are then as that host knows them. Your own "
                         "ssh connects, with its configuration, keys and agent."));
    f.user = new QLineEdit(page);
    f.database = new QLineEdit(page);
    f.databaseLabel = new QLabel(tr("&Database"), page);
    f.databaseLabel->setBuddy(f.database);
    f.passwordFile = new FileField(tr("Password file"), page);
    f.passwordFile->edit()->setPlaceholderText(tr("a file that only you can read"));
    f.passwordCommand = new QLineEdit(page);
    f.passwordCommand->setPlaceholderText(tr("a program that prints it, e.g. pass show db"));
    f.environment = new QComboBox(page);
    for (const auto &[label, environment] : {std::pair{tr("Not said"), Environment::Unset},
                                             std::pair{tr("Development"), Environment::Development},
                                             std::pair{tr("Staging"), Environment::Staging},
                                             std::pair{tr("Production"), Environment::Production}})
        f.environment->addItem(label, int(environment));
    f.readOnly = new QCheckBox(tr("Read &only: never write to this server"), page);

    f.paste = new QLineEdit(page);
    f.paste->setPlaceholderText(tr("a URL, or a line such as mysql -h db1 -u app billing"));
    f.paste->setAccessibleName(tr("Paste a URL or a client's command line"));
    f.pasted = textLabel({}, page);
    f.pasted->hide();
    form->addRow(tr("P&aste"), f.paste);
    form->addRow(QString(), f.pasted);
    form->addRow(tr("&Kind"), f.kind);
    form->addRow(tr("&Name"), f.name);
    form->addRow(tr("&Host"), f.host);
    form->addRow(tr("&Port"), f.port);
    form->addRow(tr("&Socket"), f.socket);
    form->addRow(QString(), f.cluster);
    form->addRow(QString(), f.redlock);
    form->addRow(tr("Sent&inel master"), f.master);
    form->addRow(tr("Sentinels' user"), f.sentinelUser);
    form->addRow(tr("Sentinels' password file"), f.sentinelPasswordFile);
    form->addRow(tr("Sentinels' password command"), f.sentinelPasswordCommand);
    form->addRow(tr("Throu&gh ssh"), f.ssh);
    form->addRow(tr("&User"), f.user);
    form->addRow(f.databaseLabel, f.database);
    form->addRow(tr("Password &file"), f.passwordFile);
    form->addRow(tr("Password co&mmand"), f.passwordCommand);
    form->addRow(tr("&Environment"), f.environment);
    form->addRow(QString(), f.readOnly);
    f.pages->addTab(new ScrolledBody(page, f.pages), tr("Connection"));

    connect(f.paste, &QLineEdit::editingFinished, this, &BackendDialog::takePasted);
    // Pasted and not typed: nobody types so much at once.
    connect(f.paste, &QLineEdit::textEdited, this, [this](const QString &text) {
        constexpr qsizetype atOnce = 8;
        if (text.size() - std::exchange(m_pasteLength, text.size()) >= atOnce)
            takePasted();
    });
    connect(f.kind, &QComboBox::currentIndexChanged, this, &BackendDialog::followKind);
    // What was found of another port says nothing of this one.
    connect(f.port, &QSpinBox::valueChanged, this, &BackendDialog::validate);
    connect(f.master, &QLineEdit::textChanged, this, &BackendDialog::followKind);
    connect(f.cluster, &QCheckBox::toggled, this, &BackendDialog::followKind);
    connect(f.redlock, &QCheckBox::toggled, this, &BackendDialog::followKind);
    for (QLineEdit *edit : {f.name, f.host, f.socket->edit(), f.ssh, f.user, f.database,
                            f.passwordFile->edit(), f.passwordCommand, f.sentinelUser,
                            f.sentinelPasswordFile->edit(), f.sentinelPasswordCommand})
        connect(edit, &QLineEdit::textChanged, this, &BackendDialog::validate);
}

void BackendDialog::buildSecurityPage()
{
    Fields &f = *m_fields;
    auto *page = new QWidget(f.pages);
    auto *form = new QFormLayout(page);
    form->setHorizontalSpacing(16);
    f.tls = new QComboBox(page);
    f.tls->addItem(tr("Off: plain text on the wire"), int(TlsMode::Off));
    f.tls->addItem(tr("Verified: refuse anything else"), int(TlsMode::Verify));
    f.ca = new FileField(tr("Authority (CA) file"), page);
    f.ca->edit()->setPlaceholderText(tr("this machine's authorities"));
    f.cert = new FileField(tr("Client certificate"), page);
    f.key = new FileField(tr("Client key"), page);
    const auto milliseconds = [page](int from, int to) {
        auto *box = new QSpinBox(page);
        box->setRange(from, to);
        box->setSingleStep(100);
        box->setSuffix(tr(" ms"));
        return box;
    };
    f.pollMs = milliseconds(200, 60'000);
    f.timeoutMs = milliseconds(100, 60'000);
    form->addRow(tr("TL&S"), f.tls);
    form->addRow(tr("&Authority file"), f.ca);
    form->addRow(tr("C&lient certificate"), f.cert);
    form->addRow(tr("Client &key"), f.key);
    form->addRow(tr("Look e&very"), f.pollMs);
    form->addRow(tr("Give up a&fter"), f.timeoutMs);
    f.pages->addTab(new ScrolledBody(page, f.pages), tr("Security and timing"));

    connect(f.tls, &QComboBox::currentIndexChanged, this, &BackendDialog::validate);
    for (const FileField *field : {f.ca, f.cert, f.key})
        connect(field->edit(), &QLineEdit::textChanged, this, &BackendDialog::validate);
}

void BackendDialog::buildWatchPage()
{
    Fields &f = *m_fields;
    auto *page = new QWidget(f.pages);
    auto *layout = new QVBoxLayout(page);

    f.sqlPage = new QWidget(page);
    auto *sql = new QVBoxLayout(f.sqlPage);
    sql->setContentsMargins(0, 0, 0, 0);
    QStringList tables;
    for (const SystemTraits *system : tableSystems())
        tables.append(system->table().table);
    const QString last = tables.takeLast();
    auto *tablesLabel = new QLabel(tr("Tables. Without one, %1 and %2 are looked for.")
                                       .arg(tables.join(QLatin1StringView(", ")), last),
                                   f.sqlPage);
    tablesLabel->setWordWrap(true);
    f.tables = new TablesEditor(f.sqlPage);
    f.autoFormats =
        new QCheckBox(tr("&Find the tables of known libraries in this database"), f.sqlPage);
    auto *locksLabel = new QLabel(
        tr("&User-level locks are found by themselves. Names to ask for in any case, one a line:"),
        f.sqlPage);
    locksLabel->setWordWrap(true);
    f.userLocks = new QPlainTextEdit(f.sqlPage);
    f.userLocks->setMaximumHeight(72);
    f.userLocks->setTabChangesFocus(true);
    f.userLocks->setAccessibleName(tr("Names of user-level locks"));
    locksLabel->setBuddy(f.userLocks);
    sql->addWidget(f.autoFormats);
    sql->addWidget(tablesLabel);
    sql->addWidget(f.tables);
    sql->addWidget(locksLabel);
    sql->addWidget(f.userLocks);

    f.redisPage = new QWidget(page);
    auto *redis = new QVBoxLayout(f.redisPage);
    redis->setContentsMargins(0, 0, 0, 0);
    auto *patternsLabel = new QLabel(
        tr("Key &patterns, one a line, e.g. product:*. What matches is shown as a lock. Without a "
           "pattern, only keys whose shape is known are shown."),
        f.redisPage);
    patternsLabel->setWordWrap(true);
    f.patterns = new QPlainTextEdit(f.redisPage);
    f.patterns->setTabChangesFocus(true);
    f.patterns->setAccessibleName(tr("Key patterns"));
    patternsLabel->setBuddy(f.patterns);
    redis->addWidget(patternsLabel);
    redis->addWidget(f.patterns);

    layout->addWidget(f.sqlPage);
    layout->addWidget(f.redisPage);
    f.pages->addTab(new ScrolledBody(page, f.pages), tr("What to watch"));
    connect(f.tables, &TablesEditor::edited, this, &BackendDialog::validate);
    connect(f.autoFormats, &QCheckBox::toggled, this, &BackendDialog::validate);
}

void BackendDialog::buildTestArea(QVBoxLayout &column)
{
    Fields &f = *m_fields;
    f.testButton = new QPushButton(tr("&Test connection"), this);
    f.testButton->setAutoDefault(false);
    f.examination = new ExaminationView(this);
    f.examination->setMinimumHeight(140);
    auto *row = new QHBoxLayout;
    row->addWidget(f.testButton);
    row->addStretch();
    column.addLayout(row);
    column.addWidget(f.examination, 1);
    connect(f.testButton, &QPushButton::clicked, this, &BackendDialog::toggleTest);
    connect(
        f.test, &ConnectionTest::finished, this,
        [&f](const Examination &examination, const std::optional<ServerCertificate> &acceptable) {
            f.testButton->setText(tr("&Test connection"));
            f.examination->showExamination(examination, acceptable);
        });
    connect(f.examination, &ExaminationView::acceptRequested, this,
            &BackendDialog::acceptCertificate);
    // What was found beside it stays in sight: the server is the one that was tested.
    connect(f.examination, &ExaminationView::watchRequested, this, [this](const FoundTable &found) {
        m_fields->tables->add(found.table);
        showProblem();
    });
}

void BackendDialog::setBackend(const BackendSpec &backend)
{
    m_original = backend;
    m_pastedPassword = {};
    if (!backend.name.isEmpty())
        setWindowTitle(tr("Edit %1").arg(backend.name));
    fill(backend);
}

void BackendDialog::takePasted()
{
    Fields &f = *m_fields;
    const QString text = f.paste->text();
    if (text.trimmed().isEmpty())
        return;
    const auto pasted = pastedServer(text);
    f.pasted->show();
    if (!pasted) {
        f.pasted->setText(pasted.error().message + u' ' + pasted.error().remedy);
        return;
    }
    // It may hold a password, which is to stand nowhere in sight.
    f.paste->clear();
    m_pasteLength = 0;
    BackendSpec spec = backend();
    const BackendSpec &meant = pasted->spec;
    spec.kind = meant.kind;
    spec.host = meant.host;
    spec.port = meant.port;
    spec.socketPath = meant.socketPath;
    m_original.nodes = spec.nodes = meant.nodes;
    m_original.sentinel = spec.sentinel = meant.sentinel;
    spec.cluster = meant.cluster;
    m_original.redlock = spec.redlock = meant.redlock;
    m_original.quorum = spec.quorum = meant.quorum;
    spec.user = meant.user;
    spec.database = meant.database;
    spec.redisDatabase = meant.redisDatabase;
    spec.tls = meant.tls;
    spec.caFile = meant.caFile;
    spec.certFile = meant.certFile;
    spec.keyFile = meant.keyFile;
    m_original.tunnel = meant.tunnel;
    m_original.tunnel.isOwn = true;
    spec.tunnel = m_original.tunnel;
    m_original.publicKeyFile = meant.publicKeyFile;
    m_pastedPassword = meant.urlPassword;
    fill(spec);
    QStringList notes{tr("Filled in below.")};
    if (!m_pastedPassword.isEmpty())
        notes << tr("Its password is used to test the connection, and is not kept.");
    if (!pasted->ignored.isEmpty())
        notes << tr("Not taken over: %1").arg(literalText(pasted->ignored.join(u' ')));
    f.pasted->setText(notes.join(u' '));
}

void BackendDialog::fill(const BackendSpec &backend)
{
    Fields &f = *m_fields;
    f.kind->setCurrentIndex(f.kind->findData(int(backend.kind)));
    f.name->setText(backend.name);
    const SentinelSpec &sentinel = backend.sentinel;
    f.host->setText(backend.isGroup() || backend.isQuorum() ? hostsText(backend.seeds())
                                                            : backend.host);
    f.port->setValue(backend.port);
    f.cluster->setChecked(!backend.cluster.empty());
    f.redlock->setChecked(backend.isQuorum());
    f.master->setText(sentinel.master);
    f.sentinelUser->setText(sentinel.user);
    f.sentinelPasswordFile->edit()->setText(sentinel.passwordFile);
    f.sentinelPasswordCommand->setText(sentinel.passwordCommand.join(QLatin1Char(' ')));
    f.socket->edit()->setText(backend.socketPath);
    f.ssh->setText(backend.tunnel.ssh);
    f.user->setText(backend.user);
    f.database->setText(backend.kind == BackendKind::MySql
                            ? backend.database
                            : QString::number(backend.redisDatabase));
    f.passwordFile->edit()->setText(backend.passwordFile);
    f.passwordCommand->setText(backend.passwordCommand.join(QLatin1Char(' ')));
    f.environment->setCurrentIndex(f.environment->findData(int(backend.environment)));
    f.readOnly->setChecked(backend.readOnly);
    f.tls->setCurrentIndex(f.tls->findData(int(backend.tls)));
    f.ca->edit()->setText(backend.caFile);
    f.cert->edit()->setText(backend.certFile);
    f.key->edit()->setText(backend.keyFile);
    f.pollMs->setValue(int(backend.poll.count()));
    f.timeoutMs->setValue(int(backend.timeout.count()));
    f.autoFormats->setChecked(backend.autoFormats);
    f.tables->setTables(writtenTables(backend));
    f.userLocks->setPlainText(joined(backend.userLocks));
    f.patterns->setPlainText(joined(backend.patterns));
    followKind();
}

BackendSpec BackendDialog::backend() const
{
    const Fields &f = *m_fields;
    BackendSpec spec = m_original;
    spec.kind = BackendKind(f.kind->currentData().toInt());
    const bool sql = spec.kind == BackendKind::MySql;
    spec.name = f.name->text().trimmed();
    spec.host = f.host->text().trimmed();
    spec.port = quint16(f.port->value());
    spec.socketPath = f.socket->path();
    const bool isCluster = !sql && f.cluster->isChecked();
    const bool isRedlock = !sql && !isCluster && f.redlock->isChecked();
    const QString master = sql || isCluster || isRedlock ? QString() : f.master->text().trimmed();
    spec.cluster.clear();
    spec.redlock.clear();
    spec.quorum = 0;
    if (master.isEmpty())
        spec.sentinel = {};
    if (isCluster) {
        spec.cluster = hostsIn(spec.host, spec.effectivePort());
    } else if (master.isEmpty()) {
        if (isRedlock)
            spec.redlock = hostsIn(spec.host, spec.effectivePort());
        // What was said of how many is of so many.
        if (spec.redlock.size() == m_original.redlock.size())
            spec.quorum = m_original.quorum;
        spec.nodes.clear();
    } else {
        spec.sentinel.master = master;
        spec.sentinel.hosts =
            hostsIn(spec.host, spec.port != 0 ? spec.port : SentinelSpec::usualPort);
        spec.sentinel.user = f.sentinelUser->text();
        spec.sentinel.passwordFile = f.sentinelPasswordFile->path();
        if (const QString command = f.sentinelPasswordCommand->text();
            command != m_original.sentinel.passwordCommand.join(QLatin1Char(' ')))
            spec.sentinel.passwordCommand = QProcess::splitCommand(command);
    }
    if (spec.isGroup() || spec.isQuorum()) {
        spec.host.clear();
        spec.port = 0;
        spec.socketPath.clear();
    }
    if (const QString ssh = f.ssh->text().trimmed(); ssh != m_original.tunnel.ssh) {
        spec.tunnel.ssh = ssh;
        spec.tunnel.isOwn = true; // it was typed here
    }
    spec.user = f.user->text();
    spec.urlPassword = m_pastedPassword;
    spec.database = sql ? f.database->text().trimmed() : QString();
    spec.redisDatabase = sql ? 0 : f.database->text().trimmed().toInt();
    spec.passwordFile = f.passwordFile->path();
    if (f.passwordCommand->text() != m_original.passwordCommand.join(QLatin1Char(' ')))
        spec.passwordCommand = QProcess::splitCommand(f.passwordCommand->text());
    spec.environment = Environment(f.environment->currentData().toInt());
    spec.readOnly = f.readOnly->isChecked();
    spec.tls = TlsMode(f.tls->currentData().toInt());
    spec.caFile = f.ca->path();
    spec.certFile = f.cert->path();
    spec.keyFile = f.key->path();
    spec.poll = Millis(f.pollMs->value());
    spec.timeout = Millis(f.timeoutMs->value());
    spec.tables = sql ? f.tables->tables() : std::vector<TableSpec>();
    spec.autoFormats = sql && f.autoFormats->isChecked();
    if (sql)
        addUnnamedTables(spec);
    spec.userLocks = sql ? byteLines(f.userLocks) : std::vector<QByteArray>();
    spec.patterns = sql ? std::vector<QByteArray>() : byteLines(f.patterns);
    return spec;
}

QString BackendDialog::problem() const
{
    const Fields &f = *m_fields;
    const QString name = f.name->text().trimmed();
    if (name.isEmpty())
        return tr("Give the server a name, e.g. billing-db.");
    if (!isPlainName(name))
        return tr("The name has line breaks or hidden characters: type it anew.");
    if (m_takenNames.contains(name))
        return tr("Another server is called %1 already.").arg(name);
    if (f.socket->path().isEmpty() && f.host->text().trimmed().isEmpty())
        return tr("Where is it? Give a host or a socket.");
    if (const auto fault = tunnelFault(backend().tunnel, backend().tellsPassword()))
        return fault->message + u' ' + fault->remedy;
    if (f.cert->path().isEmpty() != f.key->path().isEmpty())
        return tr("A client certificate and its key go together.");
    if (BackendKind(f.kind->currentData().toInt()) == BackendKind::Redis) {
        bool number = false;
        const int database = f.database->text().trimmed().toInt(&number);
        if (!number || database < 0)
            return tr("A Redis database is a number, 0 or more.");
        if (f.cluster->isChecked() || f.redlock->isChecked()
            || !f.master->text().trimmed().isEmpty())
            return groupProblem();
        if (f.host->text().contains(u','))
            return tr(
                "Several hosts are sentinels, nodes of a cluster or servers of a Redlock: say "
                "what sentinels call the master, or which of the others they are.");
        return {};
    }
    if (f.autoFormats->isChecked() && f.database->text().trimmed().isEmpty())
        return tr("Libraries are looked for in one database: say in which.");
    return f.tables->problem();
}

QString BackendDialog::groupProblem() const
{
    const Fields &f = *m_fields;
    const bool isCluster = f.cluster->isChecked();
    const bool isRedlock = f.redlock->isChecked();
    if (!isCluster && !isRedlock && !isPlainName(f.master->text().trimmed()))
        return tr("The name of the master has line breaks or hidden characters: type it anew.");
    if (!f.socket->path().isEmpty())
        return tr("The servers of a group are reached by host and port: leave the socket empty.");
    if (hostsIn(f.host->text().trimmed(), 1).empty()) {
        return isCluster ? tr("Where are its nodes? Write them as host1, host2, host3:7001.")
               : isRedlock
                   ? tr("Where are its servers? Write all as host1, host2, host3:6380.")
                   : tr("Where are the sentinels? Write them as host1, host2, host3:26380.");
    }
    if (!backend().tunnel.command.isEmpty())
        return tr("A command leads to one server, and there are several in a cluster or behind "
                  "sentinels; use ssh.");
    if (const auto fault = quorumFault(backend()))
        return fault->message;
    return {};
}

void BackendDialog::followKind()
{
    Fields &f = *m_fields;
    const bool sql = BackendKind(f.kind->currentData().toInt()) == BackendKind::MySql;
    f.sqlPage->setVisible(sql);
    f.redisPage->setVisible(!sql);
    const bool isCluster = !sql && f.cluster->isChecked();
    const bool isRedlock = !sql && !isCluster && f.redlock->isChecked();
    const bool bySentinels =
        !sql && !isCluster && !isRedlock && !f.master->text().trimmed().isEmpty();
    f.port->setSpecialValueText(sql           ? tr("3306, as usual")
                                : bySentinels ? tr("26379, as usual")
                                              : tr("6379, as usual"));
    f.connection->setRowVisible(f.cluster, !sql && !isRedlock);
    f.connection->setRowVisible(f.redlock, !sql && !isCluster);
    f.connection->setRowVisible(f.master, !sql && !isCluster && !isRedlock);
    for (QWidget *field :
         {static_cast<QWidget *>(f.sentinelUser), static_cast<QWidget *>(f.sentinelPasswordFile),
          static_cast<QWidget *>(f.sentinelPasswordCommand)})
        f.connection->setRowVisible(field, bySentinels);
    f.databaseLabel->setText(sql ? tr("&Database") : tr("&Database number"));
    if (!sql && f.database->text().isEmpty())
        f.database->setText(QStringLiteral("0"));
    if (sql && f.database->text() == u"0")
        f.database->clear();
    validate();
}

void BackendDialog::validate()
{
    Fields &f = *m_fields;
    if (!f.ok || !f.problem)
        return; // still building
    showProblem();
    if (!f.test->isRunning() && f.testButton->isEnabled())
        f.examination->showNote(
            tr("The test connects, and lists what this account may see and what is missing."));
}

void BackendDialog::showProblem()
{
    const Fields &f = *m_fields;
    const bool verify = TlsMode(f.tls->currentData().toInt()) == TlsMode::Verify;
    for (FileField *field : {f.ca, f.cert, f.key})
        field->setEnabled(verify);
    const QString why = problem();
    f.problem->setText(why);
    f.problem->setVisible(!why.isEmpty());
    f.ok->setEnabled(why.isEmpty());
    f.testButton->setEnabled(why.isEmpty() || f.test->isRunning());
}

void BackendDialog::toggleTest()
{
    Fields &f = *m_fields;
    if (f.test->isRunning()) {
        f.test->cancel();
        f.testButton->setText(tr("&Test connection"));
        f.examination->showNote(tr("Cancelled."));
        return;
    }
    m_tested = backend();
    showTestRuns();
    f.test->start(m_tested);
}

/** For the server that was tested, whatever stands in the fields by now. */
void BackendDialog::acceptCertificate(const ServerCertificate &certificate)
{
    Fields &f = *m_fields;
    if (f.test->isRunning())
        return;
    f.testButton->setFocus(); // the button that was pressed goes
    showTestRuns();
    f.test->acceptAndStart(m_tested, certificate);
}

void BackendDialog::showTestRuns()
{
    m_fields->testButton->setText(tr("&Cancel the test"));
    m_fields->examination->showNote(tr("Connecting to %1 …").arg(m_tested.address()));
}

} // namespace lockmaster
