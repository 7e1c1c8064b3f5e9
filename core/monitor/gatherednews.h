// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/changefeed.h"

namespace lockmaster {

/**
 * A feed's news until they are merged: of a lock that changed several times the last state, so that
 * a burst costs what it leaves behind. A value; any one thread at a time.
 */
class GatheredNews
{
public:
    /** More names than this are not kept: looking at everything is as quick. */
    static constexpr size_t mostNames = 100'000;

    struct Batch {
        std::vector<Observation> observations; ///< one for each source, each with `asked`
        QHash<QByteArray, HowEnded> ends;      ///< as in `FeedNews`
        SteadyTime begun;                      ///< when the first of the reads was sent
    };

    /** @return false when there are too many; then nothing is kept, and anything may have changed.
     */
    bool add(FeedNews news);
    void clear();

    /** To be merged one after another. Nothing is gathered afterwards. */
    std::vector<Batch> take();

private:
    std::vector<FeedNews> m_news;
    size_t m_names = 0;
};

} // namespace lockmaster
