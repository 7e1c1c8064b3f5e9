// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace lockmaster::test {

/** A source of locks on a fake backend; the pointer is shared by its locks. */
std::shared_ptr<const SourceId> fakeSource(const QString &backend,
                                           const QString &system = QStringLiteral("dist_lock"),
                                           const QString &name = QStringLiteral("db.locks"));

/** A held lock with one holder and, where `ttl` is given, an expiry that much after `now`. */
LockRecord fakeLock(const std::shared_ptr<const SourceId> &source, const QByteArray &name,
                    const QByteArray &owner, std::optional<Micros> ttl = {},
                    SteadyTime now = SteadyTime(std::chrono::hours(1)));

/** A complete observation of `source` with these records. */
Observation fakeObservation(const std::shared_ptr<const SourceId> &source,
                            std::vector<LockRecord> records);

/** The same where whoever holds one of them leads. */
Observation fakeElection(const std::shared_ptr<const SourceId> &source,
                         std::vector<LockRecord> records);

/** An answered poll with these observations. */
BackendReading fakeReading(std::vector<Observation> observations);

/** A poll that failed as a whole. */
BackendReading fakeFailure(ErrorKind kind = ErrorKind::Network,
                           const QString &message = QStringLiteral("refused"));

/**
 * The backends that fake readers read: what each answers, and how it misbehaves.
 * Thread-safe; shared by the test and by every reader made from `factory()`.
 */
class FakeBackends : public std::enable_shared_from_this<FakeBackends>
{
public:
    static std::shared_ptr<FakeBackends> create();

    ReaderFactory factory();

    /** What `backend` answers from now on; asked for names, with those alone. */
    void setReading(const QString &backend, BackendReading reading);

    enum class Blocking : quint8 {
        No,
        UntilInterrupted, ///< or released
        Stuck,            ///< interrupting does not help: until released, then it answers late
    };
    /** Reads that begin from now on block; `No` releases those that do. */
    void setBlocking(const QString &backend, Blocking blocking);

    int readCount(const QString &backend) const;
    int answerCount(const QString &backend) const;
    /** `Depth::Leaders`; these count as no reads. */
    int sampleCount(const QString &backend) const;
    int sampleAnswerCount(const QString &backend) const;
    int interruptCount(const QString &backend) const;
    /** `readNamed()`, and `Depth::Unfed`, which is answered with nothing; no reads either. */
    int namedCount(const QString &backend) const;
    int unfedCount(const QString &backend) const;
    std::vector<QByteArray> lastNames(const QString &backend) const;
    std::vector<QByteArray> toldNames(const QString &backend) const; ///< all so far
    BackendReader::Depth lastDepth(const QString &backend) const;
    /** Readers that are alive. */
    int readerCount() const;

private:
    friend class FakeReader;
    struct State {
        BackendReading reading;
        Blocking blocking = Blocking::No;
        int reads = 0;
        int answers = 0;
        int samples = 0;
        int sampleAnswers = 0;
        int interrupts = 0;
        int named = 0;
        int unfed = 0;
        std::vector<QByteArray> names;
        std::vector<QByteArray> told;
        BackendReader::Depth depth = BackendReader::Depth::Full;
    };

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    mutable std::map<QString, State> m_states;
    int m_readers = 0;
};

} // namespace lockmaster::test
