// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alerts/alert.h"
#include "core/alerts/compiledrule.h"
#include "core/domain/locknote.h"
#include "core/domain/ownerrule.h"
#include "core/domain/quiethours.h"

#include <QTimeZone>

#include <functional>
#include <map>

namespace lockmaster {

/** What alerts follow from. */
struct AlertSettings {
    std::vector<AlertRule> rules;
    std::vector<LockNote> notes;
    std::vector<OwnerRule> owners; ///< who of those that wait are one
    AliveCommands aliveCommands;   ///< whom rules may ask about holders
    std::vector<QuietHours> quiet;
    QTimeZone zone = QTimeZone::systemTimeZone(); ///< of the quiet hours

    friend bool operator==(const AlertSettings &, const AlertSettings &) = default;
};

/** What of the alerts is to outlive the program. */
struct AlertMemory {
    std::vector<Alert> alerts;                  ///< as they stood
    std::map<AlertSubject, ServerTime> snoozed; ///< until then

    friend bool operator==(const AlertMemory &, const AlertMemory &) = default;
};

/**
 * The alerts that are and those that may become some, and what of them is to be told. Lives on one
 * thread. `AlertEngine` says what is so; this says since when, whether for long enough, whether it
 * was told, and to whom it matters.
 */
class OpenAlerts
{
public:
    /** Alerts of one rule. */
    static constexpr size_t mostOfRule = 1000;

    /** The lock as it is; asked only where that is to be shown. Null for a backend. */
    using Record = std::function<std::shared_ptr<const LockRecord>()>;

    /** `clock` must outlive the book. */
    OpenAlerts(AlertSettings settings, const Clock &clock);

    /** An alert of a rule that is another now ends. */
    void setSettings(const AlertSettings &settings);
    const AlertSettings &settings() const { return m_settings; }

    /** How a rule's alert stands. */
    struct Standing {
        bool followed = false;
        bool refused = false;                ///< there are too many
        SteadyTime next = SteadyTime::max(); ///< it begins then, unless something happens
    };
    Standing settle(const AlertRule &rule, const AlertSubject &subject, const AlertVerdict &verdict,
                    const Record &record);
    /** It is of no use to settle what is not so: nothing of that rule is followed. */
    bool isIdle(const AlertRule &rule) const { return m_counts.count(rule.name) == 0; }
    bool isEmpty() const { return m_followed.empty(); }
    /** The locks of that source, whatever their name, of which the rule's are followed. */
    std::vector<AlertSubject> subjectsOf(const QString &rule, const AlertSubject &source) const;

    /** The lock is not there any more. */
    void lose(const AlertSubject &subject);
    /** Whether the lock is there cannot be seen. */
    void loseSight(const AlertSubject &subject);
    /** Nothing of the backend's locks can be seen. */
    void goBlind(const QString &backend);
    /** Ends all that `stays` does not want, also those that have not begun. */
    void endUnless(AlertEnd end, const std::function<bool(const Alert &)> &stays);

    void acknowledge(const AlertSubject &subject);
    /** What that rule says of these, and nothing else that is said of them. */
    void acknowledge(const QString &rule, const std::vector<AlertSubject> &subjects);
    void snooze(const AlertSubject &subject, ServerTime until);
    void wake(const AlertSubject &subject);

    /** Tells what was kept back and need not be any more. */
    void tellWhatWaits();
    /** Something is kept back. */
    bool keepsBack() const;

    std::vector<AlertNews> takeNews() { return std::exchange(m_news, {}); }
    bool takeChanged() { return std::exchange(m_changed, false); }
    AlertBoard board() const;
    AlertMemory memory() const;
    void restore(const AlertMemory &memory);

private:
    struct Followed {
        Alert alert;
        std::optional<SteadyTime> since; ///< it is so, and not for long enough; none: it has begun
    };
    /** The rule's name, and what it is about. */
    using Key = std::pair<QString, AlertSubject>;
    using Entry = std::map<Key, Followed>::iterator;

    static bool goesOn(const Followed &followed, const Record &record);
    Entry drop(Entry entry);
    Entry hide(Entry entry);
    Entry finish(Entry entry, AlertEnd end, const Record &record = {});
    void begin(Followed &followed, const AlertVerdict &verdict, const Record &record);
    void tell(Followed &followed);
    bool mayTell(const Alert &alert, bool quiet) const;
    bool isQuietNow() const;
    bool isSnoozed(const AlertSubject &subject) const;

    AlertSettings m_settings;
    const Clock &m_clock;
    std::map<Key, Followed> m_followed;
    std::map<QString, size_t> m_counts; ///< followed, by rule; without zeros
    std::map<AlertSubject, ServerTime> m_snoozed;
    std::map<QString, qint64> m_told;
    std::vector<AlertNews> m_news;
    bool m_changed = false;
};

} // namespace lockmaster
