// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockmaster {

/**
 * What a table would show of one look at a server, in a few lines: for whoever is about to add it.
 * Translated, plain and literal.
 */
struct LocksPreview {
    Q_DECLARE_TR_FUNCTIONS(lockmaster::LocksPreview)

public:
    static constexpr qsizetype mostLocks = 6;

    QString headline;  ///< how many are held, and of which systems; or why that is not known
    QStringList locks; ///< some of them, a line each: name, owner, what is left
    QString more;      ///< how many are not among those; empty: none
    std::optional<SuggestedPattern> suggested; ///< under which keys would be shown that are not

    /** Any thread: of very many it takes its time. */
    static LocksPreview of(const BackendReading &reading, SteadyTime now);
};

} // namespace lockmaster
