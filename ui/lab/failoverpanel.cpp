// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/failoverpanel.h"

#include "core/text/durationtext.h"
#include "ui/kit/lockdelegate.h"
#include "ui/lab/failovermodel.h"
#include "ui/lab/labwords.h"
#include "ui/kit/icons.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/labels.h"
#include "ui/kit/lockheader.h"
#include "ui/kit/plaintable.h"
#include "ui/kit/textsize.h"
#include "ui/lab/vacancyhistogram.h"

#include <QAction>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int usualKills = 20;
constexpr int mostKills = 1000;

/** Figures that stand below each other. */
QLabel *figureLabel(QWidget *parent, bool bold)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = label->font();
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    label->setFont(font);
    return label;
}

} // namespace

FailoverPanel::FailoverPanel(QWidget *parent)
    : QWidget(parent), m_model(new FailoverModel(this)), m_kills(new QSpinBox(this)),
      m_measure(new QPushButton(tr("Measure"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_progress(new QProgressBar(this)),
      m_state(mutedLabel({}, this)), m_table(new QTableView(this)),
      m_histogram(new VacancyHistogram(this))
{
    buildTable();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(buildHead());
    layout->addWidget(buildControls());
    layout->addWidget(m_state);
    layout->addWidget(buildResult(), 1);
    layout->addStretch();
    passFocus(*this, *m_kills);
    connect(m_measure, &QPushButton::clicked, this,
            [this] { emit measureRequested(m_kills->value()); });
    connect(m_cancel, &QPushButton::clicked, this, &FailoverPanel::cancelRequested);
    updateControls();
    updateFigures();
}

QWidget *FailoverPanel::buildHead()
{
    auto *head = new QWidget(this);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins({});
    row->setSpacing(4);
    row->addWidget(headingLabel(tr("Measured failovers"), m_kills, head));
    row->addStretch();
    const auto addCopy = [this, row, head](const QString &text,
                                           QByteArray (*written)(const FailoverReport &)) {
        auto *action = new QAction(symbolicIcon(QStringLiteral("copy")), text, this);
        connect(action, &QAction::triggered, this, [this, written] {
            QGuiApplication::clipboard()->setText(QString::fromUtf8(written(report())));
        });
        auto *button = new QToolButton(head);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
        m_copies.push_back(action);
    };
    addCopy(tr("Copy as JSON"), failoverJson);
    addCopy(tr("Copy as CSV"), failoverCsv);
    return head;
}

QWidget *FailoverPanel::buildControls()
{
    auto *controls = new QWidget(this);
    auto *row = new QHBoxLayout(controls);
    row->setContentsMargins({});
    row->setSpacing(8);
    m_kills->setRange(1, mostKills);
    m_kills->setValue(usualKills);
    m_kills->setPrefix(tr("Kill the leader "));
    m_kills->setSuffix(tr(" times"));
    m_kills->setAccessibleName(tr("How often the leader is killed"));
    m_measure->setAutoDefault(true);
    m_measure->setToolTip(tr("Kill the leader so often, each time at a random moment"));
    m_cancel->setAutoDefault(true);
    m_progress->setFormat(tr("%v of %m"));
    m_progress->setAccessibleName(tr("Leaders killed so far"));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_kills, m_measure, m_cancel})
        widget->setMinimumHeight(28);
    row->addWidget(m_kills);
    row->addWidget(m_progress, 1);
    row->addWidget(m_measure);
    row->addWidget(m_cancel);
    row->addStretch();
    return controls;
}

QWidget *FailoverPanel::buildFigures()
{
    auto *box = new QWidget(this);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(3);
    grid->addWidget(new VacancyKey(VacancyKey::Of::Measured, box), 0, 1);
    grid->addWidget(new VacancyKey(VacancyKey::Of::Predicted, box), 0, 2);
    const std::pair<QString, QString> names[] = {{QStringLiteral("median"), tr("Median")},
                                                 {QStringLiteral("p95"), tr("95th percentile")},
                                                 {QStringLiteral("max"), tr("Longest")}};
    int line = 1;
    for (const auto &[id, name] : names) {
        auto *label = new QLabel(name, box);
        label->setForegroundRole(QPalette::PlaceholderText);
        Figure figure{id, figureLabel(box, true), figureLabel(box, false)};
        grid->addWidget(label, line, 0);
        grid->addWidget(figure.measured, line, 1);
        grid->addWidget(figure.predicted, line++, 2);
        m_figures.push_back(figure);
    }
    grid->setRowStretch(line, 1);
    return box;
}

QWidget *FailoverPanel::buildResult()
{
    m_result = new QWidget(this);
    auto *upper = new QHBoxLayout;
    upper->setSpacing(16);
    upper->addWidget(buildFigures());
    upper->addWidget(m_histogram, 1);
    auto *layout = new QVBoxLayout(m_result);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    // Both grow where there is room: it is the histogram that a room looks at.
    layout->addLayout(upper, 1);
    layout->addWidget(m_table, 1);
    return m_result;
}

void FailoverPanel::buildTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Measured failovers"));
    announceFocusedCell(*m_table);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setMinimumHeight(2 * LockDelegate::rowHeight());
    m_table->verticalHeader()->hide();
    followTextSize(*m_table);
    static const RowEffects none;
    m_table->setItemDelegate(new LockDelegate(none, this));
    m_table->setHorizontalHeader(new LockHeader(m_table));
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(FailoverModel::Who, QHeaderView::Stretch);
    header->setSectionResizeMode(FailoverModel::Count, QHeaderView::Fixed);
    header->resizeSection(FailoverModel::Count, scaledByText(44));
    // A time that is cut in its middle is another time.
    header->setSectionResizeMode(FailoverModel::At, QHeaderView::Fixed);
    header->resizeSection(FailoverModel::At, figureWidth(*m_table, QStringLiteral("23:59:59.999")));
}

const FailoverRun &FailoverPanel::run() const
{
    static const FailoverRun none;
    return m_snapshot ? m_snapshot->run : none;
}

FailoverReport FailoverPanel::report() const
{
    FailoverReport report = m_snapshot ? failoverReport(*m_snapshot) : FailoverReport();
    report.backend = m_backend;
    report.poll = m_poll;
    return report;
}

void FailoverPanel::setWatching(const QString &backend, Millis poll)
{
    m_backend = backend;
    m_poll = poll;
}

void FailoverPanel::setSnapshot(const std::shared_ptr<const ElectionSnapshot> &snapshot)
{
    m_snapshot = snapshot;
    m_model->setFailovers(run().failovers);
    updateControls();
    updateFigures();
}

void FailoverPanel::setReadOnly()
{
    m_isReadOnly = true;
    updateControls();
}

void FailoverPanel::setPossible(bool possible)
{
    if (m_possible == possible)
        return;
    m_possible = possible;
    updateControls();
}

void FailoverPanel::updateControls()
{
    const FailoverRun &now = run();
    const auto done = static_cast<int>(now.failovers.size());
    // Who pressed Measure by the keyboard can cancel by the same key.
    const bool hadFocus = m_measure->hasFocus() || m_cancel->hasFocus();
    m_kills->setVisible(!now.running && !m_isReadOnly);
    m_measure->setVisible(!now.running && !m_isReadOnly);
    m_cancel->setVisible(now.running && !m_isReadOnly);
    m_progress->setVisible(now.running);
    if (hadFocus)
        (now.running ? m_cancel : m_measure)->setFocus();
    m_measure->setEnabled(m_possible && !now.running);
    m_progress->setRange(0, std::max(1, now.wanted));
    m_progress->setValue(done);
    for (QAction *copy : m_copies)
        copy->setEnabled(done > 0);
    QString state = tr("Each time at a random moment of its round; who was killed is restarted.");
    if (!now.running && now.cancelled)
        state = tr("Cancelled after %1 of %2 (seed %3).").arg(done).arg(now.wanted).arg(now.seed);
    else if (m_isReadOnly && done == 0)
        state = now.running ? QString() : tr("No failover was measured.");
    else if (!now.running && done > 0)
        state = tr("%n leaders killed (seed %1).", nullptr, done).arg(now.seed);
    m_state->setText(state);
}

void FailoverPanel::updateFigures()
{
    const FailoverRun &now = run();
    const bool begun = now.wanted > 0;
    m_result->setVisible(begun);
    if (!begun)
        return;
    const auto write = [](QLabel *label, bool known, Micros time) {
        label->setText(known ? briefDurationText(time) : QStringLiteral("–"));
    };
    const bool measured = !now.failovers.empty();
    const bool predicted = !now.predicted.vacancies.empty();
    const auto figures = {&VacancyFigures::median, &VacancyFigures::p95, &VacancyFigures::max};
    auto figure = m_figures.begin();
    for (const auto member : figures) {
        write(figure->measured, measured, now.figures.*member);
        write(figure->predicted, predicted, now.predicted.figures.*member);
        ++figure;
    }
    std::vector<Micros> vacancies;
    for (const MeasuredFailover &failover : now.failovers)
        vacancies.push_back(failover.vacancy);
    m_histogram->setTimes(vacancies, now.predicted.vacancies);
}

QString FailoverPanel::figureText(const QString &figure, bool predicted) const
{
    const auto found = std::find_if(m_figures.begin(), m_figures.end(),
                                    [&figure](const Figure &f) { return f.id == figure; });
    return found == m_figures.end() ? QString()
                                    : (predicted ? found->predicted : found->measured)->text();
}

} // namespace lockmaster
