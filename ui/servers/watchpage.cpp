// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/watchpage.h"

#include "core/config/specdraft.h"
#include "core/config/specwriter.h"
#include "core/domain/systemtraits.h"
#include "ui/kit/textsize.h"
#include "ui/servers/tableseditor.h"

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

std::vector<QByteArray> byteLines(const QPlainTextEdit *edit)
{
    std::vector<QByteArray> bytes;
    for (const QString &line : edit->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            bytes.push_back(line.trimmed().toUtf8());
    }
    return bytes;
}

QString joinedLines(const std::vector<QByteArray> &entries)
{
    QStringList lines;
    for (const QByteArray &entry : entries)
        lines.append(QString::fromUtf8(entry));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

WatchPage::WatchPage(QWidget *parent) : QWidget(parent)
{
    m_sql = buildSql();
    m_redis = buildRedis();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_sql);
    layout->addWidget(m_redis);
    connect(m_tables, &TablesEditor::edited, this, &WatchPage::edited);
    connect(m_autoFormats, &QCheckBox::toggled, this, &WatchPage::edited);
}

QWidget *WatchPage::buildSql()
{
    auto *page = new QWidget(this);
    auto *sql = new QVBoxLayout(page);
    sql->setContentsMargins(0, 0, 0, 0);
    QStringList tables;
    for (const SystemTraits *system : tableSystems())
        tables.append(system->table().table);
    const QString last = tables.takeLast();
    auto *tablesLabel = new QLabel(tr("Tables. Without one, %1 and %2 are looked for.")
                                       .arg(tables.join(QLatin1StringView(", ")), last),
                                   page);
    tablesLabel->setWordWrap(true);
    m_tables = new TablesEditor(page);
    m_autoFormats = new QCheckBox(tr("&Find the tables of known libraries in this database"), page);
    auto *locksLabel = new QLabel(
        tr("&User-level locks are found by themselves. Names to ask for in any case, one a line:"),
        page);
    locksLabel->setWordWrap(true);
    m_userLocks = new QPlainTextEdit(page);
    m_userLocks->setMaximumHeight(scaledByText(72));
    m_userLocks->setTabChangesFocus(true);
    m_userLocks->setAccessibleName(tr("Names of user-level locks"));
    locksLabel->setBuddy(m_userLocks);
    sql->addWidget(m_autoFormats);
    sql->addWidget(tablesLabel);
    sql->addWidget(m_tables);
    sql->addWidget(locksLabel);
    sql->addWidget(m_userLocks);
    return page;
}

QWidget *WatchPage::buildRedis()
{
    auto *page = new QWidget(this);
    auto *redis = new QVBoxLayout(page);
    redis->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(
        tr("Key &patterns, one a line, e.g. product:*. What matches is shown as a lock. Without a "
           "pattern, only keys whose shape is known are shown."),
        page);
    label->setWordWrap(true);
    m_patterns = new QPlainTextEdit(page);
    m_patterns->setTabChangesFocus(true);
    m_patterns->setAccessibleName(tr("Key patterns"));
    label->setBuddy(m_patterns);
    redis->addWidget(label);
    redis->addWidget(m_patterns);
    return page;
}

void WatchPage::setKind(BackendKind kind)
{
    m_sql->setVisible(kind == BackendKind::MySql);
    m_redis->setVisible(kind == BackendKind::Redis);
}

void WatchPage::fill(const BackendSpec &backend)
{
    m_autoFormats->setChecked(backend.autoFormats);
    m_tables->setTables(writtenTables(backend));
    m_userLocks->setPlainText(joinedLines(backend.userLocks));
    m_patterns->setPlainText(joinedLines(backend.patterns));
    setKind(backend.kind);
}

void WatchPage::write(BackendSpec &spec) const
{
    const bool sql = spec.kind == BackendKind::MySql;
    spec.tables = sql ? m_tables->tables() : std::vector<TableSpec>();
    spec.autoFormats = sql && m_autoFormats->isChecked();
    if (sql)
        addUnnamedTables(spec);
    spec.userLocks = sql ? byteLines(m_userLocks) : std::vector<QByteArray>();
    spec.patterns = sql ? std::vector<QByteArray>() : byteLines(m_patterns);
}

QString WatchPage::problem(const BackendSpec &spec) const
{
    if (spec.kind != BackendKind::MySql)
        return {};
    if (spec.autoFormats && spec.database.isEmpty())
        return tr("Libraries are looked for in one database: say in which.");
    return m_tables->problem();
}

void WatchPage::addTable(const TableSpec &table)
{
    m_tables->add(table);
}

void WatchPage::addPattern(const QString &pattern)
{
    const std::vector<QByteArray> all = byteLines(m_patterns);
    if (std::find(all.begin(), all.end(), pattern.toUtf8()) == all.end())
        m_patterns->appendPlainText(pattern);
}

} // namespace lockmaster
