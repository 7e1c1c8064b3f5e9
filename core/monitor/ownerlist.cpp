// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/ownerlist.h"

#include <tuple>

namespace lockmaster {

void LifeCounts::add(const LifeWord &word)
{
    ++(word.contradicting ? contradicting : of.at(size_t(word.life)));
}

bool troublesMore(const OwnerEntry &a, const OwnerEntry &b)
{
    const auto rank = [](const OwnerEntry &owner) {
        const LifeCounts &lives = owner.lives;
        return std::tuple(lives[Life::Gone], lives[Life::NoSign], lives.contradicting, owner.holds,
                          owner.waits, owner.unknown);
    };
    return rank(a) > rank(b);
}

} // namespace lockmaster
