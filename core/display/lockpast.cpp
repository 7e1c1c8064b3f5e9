// SPDX-License-Identifier: Apache-2.0
#include "core/display/lockpast.h"

#include "core/display/locktext.h"
#include "core/text/momenttext.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/domain/error.h"
#include "core/display/historytext.h"

#include <QTimer>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr size_t mostBefore = 5;
/** Beside those: some who may hold it together. */
constexpr qint64 mostListed = 12;
/** More would say the same, and take longer. */
constexpr qint64 mostMeasured = 2000;

Micros lengthUntil(const HistoryHold &hold, ServerTime now)
{
    return std::chrono::duration_cast<Micros>(std::max(now, hold.since) - hold.since);
}

QString sinceText(const HistoryHold &hold, ServerTime now)
{
    QString since = HistoryText::since(hold, now);
    if (hold.renewals == 0)
        return since;
    return LockPast::tr("%1, renewed %Ln times", nullptr, int(hold.renewals)).arg(since);
}

QString beforeText(const HistoryHold &hold, ServerTime now)
{
    return LockPast::tr("%1: %2, %3 %4")
        .arg(HistoryText::owner(hold), HistoryText::length(hold), HistoryText::end({hold, false}),
             nearMomentText(hold.until.value_or(hold.lastSeen), now));
}

/** `1.2 s (median of 214), 95 % within 3.4 s; this one: 14 m` */
DetailRow usualRow(const HoldFigures &figures, const HistoryHold *open, ServerTime now)
{
    DetailRow row{LockPast::usualLabel(), HistoryText::typical(figures), Tone::Plain, false, {}};
    if (!open)
        return row;
    const Micros length = lengthUntil(*open, now);
    const QString lasts = durationText(length);
    row.value =
        LockPast::tr("%1; this one: %2")
            .arg(row.value, open->begin == HistoryBegin::FirstSeen ? atLeast(lasts) : lasts);
    if (length > figures.p95)
        row.tone = Tone::Expiring;
    return row;
}

} // namespace

LockPast::LockPast(HistoryPlaces places, const Clock &clock, QObject *parent)
    : QObject(parent), m_asker(new HistoryAsker(std::move(places), clock, this)),
      m_again(new QTimer(this))
{
    m_again->setSingleShot(true);
    m_again->setTimerType(Qt::CoarseTimer);
    m_again->setInterval(historyAskingPeriod);
    connect(m_again, &QTimer::timeout, this, &LockPast::ask);
    connect(m_asker, &HistoryAsker::answered, this,
            [this](const std::shared_ptr<const HistoryAnswer> &answer) { take(*answer); });
}

void LockPast::setLock(const std::optional<LockId> &id)
{
    if (m_lock == id)
        return;
    m_lock = id;
    m_asker->forget();
    if (m_section) {
        m_section.reset();
        emit changed();
    }
    ask();
}

void LockPast::setLive(bool live)
{
    if (std::exchange(m_live, live) == live)
        return;
    if (live) {
        ask();
        return;
    }
    m_again->stop();
    m_asker->forget();
}

void LockPast::ask()
{
    m_again->stop();
    if (m_lock && m_live)
        m_asker->ask(question(*m_lock));
}

void LockPast::take(const HistoryAnswer &answer)
{
    std::optional<DetailSection> section = sectionOf(answer);
    m_again->start();
    if (section == m_section)
        return;
    m_section = std::move(section);
    emit changed();
}

QString LockPast::usualLabel()
{
    return tr("Usually");
}

HistoryQuestion LockPast::question(const LockId &id)
{
    HistoryQuestion question;
    question.query.backends = QStringList{id.source->backend};
    question.query.source = id.source->name;
    question.query.system = id.source->system;
    question.query.lock = id.name;
    question.query.most = mostListed;
    question.query.mostMeasured = mostMeasured;
    return question;
}

std::optional<DetailSection> LockPast::sectionOf(const HistoryAnswer &answer)
{
    DetailSection section{tr("History"), {}};
    if (const auto &problem = answer.problem) {
        if (problem->kind == ErrorKind::NotFound)
            return std::nullopt;
        section.rows.push_back(
            {tr("Not known"), literalText(errorText(*problem)), Tone::Expiring, false, {}});
        return section;
    }
    const HistoryHold *open = nullptr;
    QStringList before;
    const std::vector<HistoryHold> &holds = answer.page.holds;
    for (auto hold = holds.rbegin(); hold != holds.rend(); ++hold) {
        if (hold->end == HistoryEnd::Open && !open)
            open = &*hold;
        else if (hold->end != HistoryEnd::Open && size_t(before.size()) < mostBefore)
            before << beforeText(*hold, answer.asked);
    }
    if (open)
        section.rows.push_back(
            {tr("Held since"), sinceText(*open, answer.asked), Tone::Plain, false, {}});
    if (answer.page.figures.tellWhatIsUsual())
        section.rows.push_back(usualRow(answer.page.figures, open, answer.asked));
    if (!before.isEmpty())
        section.rows.push_back({tr("Held before"), before.join(u'\n'), Tone::Plain, false, {}});
    if (section.rows.empty())
        return std::nullopt;
    return section;
}

} // namespace lockmaster
