// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/electiondraft.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <QStringTokenizer>

namespace lockmaster {

namespace {

constexpr qsizetype longestEcho = 40;

/** Whole milliseconds; none for anything else. */
std::optional<Millis> millisFromText(QStringView text)
{
    const auto micros = durationFromText(text.trimmed());
    if (!micros || *micros % Millis(1) != Micros(0))
        return std::nullopt;
    return std::chrono::duration_cast<Millis>(*micros);
}

Result<Millis> field(const QString &text, const QString &name)
{
    if (const auto time = millisFromText(text))
        return *time;
    return failure(ErrorKind::Config,
                   ElectionDraft::tr("%1: write a duration such as 500ms or 1.2s.").arg(name));
}

Result<std::vector<Millis>> skewsFromText(const QString &text)
{
    std::vector<Millis> skews;
    if (text.trimmed().isEmpty())
        return skews;
    for (const QStringView part : qTokenize(text, u',')) {
        const auto skew = skewFromText(part.trimmed());
        if (!skew)
            return failure(ErrorKind::Config,
                           ElectionDraft::tr("Clock skews: “%1” is none; write 0, +500ms or -2s.")
                               .arg(literalText(part.toString().trimmed().left(longestEcho))));
        skews.push_back(*skew);
    }
    while (!skews.empty() && skews.back() == Millis(0))
        skews.pop_back();
    return skews;
}

} // namespace

std::optional<Millis> skewFromText(QStringView text)
{
    if (text == u"0")
        return Millis(0);
    const bool back = text.startsWith(u'-') || text.startsWith(u'−');
    if (back || text.startsWith(u'+'))
        text = text.mid(1);
    const auto size = millisFromText(text);
    if (!size)
        return std::nullopt;
    return back ? -*size : *size;
}

QString skewDraftText(Millis skew)
{
    if (skew == Millis(0))
        return QStringLiteral("0");
    return (skew > Millis(0) ? u'+' : u'-') + durationProfileText(std::chrono::abs(skew));
}

ElectionDraft ElectionDraft::of(const ElectionSetup &setup)
{
    ElectionDraft draft;
    draft.candidates = setup.candidates;
    draft.period = durationProfileText(setup.period);
    draft.lease = durationProfileText(setup.lease);
    draft.precision = setup.precision;
    draft.work = durationProfileText(setup.work);
    draft.duplicateIdentity = setup.duplicateIdentity;
    QStringList skews;
    for (const Millis skew : setup.skews)
        skews << skewDraftText(skew);
    draft.skews = skews.join(QStringLiteral(", "));
    return draft;
}

Result<ElectionSetup> ElectionDraft::setup() const
{
    ElectionSetup setup;
    setup.candidates = candidates;
    setup.precision = precision;
    setup.duplicateIdentity = duplicateIdentity;
    const auto readPeriod = field(period, tr("Period"));
    if (!readPeriod)
        return passOn(readPeriod);
    const auto readLease = field(lease, tr("Lease"));
    if (!readLease)
        return passOn(readLease);
    const auto readWork = field(work, tr("Work"));
    if (!readWork)
        return passOn(readWork);
    auto readSkews = skewsFromText(skews);
    if (!readSkews)
        return passOn(readSkews);
    setup.period = *readPeriod;
    setup.lease = *readLease;
    setup.work = *readWork;
    setup.skews = std::move(*readSkews);
    if (const auto valid = validate(setup); !valid)
        return passOn(valid);
    return setup;
}

std::optional<ElectionPreset> ElectionDraft::preset() const
{
    const auto now = setup();
    for (const ElectionPreset preset : allElectionPresets) {
        if (now && *now == electionPreset(preset))
            return preset;
    }
    return std::nullopt;
}

} // namespace lockmaster
