// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/platform/clock.h"
#include "core/domain/result.h"
#include "core/platform/secret.h"

namespace lockmaster {

/// The desktop's secret service. Each call blocks until it is answered, at most until its deadline;
/// any thread but the GUI's. Where no service runs, it is not started and not waited for.

/** Whether a secret service answers on this session's bus. */
bool keychainAvailable();

/**
 * What the entry of a backend's password is called: its name, and the account, server, TLS and way
 * that the password is for. One of the same name that is another server, as in a profile of
 * somebody else, does not get it.
 */
QString keychainEntry(const BackendSpec &backend);

/** What is stored under the first of these that there is; empty where there is none, or no service,
 * or no answer. */
Secret readKeychain(const QStringList &entries, SteadyTime deadline);

/** Writes what was typed for that backend, in place of what is stored under its name alone. */
Result<void> keepInKeychain(const BackendSpec &backend, const Secret &password,
                            SteadyTime deadline);

/** Errors: Unsupported (no service), Denied (refused, locked), Timeout. */
Result<void> writeKeychain(const QString &entry, const Secret &password, SteadyTime deadline);
/** Nothing stored is no error. */
Result<void> removeFromKeychain(const QString &entry, SteadyTime deadline);

} // namespace lockmaster
