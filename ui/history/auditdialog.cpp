// SPDX-License-Identifier: Apache-2.0
#include "ui/history/auditdialog.h"

#include "core/text/literaltext.h"
#include "core/domain/error.h"
#include "ui/kit/plaintable.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/details/detailspane.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/scrolledbody.h"
#include "ui/kit/textsize.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lockmaster {

namespace {

/** A sentence is told by its beginning, not by its end. */
class ProseDelegate final : public LockDelegate
{
public:
    using LockDelegate::LockDelegate;

protected:
    void paintContent(const Cell &cell) const override
    {
        drawText(cell, cell.content, cell.index.data(Qt::DisplayRole).toString(),
                 toneColor(cell.index.data(ToneRole).value<Tone>(), cell.colors), Qt::AlignLeft,
                 Qt::ElideRight);
    }
};

constexpr int leastReason = 120;
constexpr int mostReason = 320;
constexpr int mostAction = 180;
constexpr int mostOutcome = 138;
/** Left out, one after another, where there is too little room. */
constexpr std::array auditGivenUp = {AuditModel::HeldBy, AuditModel::User, AuditModel::Backend};

} // namespace

AuditDialog::AuditDialog(AuditSource source, QWidget *parent)
    : QDialog(parent), m_reader(new AuditReader(std::move(source), this)),
      m_model(new AuditModel(this)), m_filter(new QLineEdit(this)), m_table(new QTableView(this)),
      m_details(new DetailsPane(this)), m_verify(new QPushButton(tr("&Verify"), this)),
      m_reload(new QPushButton(tr("&Refresh"), this)), m_status(new QLabel(this))
{
    setWindowTitle(tr("Audit log"));
    buildTable();
    auto *columns = new QSplitter(Qt::Horizontal, this);
    columns->addWidget(m_table);
    columns->addWidget(m_details);
    columns->setStretchFactor(0, 1);
    columns->setCollapsible(0, false);
    columns->setHandleWidth(1);
    columns->setSizes({920, 300});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(buildTools());
    layout->addWidget(columns, 1);
    layout->addWidget(buildFoot());

    connect(m_reader, &AuditReader::wasRead, this, &AuditDialog::showEntries);
    connect(m_reader, &AuditReader::verified, this, &AuditDialog::showVerification);
    connect(m_reader, &AuditReader::failed, this, &AuditDialog::showFailure);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        showCount();
        followSelection();
    });
    m_filter->setFocus();
    usePlainButtons(*this);
    resizeOnScreen(*this, {1220, 640});
    reload();
}

void AuditDialog::buildTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Audit log"));
    announceFocusedCell(*m_table);
    m_table->setItemDelegate(new LockDelegate(m_effects, this));
    m_table->setItemDelegateForColumn(AuditModel::Reason, new ProseDelegate(m_effects, this));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    followTextSize(*m_table);
    auto *header = new LockHeader(m_table);
    m_table->setHorizontalHeader(header);
    setUsualWidths(*m_table);
    header->setSectionResizeMode(AuditModel::Reason, QHeaderView::Stretch);
    m_table->viewport()->installEventFilter(this);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AuditDialog::followSelection);
}

bool AuditDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QDialog::eventFilter(watched, event);
}

/** As wide as what stands in it; of very many entries the newest tell. */
int AuditDialog::contentWidth(AuditModel::ColumnId column) const
{
    constexpr int rowsRead = 100;
    int width = 0;
    for (int row = 0; row < std::min(m_model->rowCount(), rowsRead); ++row)
        width =
            std::max(width, figureWidth(*m_table, m_model->index(row, column).data().toString()));
    return width;
}

/** What was done, why, and what came of it; the rest stands beside the table as well. */
void AuditDialog::fitColumns()
{
    const double scale = TextSize::scale();
    for (const int column : auditGivenUp)
        m_table->setColumnHidden(column, false);
    const QHeaderView *header = m_table->horizontalHeader();
    int room = m_table->viewport()->width();
    for (int column = 0; column < m_model->columnCount(); ++column)
        room -= column == AuditModel::Reason ? 0 : header->sectionSize(column);
    const int least = int(leastReason * scale);
    const int wanted = std::clamp(contentWidth(AuditModel::Reason), least, int(mostReason * scale));
    const int ofNobody = figureWidth(*m_table, LockText::none());
    for (const int column : auditGivenUp) {
        const bool isEmpty =
            column == AuditModel::HeldBy && contentWidth(AuditModel::HeldBy) <= ofNobody;
        if (room >= (isEmpty ? wanted : least))
            continue;
        room += header->sectionSize(column);
        m_table->setColumnHidden(column, true);
    }
}

QWidget *AuditDialog::buildTools()
{
    auto *tools = new QWidget(this);
    m_filter->setPlaceholderText(tr("user, lock, reason, outcome …"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    nameButtons(
        *m_filter,
        m_filter->addAction(symbolicIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition),
        tr("Filter"));
    auto *folder = new QPushButton(tr("&Open folder"), tools);
    setPlainToolTip(folder, m_reader->source().directory);
    m_verify->setToolTip(tr("Check that no line was edited, inserted or removed"));
    auto *row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(m_filter, 1);
    for (QPushButton *button : {m_reload, m_verify, folder}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    connect(m_reload, &QPushButton::clicked, this, &AuditDialog::reload);
    connect(m_verify, &QPushButton::clicked, this, [this] {
        m_verify->setEnabled(false);
        showStatus(tr("Verifying …"), Tone::Muted);
        m_reader->verify();
    });
    connect(folder, &QPushButton::clicked, this, &AuditDialog::openFolder);
    return tools;
}

QWidget *AuditDialog::buildFoot()
{
    auto *foot = new QWidget(this);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, foot);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(12, 8, 8, 8);
    row->setSpacing(16);
    row->addWidget(m_status, 1);
    row->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return foot;
}

void AuditDialog::reload()
{
    m_reload->setEnabled(false);
    showStatus(tr("Reading …"), Tone::Muted);
    // Most entries are two lines; those of the oldest may be cut apart.
    m_reader->read(qsizetype(2) * capacity);
}

void AuditDialog::showEntries(const std::vector<AuditLine> &lines)
{
    m_reload->setEnabled(true);
    std::vector<AuditRecord> entries = auditRecords(lines);
    if (entries.size() > capacity)
        entries.resize(capacity);
    m_model->setEntries(std::move(entries));
    QHeaderView *header = m_table->horizontalHeader();
    for (const auto &[column, most] :
         {std::pair{AuditModel::Action, mostAction}, std::pair{AuditModel::Outcome, mostOutcome}}) {
        const int width = std::min(contentWidth(column), int(most * TextSize::scale()));
        header->resizeSection(column, std::max(width, header->sectionSizeHint(column)));
    }
    fitColumns();
    showCount();
    if (m_model->rowCount() > 0)
        m_table->selectRow(0);
    followSelection();
}

void AuditDialog::showCount()
{
    const QLocale locale;
    const int all = m_model->entryCount();
    const int shown = m_model->rowCount();
    if (all == 0)
        showStatus(tr("Nothing was done to a lock yet."), Tone::Muted);
    else if (shown < all)
        showStatus(tr("%1 of %2").arg(locale.toString(shown), locale.toString(all)), Tone::Muted);
    else if (all == capacity)
        showStatus(tr("The newest %1; older ones stand in the files.").arg(locale.toString(all)),
                   Tone::Muted);
    else
        showStatus(tr("%Ln entries", nullptr, int(all)), Tone::Muted);
}

void AuditDialog::showVerification(const AuditVerification &found)
{
    m_verify->setEnabled(true);
    const bool whole = found.faults.isEmpty();
    showStatus((whole ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + AuditWords::verdict(found),
               whole ? Tone::Good : Tone::Danger);
    m_table->clearSelection();
    m_details->show(AuditWords::verification(found));
}

void AuditDialog::showFailure(const Error &error)
{
    m_reload->setEnabled(true);
    m_verify->setEnabled(true);
    showStatus(literalText(errorText(error)), Tone::Danger);
}

void AuditDialog::showStatus(const QString &text, Tone tone)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(tone, colorsFor(palette())));
    m_status->setPalette(colours);
    m_status->setText(text.trimmed());
}

QString AuditDialog::statusText() const
{
    return m_status->text();
}

void AuditDialog::followSelection()
{
    const auto rows = m_table->selectionModel()->selectedRows();
    if (!rows.isEmpty()) {
        m_details->show(AuditWords::details(m_model->entryAt(rows.front().row())));
        return;
    }
    Details nothing;
    nothing.title = tr("Audit log");
    nothing.subtitle = tr("Choose an entry to read all of it.");
    m_details->show(nothing);
}

void AuditDialog::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_reader->source().directory));
}

} // namespace lockmaster
