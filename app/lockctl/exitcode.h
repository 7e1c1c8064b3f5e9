// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/** What `lockctl` ends with; docs/guide/command-line.md explains each. */
enum class ExitCode : int {
    Ok = 0,
    OutputFailed = 1, ///< standard output could not be written
    Usage = 2,        ///< the command line, a URL or the profile is wrong; nothing was done
    NoAnswer = 3,     ///< a backend or a named source did not answer, or something is missing
};

} // namespace lockmaster
