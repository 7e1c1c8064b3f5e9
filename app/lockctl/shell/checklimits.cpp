// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/checklimits.h"

#include "core/text/durationtext.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Only time shows these: a single look would never find them. */
constexpr std::array shownByTime = {FindingId::LeaseMargin,   FindingId::Flapping,
                                    FindingId::VacantTooLong, FindingId::RenewedTooFast,
                                    FindingId::ManyHosts,     FindingId::TwoLeaders};

std::optional<qint64> countFromText(const QString &text)
{
    bool isNumber = false;
    const qint64 count = text.toLongLong(&isNumber);
    return isNumber && count >= 0 ? std::optional(count) : std::nullopt;
}

/** `CRIT`, `WARN,CRIT` or `WARN,`. */
template<class T, class Parse>
std::optional<CheckLimit<T>> limitFromText(const QString &text, const Parse &parse)
{
    CheckLimit<T> limit;
    if (text.isEmpty())
        return limit;
    const QStringList parts = text.split(u',');
    if (parts.size() > 2)
        return std::nullopt;
    if (parts.size() == 2 && !parts.front().isEmpty()) {
        limit.warning = parse(parts.front());
        if (!limit.warning)
            return std::nullopt;
    }
    if (!parts.back().isEmpty()) {
        limit.critical = parse(parts.back());
        if (!limit.critical)
            return std::nullopt;
    }
    const bool inOrder = !limit.warning || !limit.critical || *limit.warning <= *limit.critical;
    return limit.isSet() && inOrder ? std::optional(limit) : std::nullopt;
}

/** Reads the options, one after another; the first mistake stands. */
class Reader
{
public:
    tl::expected<CheckLimits, QString> run(const CheckOptions &options)
    {
        m_limits.held = duration(QStringLiteral("--max-held"), options.maxHeld);
        m_limits.waiters = count(QStringLiteral("--max-waiters"), options.maxWaiters);
        m_limits.locks = count(QStringLiteral("--max-locks"), options.maxLocks);
        m_limits.expired = count(QStringLiteral("--max-expired"), options.maxExpired);
        if (options.noExpired)
            m_limits.expired.critical = 0;
        addFindings(QStringLiteral("--no-finding"), options.noFindings, CheckLevel::Critical);
        addFindings(QStringLiteral("--warn-finding"), options.warnFindings, CheckLevel::Warning);
        m_limits.leaders = options.leaders;
        m_limits.existing = options.existing;
        m_limits.noGone = options.noGone;
        m_limits.whereKnown = options.whereKnown;
        takeTimeout(options.timeout);
        if (!m_mistake.isEmpty())
            return tl::make_unexpected(m_mistake);
        return m_limits;
    }

private:
    void refuse(const QString &mistake)
    {
        if (m_mistake.isEmpty())
            m_mistake = mistake;
    }

    CheckLimit<Micros> duration(const QString &option, const QString &text)
    {
        const auto limit =
            limitFromText<Micros>(text, [](const QString &part) { return durationFromText(part); });
        if (!limit) {
            refuse(QStringLiteral("%1 takes a time as '10m', or 'WARN,CRIT' as '5m,10m', not '%2'.")
                       .arg(option, text));
        }
        return limit.value_or(CheckLimit<Micros>());
    }

    CheckLimit<qint64> count(const QString &option, const QString &text)
    {
        const auto limit = limitFromText<qint64>(text, countFromText);
        if (!limit) {
            refuse(QStringLiteral("%1 takes a number as '5', or 'WARN,CRIT' as '5,10', not '%2'.")
                       .arg(option, text));
        }
        return limit.value_or(CheckLimit<qint64>());
    }

    void addFindings(const QString &option, const QStringList &texts, CheckLevel level)
    {
        for (const QString &text : texts) {
            for (const QString &name : text.split(u','))
                addFinding(option, name, level);
        }
    }

    void addFinding(const QString &option, const QString &name, CheckLevel level)
    {
        const std::optional<FindingId> id = findingFromName(name);
        QStringList known;
        for (const FindingId each : allFindingIds) {
            if (std::find(shownByTime.begin(), shownByTime.end(), each) == shownByTime.end())
                known.append(findingName(each));
        }
        if (!id) {
            refuse(QStringLiteral("%1 knows no finding '%2'. There are: %3.")
                       .arg(option, name, known.join(QLatin1StringView(", "))));
        } else if (!known.contains(name)) {
            refuse(QStringLiteral("%1: '%2' is seen only by watching: use 'lockctl leaders' or "
                                  "'lockctl serve'.")
                       .arg(option, name));
        } else {
            m_limits.findings.emplace_back(*id, level);
        }
    }

    void takeTimeout(const QString &text)
    {
        if (text.isEmpty())
            return;
        const std::optional<Micros> time = durationFromText(text);
        if (time && *time >= 1s && *time <= 10min)
            m_limits.timeout = std::chrono::floor<Millis>(*time);
        else
            refuse(QStringLiteral("--timeout takes a time from 1s to 10m, not '%1'.").arg(text));
    }

    CheckLimits m_limits;
    QString m_mistake;
};

} // namespace

tl::expected<CheckLimits, QString> checkLimits(const CheckOptions &options)
{
    return Reader().run(options);
}

} // namespace lockmaster
