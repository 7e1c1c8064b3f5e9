// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/connectionpage.h"

#include "core/config/specdraft.h"
#include "core/text/literaltext.h"
#include "ui/servers/filefield.h"
#include "ui/servers/passwordfield.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSpinBox>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

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

QString commandLine(const QStringList &command)
{
    return command.join(QLatin1Char(' '));
}

/** What a host is called among its kin: `db1` of `db1.internal`; empty of an address in numbers. */
QString shortHost(const QString &host)
{
    const QString first = host.section(u'.', 0, 0);
    const bool isNumber =
        std::all_of(first.begin(), first.end(), [](QChar c) { return c.isDigit(); });
    return isNumber || host.contains(u':') || first == u"localhost" ? QString() : first;
}

} // namespace

QString suggestedName(const BackendSpec &spec, const QStringList &taken)
{
    constexpr qsizetype longest = 40;
    const std::vector<NodeAddress> seeds = spec.seeds();
    QString wanted = spec.sentinel.isSet() ? spec.sentinel.master
                     : seeds.empty()       ? shortHost(spec.host)
                                           : shortHost(seeds.front().host);
    if (wanted.isEmpty() || wanted.size() > longest || !isPlainName(wanted))
        wanted =
            spec.kind == BackendKind::MySql ? QStringLiteral("mysql") : QStringLiteral("redis");
    return freeName(wanted, taken);
}

ConnectionPage::ConnectionPage(QWidget *parent) : QWidget(parent), m_form(new QFormLayout(this))
{
    m_form->setHorizontalSpacing(16);
    buildPlace(*m_form);
    buildSentinels(*m_form);
    buildAccount(*m_form);
    connectFields();
    followPasswords();
}

void ConnectionPage::buildPlace(QFormLayout &form)
{
    m_kind = new QComboBox(this);
    m_kind->addItem(tr("MySQL or MariaDB"), int(BackendKind::MySql));
    m_kind->addItem(tr("Redis or Valkey"), int(BackendKind::Redis));
    m_name = new QLineEdit(this);
    m_host = new QLineEdit(this);
    m_port = new QSpinBox(this);
    m_port->setRange(0, 65535);
    m_port->setGroupSeparatorShown(false);
    m_socket = new FileField(tr("Unix socket"), this);
    m_socket->edit()->setPlaceholderText(tr("instead of host and port"));
    m_cluster = new QCheckBox(tr("A &cluster: these hosts are some of its nodes"), this);
    m_cluster->setToolTip(tr("They tell of the others. Name several, so that one may be down: n1, "
                             "n2, n3:7001."));
    m_redlock =
        new QCheckBox(tr("Redloc&k: locks are held where most of these hosts have them"), this);
    m_redlock->setToolTip(
        tr("They know nothing of each other. Name all of them: r1, r2, r3:6380."));
    form.addRow(tr("&Kind"), m_kind);
    form.addRow(tr("&Name"), m_name);
    form.addRow(tr("&Host"), m_host);
    form.addRow(tr("&Port"), m_port);
    form.addRow(tr("&Socket"), m_socket);
    form.addRow(QString(), m_cluster);
    form.addRow(QString(), m_redlock);
}

void ConnectionPage::buildSentinels(QFormLayout &form)
{
    m_master = new QLineEdit(this);
    m_master->setPlaceholderText(tr("what sentinels call it, where host and port are theirs"));
    m_master->setToolTip(tr("Sentinels are asked which server is the master, again and again. Name "
                            "all of them as hosts: s1, s2, s3:26380."));
    m_sentinelUser = new QLineEdit(this);
    m_sentinelUser->setPlaceholderText(tr("of the sentinels, where they have one"));
    m_sentinelPasswordFile = new FileField(tr("Password file of the sentinels"), this);
    m_sentinelPasswordFile->edit()->setPlaceholderText(tr("a file that only you can read"));
    m_sentinelPasswordCommand = new QLineEdit(this);
    m_sentinelPasswordCommand->setPlaceholderText(
        tr("a program that prints it, e.g. pass show sentinels"));
    form.addRow(tr("Sent&inel master"), m_master);
    form.addRow(tr("Sentinels' user"), m_sentinelUser);
    form.addRow(tr("Sentinels' password file"), m_sentinelPasswordFile);
    form.addRow(tr("Sentinels' password command"), m_sentinelPasswordCommand);
}

void ConnectionPage::buildAccount(QFormLayout &form)
{
    m_ssh = new QLineEdit(this);
    m_ssh->setPlaceholderText(tr("a host of your ssh that leads there, e.g. bastion"));
    m_ssh->setToolTip(tr("Host and port, or the socket, are then as that host knows them. Your own "
                         "ssh connects, with its configuration, keys and agent."));
    m_user = new QLineEdit(this);
    m_database = new QLineEdit(this);
    m_databaseLabel = new QLabel(tr("&Database"), this);
    m_databaseLabel->setBuddy(m_database);
    m_password = new PasswordField(this);
    m_passwordFile = new FileField(tr("Password file"), this);
    m_passwordFile->edit()->setPlaceholderText(tr("a file that only you can read"));
    m_passwordCommand = new QLineEdit(this);
    m_passwordCommand->setPlaceholderText(tr("a program that prints it, e.g. pass show db"));
    m_environment = new QComboBox(this);
    for (const auto &[label, environment] : {std::pair{tr("Not said"), Environment::Unset},
                                             std::pair{tr("Development"), Environment::Development},
                                             std::pair{tr("Staging"), Environment::Staging},
                                             std::pair{tr("Production"), Environment::Production}})
        m_environment->addItem(label, int(environment));
    m_readOnly = new QCheckBox(tr("Read &only: never write to this server"), this);
    form.addRow(tr("&User"), m_user);
    form.addRow(tr("Pass&word"), m_password);
    form.addRow(m_databaseLabel, m_database);
    form.addRow(tr("&Environment"), m_environment);
    form.addRow(QString(), m_readOnly);
    form.addRow(tr("Throu&gh ssh"), m_ssh);
    form.addRow(tr("Password &file"), m_passwordFile);
    form.addRow(tr("Password co&mmand"), m_passwordCommand);
}

void ConnectionPage::connectFields()
{
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        followKind();
        emit kindChanged(kind());
    });
    connect(m_environment, &QComboBox::currentIndexChanged, this, [this] {
        followEnvironment();
        emit environmentChanged(environment());
    });
    connect(m_readOnly, &QCheckBox::clicked, this, [this] {
        m_ownReadOnly = true;
        m_isReadOnlyByProduction = false;
    });
    connect(m_name, &QLineEdit::textChanged, this, &ConnectionPage::named);
    connect(m_name, &QLineEdit::textEdited, this,
            [this](const QString &text) { m_ownName = !text.isEmpty(); });
    connect(m_master, &QLineEdit::textChanged, this, &ConnectionPage::followKind);
    connect(m_cluster, &QCheckBox::toggled, this, &ConnectionPage::followKind);
    connect(m_redlock, &QCheckBox::toggled, this, &ConnectionPage::followKind);
    // What was found of another address, port or password says nothing of this one.
    connect(m_port, &QSpinBox::valueChanged, this, &ConnectionPage::edited);
    connect(m_password, &PasswordField::edited, this, &ConnectionPage::edited);
    for (const QLineEdit *edit : {m_passwordFile->edit(), m_passwordCommand})
        connect(edit, &QLineEdit::textChanged, this, &ConnectionPage::followPasswords);
    for (const QLineEdit *edit : {m_host, m_socket->edit(), m_ssh, m_user, m_database,
                                  m_passwordFile->edit(), m_passwordCommand, m_sentinelUser,
                                  m_sentinelPasswordFile->edit(), m_sentinelPasswordCommand})
        connect(edit, &QLineEdit::textChanged, this, &ConnectionPage::edited);
}

void ConnectionPage::fill(const BackendSpec &backend)
{
    m_original = backend;
    m_ownName = !backend.name.isEmpty();
    m_ownReadOnly = false;
    m_isReadOnlyByProduction = false;
    m_fills = true;
    m_kind->setCurrentIndex(m_kind->findData(int(backend.kind)));
    m_name->setText(backend.name);
    const SentinelSpec &sentinel = backend.sentinel;
    m_host->setText(backend.isGroup() || backend.isQuorum() ? hostsText(backend.seeds())
                                                            : backend.host);
    m_port->setValue(backend.port);
    m_cluster->setChecked(!backend.cluster.empty());
    m_redlock->setChecked(backend.isQuorum());
    m_master->setText(sentinel.master);
    m_sentinelUser->setText(sentinel.user);
    m_sentinelPasswordFile->edit()->setText(sentinel.passwordFile);
    m_sentinelPasswordCommand->setText(commandLine(sentinel.passwordCommand));
    m_socket->edit()->setText(backend.socketPath);
    m_ssh->setText(backend.tunnel.ssh);
    m_user->setText(backend.user);
    m_password->setPassword(backend.urlPassword);
    m_database->setText(backend.kind == BackendKind::MySql
                            ? backend.database
                            : QString::number(backend.redisDatabase));
    m_passwordFile->edit()->setText(backend.passwordFile);
    m_passwordCommand->setText(commandLine(backend.passwordCommand));
    m_environment->setCurrentIndex(m_environment->findData(int(backend.environment)));
    m_readOnly->setChecked(backend.readOnly);
    m_fills = false;
    followKind();
}

void ConnectionPage::refill(const BackendSpec &backend)
{
    const bool isOwnName = m_ownName;
    const bool isOwnReadOnly = m_ownReadOnly;
    fill(backend);
    m_ownName = isOwnName;
    m_ownReadOnly = isOwnReadOnly;
}

/** As it is where a profile or a URL says no more than that it is production. */
void ConnectionPage::followEnvironment()
{
    if (m_fills || m_ownReadOnly)
        return;
    const bool isProduction = environment() == Environment::Production;
    if (isProduction && !m_readOnly->isChecked()) {
        m_readOnly->setChecked(true);
        m_isReadOnlyByProduction = true;
    } else if (!isProduction && std::exchange(m_isReadOnlyByProduction, false)) {
        m_readOnly->setChecked(false);
    }
}

void ConnectionPage::write(BackendSpec &spec) const
{
    spec.kind = kind();
    const bool sql = spec.kind == BackendKind::MySql;
    spec.name = name();
    spec.host = m_host->text().trimmed();
    spec.port = quint16(m_port->value());
    spec.socketPath = m_socket->path();
    spec.nodes = m_original.nodes;
    spec.sentinel = m_original.sentinel;
    spec.tunnel = m_original.tunnel;
    spec.publicKeyFile = m_original.publicKeyFile;
    const bool isCluster = !sql && m_cluster->isChecked();
    const bool isRedlock = !sql && !isCluster && m_redlock->isChecked();
    const QString master = sql || isCluster || isRedlock ? QString() : m_master->text().trimmed();
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
        spec.sentinel.user = m_sentinelUser->text();
        spec.sentinel.passwordFile = m_sentinelPasswordFile->path();
        if (const QString command = m_sentinelPasswordCommand->text();
            command != commandLine(m_original.sentinel.passwordCommand))
            spec.sentinel.passwordCommand = QProcess::splitCommand(command);
    }
    if (spec.isGroup() || spec.isQuorum()) {
        spec.host.clear();
        spec.port = 0;
        spec.socketPath.clear();
    }
    if (const QString ssh = m_ssh->text().trimmed(); ssh != m_original.tunnel.ssh) {
        spec.tunnel.ssh = ssh;
        spec.tunnel.isOwn = true; // it was typed here
    }
    spec.user = m_user->text();
    spec.urlPassword = m_password->isEnabled() ? m_password->password() : Secret();
    spec.database = sql ? m_database->text().trimmed() : QString();
    spec.redisDatabase = sql ? 0 : m_database->text().trimmed().toInt();
    spec.passwordFile = m_passwordFile->path();
    spec.passwordCommand = m_original.passwordCommand;
    if (m_passwordCommand->text() != commandLine(m_original.passwordCommand))
        spec.passwordCommand = QProcess::splitCommand(m_passwordCommand->text());
    spec.environment = environment();
    spec.readOnly = m_readOnly->isChecked();
}

QString ConnectionPage::problem(const BackendSpec &spec) const
{
    if (isPlaceless())
        return tr("Where is it? Give a host or a socket.");
    if (const auto fault = tunnelFault(spec.tunnel, spec.tellsPassword()))
        return errorText(*fault);
    if (kind() != BackendKind::Redis)
        return {};
    bool number = false;
    const int database = m_database->text().trimmed().toInt(&number);
    if (!number || database < 0)
        return tr("A Redis database is a number, 0 or more.");
    if (m_cluster->isChecked() || m_redlock->isChecked() || !m_master->text().trimmed().isEmpty())
        return groupProblem(spec);
    if (m_host->text().contains(u','))
        return tr("Several hosts are sentinels, nodes of a cluster or servers of a Redlock: say "
                  "what sentinels call the master, or which of the others they are.");
    return {};
}

QString ConnectionPage::groupProblem(const BackendSpec &spec) const
{
    const bool isCluster = m_cluster->isChecked();
    const bool isRedlock = m_redlock->isChecked();
    if (!isCluster && !isRedlock && !isPlainName(m_master->text().trimmed()))
        return tr("The name of the master has line breaks or hidden characters: type it anew.");
    if (!m_socket->path().isEmpty())
        return tr("The servers of a group are reached by host and port: leave the socket empty.");
    if (hostsIn(m_host->text().trimmed(), 1).empty()) {
        return isCluster ? tr("Where are its nodes? Write them as host1, host2, host3:7001.")
               : isRedlock
                   ? tr("Where are its servers? Write all as host1, host2, host3:6380.")
                   : tr("Where are the sentinels? Write them as host1, host2, host3:26380.");
    }
    if (!spec.tunnel.command.isEmpty())
        return tr("A command leads to one server, and there are several in a cluster or behind "
                  "sentinels; use ssh.");
    if (const auto fault = quorumFault(spec))
        return fault->message;
    return {};
}

BackendKind ConnectionPage::kind() const
{
    return BackendKind(m_kind->currentData().toInt());
}

Environment ConnectionPage::environment() const
{
    return Environment(m_environment->currentData().toInt());
}

QString ConnectionPage::name() const
{
    return m_name->text().trimmed();
}

bool ConnectionPage::isPlaceless() const
{
    return m_socket->path().isEmpty() && m_host->text().trimmed().isEmpty();
}

void ConnectionPage::focusName()
{
    m_name->setFocus();
}

/** They come first whenever it connects, and so what was typed would prove something else. */
void ConnectionPage::followPasswords()
{
    const bool isElsewhere =
        !m_passwordFile->path().isEmpty() || !m_passwordCommand->text().trimmed().isEmpty();
    m_password->setEnabled(!isElsewhere);
    m_password->edit().setPlaceholderText(isElsewhere ? tr("comes from the file or the command")
                                                      : tr("asked for once it is missing"));
}

void ConnectionPage::followKind()
{
    const bool sql = kind() == BackendKind::MySql;
    const bool isCluster = !sql && m_cluster->isChecked();
    const bool isRedlock = !sql && !isCluster && m_redlock->isChecked();
    const bool bySentinels =
        !sql && !isCluster && !isRedlock && !m_master->text().trimmed().isEmpty();
    m_port->setSpecialValueText(tr("usual: %1")
                                    .arg(sql           ? 3306
                                         : bySentinels ? SentinelSpec::usualPort
                                                       : 6379));
    m_form->setRowVisible(m_cluster, !sql && !isRedlock);
    m_form->setRowVisible(m_redlock, !sql && !isCluster);
    m_form->setRowVisible(m_master, !sql && !isCluster && !isRedlock);
    for (QWidget *field :
         {static_cast<QWidget *>(m_sentinelUser), static_cast<QWidget *>(m_sentinelPasswordFile),
          static_cast<QWidget *>(m_sentinelPasswordCommand)})
        m_form->setRowVisible(field, bySentinels);
    m_databaseLabel->setText(sql ? tr("&Database") : tr("&Database number"));
    if (!sql && m_database->text().isEmpty())
        m_database->setText(QStringLiteral("0"));
    if (sql && m_database->text() == u"0")
        m_database->clear();
    emit edited();
}

} // namespace lockmaster
