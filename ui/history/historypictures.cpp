// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historypictures.h"

#include "core/display/locktext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "ui/history/contentionmap.h"
#include "ui/history/heatmappage.h"
#include "ui/history/holdhistogram.h"
#include "ui/history/hourmap.h"
#include "ui/history/wantedmodel.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/ttldelegate.h"
#include "ui/lanes/lanesview.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int historypicturesMargin = 16;
/** Of a name in a note: it may be as long as a book. */
constexpr qsizetype longestNoted = 120;

const RowEffects &noEffects()
{
    static const RowEffects none;
    return none;
}

/** What the hours are of, and what is not in them. */
QString hoursNoteOf(const HistoryAnswer &answer)
{
    const HistoryQuery &query = answer.question.query;
    const auto day = [](ServerTime at) { return localTimeOf(at).date().toString(Qt::ISODate); };
    // The day ends where the next one begins.
    const ServerTime last = std::min(answer.asked, answer.shares.back().until) - Micros(1);
    QStringList notes{HistoryPictures::tr(
                          "%1 on %2, %3 – %4: the stronger the colour, the more of the hour it was "
                          "held. Hatched: nobody looked.")
                          .arg(briefText(literalText(answer.sharesOf->name), longestNoted),
                               briefText(literalText(answer.sharesOf->backend), longestNoted),
                               day(answer.shares.front().from), day(last))};
    if (!query.owner.isEmpty())
        notes << HistoryPictures::tr("Held by anybody: the owner does not narrow this picture.");
    // Among so many holds of one there may have been no room for another's.
    if (!query.lock && answer.page.older)
        notes << HistoryPictures::tr("It is the lock of the newest holds; others may fit, too.");
    return notes.join(u' ');
}

/** Where not all of it was counted. */
QStringList cutNotesOf(const ContentionRanking &ranking)
{
    if (!ranking.countedFrom)
        return {};
    return {HistoryPictures::tr("There was more than can be counted: all of it since %1, and of "
                                "what was before not all. The order may be another.")
                .arg(stampText(*ranking.countedFrom))};
}

/** The servers that were asked for, or those of the locks. */
QString serversOf(const HistoryQuery &query, const std::vector<LockContention> &locks)
{
    QStringList servers = query.backends;
    if (servers.isEmpty()) {
        for (const LockContention &one : locks) {
            if (!servers.contains(one.lock.backend))
                servers << one.lock.backend;
        }
    }
    return literalText(servers.join(QStringLiteral(", ")));
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
      m_hoursPage(new HeatMapPage(
          *m_hours,
          {tr("Save the hours as a picture"), tr("Export the hours"), QStringLiteral("hours-")},
          this)),
      m_lengths(new HoldHistogram(HoldHistogram::Of::Holds, this)),
      m_waits(new HoldHistogram(HoldHistogram::Of::Waits, this)), m_wanted(new WantedModel(this)),
      m_wantedTable(new QTableView(this)), m_wantedNote(mutedLabel({}, this)),
      m_times(new ContentionMap(this)),
      m_timesPage(new HeatMapPage(*m_times,
                                  {tr("Save this as a picture"),
                                   tr("Export when locks were wanted"), QStringLiteral("wanted-")},
                                  this))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Pictures of the history"));
    m_tabs->insertTab(Lanes, tr("Over time"));
    m_tabs->insertTab(Hours, tr("Hours of days"));
    m_tabs->insertTab(Lengths, tr("How long"));
    m_tabs->insertTab(Wanted, tr("Most wanted"));
    m_tabs->insertTab(Times, tr("When wanted"));
    insertWidget(Lanes, &lanes);
    insertWidget(Hours, m_hoursPage);
    insertWidget(Lengths, buildLengths());
    insertWidget(Wanted, buildWanted());
    insertWidget(Times, m_timesPage);
    connect(m_times, &ContentionMap::lockWanted, this, &HistoryPictures::lockWanted);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int page) {
        setCurrentIndex(page);
        emit pageChosen();
    });
}

QWidget *HistoryPictures::buildLengths()
{
    auto *page = new QWidget(this);
    auto *layout = new QHBoxLayout(page);
    layout->setContentsMargins(historypicturesMargin, 4, historypicturesMargin, 6);
    layout->setSpacing(historypicturesMargin);
    layout->addWidget(m_lengths, 1);
    layout->addWidget(m_waits, 1);
    return page;
}

void HistoryPictures::fitLengths()
{
    // Nothing is measured of what lasts, and of most systems no wait.
    m_waits->setVisible(m_waits->bins().highest > 0);
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
    passFocus(*page, *m_wantedTable);
    return page;
}

void HistoryPictures::completeQuestion(HistoryQuestion &question, ServerTime now) const
{
    question.wantsContention = isOfRanking();
    if (page() == Times)
        question.coursesUntil = now;
    if (page() == Hours)
        question.edges =
            HourMap::edges(question.query.from, std::min(question.query.until.value_or(now), now));
}

void HistoryPictures::forget()
{
    m_hours->setShares({}, {});
    m_hoursPage->setNothing(tr("Reading …"));
    m_wanted->setRanking({});
    m_wantedNote->setText(tr("Reading …"));
    m_times->setRanking({});
    m_timesPage->setNothing(tr("Reading …"));
}

void HistoryPictures::show(const HistoryAnswer &answer)
{
    if (page() == Hours)
        showHours(answer);
    fitLengths();
    if (page() == Wanted && answer.contention)
        showWanted(*answer.contention);
    if (page() == Times && answer.contention)
        showTimes(answer);
}

void HistoryPictures::showHours(const HistoryAnswer &answer)
{
    m_hours->setShares(answer.shares, answer.asked);
    if (answer.shares.empty()) {
        m_hoursPage->setNothing(
            answer.sharesOf
                ? tr("Nothing is known of it.")
                : tr("This picture is of one lock: narrow the search, or press Enter on a hold."));
        return;
    }
    m_hoursPage->setPicture(hoursNoteOf(answer),
                            {literalText(answer.sharesOf->name),
                             literalText(answer.sharesOf->backend),
                             stretchText(answer.shares.front().from,
                                         std::min(answer.asked, answer.shares.back().until))});
}

void HistoryPictures::showWanted(const ContentionRanking &ranking)
{
    m_wanted->setRanking(ranking);
    QStringList notes{tr("All locks of these servers, by what began in that time: %1.")
                          .arg(countText(ranking.lockCount))};
    notes << cutNotesOf(ranking)
          << tr("A dash: nobody was seen to wait. A question mark: who waits is not told.");
    m_wantedNote->setText(notes.join(u' '));
}

void HistoryPictures::showTimes(const HistoryAnswer &answer)
{
    const ContentionRanking &ranking = *answer.contention;
    m_times->setRanking(ranking);
    const std::vector<LockContention> &locks = m_times->locks();
    if (locks.empty()) {
        m_timesPage->setNothing(
            tr("No hold and no wait that began in that time was seen on these servers."));
        return;
    }
    const QString servers = serversOf(answer.question.query, locks);
    const QString shown = countText(qint64(locks.size()));
    const QString all = countText(ranking.lockCount);
    QStringList notes{tr("The %1 most wanted of %2 locks, by what began in that time. A cell is "
                         "%3.")
                          .arg(shown, all, durationText(ranking.step))};
    const HistoryQuery &query = answer.question.query;
    if (query.lock || !query.lockText.isEmpty() || !query.owner.isEmpty())
        notes << tr("Of all locks of these servers: lock and owner do not narrow this picture.");
    notes << cutNotesOf(ranking);
    const std::vector<ContentionBin> &course = locks.front().course;
    m_timesPage->setPicture(notes.join(u' '),
                            {tr("The %1 most wanted of %2 locks").arg(shown, all), servers,
                             stretchText(course.front().from, course.back().until)});
}

} // namespace lockmaster
