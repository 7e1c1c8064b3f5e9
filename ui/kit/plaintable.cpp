// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/plaintable.h"

#include "core/text/durationtext.h"
#include "core/text/words.h"
#include "ui/kit/lockdelegate.h"
#include "core/display/lockroles.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/textsize.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lockmaster {

using namespace std::chrono_literals;

namespace {

/** Of a table without a scroll bar below: what its columns may take together. */
constexpr double mostTaken = 0.7;

class TextSizeFollower final : public QObject
{
public:
    TextSizeFollower(QTableView &table, Columns columns)
        : QObject(&table), m_table(table), m_columns(columns), m_scale(TextSize::scale())
    {
        table.installEventFilter(this);
        fitRows();
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FontChange) {
            fitRows();
            if (m_columns == Columns::Follow)
                scaleColumns();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void fitRows()
    {
        QHeaderView *const rows = m_table.verticalHeader();
        rows->setMinimumSectionSize(LockDelegate::rowHeight());
        rows->setDefaultSectionSize(LockDelegate::rowHeight());
    }
    void scaleColumns()
    {
        QHeaderView *const header = m_table.horizontalHeader();
        std::vector<int> columns;
        int taken = 0;
        for (int column = 0; column < header->count(); ++column) {
            const bool isRest =
                header->stretchLastSection() && header->visualIndex(column) == header->count() - 1;
            if (header->sectionResizeMode(column) != QHeaderView::Interactive || isRest
                || header->isSectionHidden(column))
                continue;
            columns.push_back(column);
            taken += header->sectionSize(column);
        }
        double ratio = TextSize::scale() / m_scale;
        // Where nothing scrolls aside, they leave the rest to the one that takes what is left.
        if (m_table.horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff && ratio > 1)
            ratio = std::clamp(mostTaken * m_table.viewport()->width() / std::max(taken, 1), 1.0,
                               ratio);
        m_scale *= ratio;
        for (const int column : columns)
            header->resizeSection(column, int(std::lround(header->sectionSize(column) * ratio)));
    }

    QTableView &m_table;
    const Columns m_columns;
    double m_scale; ///< for which they are as wide as they are
};

} // namespace

void followTextSize(QTableView &table, Columns columns)
{
    new TextSizeFollower(table, columns);
}

void makePlainTable(QTableView &table, const QString &name)
{
    table.setAccessibleName(name);
    announceFocusedCell(table);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setTabKeyNavigation(false);
    QHeaderView *rows = table.verticalHeader();
    rows->hide();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    followTextSize(table);
}

void makeSortedTable(QTableView &table, const QString &name, int stretched, int least)
{
    makePlainTable(table, name);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setCornerButtonEnabled(false);
    QHeaderView *const header = table.horizontalHeader();
    header->setAccessibleName(QCoreApplication::translate("lockmaster::PlainTable", "Columns"));
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(least);
    header->setSectionResizeMode(stretched, QHeaderView::Stretch);
}

int figureWidth(const QWidget &table, const QString &widest)
{
    return table.fontMetrics().horizontalAdvance(widest) + 2 * LockDelegate::padding + 1;
}

int durationWidth(const QWidget &table)
{
    // The units are of the language that is spoken.
    const auto width = [&table](Micros length) {
        return figureWidth(table, atLeast(durationText(length)));
    };
    return std::max(width(58min + 58s), width(23h + 58min));
}

void setUsualWidths(QTableView &table)
{
    QHeaderView &header = *table.horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        const auto told = [&header, column](int role) {
            return header.model()->headerData(column, Qt::Horizontal, role);
        };
        const int usual = told(WidthRole).toInt();
        if (usual == 0)
            continue;
        const bool figures =
            told(Qt::TextAlignmentRole).value<Qt::Alignment>().testFlag(Qt::AlignRight);
        const int wide = int(std::lround(usual * TextSize::scale()));
        header.resizeSection(column, std::max({wide, header.sectionSizeHint(column),
                                               figures ? durationWidth(table) : 0}));
    }
}

QMenu *sortMenu(QTableView &table)
{
    auto *menu = new QMenu(Words::tr("Sort by"), &table);
    const QAbstractItemModel &model = *table.model();
    for (int column = 0; column < model.columnCount(); ++column) {
        const QString title = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        menu->addAction(title, &table, [&table, column] {
            const QHeaderView *header = table.horizontalHeader();
            const bool again = header->sortIndicatorSection() == column
                               && header->sortIndicatorOrder() == Qt::AscendingOrder;
            table.sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
    }
    return menu;
}

void selectQuietly(QTableView &table, int row)
{
    const QModelIndex current = table.currentIndex();
    table.selectionModel()->select(table.model()->index(current.isValid() ? current.row() : row, 0),
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

} // namespace lockmaster
