// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * What `lockctl` ends with; docs/guide/command-line.md explains each. `check` has codes of its own
 * (`CheckLevel`), and `run` its command's.
 */
enum class ExitCode : int {
    Ok = 0,
    OutputFailed = 1, ///< standard output, or a named file, could not be written
    Usage = 2,        ///< the command line, a URL or the profile is wrong; nothing was done
    NoAnswer = 3,     ///< a backend or a named source did not answer, or something is missing
    ReadOnly = 4,     ///< the backend is read-only; nothing was sent
    Changed = 10,     ///< not what was looked at, or renewed since; nothing was changed
    Busy = 11,        ///< somebody has it locked; nothing was changed
    Denied = 12,      ///< the server does not let this account; nothing was changed
    Unknown = 13,     ///< sent, and no answer: it may or may not have happened
    Gone = 14,        ///< nobody holds it any more; nothing was changed
    NotAudited = 15,  ///< the audit log cannot be written; nothing was sent
    Tampered = 16,    ///< the audit log is not as it was written
    /** One lock, or one owner, was asked for: there is none. Of a plan: some were refused. */
    NoneMatches = 17,
    /** One lock was asked for: there are more. Of a plan: nothing matches. */
    SeveralMatch = 18,
    NotAcquired = 20,   ///< another holds it, or the wait was given up
    Lost = 21,          ///< it was ours, and is not any more
    NotAsExpected = 30, ///< the experiment did not show what it is there to show
    Cancelled = 130,    ///< given up on a signal before all was done
};

} // namespace lockmaster
