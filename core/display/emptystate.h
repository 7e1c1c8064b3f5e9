// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/viewaccount.h"

#include <optional>
#include <vector>

namespace lockmaster {

/** Why the lock table shows nothing, and what can be done about it there. */
struct EmptyState {
    Q_DECLARE_TR_FUNCTIONS(lockmaster::EmptyState)

public:
    enum class Action : quint8 {
        AddBackend,
        Import,
        Refresh,
        ClearFilter,
        ShowAll,
        WatchFound,
        WatchKeys
    };
    struct Offer {
        QString button;
        Action action = Action::Refresh;
        std::vector<FoundOn> found = {};   ///< of `WatchFound`: what the text names
        std::optional<LikelyOn> keys = {}; ///< of `WatchKeys`
    };

    QString text;
    std::vector<Offer> offers;  ///< two at most; what helps most comes first
    bool tellsProblems = false; ///< the text is the problems themselves

    /** None where there are rows. What was not read never looks like "nothing is held". */
    static std::optional<EmptyState> of(const ViewSnapshot &view, const ViewAccount &account);
};

} // namespace lockmaster
