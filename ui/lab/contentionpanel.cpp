// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/contentionpanel.h"

#include "ui/lab/contentionresult.h"
#include "ui/lab/courseexport.h"
#include "ui/lab/courserow.h"

#include "core/text/literaltext.h"
#include "core/domain/error.h"
#include "core/text/words.h"
#include "ui/kit/lockdelegate.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/textsize.h"

#include <QApplication>
#include <QEvent>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lockmaster {

namespace {

constexpr int contentionpanelMargin = 16;
// At the desktop's size of text.
constexpr int listWidth = 300;
constexpr int textWidth = 760;
/** Of what a server says. */
constexpr qsizetype contentionpanelMostText = 1000;

/** Lines that are too long cannot be read; what is drawn has all the width. */
QBoxLayout *beginning(QWidget *text)
{
    auto *row = new QHBoxLayout;
    row->addWidget(text, 1);
    row->addStretch();
    return row;
}

} // namespace

ContentionPanel::ContentionPanel(QWidget *parent) : QWidget(parent), m_list(new QListWidget(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(contentionpanelMargin, 12, contentionpanelMargin, 12);
    layout->setSpacing(24);
    layout->addWidget(buildList());
    layout->addWidget(buildDetail(), 1);
    passFocus(*this, *m_list);
    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        offerOptions();
        showSelected();
    });
    // One click, or Enter, runs what is chosen.
    connect(m_list, &QListWidget::itemActivated, this, [this] { m_run->click(); });
    showSelected();
}

QWidget *ContentionPanel::buildList()
{
    auto *box = new QWidget(this);
    m_list->setAccessibleName(tr("Experiments"));
    announceFocusedCell(*m_list);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    static const RowEffects none;
    m_list->setItemDelegate(new LockDelegate(none, m_list));
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins({});
    layout->addWidget(headingLabel(tr("Experiments"), m_list, box));
    layout->addWidget(m_list, 1);
    m_listBox = box;
    return box;
}

QWidget *ContentionPanel::buildDetail()
{
    auto *content = new QWidget(this);
    m_above = new QWidget(content);
    m_title = titleLabel(1.5, {}, m_above);
    m_title->setWordWrap(true);
    m_expectation = textLabel({}, m_above);
    m_error = textLabel({}, m_above);
    auto *above = new QVBoxLayout(m_above);
    above->setContentsMargins({});
    above->setSpacing(8);
    above->addWidget(m_title);
    m_about = new QWidget(m_above);
    auto *about = new QVBoxLayout(m_about);
    about->setContentsMargins(0, 0, 0, 4);
    about->setSpacing(8);
    about->addWidget(headingLabel(tr("What should happen"), nullptr, m_about));
    about->addWidget(m_expectation);
    above->addWidget(m_about);
    above->addWidget(buildOptions());
    above->addWidget(buildRunRow());
    above->addWidget(m_error);
    m_courses = new CourseRow(content);
    connect(m_courses, &CourseRow::chosen, this, &ContentionPanel::select);
    m_result = new ContentionResult(content);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addLayout(beginning(m_above));
    layout->addWidget(m_courses);
    layout->addLayout(beginning(m_result), 1);
    layout->addStretch();
    m_detail = content;
    content->setBackgroundRole(QPalette::Base);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // it follows what has the focus in it
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(content);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    return scroll;
}

QWidget *ContentionPanel::buildOptions()
{
    m_options = new QWidget(this);
    m_count = new QSpinBox(m_options);
    m_skew = new QSpinBox(m_options);
    m_skew->setRange(0, 60'000);
    m_skew->setSingleStep(100);
    m_countLabel = new QLabel(m_options);
    // As the result calls it.
    const QString skew = Words::tr("Clocks apart, in ms");
    m_skewLabel = new QLabel(skew, m_options);
    m_skew->setAccessibleName(skew);
    m_countLabel->setBuddy(m_count);
    m_skewLabel->setBuddy(m_skew);
    auto *row = new QHBoxLayout(m_options);
    row->setContentsMargins({});
    row->setSpacing(8);
    row->addWidget(m_countLabel);
    row->addWidget(m_count);
    row->addSpacing(16);
    row->addWidget(m_skewLabel);
    row->addWidget(m_skew);
    row->addStretch();
    return m_options;
}

QWidget *ContentionPanel::buildRunRow()
{
    auto *box = new QWidget(this);
    m_run = new QPushButton(tr("Run"), box);
    m_runAll = new QPushButton(box);
    m_cancel = new QPushButton(tr("Cancel"), box);
    for (QPushButton *button : {m_run, m_runAll, m_cancel}) {
        button->setAutoDefault(true);
        button->setMinimumSize(110, 36);
    }
    m_progress = new QProgressBar(box);
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("The experiment's progress"));
    m_step = mutedLabel({}, box);
    m_locks = new QPushButton(tr("Its locks are in the lock table meanwhile: show Locks"), box);
    m_locks->setIcon(symbolicIcon(QStringLiteral("lock")));
    m_locks->setFlat(true);
    m_locks->setAutoDefault(false);
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_run);
    row->addWidget(m_runAll);
    row->addWidget(m_cancel);
    row->addWidget(m_locks);
    m_export = new CourseExportButton([this] { return drawnRuns(); }, box);
    m_export->setMinimumHeight(m_run->minimumHeight());
    row->addWidget(m_export);
    row->addStretch();
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addLayout(row);
    layout->addWidget(m_progress);
    layout->addWidget(m_step);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (const ContentionInfo *info = selected(); info && m_running.isEmpty())
            emit runRequested(info->id, options());
    });
    connect(m_runAll, &QPushButton::clicked, this, [this] {
        if (!m_running.isEmpty())
            return;
        m_nextCount = m_count->value();
        for (const ContentionInfo &variant : variants())
            m_next << variant.id;
        runNext();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_next.clear();
        emit cancelRequested();
    });
    connect(m_locks, &QPushButton::clicked, this, &ContentionPanel::locksRequested);
    return box;
}

void ContentionPanel::setExperiments(const std::vector<ContentionInfo> &experiments)
{
    m_experiments = experiments;
    m_list->clear();
    for (const ContentionInfo &info : experiments) {
        auto *item = new QListWidgetItem(info.title, m_list);
        item->setToolTip(plainToolTip(info.title));
    }
    if (!experiments.empty())
        m_list->setCurrentRow(0);
    showSelected();
}

const ContentionInfo *ContentionPanel::selected() const
{
    const int row = m_list->currentRow();
    const bool valid = row >= 0 && row < static_cast<int>(m_experiments.size());
    return valid ? &m_experiments[size_t(row)] : nullptr;
}

/** The chosen experiment's own, within its bounds. */
void ContentionPanel::offerOptions()
{
    const ContentionInfo *info = selected();
    if (!info)
        return;
    m_countLabel->setText(info->who);
    m_count->setAccessibleName(info->who);
    m_count->setRange(info->fewest, info->most);
    m_count->setValue(info->requests);
    m_skewLabel->setVisible(info->skew.has_value());
    m_skew->setVisible(info->skew.has_value());
    m_skew->setValue(int(info->skew.value_or(Millis(0)).count()));
}

ContentionOptions ContentionPanel::options() const
{
    const ContentionInfo *info = selected();
    ContentionOptions chosen;
    chosen.requests = m_count->value();
    if (info && info->skew)
        chosen.skew = Millis(m_skew->value());
    return chosen;
}

std::vector<ContentionInfo> ContentionPanel::variants() const
{
    std::vector<ContentionInfo> all;
    const ContentionInfo *info = selected();
    if (!info || info->family.isEmpty())
        return all;
    std::copy_if(m_experiments.begin(), m_experiments.end(), std::back_inserter(all),
                 [info](const ContentionInfo &each) { return each.family == info->family; });
    return all;
}

/**
 * With as many requests as were chosen when the first began, so that they can be compared, whatever
 * is looked at meanwhile; of their own otherwise.
 */
void ContentionPanel::runNext()
{
    if (m_next.isEmpty())
        return;
    const QString id = m_next.takeFirst();
    select(id);
    m_count->setValue(m_nextCount);
    emit runRequested(id, options());
}

/** What is drawn needs the room more than names that are whole in their tooltips. */
void ContentionPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitWidths();
}

void ContentionPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_result)
        fitWidths();
}

void ContentionPanel::fitWidths()
{
    constexpr double mostOfIt = 0.3;
    const double scale = TextSize::scale();
    m_listBox->setFixedWidth(
        std::min(int(std::lround(listWidth * scale)), int(mostOfIt * width())));
    for (QWidget *text : std::initializer_list<QWidget *>{m_above, m_result})
        text->setMaximumWidth(int(std::lround(textWidth * scale)));
}

/** Of what runs the end is not known. */
DrawnRuns ContentionPanel::drawnRuns() const
{
    DrawnRuns drawn{{}, tr("in the sandbox")};
    for (const ContentionInfo &variant : variants()) {
        const auto report = m_reports.constFind(variant.id);
        if (report != m_reports.cend() && report->course)
            drawn.runs.push_back({variant, *report->course, report->trace.begunAt});
    }
    return drawn;
}

void ContentionPanel::setPresenting(bool on)
{
    m_isPresenting = on;
    if (on && m_listBox->isAncestorOf(QApplication::focusWidget()))
        m_run->setFocus();
    m_listBox->setVisible(!on);
    m_courses->setHeight(on ? CourseView::Height::All : CourseView::Height::Usual);
    qobject_cast<QBoxLayout *>(m_detail->layout())->setStretchFactor(m_courses, on ? 1 : 0);
    showSelected();
}

std::vector<ContentionReport> ContentionPanel::recordable() const
{
    std::vector<ContentionReport> all;
    for (const ContentionInfo &variant : variants()) {
        const auto report = m_reports.constFind(variant.id);
        if (report != m_reports.cend() && !report->trace.reports.empty())
            all.push_back(*report);
    }
    return all;
}

void ContentionPanel::select(const QString &id)
{
    for (size_t row = 0; row < m_experiments.size(); ++row) {
        if (m_experiments[row].id == id)
            m_list->setCurrentRow(int(row));
    }
}

QString ContentionPanel::selectedId() const
{
    const ContentionInfo *info = selected();
    return info ? info->id : QString();
}

void ContentionPanel::showProgress(const QString &id, const QString &step, int percent)
{
    m_running = id;
    if (m_reports.remove(id) > 0 || percent == 0)
        m_courses->setCourse(id, {});
    m_failures.remove(id);
    m_step->setText(step);
    m_progress->setValue(percent);
    markRow(id);
    showSelected();
}

void ContentionPanel::showCourse(const QString &id, const WorkCourse &course)
{
    if (id == m_running) // what comes late is of one that is over
        m_courses->setCourse(id, course);
}

void ContentionPanel::showReport(const ContentionReport &report)
{
    m_running.clear();
    m_reports.insert(report.id, report);
    m_courses->setCourse(report.id, report.course);
    markRow(report.id);
    showSelected();
    runNext();
}

void ContentionPanel::showFailure(const QString &id, const Error &error)
{
    m_running.clear();
    m_next.clear();
    if (error.kind != ErrorKind::Cancelled)
        m_failures.insert(id, error);
    markRow(id);
    showSelected();
}

/** The sign of what became of it, before its title. */
void ContentionPanel::markRow(const QString &id)
{
    for (size_t row = 0; row < m_experiments.size(); ++row) {
        const ContentionInfo &info = m_experiments[row];
        if (info.id != id)
            continue;
        QString sign;
        if (id == m_running)
            sign = QStringLiteral("▶ ");
        else if (const auto report = m_reports.constFind(id); report != m_reports.cend())
            sign = report->asExpected ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
        m_list->item(int(row))->setText(sign + info.title);
    }
}

void ContentionPanel::showSelected()
{
    const ContentionInfo *info = selected();
    m_title->setText(info ? info->title : QString());
    m_expectation->setText(info ? info->expectation : QString());
    const bool runs = !m_running.isEmpty();
    const bool shownRuns = runs && info && info->id == m_running;
    const bool hadFocus = m_run->hasFocus() || m_cancel->hasFocus();
    const std::vector<ContentionInfo> all = variants();
    m_courses->setVariants(all);
    m_courses->setChosen(info ? info->id : QString());
    m_courses->setVisible(!all.empty());
    m_runAll->setText(tr("Run all %n", nullptr, int(all.size())));
    m_runAll->setToolTip(tr("One after another, each with the number that stands above: so they "
                            "can be compared"));
    m_runAll->setVisible(!runs && all.size() > 1);
    m_run->setVisible(!shownRuns);
    m_run->setEnabled(info && !runs);
    m_options->setVisible(info != nullptr);
    m_options->setEnabled(!runs);
    m_cancel->setVisible(shownRuns);
    if (hadFocus)
        (shownRuns ? m_cancel : m_run)->setFocus();
    m_locks->setVisible(shownRuns);
    m_export->setVisible(!all.empty() && !shownRuns);
    m_export->setEnabled(!drawnRuns().runs.empty());
    m_progress->setVisible(shownRuns);
    m_step->setVisible(shownRuns);
    const auto report = info ? m_reports.constFind(info->id) : m_reports.cend();
    const auto error = info ? m_failures.constFind(info->id) : m_failures.cend();
    // In a room the lanes tell it; where there are none, the words do.
    m_result->setVisible(report != m_reports.cend() && (!m_isPresenting || all.empty()));
    m_about->setVisible(!m_isPresenting);
    m_error->setVisible(error != m_failures.cend());
    if (report != m_reports.cend())
        m_result->setReport(*report);
    if (error != m_failures.cend()) {
        m_error->setText(literalText(briefText(errorText(*error), contentionpanelMostText)));
        setTone(m_error, Tone::Danger);
    }
    const QString running = tr("Another experiment runs.");
    m_run->setToolTip(runs && !shownRuns ? running : QString());
    emit recordableChanged();
}

QString ContentionPanel::verdictText() const
{
    return m_result->verdictText();
}

QString ContentionPanel::happenedText() const
{
    return m_result->happenedText();
}

} // namespace lockmaster
