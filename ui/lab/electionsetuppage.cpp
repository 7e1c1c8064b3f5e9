// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/electionsetuppage.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/lab/labwords.h"
#include "core/display/locktext.h"
#include "ui/kit/labels.h"
#include "ui/lab/presetcard.h"
#include "ui/kit/keyboardfocus.h"
#include "ui/kit/textsize.h"

#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QShortcut>
#include <QSpinBox>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

// At the desktop's size of text.
constexpr int electionsetuppageColumnWidth = 900;
constexpr int fieldWidth = 96;
constexpr int widestWhere = 280;
/** Of what a server says. */
constexpr qsizetype electionsetuppageMostText = 1000;
constexpr int columnKinds[] = {0, 3, 6};

struct CardWords {
    QString title;
    QString expectation;
};

CardWords wordsOf(ElectionPreset preset)
{
    switch (preset) {
    case ElectionPreset::AsDescribed:
        return {ElectionSetupPage::tr("As described: 1.2 s"),
                ElectionSetupPage::tr(
                    "The column keeps whole seconds, so the lease may be over after 0.2 s: another "
                    "may take the lead although nobody died.")};
    case ElectionPreset::AsCoded:
        return {ElectionSetupPage::tr("As coded: 1.002 s"),
                ElectionSetupPage::tr(
                    "Hardly longer than the period: a renewal that is a moment late has lost the "
                    "lead.")};
    case ElectionPreset::Healthy:
        return {
            ElectionSetupPage::tr("Healthy"),
            ElectionSetupPage::tr(
                "Five periods long, counted in milliseconds: the leader stays, and a killed one "
                "is replaced when its lease is over.")};
    }
    Q_UNREACHABLE();
}

QWidget *withHint(QWidget *field, const QString &text, QWidget *parent)
{
    auto *row = new QWidget(parent);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->addWidget(field);
    layout->addWidget(mutedLabel(text, row), 1);
    row->setFocusProxy(field);
    return row;
}

} // namespace

ElectionSetupPage::ElectionSetupPage(QWidget *parent)
    : QWidget(parent), m_cards(new QButtonGroup(this)), m_start(new QPushButton(tr("Start"), this)),
      m_more(new QPushButton(tr("More…"), this)), m_where(new QComboBox(this)), m_form(nullptr),
      m_problem(textLabel({}, this)), m_progress(new QProgressBar(this)),
      m_step(mutedLabel({}, this)), m_error(textLabel({}, this)), m_remedy(textLabel({}, this))
{
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(12);
    column->addWidget(titleLabel(1.6, tr("Kill a leader and see who takes over"), content));
    column->addWidget(
        mutedLabel(tr("Processes of their own stand for election in a table. Start them, "
                      "kill the one that leads, and see how long nobody does."),
                   content));
    column->addSpacing(4);
    column->addWidget(buildCards());
    column->addSpacing(4);
    buildActions(column);
    m_form = buildMore();
    m_form->hide();
    column->addWidget(m_form);
    column->addWidget(m_problem);
    column->addStretch(1);
    m_content = content;

    auto *centred = new QWidget(this);
    auto *row = new QHBoxLayout(centred);
    row->setContentsMargins({});
    row->addStretch(1);
    row->addWidget(content, 1000);
    row->addStretch(1);
    auto *scroll = new QScrollArea(this);
    m_scroll = scroll;
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // it follows what has the focus in it
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(centred);
    centred->setBackgroundRole(QPalette::Base);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(scroll);

    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto *enter = new QShortcut(key, this);
        enter->setContext(Qt::WidgetWithChildrenShortcut);
        connect(enter, &QShortcut::activated, this, [this] {
            // In a drop-down box it chooses, also in the list that this key has just closed.
            if (m_more->hasFocus())
                m_more->toggle();
            else if (!qobject_cast<QComboBox *>(QApplication::focusWidget()))
                start();
        });
    }
    passFocus(*this, *m_start);
    fitWidths();
    setChoices({{{}, tr("Sandbox")}});
    setDraft(ElectionDraft::of(electionPreset(allElectionPresets.front())));
    reset();
}

/** What one presses first is seen whole, also on a low screen with large text. */
void ElectionSetupPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    QTimer::singleShot(0, this, [this] {
        constexpr int around = 12;
        if (m_form->isHidden())
            m_scroll->ensureWidgetVisible(m_start, 0, around);
    });
}

void ElectionSetupPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_content)
        fitWidths();
}

/** Lines as long, and fields of as many letters, at any size of text. */
void ElectionSetupPage::fitWidths()
{
    m_content->setMaximumWidth(scaledByText(electionsetuppageColumnWidth));
    m_where->setMaximumWidth(scaledByText(widestWhere));
    for (QWidget *field : std::initializer_list<QWidget *>{m_candidates, m_period, m_lease, m_work})
        field->setFixedWidth(scaledByText(fieldWidth));
    m_skews->setFixedWidth(scaledByText(2 * fieldWidth));
}

QWidget *ElectionSetupPage::buildCards()
{
    auto *row = new QWidget(this);
    row->setAccessibleName(tr("How to begin"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(12);
    for (const ElectionPreset preset : allElectionPresets) {
        const CardWords words = wordsOf(preset);
        const ElectionSetup setup = electionPreset(preset);
        const QString figures =
            tr("a round every %1, lease %2, %3")
                .arg(exactDurationText(setup.period), exactDurationText(setup.lease),
                     LabWords::column(setup.precision));
        auto *card = new PresetCard(words.title, figures, words.expectation, row);
        m_cards->addButton(card, int(preset));
        layout->addWidget(card, 1);
    }
    connect(m_cards, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            choosePreset(id);
    });
    return row;
}

void ElectionSetupPage::buildActions(QVBoxLayout *column)
{
    m_start->setDefault(true);
    m_start->setMinimumSize(132, 38);
    m_start->setFont(titleFont(1.15, m_start->font()));
    m_start->setToolTip(tr("Start the candidates (Enter)"));
    m_more->setCheckable(true);
    m_more->setMinimumHeight(38);
    m_more->setAutoDefault(false);
    m_where->setObjectName(QStringLiteral("where"));
    m_where->setMinimumHeight(38);
    m_where->setMinimumContentsLength(14);
    m_where->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *where = new QLabel(tr("I&n"), this);
    where->setBuddy(m_where);
    m_where->setAccessibleName(tr("Where the experiment runs"));

    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_start);
    row->addWidget(m_more);
    row->addStretch();
    row->addWidget(where);
    row->addWidget(m_where);
    column->addLayout(row);

    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Starting"));
    m_remedy->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (QWidget *line : std::initializer_list<QWidget *>{m_progress, m_step, m_error, m_remedy})
        column->addWidget(line);
    connect(m_start, &QPushButton::clicked, this, &ElectionSetupPage::start);
    connect(m_more, &QPushButton::toggled, this, [this](bool on) {
        m_form->setVisible(on);
        if (on)
            m_candidates->setFocus();
    });
}

QWidget *ElectionSetupPage::buildMore()
{
    auto *page = new QWidget(this);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 4, 0, 0);
    form->setVerticalSpacing(8);
    form->setHorizontalSpacing(16);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_candidates = new QSpinBox(page);
    m_candidates->setRange(2, 50);
    m_column = new QComboBox(page);
    for (const int precision : columnKinds)
        m_column->addItem(LabWords::column(precision), precision);
    m_identity = new QComboBox(page);
    m_identity->addItems({tr("each its own"), tr("the first two share a host name")});
    const auto time = [page](const QString &name) {
        auto *edit = new QLineEdit(page);
        edit->setAccessibleName(name);
        return edit;
    };
    m_period = time(tr("Period"));
    m_lease = time(tr("Lease"));
    m_work = time(tr("Work"));
    m_skews = new QLineEdit(page);
    m_skews->setAccessibleName(tr("Clock skews"));
    m_skews->setPlaceholderText(QStringLiteral("0, +500ms, -2s"));
    for (QWidget *field : std::initializer_list<QWidget *>{m_candidates, m_column, m_identity})
        field->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    // Labels of a row are not those of a field in it; a box is named by what is chosen in it.
    m_candidates->setAccessibleName(tr("Candidates"));
    m_column->setAccessibleDescription(tr("Column"));
    m_identity->setAccessibleDescription(tr("Identity"));
    form->addRow(tr("&Candidates"), withHint(m_candidates, tr("2 to 50"), page));
    form->addRow(tr("&Period"), withHint(m_period, tr("of everybody's rounds"), page));
    form->addRow(tr("&Lease"), withHint(m_lease, tr("how long a heartbeat holds"), page));
    form->addRow(tr("C&olumn"),
                 withHint(m_column, tr("what it keeps of a heartbeat's time"), page));
    form->addRow(
        tr("&Work"),
        withHint(m_work, tr("what the leader does after each round, holding nothing"), page));
    form->addRow(tr("&Identity"), withHint(m_identity, tr("what is written into the row"), page));
    form->addRow(
        tr("Clock s&kews"),
        withHint(m_skews, tr("of candidate 1, 2, 3 …; those that are missing: none"), page));
    connect(m_candidates, &QSpinBox::valueChanged, this, &ElectionSetupPage::check);
    for (QLineEdit *edit : {m_period, m_lease, m_work, m_skews})
        connect(edit, &QLineEdit::textChanged, this, &ElectionSetupPage::check);
    for (QComboBox *box : {m_column, m_identity})
        connect(box, &QComboBox::currentIndexChanged, this, &ElectionSetupPage::check);
    return page;
}

void ElectionSetupPage::setChoices(const std::vector<LabChoice> &choices)
{
    const QVariant chosen = m_where->currentData();
    m_where->clear();
    for (const LabChoice &choice : choices)
        m_where->addItem(literalText(choice.label), choice.id);
    const int at = m_where->findData(chosen);
    m_where->setCurrentIndex(std::max(0, at));
}

void ElectionSetupPage::choosePreset(int preset)
{
    ElectionDraft chosen = ElectionDraft::of(electionPreset(static_cast<ElectionPreset>(preset)));
    if (draft().preset() != static_cast<ElectionPreset>(preset))
        setDraft(chosen);
}

void ElectionSetupPage::setDraft(const ElectionDraft &draft)
{
    {
        const QSignalBlocker blockers[] = {QSignalBlocker(m_candidates), QSignalBlocker(m_period),
                                           QSignalBlocker(m_lease),      QSignalBlocker(m_column),
                                           QSignalBlocker(m_work),       QSignalBlocker(m_identity),
                                           QSignalBlocker(m_skews)};
        m_candidates->setValue(draft.candidates);
        m_period->setText(draft.period);
        m_lease->setText(draft.lease);
        m_column->setCurrentIndex(m_column->findData(draft.precision));
        m_work->setText(draft.work);
        m_identity->setCurrentIndex(draft.duplicateIdentity ? 1 : 0);
        m_skews->setText(draft.skews);
    }
    check();
}

ElectionDraft ElectionSetupPage::draft() const
{
    ElectionDraft draft;
    draft.candidates = m_candidates->value();
    draft.period = m_period->text();
    draft.lease = m_lease->text();
    draft.precision = m_column->currentData().toInt();
    draft.work = m_work->text();
    draft.duplicateIdentity = m_identity->currentIndex() == 1;
    draft.skews = m_skews->text();
    return draft;
}

void ElectionSetupPage::setMoreShown(bool shown)
{
    m_more->setChecked(shown);
}

QString ElectionSetupPage::problemText() const
{
    return m_problem->text();
}

/** Shows which preset this is, if any, and what stands in its way. */
void ElectionSetupPage::check()
{
    const ElectionDraft now = draft();
    const auto setup = now.setup();
    m_problem->setText(setup ? QString() : setup.error().message);
    m_problem->setVisible(!setup);
    setTone(m_problem, Tone::Danger);
    m_start->setEnabled(setup && !m_busy);
    const auto preset = now.preset();
    m_cards->setExclusive(false);
    for (QAbstractButton *card : m_cards->buttons())
        card->setChecked(preset && m_cards->id(card) == int(*preset));
    m_cards->setExclusive(true);
}

void ElectionSetupPage::start()
{
    const auto setup = draft().setup();
    if (m_busy || !setup)
        return;
    emit startRequested(*setup, m_where->currentData().toString());
}

void ElectionSetupPage::setBusy(bool busy)
{
    // What has the focus is about to be disabled: it stays on the page.
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    const bool waited = m_progress->hasFocus();
    m_progress->setVisible(busy);
    if (busy && hadFocus)
        m_progress->setFocus();
    m_busy = busy;
    for (QAbstractButton *card : m_cards->buttons())
        card->setEnabled(!busy);
    m_form->setEnabled(!busy);
    m_where->setEnabled(!busy);
    m_more->setEnabled(!busy);
    m_step->setVisible(busy);
    check();
    if (!busy && waited)
        m_start->setFocus();
}

void ElectionSetupPage::showProgress(const QString &step, int percent)
{
    setBusy(true);
    m_error->hide();
    m_remedy->hide();
    m_progress->setValue(percent);
    m_step->setText(step);
}

void ElectionSetupPage::showFailure(const Error &error)
{
    setBusy(false);
    m_error->setText(literalText(briefText(error.message, electionsetuppageMostText)));
    setTone(m_error, Tone::Danger);
    m_remedy->setText(literalText(briefText(error.remedy, electionsetuppageMostText)));
    m_error->show();
    m_remedy->setVisible(!error.remedy.isEmpty());
}

void ElectionSetupPage::reset()
{
    setBusy(false);
    m_error->hide();
    m_remedy->hide();
}

} // namespace lockmaster
