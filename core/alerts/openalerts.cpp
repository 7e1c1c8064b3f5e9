// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/openalerts.h"

#include "core/text/momenttext.h"
#include "core/verdict/judge.h"

#include <QCryptographicHash>

#include <algorithm>

namespace lockmaster {

namespace {

using Truth = AlertVerdict::Truth;

QString idOf(const QString &rule, const AlertSubject &subject, ServerTime began)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &part :
         {rule.toUtf8(), subject.backend.toUtf8(), subject.system.toUtf8(), subject.source.toUtf8(),
          subject.name, QByteArray::number(qint64(began.time_since_epoch().count()))}) {
        hash.addData(QByteArray::number(part.size()) + ':');
        hash.addData(part);
    }
    constexpr qsizetype length = 16;
    return QString::fromLatin1(hash.result().toHex().first(length));
}

/** Empty: nobody. */
QByteArray holderOf(const LockRecord &lock)
{
    if (lock.holders.empty())
        return {};
    constexpr qsizetype length = 16;
    return QCryptographicHash::hash(lock.holders.front().raw, QCryptographicHash::Sha256)
        .toHex()
        .first(length);
}

bool isAboutAHold(AlertKind kind)
{
    return traitsOf(kind).subject == AlertKindTraits::Subject::Hold;
}

/** It does not end with the lock in the list. */
bool outlivesTheLock(const AlertRule &rule)
{
    const auto subject = traitsOf(rule.kind).subject;
    return subject == AlertKindTraits::Subject::Leader
           || subject == AlertKindTraits::Subject::Absence;
}

} // namespace

OpenAlerts::OpenAlerts(AlertSettings settings, const Clock &clock)
    : m_settings(std::move(settings)), m_clock(clock)
{
}

void OpenAlerts::setSettings(const AlertSettings &settings)
{
    const std::vector<AlertRule> before = std::exchange(m_settings, settings).rules;
    const auto named = [](const std::vector<AlertRule> &rules, const QString &name) {
        const auto found = std::find_if(rules.begin(), rules.end(), [&name](const AlertRule &rule) {
            return rule.name == name;
        });
        return found == rules.end() ? nullptr : &*found;
    };
    endUnless(AlertEnd::RuleOff, [&](const Alert &alert) {
        const AlertRule *was = named(before, alert.rule);
        const AlertRule *is = named(m_settings.rules, alert.rule);
        return was && is && *was == *is;
    });
    m_changed = true;
}

OpenAlerts::Standing OpenAlerts::settle(const AlertRule &rule, const AlertSubject &subject,
                                        const AlertVerdict &verdict, const Record &record)
{
    auto entry = m_followed.find({rule.name, subject});
    const bool known = entry != m_followed.end();
    if (verdict.truth == Truth::NotYet && known && goesOn(entry->second, record)) {
        m_changed = std::exchange(entry->second.alert.unseen, false) || m_changed;
        return {true, false, SteadyTime::max()};
    }
    if (verdict.truth == Truth::No || verdict.truth == Truth::NotYet) {
        if (known)
            finish(entry, AlertEnd::Cleared, record);
        return {};
    }
    if (verdict.truth == Truth::Unknown) {
        if (!known)
            return {};
        const bool begun = !entry->second.since;
        hide(entry);
        return {begun, false, SteadyTime::max()};
    }
    const SteadyTime now = m_clock.now();
    if (!known) {
        size_t &count = m_counts[rule.name];
        if (count >= mostOfRule)
            return {false, true, SteadyTime::max()};
        ++count;
        Followed fresh{{}, now};
        fresh.alert.rule = rule.name;
        fresh.alert.kind = rule.kind;
        fresh.alert.severity = severityOf(rule);
        fresh.alert.subject = subject;
        entry = m_followed.emplace(Key{rule.name, subject}, std::move(fresh)).first;
    }
    Followed &followed = entry->second;
    if (followed.since) {
        if (now - *followed.since < rule.lasting)
            return {true, false, *followed.since + rule.lasting};
        begin(followed, verdict, record);
    } else if (std::exchange(followed.alert.unseen, false)) {
        m_changed = true;
    }
    return {true, false, SteadyTime::max()};
}

/**
 * What has begun and was out of sight for a while, or in an earlier run, looks as if it had just
 * come about. A hold goes on while it is the same holder's.
 */
bool OpenAlerts::goesOn(const Followed &followed, const Record &record)
{
    const Alert &alert = followed.alert;
    if (followed.since)
        return false;
    if (!isAboutAHold(alert.kind))
        return true;
    const auto lock = record ? record() : nullptr;
    return lock && holderOf(*lock) == alert.holder;
}

void OpenAlerts::begin(Followed &followed, const AlertVerdict &verdict, const Record &record)
{
    Alert &alert = followed.alert;
    const auto ago = std::chrono::duration_cast<Micros>(m_clock.now() - *followed.since);
    alert.began = m_clock.wallNow() - ago;
    alert.id = idOf(alert.rule, alert.subject, alert.began);
    alert.lock = record ? record() : nullptr;
    if (alert.lock && isAboutAHold(alert.kind))
        alert.holder = holderOf(*alert.lock);
    if (alert.lock && verdict.lookedAt)
        alert.verdict = judge({*alert.lock, verdict.lookedAt, {}, verdict.check}, m_clock.now());
    alert.reason = verdict.reason;
    if (const LockNote *note =
            alert.subject.isLock() ? noteOf(m_settings.notes, alert.subject.name) : nullptr) {
        alert.note = note->note;
        alert.runbook = note->runbook;
    }
    followed.since.reset();
    m_changed = true;
    if (mayTell(alert, isQuietNow()))
        tell(followed);
}

void OpenAlerts::tell(Followed &followed)
{
    followed.alert.told = true;
    ++m_told[followed.alert.rule];
    m_news.push_back({followed.alert, std::nullopt, m_clock.wallNow()});
    m_changed = true;
}

OpenAlerts::Entry OpenAlerts::drop(Entry entry)
{
    const auto count = m_counts.find(entry->first.first);
    if (--count->second == 0)
        m_counts.erase(count);
    return m_followed.erase(entry);
}

/** What was never told to begin is not told to end. */
OpenAlerts::Entry OpenAlerts::finish(Entry entry, AlertEnd end, const Record &record)
{
    Followed &followed = entry->second;
    if (followed.since)
        return drop(entry);
    m_changed = true;
    if (followed.alert.told) {
        if (const auto lock = record ? record() : nullptr)
            followed.alert.lock = lock;
        followed.alert.unseen = false;
        m_news.push_back({std::move(followed.alert), end, m_clock.wallNow()});
    }
    return drop(entry);
}

std::vector<AlertSubject> OpenAlerts::subjectsOf(const QString &rule,
                                                 const AlertSubject &source) const
{
    std::vector<AlertSubject> subjects;
    for (auto entry = m_followed.lower_bound({rule, source}); entry != m_followed.end(); ++entry) {
        const auto &[name, subject] = entry->first;
        if (name != rule || subject.backend != source.backend || subject.system != source.system
            || subject.source != source.source)
            break;
        subjects.push_back(subject);
    }
    return subjects;
}

void OpenAlerts::lose(const AlertSubject &subject)
{
    for (const AlertRule &rule : m_settings.rules) {
        const auto entry = m_followed.find({rule.name, subject});
        if (entry != m_followed.end() && !outlivesTheLock(rule))
            finish(entry, AlertEnd::Gone);
    }
}

void OpenAlerts::loseSight(const AlertSubject &subject)
{
    for (const AlertRule &rule : m_settings.rules) {
        const auto entry = m_followed.find({rule.name, subject});
        if (entry != m_followed.end() && !outlivesTheLock(rule))
            hide(entry);
    }
}

OpenAlerts::Entry OpenAlerts::hide(Entry entry)
{
    if (entry->second.since)
        return drop(entry);
    m_changed = !std::exchange(entry->second.alert.unseen, true) || m_changed;
    return std::next(entry);
}

void OpenAlerts::goBlind(const QString &backend)
{
    for (auto entry = m_followed.begin(); entry != m_followed.end();) {
        const AlertSubject &subject = entry->first.second;
        entry = subject.backend == backend && subject.isLock() ? hide(entry) : std::next(entry);
    }
}

void OpenAlerts::endUnless(AlertEnd end, const std::function<bool(const Alert &)> &stays)
{
    for (auto entry = m_followed.begin(); entry != m_followed.end();)
        entry = stays(entry->second.alert) ? std::next(entry) : finish(entry, end);
}

void OpenAlerts::acknowledge(const AlertSubject &subject)
{
    for (auto &[key, followed] : m_followed) {
        if (key.second == subject && !followed.since)
            followed.alert.acknowledged = true;
    }
    m_changed = true;
}

void OpenAlerts::acknowledge(const QString &rule, const std::vector<AlertSubject> &subjects)
{
    for (const AlertSubject &subject : subjects) {
        const auto entry = m_followed.find({rule, subject});
        if (entry != m_followed.end() && !entry->second.since)
            entry->second.alert.acknowledged = true;
    }
    m_changed = true;
}

void OpenAlerts::snooze(const AlertSubject &subject, ServerTime until)
{
    m_snoozed[subject] = until;
    m_changed = true;
}

void OpenAlerts::wake(const AlertSubject &subject)
{
    m_changed = m_snoozed.erase(subject) > 0 || m_changed;
}

bool OpenAlerts::isSnoozed(const AlertSubject &subject) const
{
    const auto found = m_snoozed.find(subject);
    return found != m_snoozed.end() && m_clock.wallNow() < found->second;
}

bool OpenAlerts::isQuietNow() const
{
    return !m_settings.quiet.empty()
           && isQuiet(m_settings.quiet, localTimeOf(m_clock.wallNow(), m_settings.zone));
}

bool OpenAlerts::mayTell(const Alert &alert, bool quiet) const
{
    return !quiet && !alert.told && !alert.acknowledged && !alert.unseen
           && !isSnoozed(alert.subject);
}

void OpenAlerts::tellWhatWaits()
{
    const size_t snoozed = m_snoozed.size();
    std::erase_if(m_snoozed,
                  [now = m_clock.wallNow()](const auto &entry) { return entry.second <= now; });
    m_changed = m_changed || m_snoozed.size() != snoozed;
    const bool quiet = isQuietNow();
    for (auto &[key, followed] : m_followed) {
        if (!followed.since && mayTell(followed.alert, quiet))
            tell(followed);
    }
}

bool OpenAlerts::keepsBack() const
{
    return !m_snoozed.empty()
           || std::any_of(m_followed.begin(), m_followed.end(), [](const auto &entry) {
                  const Followed &followed = entry.second;
                  return !followed.since && !followed.alert.told && !followed.alert.acknowledged;
              });
}

AlertBoard OpenAlerts::board() const
{
    AlertBoard board;
    for (const auto &[key, followed] : m_followed) {
        if (followed.since)
            continue;
        Alert alert = followed.alert;
        if (const auto found = m_snoozed.find(key.second); found != m_snoozed.end())
            alert.snoozedUntil = found->second;
        board.alerts.push_back(std::move(alert));
    }
    std::stable_sort(board.alerts.begin(), board.alerts.end(),
                     [](const Alert &a, const Alert &b) { return a.began < b.began; });
    board.told.assign(m_told.begin(), m_told.end());
    return board;
}

AlertMemory OpenAlerts::memory() const
{
    return {board().alerts, m_snoozed};
}

void OpenAlerts::restore(const AlertMemory &memory)
{
    m_snoozed = memory.snoozed;
    for (const Alert &kept : memory.alerts) {
        const auto rule = std::find_if(
            m_settings.rules.begin(), m_settings.rules.end(),
            [&kept](const AlertRule &each) { return each.name == kept.rule && each.enabled; });
        const bool stays = rule != m_settings.rules.end() && rule->kind == kept.kind;
        if (!stays) {
            if (kept.told)
                m_news.push_back({kept, AlertEnd::RuleOff, m_clock.wallNow()});
            continue;
        }
        const auto [entry, isNew] =
            m_followed.emplace(Key{kept.rule, kept.subject}, Followed{kept, std::nullopt});
        if (!isNew)
            continue;
        entry->second.alert.severity = severityOf(*rule);
        entry->second.alert.unseen = true;
        entry->second.alert.snoozedUntil.reset();
        ++m_counts[kept.rule];
    }
    m_changed = true;
}

} // namespace lockmaster
