// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "core/sources/changefeed.h"

#include <QSet>

#include <functional>
#include <map>
#include <memory>

namespace lockmaster::test {

std::unique_ptr<ChangeFeed> feedOf(const BackendSpec &spec, const Clock &clock = systemClock());

/** A feed, and what it said of each name last. */
class Listening
{
public:
    explicit Listening(const BackendSpec &spec, const Clock &clock = systemClock());

    /** Takes news until `done` or half a minute is over. @return done. */
    bool hear(const std::function<bool()> &done);
    bool hearError();
    bool holds(const QByteArray &name, const QByteArray &owner);
    bool isGone(const QByteArray &name);

    std::unique_ptr<ChangeFeed> feed;
    Result<UpdateKind> opened;
    std::map<QByteArray, LockRecord> locks;
    QSet<QByteArray> gone;
    QHash<QByteArray, HowEnded> ends; ///< the last word of each name
    bool everything = false;
    size_t asked = 0;
    std::optional<Error> error;

private:
    void take(const FeedNews &news);
};

} // namespace lockmaster::test
