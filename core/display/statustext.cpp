// SPDX-License-Identifier: Apache-2.0
#include "core/display/statustext.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "core/display/viewaccount.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** Of a tool tip that is to fit on a small screen. */
constexpr size_t mostLines = 24;

std::optional<Micros> ageOf(const BackendStatus &status, SteadyTime now)
{
    if (!status.dataFrom)
        return std::nullopt;
    return std::chrono::duration_cast<Micros>(now - *status.dataFrom);
}

bool isPushed(const BackendStatus &status)
{
    return status.updates != UpdateKind::Polled && status.state == BackendState::Online
           && !status.paused;
}

/** Those that were asked and do not answer in time. */
QStringList lateNames(const ViewSnapshot &view)
{
    QStringList names;
    for (const auto &backend : view.backends) {
        if (backend->status.state == BackendState::Stale && !backend->status.paused)
            names << literalText(backend->status.name);
    }
    return names;
}

/** Those that need somebody come first. */
int urgency(BackendState state)
{
    switch (state) {
    case BackendState::Offline: return 0;
    case BackendState::Stale: return 1;
    case BackendState::Connecting: return 2;
    case BackendState::Online: break;
    }
    return 3;
}

} // namespace

QString StatusText::updates(const BackendStatus &status)
{
    switch (status.updates) {
    case UpdateKind::Tracking:
        return tr("The server tells of changes at once, by client-side caching.");
    case UpdateKind::Notifications:
        return tr("The server tells of changes at once, by keyspace notifications.");
    case UpdateKind::Polled: break;
    }
    const QString polled = tr("Looked at every %1.").arg(periodText(status.period));
    return status.polledBecause.isEmpty() ? polled
                                          : polled + u'\n' + literalText(status.polledBecause);
}

StatusPart StatusText::of(const BackendStatus &status, SteadyTime now)
{
    StatusPart part;
    const QString name = literalText(status.name);
    const QString age = ageText(ageOf(status, now).value_or(Micros(0)));
    // While nobody looks an age is no fault of the server's.
    const BackendState state =
        status.paused && status.state == BackendState::Stale ? BackendState::Online : status.state;
    switch (state) {
    case BackendState::Connecting: part.text = tr("%1 connecting").arg(name); break;
    case BackendState::Online: {
        const QString latency = latencyText(status.latency);
        if (status.paused) {
            part.text = tr("%1 paused · %2 old").arg(name, age);
        } else if (isPushed(status)) {
            part.text = tr("%1 %2 · pushed").arg(name, latency);
            part.shorter = {tr("%1 pushed", "which server").arg(name)};
        } else {
            part.text =
                tr("%1 %2 · %3 old · every %4").arg(name, latency, age, periodText(status.period));
            part.shorter = {tr("%1 %2 · %3 old").arg(name, latency, age),
                            tr("%1 %2 old").arg(name, age)};
        }
        break;
    }
    case BackendState::Stale:
        part.text = tr("%1 no answer, %2 old").arg(name, age);
        part.tone = Tone::Expiring;
        break;
    case BackendState::Offline: {
        const QString reason = status.problems.empty()
                                   ? tr("no answer")
                                   : literalText(status.problems.front().error.message);
        part.text = tr("%1 offline: %2").arg(name, reason);
        part.shorter = {tr("%1 offline", "which server").arg(name)};
        part.tone = Tone::Danger;
        break;
    }
    }
    QStringList lines;
    for (const Problem &problem : status.problems)
        lines << literalText(problem.error.message) << literalText(problem.error.remedy);
    lines << updates(status);
    lines.removeAll(QString());
    part.toolTip = lines.join(u'\n');
    return part;
}

std::vector<StatusPart> StatusText::backends(const ViewSnapshot &view, SteadyTime now)
{
    if (view.backends.size() > mostByThemselves)
        return together(view, now);
    std::vector<StatusPart> parts;
    for (const auto &backend : view.backends)
        parts.push_back(of(backend->status, now));
    return parts;
}

std::vector<StatusPart> StatusText::together(const ViewSnapshot &view, SteadyTime now)
{
    const QString all = list(view, now);
    std::vector<StatusPart> parts;
    if (const QStringList lost = ViewAccount::inState(view, BackendState::Offline);
        !lost.isEmpty()) {
        const QString count = countText(lost.size());
        const QString named = tr("%1 offline: %2", "how many servers, and which").arg(count);
        parts.push_back(
            {named.arg(ViewAccount::names(lost)), all, Tone::Danger,
             fewerNames(named, lost) << tr("%1 offline", "how many servers").arg(count)});
    }
    if (const QStringList late = lateNames(view); !late.isEmpty()) {
        const QString count = countText(late.size());
        const QString named = tr("%1 late: %2", "how many servers, and which").arg(count);
        parts.push_back({named.arg(ViewAccount::names(late)), all, Tone::Expiring,
                         fewerNames(named, late) << tr("%1 late", "how many servers").arg(count)});
    }
    StatusPart sum = overview(view, now);
    sum.toolTip = all;
    parts.push_back(sum);
    return parts;
}

QStringList StatusText::fewerNames(const QString &text, const QStringList &names)
{
    QStringList texts;
    for (qsizetype most = ViewAccount::mostNames - 1; most > 1; --most)
        texts << text.arg(ViewAccount::names(names, most));
    texts.removeDuplicates();
    return texts;
}

StatusPart StatusText::overview(const ViewSnapshot &view, SteadyTime now)
{
    size_t answering = 0;
    size_t pushed = 0;
    size_t paused = 0;
    std::optional<Micros> oldest;
    for (const auto &backend : view.backends) {
        const BackendStatus &status = backend->status;
        paused += status.paused ? 1 : 0;
        const bool rests = status.paused && status.state == BackendState::Stale;
        if (status.state != BackendState::Online && !rests)
            continue;
        answering += rests ? 0 : 1;
        if (isPushed(status))
            ++pushed;
        else if (const auto age = ageOf(status, now))
            oldest = std::max(oldest.value_or(*age), *age);
    }
    const bool allPaused = paused == view.backends.size();
    QStringList words;
    if (!allPaused || answering > 0)
        words << tr("%1 of %2 answer").arg(answering).arg(view.backends.size());
    if (const auto connecting = ViewAccount::inState(view, BackendState::Connecting).size();
        connecting > 0)
        words << tr("%1 connecting", "how many servers").arg(connecting);
    if (allPaused)
        words << tr("paused");
    if (pushed > 0)
        words << tr("%1 pushed", "how many servers").arg(pushed);
    if (oldest)
        words << tr("oldest %1").arg(ageText(*oldest));
    const QString between = QStringLiteral(" · ");
    StatusPart part{words.join(between), {}, Tone::Muted};
    // How old what is shown may be stays for longest beside how many answer.
    while (words.size() > 1) {
        words.removeAt(1);
        part.shorter << words.join(between);
    }
    return part;
}

QString StatusText::list(const ViewSnapshot &view, SteadyTime now)
{
    std::vector<const BackendStatus *> all;
    for (const auto &backend : view.backends)
        all.push_back(&backend->status);
    std::stable_sort(all.begin(), all.end(), [](const auto *a, const auto *b) {
        return urgency(a->state) < urgency(b->state);
    });
    QStringList lines;
    for (size_t i = 0; i < std::min(all.size(), mostLines); ++i)
        lines << of(*all[i], now).text;
    if (all.size() > mostLines)
        lines << tr("and %1 more").arg(all.size() - mostLines);
    return lines.join(u'\n');
}

} // namespace lockmaster
