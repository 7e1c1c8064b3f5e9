// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/checkverdict.h"

#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "core/formats/knownnames.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** NRPE passes 1,024 bytes on; the performance data take the rest. */
constexpr qsizetype mostWords = 640;
constexpr qsizetype longestName = 60;
/** A remedy is to be pasted whole. */
constexpr qsizetype longestReason = 300;
constexpr qsizetype longestRefusal = 300;

/** Cut, and without the sign that ends the words. */
QString plain(QString text, qsizetype most)
{
    text.replace(u'|', QStringLiteral("\\x7c"));
    return text.size() <= most ? text : beginningOf(text, most) + u'…';
}

/** Why not all of this backend was read. */
QString reasonOf(const BackendStatus &status)
{
    const auto matters = [&status](const Problem &problem) {
        return problem.source.isEmpty()
               || std::any_of(status.sources.begin(), status.sources.end(),
                              [&problem](const SourceStatus &source) {
                                  return source.name == problem.source && !source.complete;
                              });
    };
    const auto problem = std::find_if(status.problems.begin(), status.problems.end(), matters);
    // What to do about a table that is certain not to be there is for whoever named it.
    const auto unclear = std::find_if_not(status.absent.begin(), status.absent.end(), isCertain);
    const bool ofAll = problem != status.problems.end() && problem->source.isEmpty();
    if (!ofAll && !wasLookedAt(status) && unclear != status.absent.end())
        return errorText(unclear->why);
    if (problem == status.problems.end())
        return QStringLiteral("not everything could be read");
    const QString words = errorText(problem->error);
    return problem->source.isEmpty() ? words : problem->source + QLatin1StringView(": ") + words;
}

QString shortName(const QString &name)
{
    return plain(literalText(name), longestName);
}

/** How bad it is, for sorting. */
int rank(CheckLevel level)
{
    switch (level) {
    case CheckLevel::Ok: return 0;
    case CheckLevel::Warning: return 1;
    case CheckLevel::Unknown: return 2;
    case CheckLevel::Critical: return 3;
    }
    Q_UNREACHABLE();
}

QString levelName(CheckLevel level)
{
    switch (level) {
    case CheckLevel::Ok: return QStringLiteral("OK");
    case CheckLevel::Warning: return QStringLiteral("WARNING");
    case CheckLevel::Unknown: return QStringLiteral("UNKNOWN");
    case CheckLevel::Critical: return QStringLiteral("CRITICAL");
    }
    Q_UNREACHABLE();
}

template<class T>
CheckLevel worstOf(const CheckLimit<T> &limit)
{
    return limit.critical ? CheckLevel::Critical : CheckLevel::Warning;
}

template<class T>
T crossed(const CheckLimit<T> &limit, CheckLevel level)
{
    return level == CheckLevel::Critical ? *limit.critical : *limit.warning;
}

/** Something that is not fine. */
struct Complaint {
    CheckLevel level = CheckLevel::Unknown;
    QString words;
};

/** What was counted while judging. */
struct Counts {
    qint64 locks = 0;
    qint64 taken = 0;
    qint64 expired = 0;
    qint64 noExpiry = 0;
    qint64 unknown = 0;
    qint64 troubled = 0; ///< locks with a complaint of their own
    qint64 ageKnown = 0; ///< of those taken
    qint64 waitersKnown = 0;
    qint64 livesKnown = 0;
    Micros longestHeld{0};
    qint64 mostWaiters = 0;
};

class Judge
{
public:
    Judge(const Filter &filter, const CheckLimits &limits, bool severalBackends, SteadyTime now,
          const RecordedHolds &recorded, const VerdictOf &verdictOf)
        : m_filter(filter), m_limits(limits), m_severalBackends(severalBackends), m_now(now),
          m_recorded(recorded), m_verdictOf(verdictOf),
          m_leadersSeen(size_t(limits.leaders.size()), false),
          m_existingSeen(size_t(limits.existing.size()), false)
    {
    }

    void takeBackend(const CheckedLook &looked)
    {
        const BackendStatus &status = looked.look->status;
        ++m_backends;
        const auto placeOf = [&](const QString &source) {
            return m_severalBackends
                       ? shortName(status.name) + QLatin1StringView(": ") + shortName(source)
                       : shortName(source);
        };
        for (const AbsentSource &absent : status.absent) {
            if (absent.isDenied() && isAskedFor(absent.systems))
                m_denied.append(placeOf(absent.name));
        }
        if (looked.answered) {
            for (const SourceStatus &source : status.sources) {
                if (!source.complete && isAskedFor(source.systems))
                    m_notListed.append(placeOf(source.name));
            }
            ++m_answered;
            return;
        }
        m_complete = false;
        complain(CheckLevel::Unknown, shortName(status.name) + QLatin1StringView(": ")
                                          + plain(literalText(reasonOf(status)), longestReason));
    }

    void missBackends()
    {
        m_complete = false;
        complain(CheckLevel::Unknown,
                 QStringLiteral("the profile has a backend that cannot be understood"));
    }

    void takeLock(const LockRecord &lock)
    {
        count(lock);
        const size_t before = m_complaints.size();
        judgeHeld(lock);
        judgeWaiters(lock);
        judgeLife(lock);
        judgeState(lock);
        judgeFindings(lock);
        judgeNames(lock);
        if (m_complaints.size() > before)
            ++m_counts.troubled;
        else if (lock.state == LockState::Expired)
            ++m_expiredOtherwiseFine;
    }

    CheckVerdict verdict()
    {
        judgeTotals();
        judgeMissing();
        judgeNotTold();
        std::stable_sort(
            m_complaints.begin(), m_complaints.end(),
            [](const Complaint &a, const Complaint &b) { return rank(a.level) > rank(b.level); });
        const CheckLevel level = m_complaints.empty() ? CheckLevel::Ok : m_complaints.front().level;
        const QString line =
            QStringLiteral("LOCKS %1 - %2|%3").arg(levelName(level), words(), performanceData());
        return {level, line.toUtf8()};
    }

private:
    bool isAskedFor(const std::vector<QString> &systems) const
    {
        return std::any_of(systems.begin(), systems.end(),
                           [this](const QString &system) { return m_filter.admitsSystem(system); });
    }

    void complain(CheckLevel level, const QString &words)
    {
        m_complaints.push_back({level, words});
    }

    QString nameOf(const LockRecord &lock) const
    {
        QString name = plain(nameText(lock.id.name), longestName);
        if (lock.certainty == Certainty::Likely)
            name += QLatin1StringView(" (likely)");
        return m_severalBackends
                   ? shortName(lock.id.source->backend) + QLatin1StringView(": ") + name
                   : name;
    }

    void complainOf(const LockRecord &lock, CheckLevel level, const QString &words)
    {
        complain(level, nameOf(lock) + u' ' + words);
    }

    void count(const LockRecord &lock)
    {
        ++m_counts.locks;
        m_counts.taken += isHeld(lock.state) ? 1 : 0;
        m_counts.expired += lock.state == LockState::Expired ? 1 : 0;
        m_counts.noExpiry += isHeld(lock.state) && !lock.lease.hasExpiry ? 1 : 0;
        m_counts.unknown += lock.state == LockState::Unknown ? 1 : 0;
    }

    void judgeHeld(const LockRecord &lock)
    {
        if (!isHeld(lock.state))
            return;
        const auto since = lock.heldSince ? std::optional(RecordedHolds::Since{*lock.heldSince})
                                          : m_recorded.heldSince(lock);
        if (!since)
            return;
        const Micros held = std::chrono::duration_cast<Micros>(m_now - since->at);
        m_counts.longestHeld = std::max(m_counts.longestHeld, held);
        const CheckLevel level = m_limits.held.levelOf(held);
        // That it is held for at least so long says nothing of a limit that is longer.
        if (!since->orBefore || level == worstOf(m_limits.held))
            ++m_counts.ageKnown;
        if (level == CheckLevel::Ok)
            return;
        const QString by =
            lock.holders.empty()
                ? QString()
                : QStringLiteral(" by %1").arg(shortName(lock.holders.front().label));
        complainOf(lock, level,
                   QStringLiteral("held %1%2 (over %3)")
                       .arg(durationText(held), by, durationText(crossed(m_limits.held, level))));
    }

    void judgeWaiters(const LockRecord &lock)
    {
        if (!isHeld(lock.state) || !lock.waiters.count)
            return;
        ++m_counts.waitersKnown;
        const qint64 waiters = *lock.waiters.count;
        m_counts.mostWaiters = std::max(m_counts.mostWaiters, waiters);
        const CheckLevel level = m_limits.waiters.levelOf(waiters);
        if (level != CheckLevel::Ok) {
            complainOf(lock, level,
                       QStringLiteral("has %1 waiters (over %2)")
                           .arg(waiters)
                           .arg(crossed(m_limits.waiters, level)));
        }
    }

    /** By what the operator's own check said: nothing else tells that somebody is gone. */
    void judgeLife(const LockRecord &lock)
    {
        if (!m_limits.noGone || !m_verdictOf || !isHeld(lock.state))
            return;
        const auto verdict = m_verdictOf(lock);
        const auto check = verdict
                               ? std::find_if(verdict->evidence.begin(), verdict->evidence.end(),
                                              [](const LifeEvidence &each) {
                                                  return each.source == LifeEvidence::Source::Check;
                                              })
                               : std::vector<LifeEvidence>::const_iterator();
        if (!verdict || check == verdict->evidence.end() || check->says == Life::Unknown)
            return;
        ++m_counts.livesKnown;
        const QString by = shortName(lock.holders.front().label);
        if (verdict->life == Life::Gone)
            complainOf(lock, CheckLevel::Critical,
                       QStringLiteral("is held by %1, who is gone").arg(by));
        else if (verdict->contradicting)
            complainOf(
                lock, CheckLevel::Unknown,
                QStringLiteral("is held by %1: what tells of it contradicts itself").arg(by));
    }

    void judgeState(const LockRecord &lock)
    {
        if (lock.state == LockState::Unknown)
            complainOf(lock, CheckLevel::Unknown, QStringLiteral("cannot be told"));
        if (lock.state != LockState::Expired || !m_limits.expired.isSet())
            return;
        // The limit is about their number, which is known at the end.
        const auto ttl = lock.ttlAt(m_now);
        m_expired.push_back(nameOf(lock)
                            + (ttl && *ttl <= Micros(0)
                                   ? QStringLiteral(" expired %1 ago").arg(durationText(-*ttl))
                                   : QStringLiteral(" expired")));
    }

    void judgeFindings(const LockRecord &lock)
    {
        for (const auto &[id, level] : m_limits.findings) {
            if (lock.hasFinding(id))
                complainOf(lock, level, QStringLiteral("has %1").arg(findingName(id)));
        }
    }

    void judgeNames(const LockRecord &lock)
    {
        const auto isCalled = [&lock](const QString &name) {
            return lock.id.name == name.toUtf8() || literalText(lock.id.name) == name;
        };
        for (qsizetype i = 0; i < m_limits.existing.size(); ++i) {
            if (isCalled(m_limits.existing.at(i)))
                m_existingSeen[size_t(i)] = true;
        }
        for (qsizetype i = 0; i < m_limits.leaders.size(); ++i) {
            if (!isCalled(m_limits.leaders.at(i)))
                continue;
            m_leadersSeen[size_t(i)] = true;
            if (lock.state == LockState::Expired || lock.state == LockState::Free)
                complainOf(lock, CheckLevel::Critical, QStringLiteral("has no leader"));
            else if (lock.state == LockState::Blocked)
                complainOf(lock, CheckLevel::Unknown,
                           QStringLiteral("is locked by a transaction: who leads is not known"));
        }
    }

    void judgeTotals()
    {
        const CheckLevel many = m_limits.locks.levelOf(m_counts.locks);
        if (many != CheckLevel::Ok) {
            complain(many, QStringLiteral("%1 locks (over %2)")
                               .arg(m_counts.locks)
                               .arg(crossed(m_limits.locks, many)));
        }
        const CheckLevel expired = m_limits.expired.levelOf(m_counts.expired);
        if (expired == CheckLevel::Ok)
            return;
        m_counts.troubled += m_expiredOtherwiseFine;
        for (const QString &words : m_expired)
            complain(expired, words);
    }

    void judgeMissing()
    {
        // What was not read may hold it, and so may what is denied or not listed.
        const bool certain = m_complete && m_denied.isEmpty() && m_notListed.isEmpty();
        const CheckLevel level = certain ? CheckLevel::Critical : CheckLevel::Unknown;
        const QString notFound = QStringLiteral(" was not found") + unreadText();
        const auto judge = [&](const QStringList &names, const std::vector<bool> &seen,
                               const QString &words) {
            for (qsizetype i = 0; i < names.size(); ++i) {
                if (!seen[size_t(i)])
                    complain(level, shortName(names.at(i)) + (certain ? words : notFound));
            }
        };
        judge(m_limits.leaders, m_leadersSeen,
              QStringLiteral(" has no leader: there is no such lock"));
        judge(m_limits.existing, m_existingSeen, QStringLiteral(" does not exist"));
    }

    /** Whoever reads the line alone learns what it says nothing about. */
    QString unreadText() const
    {
        QStringList parts;
        const auto name = [&parts](QLatin1StringView why, const QStringList &places) {
            if (!places.isEmpty())
                parts.append(why + plain(places.join(QLatin1StringView(", ")), longestReason));
        };
        name(QLatin1StringView("denied: "), m_denied);
        name(QLatin1StringView("not listed: "), m_notListed);
        return parts.isEmpty() ? QString()
                               : QStringLiteral(" (%1)").arg(parts.join(QLatin1StringView("; ")));
    }

    /** What the locks themselves cannot tell, and was asked for. */
    void judgeNotTold()
    {
        const auto judge = [this](bool asked, qint64 known, const QString &what,
                                  const QString &remedy) {
            const qint64 silent = m_counts.taken - known;
            if (!asked || silent == 0 || (m_limits.whereKnown && known > 0))
                return;
            const QString advice = m_limits.whereKnown ? QString() : remedy;
            complain(CheckLevel::Unknown, QStringLiteral("%1 is not known of %2 of %3%4")
                                              .arg(what)
                                              .arg(silent)
                                              .arg(m_counts.taken)
                                              .arg(advice));
        };
        judge(m_limits.held.isSet(), m_counts.ageKnown, QStringLiteral("since when it is held"),
              QStringLiteral(" (--where-known judges the others; where 'lockctl serve' "
                             "records, this asks its history)"));
        const QString others = QStringLiteral(" (--where-known judges the others)");
        judge(m_limits.waiters.isSet(), m_counts.waitersKnown, QStringLiteral("who waits"), others);
        judge(m_limits.noGone, m_counts.livesKnown, QStringLiteral("whether its holder lives"),
              others);
    }

    QString words() const
    {
        if (m_complaints.empty()) {
            QString text =
                QStringLiteral("%1 locks, %2 held").arg(m_counts.locks).arg(m_counts.taken);
            if (m_counts.expired > 0)
                text += QStringLiteral(", %1 expired").arg(m_counts.expired);
            if (m_limits.held.isSet() && m_counts.ageKnown < m_counts.taken)
                text += QStringLiteral(", since when is known of %1").arg(m_counts.ageKnown);
            if (m_limits.waiters.isSet() && m_counts.waitersKnown < m_counts.taken)
                text += QStringLiteral(", who waits of %1").arg(m_counts.waitersKnown);
            if (m_limits.noGone && m_counts.livesKnown < m_counts.taken)
                text += QStringLiteral(", whether its holder lives of %1").arg(m_counts.livesKnown);
            return text + unreadText();
        }
        QString text;
        if (m_counts.troubled > 0)
            text = QStringLiteral("%1 of %2 locks: ").arg(m_counts.troubled).arg(m_counts.locks);
        qsizetype bytes = text.toUtf8().size();
        size_t said = 0;
        for (const Complaint &complaint : m_complaints) {
            bytes += complaint.words.toUtf8().size() + 2;
            if (said > 0 && bytes > mostWords)
                break;
            text += (said > 0 ? QLatin1StringView("; ") : QLatin1StringView()) + complaint.words;
            ++said;
        }
        if (said < m_complaints.size())
            text += QStringLiteral("; and %1 more").arg(m_complaints.size() - said);
        return text;
    }

    static QString number(const std::optional<qint64> &value)
    {
        return value ? QString::number(*value) : QString();
    }

    static QString seconds(const std::optional<Micros> &value)
    {
        return value ? QString::number(double(value->count()) / 1e6, 'g', 10) : QString();
    }

    /** `U`: a figure of a part would look like all. */
    QString performanceData() const
    {
        const auto datum = [](QLatin1StringView label, const QString &value,
                              const QString &warning = {}, const QString &critical = {}) {
            return QStringLiteral("%1=%2;%3;%4;0").arg(label, value, warning, critical);
        };
        const auto counted = [&](QLatin1StringView label, qint64 count,
                                 const CheckLimit<qint64> &limit = {}) {
            return datum(label, m_complete ? QString::number(count) : QStringLiteral("U"),
                         number(limit.warning), number(limit.critical));
        };
        const bool agesTold = m_counts.ageKnown > 0 || m_counts.taken == 0;
        const bool waitersTold = m_counts.waitersKnown > 0 || m_counts.taken == 0;
        return QStringList{
            counted(QLatin1StringView("locks"), m_counts.locks, m_limits.locks),
            counted(QLatin1StringView("held"), m_counts.taken),
            counted(QLatin1StringView("expired"), m_counts.expired, m_limits.expired),
            counted(QLatin1StringView("no_expiry"), m_counts.noExpiry),
            counted(QLatin1StringView("unknown"), m_counts.unknown),
            datum(QLatin1StringView("longest_held"),
                  m_complete && agesTold ? seconds(m_counts.longestHeld) + u's'
                                         : QStringLiteral("U"),
                  seconds(m_limits.held.warning), seconds(m_limits.held.critical)),
            datum(QLatin1StringView("most_waiters"),
                  m_complete && waitersTold ? QString::number(m_counts.mostWaiters)
                                            : QStringLiteral("U"),
                  number(m_limits.waiters.warning), number(m_limits.waiters.critical)),
            QStringLiteral("answered=%1;;;0;%2").arg(m_answered).arg(m_backends),
        }
            .join(u' ');
    }

    const Filter &m_filter;
    const CheckLimits &m_limits;
    const bool m_severalBackends;
    const SteadyTime m_now;
    const RecordedHolds &m_recorded;
    const VerdictOf &m_verdictOf;
    std::vector<Complaint> m_complaints;
    QStringList m_expired;   ///< words about each
    QStringList m_denied;    ///< default tables that may hold anything
    QStringList m_notListed; ///< what these servers list to nobody
    qint64 m_expiredOtherwiseFine = 0;
    std::vector<bool> m_leadersSeen;
    std::vector<bool> m_existingSeen;
    Counts m_counts;
    qint64 m_backends = 0;
    qint64 m_answered = 0;
    bool m_complete = true;
};

} // namespace

CheckVerdict checkVerdict(const std::vector<CheckedLook> &looks, bool allBackends,
                          const Filter &filter, const CheckLimits &limits, SteadyTime now,
                          const RecordedHolds &recorded, const VerdictOf &verdictOf)
{
    Judge judge(filter, limits, looks.size() > 1, now, recorded, verdictOf);
    for (const CheckedLook &looked : looks) {
        judge.takeBackend(looked);
        for (const LockRecord *lock : looked.look->locks) {
            if (filter.matches(*lock, now))
                judge.takeLock(*lock);
        }
    }
    if (!allBackends)
        judge.missBackends();
    return judge.verdict();
}

CheckVerdict noVerdict(const QString &why)
{
    return {
        CheckLevel::Unknown,
        (QStringLiteral("LOCKS UNKNOWN - ") + plain(literalText(why), longestRefusal)).toUtf8()};
}

} // namespace lockmaster
