// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/lab/failoverorder.h"

#include "app/lockctl/shell/output.h"
#include "core/text/durationtext.h"

#include <QStringList>

namespace lockmaster {

namespace {

std::optional<ElectionSetup> presetOf(const QString &name)
{
    if (name.isEmpty())
        return electionPreset(ElectionPreset::AsDescribed);
    if (const auto preset = electionPresetFromName(name))
        return electionPreset(*preset);
    QStringList names;
    for (const ElectionPreset preset : allElectionPresets)
        names.append(electionPresetName(preset));
    say(QStringLiteral("There is no preset '%1'. There are: %2.")
            .arg(name, names.join(QLatin1StringView(", "))));
    return std::nullopt;
}

/** Leaves `into` alone where nothing was said. */
bool takeTime(const QString &option, const QString &text, Millis &into)
{
    if (text.isEmpty())
        return true;
    const std::optional<Micros> time = durationFromText(text);
    if (!time || *time % Millis(1) != Micros(0)) {
        say(QStringLiteral("%1 '%2' is not a time in whole milliseconds, such as 1200ms or 1.2s.")
                .arg(option, text));
        return false;
    }
    into = std::chrono::duration_cast<Millis>(*time);
    return true;
}

} // namespace

std::optional<ElectionSetup> failoverSetup(const FailoverOptions &options)
{
    std::optional<ElectionSetup> setup = presetOf(options.preset);
    if (!setup || !takeTime(QStringLiteral("--period"), options.period, setup->period)
        || !takeTime(QStringLiteral("--lease"), options.lease, setup->lease)
        || !takeTime(QStringLiteral("--work"), options.work, setup->work))
        return std::nullopt;
    setup->candidates = options.candidates.value_or(setup->candidates);
    setup->precision = options.precision.value_or(setup->precision);
    setup->duplicateIdentity = options.duplicateIdentity;
    if (const Result<void> valid = validate(*setup); !valid) {
        say(errorText(valid.error()));
        return std::nullopt;
    }
    return setup;
}

} // namespace lockmaster
