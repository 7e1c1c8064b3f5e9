// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alerttrial.h"

#include "core/alerts/alertcondition.h"
#include "core/alerts/lockrhythms.h"
#include "core/domain/systemtraits.h"
#include "core/history/historyreader.h"
#include "core/monitor/filter.h"
#include "core/text/words.h"

#include <algorithm>
#include <map>

namespace lockmaster {

namespace {

using Precision = AlertTrial::Precision;

constexpr qint64 mostRows = 200'000;
constexpr size_t mostHoldsOfALock = 5000;

AlertSubject subjectOf(const HistoryLock &lock)
{
    return {lock.backend, lock.system, lock.source, lock.name};
}

HistoryLock lockOf(const AlertSubject &subject)
{
    return {subject.backend, subject.system, subject.source, subject.name};
}

/** A stretch in which it was as a rule says. */
struct Stretch {
    ServerTime from{};
    ServerTime until{};
};
using Stretches = std::map<AlertSubject, std::vector<Stretch>>;

/** What a scope looks at, as far as it was written down. */
bool isWithin(const Filter &scope, const AlertSubject &subject, const QString &owner)
{
    if (scope.isEmpty())
        return true;
    LockRecord lock;
    lock.id.source =
        std::make_shared<SourceId>(SourceId{subject.backend, subject.system, subject.source});
    lock.id.name = subject.name;
    lock.state = LockState::Held;
    Holder holder;
    holder.raw = owner.toUtf8();
    holder.rawBytes = holder.raw.size();
    holder.label = owner;
    lock.holders = {holder};
    return scope.matches(lock, {});
}

/** Tries one rule after another over what was read once. */
class Trial
{
public:
    Trial(HistoryReader &reader, const HistoryPage &page, const QStringList &backends,
          ServerTime from, ServerTime until)
        : m_reader(reader), m_page(page), m_backends(backends), m_from(from), m_until(until)
    {
    }

    /** Why what was run last is not whole. */
    const std::optional<Error> &error() const { return m_error; }

    AlertTrial run(const AlertRule &rule)
    {
        m_trial = {};
        m_trial.rule = rule.name;
        m_scope = Filter::parse(rule.scope).value_or(Filter());
        if (!m_scope.asksWhoAndWhereAlone()) {
            refuse(Words::tr("its scope asks for what the history does not keep"));
            return m_trial;
        }
        switch (rule.kind) {
        case AlertKind::HeldUnusual:
            estimate(Precision::About, Words::tr("by what is usual today"));
            [[fallthrough]];
        case AlertKind::Held: count(heldTooLong(rule), rule.lasting); break;
        case AlertKind::EndsSoon:
            refuse(Words::tr("the history does not keep how much of a lease was left"));
            break;
        case AlertKind::Expired:
            refuse(Words::tr("the history does not keep how long a lock stood expired"));
            break;
        case AlertKind::Waiters:
            estimate(rule.lasting > Micros(0) ? Precision::AtMost : Precision::About,
                     Words::tr("of each hold only the most waiters are kept, not when"));
            count(waitedFor(rule), Micros(0));
            break;
        case AlertKind::LeaderVacant:
            estimate(Precision::About, Words::tr("of leader tables alone"));
            count(vacant(rule), rule.lasting);
            break;
        case AlertKind::Finding:
            estimate(Precision::About,
                     Words::tr("where a finding was there at the first look, it is not "
                               "kept for how long"));
            count(found(findingName(rule.finding)), rule.lasting);
            break;
        case AlertKind::BackendLost: count(lost(), rule.lasting); break;
        case AlertKind::Blocks:
        case AlertKind::BlocksLong:
        case AlertKind::WaitCycle:
            refuse(Words::tr("the history does not keep who waited behind whom"));
            break;
        case AlertKind::Stuck:
            refuse(Words::tr("the history does not keep when each renewal was"));
            break;
        case AlertKind::HolderGone:
            refuse(Words::tr("the history does not keep what the check of your own said"));
            break;
        case AlertKind::NotTaken:
            estimate(Precision::About, rule.over > Micros(0)
                                           ? Words::tr("what was taken before that time is not "
                                                       "looked at")
                                           : Words::tr("by what is usual today"));
            count(silent(rule), rule.lasting);
            break;
        }
        return m_trial;
    }

private:
    void refuse(const QString &why) { estimate(Precision::Unknown, why); }
    void estimate(Precision precision, const QString &why)
    {
        m_trial.precision = precision;
        m_trial.why = why;
    }

    bool isMine(const HistoryHold &hold) const
    {
        return isWithin(m_scope, subjectOf(hold.lock), hold.owner);
    }
    static ServerTime endOf(const HistoryHold &hold) { return hold.until.value_or(hold.lastSeen); }

    bool looksAtLockOf(const AlertRule &rule, const HistoryHold &hold) const
    {
        return looksAt(rule.kind, electsLeaders(hold.lock.system)) && isMine(hold);
    }

    Stretches heldTooLong(const AlertRule &rule)
    {
        std::map<AlertSubject, std::vector<const HistoryHold *>> longer;
        for (const HistoryHold &hold : m_page.holds) {
            if (hold.length() > rule.over && looksAtLockOf(rule, hold))
                longer[subjectOf(hold.lock)].push_back(&hold);
        }
        Stretches stretches;
        for (const auto &[subject, holds] : longer) {
            const auto norm = normOf(rule, subject);
            if (!norm) {
                m_error = norm.error();
                break;
            }
            const auto fine = longestFine(rule, *norm);
            for (const HistoryHold *hold : holds) {
                if (fine && hold->length() > *fine)
                    stretches[subject].push_back({hold->since + *fine, endOf(*hold)});
            }
        }
        return stretches;
    }

    Result<HoldNorms::Norm> normOf(const AlertRule &rule, const AlertSubject &subject)
    {
        if (rule.kind != AlertKind::HeldUnusual)
            return HoldNorms::Norm();
        const auto figures = m_reader.figures(lockOf(subject), mostHoldsOfALock);
        if (!figures)
            return passOn(figures);
        return HoldNorms::Norm{true, figures->count, figures->p99};
    }

    Stretches waitedFor(const AlertRule &rule) const
    {
        Stretches stretches;
        for (const HistoryHold &hold : m_page.holds) {
            if (hold.waiters && areTooMany(rule, *hold.waiters) && looksAtLockOf(rule, hold))
                stretches[subjectOf(hold.lock)].push_back({hold.since, endOf(hold)});
        }
        return stretches;
    }

    /** Between two holds of a leader's lock, where both ends were seen. */
    Stretches vacant(const AlertRule &rule) const
    {
        const Micros fine = *longestFine(rule);
        std::map<AlertSubject, std::vector<const HistoryHold *>> reigns;
        for (const HistoryHold &hold : m_page.holds) {
            if (looksAtLockOf(rule, hold))
                reigns[subjectOf(hold.lock)].push_back(&hold);
        }
        Stretches stretches;
        for (const auto &[subject, holds] : reigns) {
            for (size_t i = 0; i < holds.size(); ++i) {
                const bool ended =
                    holds[i]->end == HistoryEnd::Released || holds[i]->end == HistoryEnd::Expired
                    || holds[i]->end == HistoryEnd::Unknown || holds[i]->end == HistoryEnd::Lost;
                const bool last = i + 1 == holds.size();
                if (!ended || (!last && holds[i + 1]->begin == HistoryBegin::FirstSeen))
                    continue;
                const Stretch gap{endOf(*holds[i]) + fine, last ? m_until : holds[i + 1]->since};
                if (gap.from < gap.until)
                    stretches[subject].push_back(gap);
            }
        }
        return stretches;
    }

    /** Behind each begin, as long as it was looked at as a whole. */
    Stretches silent(const AlertRule &rule)
    {
        std::map<AlertSubject, std::vector<const HistoryHold *>> holds;
        for (const HistoryHold &hold : m_page.holds)
            holds[subjectOf(hold.lock)].push_back(&hold);
        constexpr qint64 mostBegins = 200;
        const auto locks =
            m_reader.knownLocks({m_backends, rule.over == Micros(0) ? rule.leastHolds : 1,
                                 HistoryRhythms::mostLocks, [&](const HistoryLock &lock) {
                                     return looksAt(rule.kind, electsLeaders(lock.system))
                                            && isWithin(m_scope, subjectOf(lock), {});
                                 }});
        if (!locks) {
            m_error = locks.error();
            return {};
        }
        Stretches stretches;
        for (const HistoryLock &lock : *locks) {
            const auto rhythm = m_reader.rhythm(lock, mostBegins);
            const auto looks = m_reader.looks(lock);
            if (!rhythm || !looks) {
                m_error = rhythm ? looks.error() : rhythm.error();
                break;
            }
            const auto fine = longestSilence(rule, rhythm->gaps);
            if (!fine)
                continue;
            for (const SeenStretch &seen : wholeStretches(looks->seen)) {
                addSilences(holds[subjectOf(lock)],
                            {std::max(seen.from, m_from), std::min(seen.until, m_until)}, *fine,
                            stretches[subjectOf(lock)]);
            }
        }
        return stretches;
    }

    static void addSilences(const std::vector<const HistoryHold *> &holds, const Stretch &seen,
                            Micros fine, std::vector<Stretch> &silences)
    {
        ServerTime since = seen.from;
        const auto add = [&](ServerTime until) {
            if (since + fine < until)
                silences.push_back({since + fine, until});
        };
        for (const HistoryHold *hold : holds) {
            if (endOf(*hold) < seen.from || hold->since > seen.until)
                continue;
            add(hold->since);
            since = std::max(since, silentSince(hold->since, endOf(*hold), fine));
        }
        add(seen.until);
    }

    Stretches found(const QString &finding) const
    {
        Stretches stretches;
        std::map<AlertSubject, ServerTime> open;
        for (const HistoryEvent &event : m_page.events) {
            if (!event.lock || event.detail != finding
                || !isWithin(m_scope, subjectOf(*event.lock), event.owner))
                continue;
            const AlertSubject subject = subjectOf(*event.lock);
            if (event.kind == u"finding_appeared") {
                open.emplace(subject, event.at);
            } else if (event.kind == u"finding_cleared") {
                const auto begun = open.find(subject);
                stretches[subject].push_back(
                    {begun == open.end() ? m_from : begun->second, event.at});
                if (begun != open.end())
                    open.erase(begun);
            }
        }
        for (const auto &[subject, at] : open)
            stretches[subject].push_back({at, std::max(at, lastSeen(subject))});
        for (const HistoryHold &hold : m_page.holds) {
            const AlertSubject subject = subjectOf(hold.lock);
            if (hold.findings.contains(finding) && isMine(hold) && !stretches.contains(subject))
                stretches[subject].push_back({hold.since, endOf(hold)});
        }
        return stretches;
    }

    ServerTime lastSeen(const AlertSubject &subject) const
    {
        ServerTime last{};
        for (const HistoryHold &hold : m_page.holds) {
            if (subjectOf(hold.lock) == subject)
                last = std::max(last, endOf(hold));
        }
        return last;
    }

    Stretches lost() const
    {
        Stretches stretches;
        std::map<QString, ServerTime> open;
        for (const HistoryEvent &event : m_page.events) {
            const AlertSubject subject{event.backend, {}, {}, {}};
            if (!isWithin(m_scope, subject, {}))
                continue;
            if (event.kind == u"backend_lost") {
                open.emplace(event.backend, event.at);
            } else if (event.kind == u"backend_back") {
                if (const auto begun = open.find(event.backend); begun != open.end()) {
                    stretches[subject].push_back({begun->second, event.at});
                    open.erase(begun);
                }
            }
        }
        for (const auto &[backend, at] : open)
            stretches[{backend, {}, {}, {}}].push_back({at, m_until});
        return stretches;
    }

    /** Those that lasted; what overlaps is one alert. */
    void count(Stretches &&stretches, Micros lasting)
    {
        std::vector<AlertTrial::Time> times;
        for (auto &[subject, all] : stretches) {
            std::sort(all.begin(), all.end(),
                      [](const Stretch &a, const Stretch &b) { return a.from < b.from; });
            qint64 counted = 0;
            for (size_t i = 0; i < all.size();) {
                Stretch one = all[i];
                for (++i; i < all.size() && all[i].from <= one.until; ++i)
                    one.until = std::max(one.until, all[i].until);
                const ServerTime begins = one.from + lasting;
                if (begins > one.until || begins < m_from || begins > m_until)
                    continue;
                ++counted;
                times.push_back({begins, subject});
                m_trial.first = std::min(m_trial.first.value_or(begins), begins);
                m_trial.last = std::max(m_trial.last.value_or(begins), begins);
            }
            m_trial.count += counted;
            m_trial.places += counted > 0 ? 1 : 0;
        }
        std::stable_sort(times.begin(), times.end(),
                         [](const auto &a, const auto &b) { return a.at > b.at; });
        times.resize(std::min(times.size(), AlertTrial::mostTimes));
        m_trial.newest = std::move(times);
    }

    HistoryReader &m_reader;
    const HistoryPage &m_page;
    const QStringList &m_backends;
    const ServerTime m_from;
    const ServerTime m_until;
    AlertTrial m_trial;
    Filter m_scope;
    std::optional<Error> m_error;
};

/** How long somebody did not look at something, or it was cleared away, within the time. */
Micros unseenIn(const HistoryPage &page, ServerTime from, ServerTime until)
{
    std::vector<Stretch> gaps;
    const auto add = [&](ServerTime begin, ServerTime end) {
        const Stretch gap{std::max(begin, from), std::min(end, until)};
        if (gap.from < gap.until)
            gaps.push_back(gap);
    };
    for (const UnseenStretch &unseen : page.unseen)
        add(unseen.from.value_or(from), unseen.until.value_or(until));
    for (const FirstLook &first : page.firstLooks)
        add(from, first.at);
    if (page.keptFrom)
        add(from, *page.keptFrom);
    std::sort(gaps.begin(), gaps.end(),
              [](const Stretch &a, const Stretch &b) { return a.from < b.from; });
    Micros sum{0};
    ServerTime counted = from;
    for (const Stretch &gap : gaps) {
        if (gap.until <= counted)
            continue;
        sum += gap.until - std::max(gap.from, counted);
        counted = gap.until;
    }
    return sum;
}

} // namespace

QString trialPrecisionName(Precision precision)
{
    switch (precision) {
    case Precision::Counted: return QStringLiteral("counted");
    case Precision::About: return QStringLiteral("about");
    case Precision::AtMost: return QStringLiteral("at_most");
    case Precision::Unknown: return QStringLiteral("unknown");
    }
    Q_UNREACHABLE();
}

Result<AlertTrials> tryAlerts(HistoryReader &reader, const std::vector<AlertRule> &rules,
                              const QStringList &backends, ServerTime from, ServerTime until)
{
    HistoryQuery query;
    query.backends = backends;
    query.from = from;
    query.until = until;
    query.most = mostRows;
    const Result<HistoryPage> page = reader.page(query);
    if (!page)
        return passOn(page);
    AlertTrials out;
    out.older = page->older || qint64(page->events.size()) >= mostRows;
    out.unseen = unseenIn(*page, from, until);
    Trial trial(reader, *page, backends, from, until);
    for (const AlertRule &rule : rules) {
        out.trials.push_back(trial.run(rule));
        if (trial.error())
            return tl::make_unexpected(*trial.error());
    }
    return out;
}

} // namespace lockmaster
