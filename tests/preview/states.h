// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace lockmaster::test {

/** A page or a dialog as it is looked at, at every size and in every theme and language. */
struct PreviewState {
    const char *name;
};

/** All of them. `./dev screenshots all` renders each, and a test says what of them does not fit. */
inline constexpr std::array previewStates = {
    PreviewState{"showcase"},
    PreviewState{"filtered"},
    PreviewState{"wrong"},
    PreviewState{"empty"},
    PreviewState{"nothing"},
    PreviewState{"connecting"},
    PreviewState{"offline-all"},
    PreviewState{"hundred"},
    PreviewState{"lifted"},
    PreviewState{"welcome"},
    PreviewState{"welcome-failed"},
    PreviewState{"leaders"},
    PreviewState{"leaders-none"},
    PreviewState{"leaders-vacant"},
    PreviewState{"leaders-many"},
    PreviewState{"leaders-presented"},
    PreviewState{"owners"},
    PreviewState{"overview"},
    PreviewState{"chains"},
    PreviewState{"chains-none"},
    PreviewState{"go"},
    PreviewState{"history"},
    PreviewState{"history-lock"},
    PreviewState{"history-many"},
    PreviewState{"history-hours"},
    PreviewState{"history-wanted"},
    PreviewState{"history-custom"},
    PreviewState{"history-empty"},
    PreviewState{"lab"},
    PreviewState{"lab-more"},
    PreviewState{"lab-measured"},
    PreviewState{"lab-two"},
    PreviewState{"lab-contention"},
    PreviewState{"lab-contention-done"},
    PreviewState{"alerts"},
    PreviewState{"storm"},
    PreviewState{"held"},
    PreviewState{"guide:window.md"},
    PreviewState{"release"},
    PreviewState{"release-changed"},
    PreviewState{"release-renewed"},
    PreviewState{"release-done"},
    PreviewState{"bulk"},
    PreviewState{"bulk-done"},
    PreviewState{"bulk-plan"},
    PreviewState{"bulk-saved"},
    PreviewState{"allow-writes"},
    PreviewState{"acquire"},
    PreviewState{"acquire-table"},
    PreviewState{"exit"},
    PreviewState{"audit"},
    PreviewState{"password"},
    PreviewState{"test"},
    PreviewState{"server-new"},
    PreviewState{"server-tested"},
    PreviewState{"server-sentinel"},
    PreviewState{"server-security"},
    PreviewState{"server-watch"},
    PreviewState{"settings-servers"},
    PreviewState{"settings-formats"},
    PreviewState{"settings-appearance"},
    PreviewState{"settings-alerts"},
    PreviewState{"settings-changed-alerts"},
    PreviewState{"import"},
    PreviewState{"shortcuts"},
    PreviewState{"about"},
};

} // namespace lockmaster::test
