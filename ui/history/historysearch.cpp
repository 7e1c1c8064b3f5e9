// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historysearch.h"

#include "core/formats/knownnames.h"
#include "core/text/momenttext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/labels.h"
#include "ui/kit/textsize.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto historysearchTypingPause = 300ms;
/** At the desktop's size of text. */
constexpr int leastMoment = 112;
constexpr int mostMoment = 168;
constexpr int mostBackend = 168;
constexpr int backendLetters = 8;
constexpr qint64 mostHolds = 1000;
/** A field takes 32,767 characters, and a name may be shown with more. */
constexpr qsizetype longestName = 1000;
/** What is shown around a moment where no stretch says how much. */
constexpr Micros usualAround = 1h;

std::optional<Micros> lengthOf(HistorySearch::Span span)
{
    switch (span) {
    case HistorySearch::Span::Hour: return std::chrono::hours(1);
    case HistorySearch::Span::Day: return std::chrono::days(1);
    case HistorySearch::Span::Week: return std::chrono::days(7);
    case HistorySearch::Span::Month: return std::chrono::days(30);
    case HistorySearch::Span::All:
    case HistorySearch::Span::Custom: break;
    }
    return std::nullopt;
}

QString shownName(const HistoryLock &lock)
{
    return briefText(nameText(lock.name), longestName);
}

} // namespace

HistorySearch::HistorySearch(const Clock &clock, QWidget *parent)
    : QWidget(parent), m_clock(clock), m_lock(addEdit(tr("Lock"), tr("Lock: part of its name"))),
      m_owner(addEdit(tr("Owner"), tr("Owner: part of the name"))), m_backend(new QComboBox(this)),
      m_span(new QComboBox(this)), m_moment(addEdit(tr("Held at a moment"), tr("Held at: 03:00"))),
      m_custom(new QWidget(this)), m_from(addEdit(tr("From"), tr("From: 2h, 03:00"))),
      m_until(addEdit(tr("Until"), tr("Until: now"))), m_pause(new QTimer(this))
{
    build();
    m_pause->setSingleShot(true);
    m_pause->setInterval(historysearchTypingPause);
    connect(m_pause, &QTimer::timeout, this, &HistorySearch::decide);
    for (QLineEdit *edit : {m_lock, m_owner, m_moment, m_from, m_until}) {
        connect(edit, &QLineEdit::textChanged, this, &HistorySearch::typed);
        connect(edit, &QLineEdit::returnPressed, this, &HistorySearch::decide);
    }
    connect(m_backend, &QComboBox::currentIndexChanged, this, &HistorySearch::decide);
    connect(m_span, &QComboBox::currentIndexChanged, this, &HistorySearch::decide);
}

/** A moment is to be read whole, and needs no more. */
void HistorySearch::limitFields()
{
    const auto scaled = [](int width) { return int(std::lround(width * TextSize::scale())); };
    for (QLineEdit *edit : {m_moment, m_from, m_until}) {
        edit->setMinimumWidth(scaled(leastMoment));
        edit->setMaximumWidth(scaled(mostMoment));
    }
    m_backend->setMaximumWidth(scaled(mostBackend));
}

void HistorySearch::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        limitFields();
}

QLineEdit *HistorySearch::addEdit(const QString &name, const QString &hint)
{
    auto *edit = new QLineEdit(this);
    edit->setPlaceholderText(hint);
    edit->setAccessibleName(name);
    edit->setClearButtonEnabled(true);
    edit->setMinimumWidth(80);
    return edit;
}

void HistorySearch::build()
{
    nameButtons(
        *m_lock,
        m_lock->addAction(symbolicIcon(QStringLiteral("search")), QLineEdit::LeadingPosition),
        tr("Search"));
    // Where there is no label beside it, screen readers are told of a box by this.
    m_backend->setAccessibleDescription(tr("Server"));
    m_backend->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_backend->setMinimumContentsLength(backendLetters);
    m_backend->addItem(tr("All servers"));
    m_span->setAccessibleDescription(tr("Stretch of time"));
    m_span->addItems({tr("Last hour"), tr("Last day"), tr("Last week"), tr("Last 30 days"),
                      tr("All time"), tr("From … until …")});
    const QString times = tr("A time as 03:00, 2026-03-01 03:00, or so long ago as 2h. On this "
                             "machine's clock.");
    for (QLineEdit *edit : {m_moment, m_from, m_until})
        setPlainToolTip(edit, times);
    limitFields();
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_lock, 3);
    row->addWidget(m_owner, 2);
    row->addWidget(m_backend, 1);
    row->addWidget(m_span);
    row->addWidget(m_moment, 1);
    auto *customRow = new QHBoxLayout(m_custom);
    customRow->setContentsMargins({});
    customRow->setSpacing(8);
    customRow->addStretch(2);
    customRow->addWidget(m_from, 1);
    customRow->addWidget(new QLabel(QStringLiteral("–"), m_custom));
    customRow->addWidget(m_until, 1);
    m_custom->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(8);
    layout->addLayout(row);
    layout->addWidget(m_custom);
}

// What was typed

HistorySearch::Span HistorySearch::span() const
{
    return static_cast<Span>(m_span->currentIndex());
}

bool HistorySearch::isExact() const
{
    return m_exact && m_lock->text() == shownName(*m_exact);
}

std::optional<ServerTime> HistorySearch::moment() const
{
    return past(*m_moment);
}

std::optional<ServerTime> HistorySearch::past(const QLineEdit &edit) const
{
    return pastFromText(edit.text().trimmed(), m_clock.wallNow(), QTimeZone::systemTimeZone());
}

bool HistorySearch::isWrong(const QLineEdit &edit) const
{
    return !edit.text().trimmed().isEmpty() && !past(edit);
}

QString HistorySearch::complaint() const
{
    const bool custom = span() == Span::Custom;
    for (const QLineEdit *edit : {m_moment, m_from, m_until}) {
        if ((edit == m_moment || custom) && isWrong(*edit))
            return tr("“%1” is no time that has been: type 03:00, 2026-03-01 03:00 or 2h.")
                .arg(edit->text().trimmed());
    }
    return {};
}

std::optional<HistoryQuestion> HistorySearch::question() const
{
    if (!complaint().isEmpty())
        return std::nullopt;
    HistoryQuestion question;
    HistoryQuery &query = question.query;
    query.most = mostHolds;
    query.withHeldBefore = true;
    query.owner = m_owner->text().trimmed();
    if (m_backend->currentIndex() > 0)
        query.backends = QStringList{m_backend->currentData().toString()};
    if (isExact()) {
        query.lock = m_exact->name;
        query.source = m_exact->source;
        query.system = m_exact->system;
        query.backends = QStringList{m_exact->backend};
    } else {
        query.lockText = m_lock->text().trimmed();
    }
    question.at = moment();
    if (span() == Span::Custom) {
        query.from = past(*m_from);
        query.until = past(*m_until);
    } else if (const auto length = lengthOf(span()); length && !question.at) {
        query.from = m_clock.wallNow() - *length;
    }
    if (question.at) {
        const Micros around = length().value_or(usualAround) / 2;
        query.from = *question.at - around;
        query.until = *question.at + around;
    }
    return question;
}

bool HistorySearch::endsNow() const
{
    const bool custom = span() == Span::Custom;
    return m_moment->text().trimmed().isEmpty() && (!custom || m_until->text().trimmed().isEmpty());
}

std::optional<Micros> HistorySearch::length() const
{
    if (span() != Span::Custom)
        return lengthOf(span());
    const auto from = past(*m_from);
    if (!from)
        return std::nullopt;
    return past(*m_until).value_or(m_clock.wallNow()) - *from;
}

bool HistorySearch::isNarrowed() const
{
    return !m_lock->text().isEmpty() || !m_owner->text().isEmpty() || m_backend->currentIndex() > 0
           || !m_moment->text().isEmpty() || span() != Span::All;
}

void HistorySearch::typed()
{
    m_pause->start();
}

void HistorySearch::decide()
{
    m_pause->stop();
    m_custom->setVisible(span() == Span::Custom);
    for (QLineEdit *edit : {m_moment, m_from, m_until}) {
        QPalette shown = palette();
        if (isWrong(*edit))
            shown.setColor(QPalette::Text, colorsFor(palette()).danger);
        edit->setPalette(shown);
    }
    if (!isExact())
        m_exact.reset();
    emit changed();
}

// From outside

void HistorySearch::setBackends(const QStringList &names)
{
    const QString chosen = m_backend->currentData().toString();
    QStringList known;
    for (int i = 1; i < m_backend->count(); ++i)
        known << m_backend->itemData(i).toString();
    if (known == names)
        return;
    const QSignalBlocker quiet(m_backend);
    while (m_backend->count() > 1)
        m_backend->removeItem(1);
    for (const QString &name : names)
        m_backend->addItem(literalText(name), name);
    // One that is not watched any more has a past still.
    if (!chosen.isEmpty() && !names.contains(chosen))
        m_backend->addItem(literalText(chosen), chosen);
    m_backend->setCurrentIndex(chosen.isEmpty() ? 0 : m_backend->findData(chosen));
}

void HistorySearch::showLock(const HistoryLock &lock)
{
    {
        const QSignalBlocker lockQuiet(m_lock);
        const QSignalBlocker ownerQuiet(m_owner);
        const QSignalBlocker momentQuiet(m_moment);
        m_exact = lock;
        m_lock->setText(shownName(lock));
        m_owner->clear();
        m_moment->clear();
    }
    decide();
}

void HistorySearch::showOwner(const QString &owner)
{
    {
        const QSignalBlocker lockQuiet(m_lock);
        const QSignalBlocker ownerQuiet(m_owner);
        const QSignalBlocker momentQuiet(m_moment);
        m_exact.reset();
        m_lock->clear();
        m_owner->setText(owner);
        m_moment->clear();
    }
    decide();
}

void HistorySearch::setSpan(Span span)
{
    m_span->setCurrentIndex(static_cast<int>(span));
}

void HistorySearch::clear()
{
    {
        const QSignalBlocker backendQuiet(m_backend);
        const QSignalBlocker spanQuiet(m_span);
        m_exact.reset();
        for (QLineEdit *edit : {m_lock, m_owner, m_moment, m_from, m_until}) {
            const QSignalBlocker quiet(edit);
            edit->clear();
        }
        m_backend->setCurrentIndex(0);
        m_span->setCurrentIndex(static_cast<int>(Span::All));
    }
    decide();
}

} // namespace lockmaster
