// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historypictures.h"

#include "core/display/locktext.h"
#include "core/text/literaltext.h"
#include "ui/history/hourmap.h"
#include "ui/history/wantedmodel.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/ttldelegate.h"
#include "ui/lanes/lanesview.h"

#include <QHeaderView>
#include <QLabel>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

constexpr int historypicturesMargin = 16;

const RowEffects &noEffects()
{
    static const RowEffects none;
    return none;
}

/** A note below a picture. */
QVBoxLayout *withNote(QWidget *picture, QLabel *note)
{
    auto *layout = new QVBoxLayout;
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(picture, 1);
    note->setContentsMargins(historypicturesMargin, 0, historypicturesMargin, 6);
    layout->addWidget(note);
    return layout;
}

} // namespace

HistoryPictures::HistoryPictures(LanesView &lanes, QWidget *parent)
    : QStackedWidget(parent), m_tabs(new QTabBar(parent)), m_hours(new HourMap(this)),
      m_hoursNote(mutedLabel({}, this)), m_wanted(new WantedModel(this)),
      m_wantedTable(new QTableView(this)), m_wantedNote(mutedLabel({}, this))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Pictures of the history"));
    m_tabs->insertTab(Lanes, tr("Over time"));
    m_tabs->insertTab(Hours, tr("Hours of days"));
    m_tabs->insertTab(Wanted, tr("Most wanted"));
    insertWidget(Lanes, &lanes);
    insertWidget(Hours, buildHours());
    insertWidget(Wanted, buildWanted());
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int page) {
        setCurrentIndex(page);
        emit pageChosen();
    });
}

QWidget *HistoryPictures::buildHours()
{
    auto *page = new QWidget(this);
    page->setLayout(withNote(m_hours, m_hoursNote));
    return page;
}

QWidget *HistoryPictures::buildWanted()
{
    auto *page = new QWidget(this);
    m_wantedTable->setHorizontalHeader(new LockHeader(m_wantedTable));
    m_wantedTable->setModel(m_wanted);
    m_wantedTable->setItemDelegate(new LockDelegate(noEffects(), m_wantedTable));
    m_wantedTable->setItemDelegateForColumn(WantedModel::Waited,
                                            new TtlDelegate(noEffects(), m_wantedTable));
    makeSortedTable(*m_wantedTable, tr("Locks by how much they are waited for"), WantedModel::Lock,
                    48);
    m_wantedTable->sortByColumn(WantedModel::Waited, Qt::DescendingOrder);
    m_wantedTable->setSortingEnabled(true);
    setUsualWidths(*m_wantedTable);
    connect(m_wantedTable, &QTableView::activated, this, [this](const QModelIndex &index) {
        emit lockWanted(HistoryLock(m_wanted->rowAt(index.row()).lock));
    });
    page->setLayout(withNote(m_wantedTable, m_wantedNote));
    return page;
}

void HistoryPictures::completeQuestion(HistoryQuestion &question, ServerTime now) const
{
    question.wantsContention = page() == Wanted;
    if (page() == Hours)
        question.edges =
            HourMap::edges(question.query.from, std::min(question.query.until.value_or(now), now));
}

void HistoryPictures::forget()
{
    m_hours->setShares({}, {});
    m_hours->setNothing(tr("Reading …"));
    m_hoursNote->clear();
    m_wanted->setRanking({});
    m_wantedNote->setText(tr("Reading …"));
}

void HistoryPictures::show(const HistoryAnswer &answer)
{
    if (page() == Hours) {
        m_hours->setShares(answer.shares, answer.asked);
        m_hours->setNothing(
            answer.sharesOf
                ? tr("Nothing is known of it.")
                : tr("This picture is of one lock: narrow the search, or press Enter on a hold."));
        m_hoursNote->setText(
            answer.shares.empty()
                ? QString()
                : tr("%1: the stronger the colour, the more of the hour it was held. Hatched: "
                     "nobody looked.")
                      .arg(literalText(answer.sharesOf->name)));
    }
    if (page() == Wanted && answer.contention) {
        const ContentionRanking &ranking = *answer.contention;
        m_wanted->setRanking(ranking);
        QStringList notes{tr("All locks of these servers, by what began in that time: %1.")
                              .arg(countText(ranking.lockCount))};
        if (ranking.isCut)
            notes << tr("There was more than can be counted: not all of it was, and the order may "
                        "be another.");
        notes << tr("A dash: nobody was seen to wait. A question mark: who waits is not told.");
        m_wantedNote->setText(notes.join(u' '));
    }
}

} // namespace lockmaster
