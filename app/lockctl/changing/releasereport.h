// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/exitcode.h"
#include "core/actions/releaseoperation.h"

#include <QStringList>

namespace lockmaster {

/** What became of `lockctl release`. */
struct ReleaseAnswer {
    ReleaseOrder order;
    Compare compare = Compare::InstanceAndLease;
    Indistinguishable indistinguishable = Indistinguishable::Refuse;
    QStringList losses;   ///< what else ends with it, as found before anything was sent
    QStringList warnings; ///< likewise
    tl::expected<ReleaseReport, NotDone> result;
};

/** Which option lets be done what was not; empty: none. To stand behind an error's words. */
QString optionFor(NotDone::Why why);

/** The outcome as one object, on a line. */
QByteArray releaseJson(const ReleaseAnswer &answer);

ExitCode releaseExitCode(const tl::expected<ReleaseReport, NotDone> &result);

/** The outcome on standard output, as one object or one line; why, in words, on standard error. */
bool printRelease(const ReleaseAnswer &answer, bool asJson);

} // namespace lockmaster
