// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historypictures.h"

#include "core/display/locktext.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "ui/history/holdhistogram.h"
#include "ui/history/hourmap.h"
#include "ui/history/wantedmodel.h"
#include "ui/kit/colors.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/ttldelegate.h"
#include "ui/lanes/lanesview.h"

#include <QBuffer>
#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int historypicturesMargin = 16;

const RowEffects &noEffects()
{
    static const RowEffects none;
    return none;
}

/** What the hours are of, and what is not in them. */
QString hoursNoteOf(const HistoryAnswer &answer)
{
    constexpr qsizetype longestNoted = 120;
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
      m_hoursNote(mutedLabel({}, this)), m_exportHours(new QToolButton(this)),
      m_hoursSaved(*m_exportHours), m_lengths(new HoldHistogram(HoldHistogram::Of::Holds, this)),
      m_waits(new HoldHistogram(HoldHistogram::Of::Waits, this)), m_wanted(new WantedModel(this)),
      m_wantedTable(new QTableView(this)), m_wantedNote(mutedLabel({}, this))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Pictures of the history"));
    m_tabs->insertTab(Lanes, tr("Over time"));
    m_tabs->insertTab(Hours, tr("Hours of days"));
    m_tabs->insertTab(Lengths, tr("How long"));
    m_tabs->insertTab(Wanted, tr("Most wanted"));
    insertWidget(Lanes, &lanes);
    insertWidget(Hours, buildHours());
    insertWidget(Lengths, buildLengths());
    insertWidget(Wanted, buildWanted());
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int page) {
        setCurrentIndex(page);
        emit pageChosen();
    });
}

QWidget *HistoryPictures::buildHours()
{
    auto *page = new QWidget(this);
    auto *layout = withNote(m_hours, m_hoursNote);
    m_exportHours->setText(tr("Export…"));
    m_exportHours->setToolTip(tr("Save the hours as a picture"));
    m_exportHours->setFocusPolicy(Qt::StrongFocus);
    connect(m_exportHours, &QToolButton::clicked, this, &HistoryPictures::exportHours);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(0, 0, historypicturesMargin, 6);
    layout->removeWidget(m_hoursNote);
    foot->addWidget(m_hoursNote, 1);
    foot->addWidget(m_exportHours, 0, Qt::AlignTop);
    layout->addLayout(foot);
    page->setLayout(layout);
    passFocus(*page, *m_hours);
    return page;
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

QString HistoryPictures::hoursNote() const
{
    return m_hoursNote->text();
}

void HistoryPictures::fitLengths()
{
    // Nothing is measured of what lasts, and of most systems no wait.
    m_waits->setVisible(m_waits->bins().highest > 0);
}

QImage HistoryPictures::hoursPicture(double scale)
{
    const int above = m_hoursTitle.height(font());
    const int wide = std::max(m_hours->width(), m_hoursTitle.usualWidth(font()));
    constexpr int words = int(Qt::AlignLeft) | int(Qt::TextWordWrap);
    const QRect room(historypicturesMargin, 0, wide - 2 * historypicturesMargin, 1000);
    const int below = fontMetrics().boundingRect(room, words, m_hoursNote->text()).height()
                      + historypicturesMargin;
    const int high = above + m_hours->height();
    QImage image((QSizeF(wide, high + below) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    const Colors &colors = colorsFor(palette());
    image.fill(colors.base);
    QPainter painter(&image);
    m_hoursTitle.paint(painter, font(), colors, wide);
    m_hours->render(&painter, QPoint(0, above), {}, QWidget::DrawChildren);
    painter.setFont(font());
    painter.setPen(colors.muted);
    painter.drawText(room.translated(0, high), words, m_hoursNote->text());
    return image;
}

void HistoryPictures::exportHours()
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    hoursPicture(2).save(&buffer, "PNG");
    askWhereToSave(this, window(), tr("Export the hours"),
                   {{tr("Picture (*.png)"), QStringLiteral("png")}},
                   QStringLiteral("hours-") + fileNameOf(m_hoursTitle.title),
                   [this, bytes](const QString &path, size_t) {
                       const QString problem = saveWhole(bytes, path);
                       if (problem.isEmpty())
                           m_hoursSaved.tellSaved(path);
                       else
                           m_hoursSaved.tellFailed(path, problem);
                   });
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
    m_exportHours->hide();
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
        m_hoursNote->setText(answer.shares.empty() ? QString() : hoursNoteOf(answer));
        m_exportHours->setVisible(!answer.shares.empty());
        if (!answer.shares.empty())
            m_hoursTitle = {literalText(answer.sharesOf->name),
                            literalText(answer.sharesOf->backend),
                            stretchText(answer.shares.front().from,
                                        std::min(answer.asked, answer.shares.back().until))};
    }
    fitLengths();
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
