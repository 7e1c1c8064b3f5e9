// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/candidatelist.h"

#include "ui/kit/statedelegates.h"
#include "ui/lab/labwords.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int mostSkew = 3'600'000;
constexpr int mostColumns = 4;
/** Wider with so many columns, they leave what is beside them too little. */
constexpr int widestDeck = 480;

} // namespace

CandidateList::CandidateList(QWidget *parent)
    : QWidget(parent), m_model(new CandidateModel(this)), m_table(new QTableView(this))
{
    buildTable();
    buildActions();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(headingLabel(tr("Candidates"), m_table, this));
    layout->addWidget(m_table, 1);
    layout->addLayout(buildDeck());
    setFocusProxy(m_table);
    updateActions();
}

void CandidateList::buildTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Candidates"));
    announceFocusedCell(*m_table);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->verticalHeader()->hide();
    followTextSize(*m_table);
    fitHeight();
    m_table->setItemDelegate(new LockDelegate(m_effects, this));
    m_table->setItemDelegateForColumn(CandidateModel::State,
                                      new HeldStateDelegate(m_effects, this));
    m_table->setHorizontalHeader(new LockHeader(m_table));
    m_table->viewport()->installEventFilter(this);
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(CandidateModel::State, QHeaderView::Stretch);
    header->resizeSection(CandidateModel::Process, processWidth());
    // Most clocks are right, and a state is wanted to be read.
    header->setSectionResizeMode(CandidateModel::Clock, QHeaderView::Fixed);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &CandidateList::updateActions);
    connect(m_table, &QWidget::customContextMenuRequested, this, &CandidateList::showMenu);
}

void CandidateList::addAction(CandidateAction action, const QString &text, const QKeySequence &keys,
                              const QString &toolTip)
{
    auto *item = new QAction(text, this);
    item->setShortcut(keys);
    item->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    item->setToolTip(
        QStringLiteral("%1 (%2)").arg(toolTip, keys.toString(QKeySequence::NativeText)));
    m_table->addAction(item);
    connect(item, &QAction::triggered, this, [this, action] {
        if (action == CandidateAction::SkewClock)
            askSkew();
        else
            request(action);
    });
    m_actions.push_back({action, item});
}

void CandidateList::buildActions()
{
    using A = CandidateAction;
    addAction(A::Kill, tr("Kill"), QKeySequence::Delete,
              tr("End its process at once, as a crash would"));
    addAction(A::Freeze, tr("Freeze"), Qt::Key_F,
              tr("Let its process stand still, as a long pause would"));
    addAction(A::FreezeInTransaction, tr("Freeze in transaction"), Qt::Key_I,
              tr("Let it stand still while its transaction holds the row"));
    addAction(A::Thaw, tr("Thaw"), Qt::Key_T, tr("Let it go on where it stood still"));
    addAction(A::Restart, tr("Restart"), Qt::Key_R, tr("End its process and start another"));
    addAction(A::Stop, tr("Stop"), Qt::Key_S, tr("Ask it to end, as a shutdown would"));
    addAction(A::CutConnection, tr("Cut connection"), Qt::Key_C,
              tr("End its session on the server"));
    addAction(A::SkewClock, tr("Skew clock…"), Qt::Key_X, tr("Set its clock wrong"));
}

/** Real buttons: what can be done is to be seen from the back of a room. */
QGridLayout *CandidateList::buildDeck()
{
    m_deck = new QGridLayout;
    m_deck->setSpacing(6);
    for (const Entry &entry : m_actions) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(entry.item);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setMinimumHeight(28);
        m_buttons.push_back(button);
    }
    arrangeDeck();
    return m_deck;
}

/** In as many columns as fit with this text. */
void CandidateList::arrangeDeck()
{
    for (int columns = mostColumns; columns >= 2; --columns) {
        for (int column = 0; column < mostColumns; ++column)
            m_deck->setColumnStretch(column, column < columns ? 1 : 0);
        for (size_t i = 0; i < m_buttons.size(); ++i) {
            m_deck->removeWidget(m_buttons[i]);
            m_deck->addWidget(m_buttons[i], int(i) / columns, int(i) % columns);
        }
        if (m_deck->minimumSize().width() <= widestDeck)
            return;
    }
}

void CandidateList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    fitHeight();
    arrangeDeck();
    fitColumns();
}

void CandidateList::fitHeight()
{
    constexpr int headingAndThree = 4;
    m_table->setMinimumHeight(headingAndThree * LockDelegate::rowHeight() + 2);
}

QAction *CandidateList::action(CandidateAction action) const
{
    const auto found = std::find_if(m_actions.begin(), m_actions.end(),
                                    [action](const Entry &e) { return e.action == action; });
    return found->item;
}

void CandidateList::setReadOnly()
{
    m_isReadOnly = true;
    for (QToolButton *button : m_buttons)
        button->hide();
    updateActions();
}

void CandidateList::setCandidates(const std::vector<CandidateStatus> &candidates)
{
    m_model->setCandidates(candidates);
    m_table->resizeColumnToContents(CandidateModel::Clock);
    fitColumns();
    // One press on a button is enough: something is selected as long as there is something.
    if (m_model->rowCount() > 0 && !m_table->selectionModel()->hasSelection())
        selectQuietly(*m_table, 0);
    updateActions();
}

/**
 * Names as wide as they are, up to what leaves the states room; and no clocks, then no processes,
 * where a state could not be read beside them: lanes and tooltips tell of those.
 */
void CandidateList::fitColumns()
{
    const int most = int(std::lround(112 * TextSize::scale()));
    m_table->resizeColumnToContents(CandidateModel::Name);
    if (m_table->columnWidth(CandidateModel::Name) > most)
        m_table->setColumnWidth(CandidateModel::Name, most);
    QHeaderView &header = *m_table->horizontalHeader();
    // Of the words that come and go all the time, or the columns would.
    int state = header.sectionSizeHint(CandidateModel::State);
    for (const auto each : {CandidateState::Leading, CandidateState::Waiting,
                            CandidateState::Frozen, CandidateState::Killed})
        state = std::max(
            state, figureWidth(*m_table, LabWords::stateSign(each) + u' ' + LabWords::state(each)));
    int left = m_table->viewport()->width() - m_table->columnWidth(CandidateModel::Name) - state;
    const QAbstractItemView &view = *m_table;
    for (const auto column : {CandidateModel::Process, CandidateModel::Clock}) {
        const int wide =
            column == CandidateModel::Process ? processWidth() : view.sizeHintForColumn(column);
        left -= std::max(wide, header.sectionSizeHint(column));
        m_table->setColumnHidden(column, left < 0);
    }
}

int CandidateList::processWidth() const
{
    return std::max(figureWidth(*m_table, QStringLiteral("4194304")),
                    m_table->horizontalHeader()->sectionSizeHint(CandidateModel::Process));
}

bool CandidateList::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void CandidateList::select(int number)
{
    if (number >= 1 && number <= m_model->rowCount())
        m_table->selectRow(number - 1);
}

std::vector<CandidateStatus> CandidateList::selected() const
{
    std::vector<CandidateStatus> candidates;
    const auto rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows)
        candidates.push_back(m_model->candidateAt(index.row()));
    return candidates;
}

std::vector<int> CandidateList::selectedNumbers() const
{
    std::vector<int> numbers;
    for (const CandidateStatus &candidate : selected())
        numbers.push_back(candidate.number);
    return numbers;
}

void CandidateList::updateActions()
{
    const auto candidates = selected();
    for (const Entry &entry : m_actions) {
        const bool any = !m_isReadOnly
                         && std::any_of(candidates.begin(), candidates.end(),
                                        [&entry](const CandidateStatus &c) {
                                            return isPossible(entry.action, c);
                                        });
        entry.item->setEnabled(any);
    }
}

void CandidateList::request(CandidateAction action, Millis skew)
{
    for (const CandidateStatus &candidate : selected()) {
        if (isPossible(action, candidate))
            emit actionRequested(candidate.number, action, skew);
    }
}

void CandidateList::askSkew()
{
    const auto candidates = selected();
    if (candidates.empty())
        return;
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(-mostSkew, mostSkew);
    dialog->setIntStep(100);
    dialog->setIntValue(candidates.size() == 1 ? int(candidates.front().skew.count()) : 0);
    dialog->setWindowTitle(tr("Skew the clock"));
    dialog->setLabelText(tr("Milliseconds that the clock is ahead; negative: behind"));
    connect(dialog, &QInputDialog::intValueSelected, this,
            [this](int value) { request(CandidateAction::SkewClock, Millis(value)); });
    dialog->open();
    usePlainButtons(*dialog);
}

void CandidateList::showMenu(const QPoint &at)
{
    if (m_isReadOnly || selected().empty())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Entry &entry : m_actions)
        menu->addAction(entry.item);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

} // namespace lockmaster
