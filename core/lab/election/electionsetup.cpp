// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electionsetup.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int fewestCandidates = 2;
constexpr int mostCandidates = 50;
constexpr Millis shortestPeriod = 50ms;
constexpr Millis longestPeriod = 60s;
constexpr Millis shortestLease = 1ms;
constexpr Millis longestLease = 10min;
/** Beyond this a skewed clock shows nothing new. */
constexpr Millis largestSkew = 1h;

tl::unexpected<Error> outOfBounds(const QString &message)
{
    return tl::make_unexpected(Error{ErrorKind::Config, 0, message, {}});
}

Result<void> validateSkews(const ElectionSetup &setup)
{
    if (setup.skews.size() > size_t(setup.candidates)) {
        return outOfBounds(Words::tr("There are more skewed clocks than candidates."));
    }
    const bool bounded = std::all_of(setup.skews.begin(), setup.skews.end(), [](Millis skew) {
        return -largestSkew <= skew && skew <= largestSkew;
    });
    if (!bounded) {
        return outOfBounds(Words::tr("A candidate's clock may be wrong by one hour at most."));
    }
    return {};
}

} // namespace

QString electionPresetName(ElectionPreset preset)
{
    switch (preset) {
    case ElectionPreset::AsDescribed: return QStringLiteral("as-described");
    case ElectionPreset::AsCoded: return QStringLiteral("as-coded");
    case ElectionPreset::Healthy: return QStringLiteral("healthy");
    }
    Q_UNREACHABLE();
}

std::optional<ElectionPreset> electionPresetFromName(QStringView name)
{
    for (const ElectionPreset preset : allElectionPresets) {
        if (electionPresetName(preset) == name)
            return preset;
    }
    return std::nullopt;
}

ElectionSetup electionPreset(ElectionPreset preset)
{
    ElectionSetup setup;
    setup.candidates = 3;
    setup.period = 1s;
    switch (preset) {
    case ElectionPreset::AsDescribed:
        setup.lease = 1200ms;
        setup.precision = 0;
        break;
    case ElectionPreset::AsCoded:
        setup.lease = 1002ms;
        setup.precision = 0;
        break;
    case ElectionPreset::Healthy:
        setup.lease = 5s;
        setup.precision = 3;
        break;
    }
    return setup;
}

Result<void> validate(const ElectionSetup &setup)
{
    if (setup.candidates < fewestCandidates || setup.candidates > mostCandidates) {
        return outOfBounds(Words::tr("An election has %1 to %2 candidates, not %3.")
                               .arg(fewestCandidates)
                               .arg(mostCandidates)
                               .arg(setup.candidates));
    }
    if (setup.period < shortestPeriod || setup.period > longestPeriod) {
        return outOfBounds(Words::tr("The period of the rounds may be 50 ms to 60 s."));
    }
    if (setup.lease < shortestLease || setup.lease > longestLease) {
        return outOfBounds(Words::tr("The lease of a heartbeat may be 1 ms to 10 minutes."));
    }
    if (setup.precision != 0 && setup.precision != 3 && setup.precision != 6) {
        return outOfBounds(Words::tr("The column keeps 0, 3 or 6 digits of a second."));
    }
    if (setup.work < 0ms || setup.work >= setup.period) {
        return outOfBounds(
            Words::tr("The leader's work has to be shorter than the period of the rounds."));
    }
    return validateSkews(setup);
}

} // namespace lockmaster
