// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <vector>

namespace lockmaster::test {

/**
 * Before which of the `whole` bytes of a reply to cut it: at `usual` places that lie evenly, the
 * first byte among them; at as many as `LOCKMASTER_TEST_CUTS` says by hand, and at most at each.
 */
inline std::vector<qint64> cutPlaces(qint64 whole, int usual)
{
    bool given = false;
    const int wanted = qEnvironmentVariableIntValue("LOCKMASTER_TEST_CUTS", &given);
    const qint64 count = std::min<qint64>(whole, given ? wanted : usual);
    std::vector<qint64> places;
    for (qint64 i = 0; i < count; ++i)
        places.push_back(whole * i / count);
    return places;
}

} // namespace lockmaster::test
