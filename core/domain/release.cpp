// SPDX-License-Identifier: Apache-2.0
#include "core/domain/release.h"

#include <QtGlobal>

namespace lockmaster {

QString releaseResultName(ReleaseResult result)
{
    switch (result) {
    case ReleaseResult::Released: return QStringLiteral("released");
    case ReleaseResult::Changed: return QStringLiteral("changed");
    case ReleaseResult::Busy: return QStringLiteral("busy");
    case ReleaseResult::Denied: return QStringLiteral("denied");
    case ReleaseResult::Unknown: return QStringLiteral("unknown");
    }
    Q_UNREACHABLE();
}

QString changeDetailName(ChangeDetail detail)
{
    switch (detail) {
    case ChangeDetail::None: return {};
    case ChangeDetail::Renewed: return QStringLiteral("renewed");
    case ChangeDetail::Gone: return QStringLiteral("gone");
    case ChangeDetail::Indistinguishable: return QStringLiteral("indistinguishable");
    case ChangeDetail::TooFresh: return QStringLiteral("too-fresh");
    case ChangeDetail::TooOld: return QStringLiteral("too-old");
    case ChangeDetail::OtherServer: return QStringLiteral("other-server");
    case ChangeDetail::NotConfirmed: return QStringLiteral("not-confirmed");
    case ChangeDetail::Partial: return QStringLiteral("partial");
    case ChangeDetail::NotNamed: return QStringLiteral("not-named");
    case ChangeDetail::NotTrusted: return QStringLiteral("not-trusted");
    case ChangeDetail::FollowersUnknown: return QStringLiteral("followers-unknown");
    case ChangeDetail::NotGone: return QStringLiteral("not-gone");
    }
    Q_UNREACHABLE();
}

} // namespace lockmaster
