// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/lab/election/electionsetup.h"

#include <QCoreApplication>

namespace lockmaster {

/** What is typed of an election before it is one: durations as people write them. A value. */
struct ElectionDraft {
    Q_DECLARE_TR_FUNCTIONS(lockmaster::ElectionDraft)

public:
    int candidates = 3;
    QString period;
    QString lease;
    int precision = 0;
    QString work;
    bool duplicateIdentity = false;
    QString skews; ///< of each candidate in turn: `0, +500ms, -2s`

    static ElectionDraft of(const ElectionSetup &setup);
    /** Errors: Config, which names the field. */
    Result<ElectionSetup> setup() const;
    /** The preset that this is, to the letter of its meaning. */
    std::optional<ElectionPreset> preset() const;
};

/** `+500ms`, `-2s`, `0`; none for anything else. */
std::optional<Millis> skewFromText(QStringView text);
QString skewDraftText(Millis skew);

} // namespace lockmaster
