// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>

namespace lockmaster::test {

/**
 * Notes every poll of the readers made through it, when it began and until when it had time, and
 * which reads of any kind failed.
 */
class ReadLog : public std::enable_shared_from_this<ReadLog>
{
public:
    struct Read {
        SteadyTime begun;
        SteadyTime deadline;
    };

    /** Makes what `factory` makes. The readers keep the log alive. */
    ReaderFactory noting(ReaderFactory factory);

    /** Polls of `backend` begun so far; glances and samples are none. */
    size_t count(const QString &backend) const;
    /** The first read that failed after `moment`; of the latest thousand. */
    std::optional<Read> firstFailureAfter(const QString &backend, SteadyTime moment) const;

private:
    class Reader;
    /** Whoever watches for hours whether memory grows must not see this grow. */
    struct Reads {
        struct Failure {
            Read read;
            SteadyTime ended;
        };
        std::deque<Failure> failures;
        size_t count = 0;
    };
    void note(const QString &backend, const Read &read, const BackendReading &reading);

    mutable std::mutex m_mutex;
    std::map<QString, Reads> m_reads;
};

} // namespace lockmaster::test
