// SPDX-License-Identifier: Apache-2.0
#include "core/domain/locknote.h"

#include "core/domain/redisglob.h"

#include <algorithm>

namespace lockmaster {

const LockNote *noteOf(const std::vector<LockNote> &notes, QByteArrayView name)
{
    const auto note = std::find_if(notes.begin(), notes.end(), [name](const LockNote &each) {
        return redisGlobMatches(each.pattern, name);
    });
    return note == notes.end() ? nullptr : &*note;
}

} // namespace lockmaster
