// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/changefeed.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

namespace lockmaster::test {

/** News of `source`: `names` were asked for, `records` are what is there of them. */
FeedNews fakeNews(const QString &source, std::vector<QByteArray> names,
                  std::vector<LockRecord> records);

/**
 * The feeds of fake backends: how each opens, what it tells, and how it misbehaves. Thread-safe;
 * shared by the test and by every feed made from `factory()`.
 */
class FakeFeeds : public std::enable_shared_from_this<FakeFeeds>
{
public:
    static std::shared_ptr<FakeFeeds> create();

    FeedFactory factory();

    /** What opening one says from now on; by default `UpdateKind::Tracking`. */
    void setOpening(const QString &backend, Result<UpdateKind> outcome);
    /** This backend has none. */
    void setNone(const QString &backend);

    /** News for the feed that is open, or for the next one. */
    void tell(const QString &backend, FeedNews news);
    /** The feed that is open ends with this. */
    void fail(const QString &backend, const Error &error);

    enum class Silence : quint8 {
        No,
        UntilDeadline, ///< as a server that is frozen: calls end with Timeout
        ForEver,       ///< until interrupted
    };
    /** Nothing that is called from now on is answered; `No` releases what waits. */
    void setSilence(const QString &backend, Silence silence);

    int openCount(const QString &backend) const;
    int checkCount(const QString &backend) const;
    /** Feeds that are alive. */
    int feedCount() const;

private:
    friend class FakeFeed;
    struct State {
        Result<UpdateKind> opening = UpdateKind::Tracking;
        bool none = false;
        std::deque<FeedNews> news;
        std::optional<Error> error;
        Silence silence = Silence::No;
        int opens = 0;
        int checks = 0;
    };

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    mutable std::map<QString, State> m_states;
    int m_feeds = 0;
};

} // namespace lockmaster::test
