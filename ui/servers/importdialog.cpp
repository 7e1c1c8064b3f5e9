// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/importdialog.h"

#include "core/config/backendurl.h"
#include "core/text/literaltext.h"
#include "core/platform/askaside.h"
#include "ui/kit/savefile.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/lockheader.h"
#include "core/display/locktext.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/scrolledbody.h"

#include <QCheckBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

using State = ImportableServer::State;

enum ImportColumn { ImportName, ImportServer, ImportFrom };

constexpr qsizetype longestCell = 200;

QString placeText(const QString &where)
{
    const QString home = QDir::homePath() + u'/';
    return literalText(where.startsWith(home) ? u'~' + where.sliced(home.size() - 1) : where);
}

/** Which file it is stands at the end of a path. */
class PathDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

QString serverText(const ImportableServer &server)
{
    if (server.state == State::Unusable)
        return ImportDialog::tr("cannot be watched: %1").arg(server.why);
    const QString url = literalText(server.spec.tunnel.reached(backendUrl(server.spec)));
    return server.state == State::Known
               ? ImportDialog::tr("%1: watched as %2").arg(url, literalText(server.why))
               : url;
}

} // namespace

ImportDialog::ImportDialog(Tools tools, QWidget *parent)
    : QDialog(parent), m_tools(std::move(tools)), m_lead(textLabel({}, this)),
      m_list(new QTreeWidget(this)), m_details(textLabel({}, this)),
      m_keep(new QCheckBox(tr("&Keep their passwords in the keychain"), this)),
      m_problem(textLabel({}, this)), m_import(new QPushButton(this))
{
    setWindowTitle(tr("Import servers"));
    m_list->setObjectName(QStringLiteral("found"));
    m_list->setAccessibleName(tr("Servers that were found"));
    m_list->setHeader(new LockHeader(m_list));
    m_list->setHeaderLabels({tr("Name"), tr("Server"), tr("Found in")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(ImportServer, QHeaderView::Stretch);
    m_list->setItemDelegateForColumn(ImportFrom, new PathDelegate(m_list));
    m_list->viewport()->installEventFilter(this);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setMinimumHeight(2 * m_details->fontMetrics().lineSpacing());
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTone(m_problem, Tone::Expiring);
    m_problem->hide();
    m_keep->hide();

    auto *open = new QPushButton(tr("&Open a file…"), this);
    setPlainToolTip(open, tr("A my.cnf, DBeaver's data-sources.json, an export of Redis Insight or "
                             "Another Redis Desktop Manager, a .env"));
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_import);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_lead);
    column->addWidget(m_list, 1);
    column->addWidget(m_details);
    column->addWidget(m_keep);
    column->addWidget(m_problem);
    column->addLayout(buttons);
    open->setAutoDefault(false);
    cancel->setAutoDefault(false);
    m_import->setDefault(true);

    connect(open, &QPushButton::clicked, this, &ImportDialog::chooseFile);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_import, &QPushButton::clicked, this, &ImportDialog::take);
    connect(m_list, &QTreeWidget::itemChanged, this, &ImportDialog::showChosen);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ImportDialog::showDetails);
    m_found = m_tools.found.found;
    QStringList unread;
    for (const Error &error : m_tools.found.unread)
        unread << error.message;
    if (!unread.isEmpty())
        tell(unread.join(u'\n'));
    fill(importable(m_found, m_tools.known));
    m_list->setFocus();
    resizeOnScreen(*this, {760, 440});
    if (m_tools.keychain.isThere)
        askAside<bool>(this, m_tools.keychain.isThere, [this](bool has) {
            m_hasKeychain = has;
            showChosen();
        });
}

void ImportDialog::addFile(const QString &path)
{
    auto found = serversOfFile(path);
    if (!found) {
        tell(errorText(found.error()));
        return;
    }
    m_problem->hide();
    std::erase_if(m_found, [&](const FoundServers &each) { return each.where == path; });
    m_found.push_back(std::move(*found));
    fill(importable(m_found, m_tools.known));
}

void ImportDialog::chooseFile()
{
    QFileDialog *const dialog = makeOpenDialog(this, tr("Import servers"));
    dialog->setDirectory(QDir::homePath());
    dialog->setFilter(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    connect(dialog, &QFileDialog::fileSelected, this, &ImportDialog::addFile);
    dialog->open();
}

void ImportDialog::fill(const std::vector<ImportableServer> &servers)
{
    m_servers = servers;
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const ImportableServer &server : m_servers) {
        auto *item = new QTreeWidgetItem(m_list);
        const QString name = literalText(server.name);
        item->setText(ImportName,
                      name.isEmpty() ? tr("without a name") : briefText(name, longestCell));
        item->setText(ImportServer, briefText(serverText(server), longestCell));
        item->setText(ImportFrom, placeText(server.where));
        item->setToolTip(ImportServer, plainToolTip(serverText(server)));
        item->setToolTip(ImportFrom, plainToolTip(placeText(server.where)));
        item->setSizeHint(ImportServer, {0, LockDelegate::rowHeight()});
        const bool isNew = server.state == State::New;
        item->setCheckState(ImportName, isNew ? Qt::Checked : Qt::Unchecked);
        // What cannot be taken can be read all the same.
        item->setFlags(isNew ? Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsUserCheckable
                             : Qt::ItemIsSelectable | Qt::ItemIsEnabled);
        if (!isNew) {
            item->setData(ImportName, Qt::CheckStateRole, {});
            for (const ImportColumn column : {ImportName, ImportServer, ImportFrom})
                item->setForeground(column, palette().placeholderText());
        }
    }
    fitColumns();
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0));
    m_lead->setText(m_servers.empty()
                        ? tr("Nothing was found in ~/.my.cnf, DBeaver's own files, DATABASE_URL or "
                             "REDIS_URL. Open a file that another program has exported.")
                        : tr("Other programs have these servers written down. Those that you "
                             "choose are added to the profile, without their passwords."));
    showChosen();
    showDetails();
}

/** The server takes what name and file leave; the file has what the servers do not need. */
void ImportDialog::fitColumns()
{
    const int least = fontMetrics().averageCharWidth() * 30;
    int server = 0;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        // Why one cannot be watched is read below as well.
        if (m_servers[size_t(row)].state != State::Unusable)
            server = std::max(server, fontMetrics().horizontalAdvance(
                                          m_list->topLevelItem(row)->text(ImportServer)));
    }
    m_list->resizeColumnToContents(ImportName);
    m_list->setColumnWidth(ImportName, std::min(m_list->columnWidth(ImportName), least));
    m_list->resizeColumnToContents(ImportFrom);
    const int room = m_list->viewport()->width() - m_list->columnWidth(ImportName) - server
                     - 2 * LockDelegate::padding;
    m_list->setColumnWidth(ImportFrom,
                           std::min(m_list->columnWidth(ImportFrom), std::max(least, room)));
}

bool ImportDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QDialog::eventFilter(watched, event);
}

void ImportDialog::showChosen()
{
    const std::vector<BackendSpec> servers = chosen();
    m_import->setText(servers.empty() ? tr("&Import")
                                      : tr("&Import %n servers", nullptr, int(servers.size())));
    m_import->setEnabled(!servers.empty());
    const bool havePasswords =
        std::any_of(servers.begin(), servers.end(),
                    [](const BackendSpec &server) { return !server.urlPassword.isEmpty(); });
    m_keep->setVisible(m_hasKeychain && havePasswords);
}

void ImportDialog::showDetails()
{
    const int at = m_list->indexOfTopLevelItem(m_list->currentItem());
    QStringList lines;
    if (at >= 0) {
        const ImportableServer &server = m_servers[size_t(at)];
        if (server.state == State::Unusable)
            lines << server.why;
        if (server.spec.environment == Environment::Production)
            lines << tr("It is production: it will be read-only.");
        lines += server.notes;
        if (server.state == State::New && server.spec.tunnel.isSet())
            lines << tr("Importing it lets Lockmaster connect through %1.")
                         .arg(literalText(server.spec.tunnel.ssh));
    }
    m_details->setText(lines.join(u'\n'));
}

std::vector<BackendSpec> ImportDialog::chosen() const
{
    std::vector<BackendSpec> servers;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const ImportableServer &server = m_servers[size_t(i)];
        if (server.state == State::New
            && m_list->topLevelItem(i)->checkState(ImportName) == Qt::Checked)
            servers.push_back(server.spec);
    }
    return servers;
}

void ImportDialog::take()
{
    std::vector<BackendSpec> servers = chosen();
    // Where they lead to was shown, and whoever presses the button has chosen them.
    for (BackendSpec &server : servers)
        server.tunnel.isOwn = true;
    if (const auto added = m_tools.add(servers); !added) {
        tell(errorText(added.error()));
        return;
    }
    if (m_keep->isVisible() && m_keep->isChecked())
        keepPasswords(servers);
    else
        accept();
}

void ImportDialog::keepPasswords(const std::vector<BackendSpec> &servers)
{
    setEnabled(false);
    askAside<QStringList>(
        this,
        [keep = m_tools.keychain.keep, servers] {
            QStringList problems;
            for (const BackendSpec &server : servers) {
                if (server.urlPassword.isEmpty())
                    continue;
                if (const auto kept = keep(server, server.urlPassword); !kept)
                    problems << literalText(server.name) + QStringLiteral(": ")
                                    + kept.error().message;
            }
            return problems;
        },
        [this](const QStringList &problems) {
            if (problems.isEmpty()) {
                accept();
                return;
            }
            setEnabled(true);
            m_list->setEnabled(false);
            m_import->setEnabled(false);
            tell(tr("The servers were added. Their passwords were not kept:") + u'\n'
                 + problems.join(u'\n'));
        });
}

void ImportDialog::tell(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->show();
}

} // namespace lockmaster
