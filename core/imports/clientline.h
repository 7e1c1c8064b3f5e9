// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/imports/pastedserver.h"
#include "core/imports/shellline.h"

namespace lockmaster {

/** What was said to a client: variables that are set for it alone, and its words. */
struct ClientWords {
    BackendKind kind = BackendKind::MySql;
    std::vector<ShellWord> variables; ///< `NAME=value`
    std::vector<ShellWord> words;     ///< from the one behind its name on
};

/** A server as a client was told of it. */
struct ClientServer {
    PastedServer server; ///< without a host where none was named
    /** Where it is was said in a way that tells nothing here: by a variable, in another file. */
    bool isPlaceUnknown = false;
};

/** Errors: Config: what means nothing, or not for sure, is refused and never guessed. */
Result<ClientServer> clientServer(const ClientWords &client);

} // namespace lockmaster
