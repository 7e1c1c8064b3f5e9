// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/domain/result.h"
#include "core/platform/secret.h"

namespace lockmaster {

/// The desktop's secret service. Each call blocks until it is answered, at most until its deadline;
/// any thread but the GUI's. Where no service runs, it is not started and not waited for.

/** Whether a secret service answers on this session's bus. */
bool keychainAvailable();

/** The password stored for a backend; empty where there is none, or no service, or no answer. */
Secret readKeychain(const QString &backend, SteadyTime deadline);

/** Errors: Unsupported (no service), Denied (refused, locked), Timeout. */
Result<void> writeKeychain(const QString &backend, const Secret &password, SteadyTime deadline);
/** Nothing stored is no error. */
Result<void> removeFromKeychain(const QString &backend, SteadyTime deadline);

} // namespace lockmaster
