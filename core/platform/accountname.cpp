// SPDX-License-Identifier: Apache-2.0
#include "core/platform/accountname.h"

#include <array>

#include <pwd.h>
#include <unistd.h>

namespace lockmaster {

QString accountName()
{
    std::array<char, 4096> room{};
    passwd entry = {};
    passwd *found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found) == 0 && found)
        return QString::fromLocal8Bit(found->pw_name);
    return QStringLiteral("uid ") + QString::number(::geteuid());
}

} // namespace lockmaster
