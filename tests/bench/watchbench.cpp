// SPDX-License-Identifier: Apache-2.0
#include "core/lab/servers/privateredis.h"
#include "tests/bench/benchmark.h"
#include "tests/bench/childrun.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>
#include <thread>

namespace lockmaster::bench {

namespace {

using namespace std::chrono_literals;
using Moment = std::chrono::steady_clock::time_point;

constexpr int locks = 10'000;
constexpr int seconds = 6;
constexpr int changesInAll = seconds * locks; ///< each lock changes hands once a second
constexpr int atOnce = 100;                   ///< changes in a pipeline
constexpr auto betweenPipelines = Micros(1s) / (locks / atOnce);
/** The last change was not told after so long: it will not be. */
constexpr auto patience = 3s;

/** Of the changes, that were neither told nor told to be left out. */
constexpr double untoldBudget = 1;
constexpr double droppedBudget = 0;
/** A poll's period of 200 ms, the poll itself, and the printing. */
constexpr double lagBudgetMs = 500;
/** Of one core, reading, comparing, printing: it leaves the other to the server. */
constexpr double cpuBudget = 100;

/** What `lockctl watch --json` printed, line by line, however it was cut on the way. */
class Told
{
public:
    void take(QByteArrayView bytes)
    {
        m_rest += bytes;
        qsizetype from = 0;
        for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', from)) {
            takeLine(QByteArrayView(m_rest).sliced(from, end - from));
            from = end + 1;
        }
        m_rest.remove(0, from);
    }

    int changes() const { return m_changes; }
    int dropped() const { return m_dropped; }
    Moment last() const { return m_last.load(); }

private:
    void takeLine(QByteArrayView line)
    {
        if (line.contains("\"event\":\"owner_changed\"")) {
            ++m_changes;
            m_last = std::chrono::steady_clock::now();
        } else if (line.contains("\"event\":\"dropped\"")) {
            const qsizetype at = line.indexOf("\"count\":") + 8;
            m_dropped += line.sliced(at).chopped(1).toByteArray().toInt();
        }
    }

    QByteArray m_rest;
    std::atomic<int> m_changes = 0;
    std::atomic<int> m_dropped = 0;
    std::atomic<Moment> m_last{};
};

/** Changes hands of locks, `atOnce` in a pipeline. */
class Writer
{
public:
    explicit Writer(quint16 port) : m_context(redisConnect("127.0.0.1", port), &redisFree) {}

    bool works() const { return m_context && m_context->err == 0; }

    /** @return whether all went well. */
    bool change(int first, int count, int owner)
    {
        for (int i = first; i < first + count; ++i)
            redisAppendCommand(m_context.get(), "SET lock:%d holder-%d PX 36000000", i, owner);
        for (int i = 0; i < count; ++i) {
            void *reply = nullptr;
            if (redisGetReply(m_context.get(), &reply) != REDIS_OK)
                return false;
            freeReplyObject(reply);
        }
        return true;
    }

private:
    std::unique_ptr<redisContext, decltype(&redisFree)> m_context;
};

/** What the writer did, and when it was done. */
struct Written {
    bool worked = false;
    int pid = 0;
    Moment begun;
    Moment ended;
};

/** Until the watch tells of changes: before its first look nothing is one. */
bool waitUntilItWatches(Writer &writer, const Told &told)
{
    const Moment until = std::chrono::steady_clock::now() + 20s;
    for (int owner = 1; told.changes() == 0; ++owner) {
        if (std::chrono::steady_clock::now() > until || !writer.change(0, 1, -owner))
            return false;
        std::this_thread::sleep_for(300ms);
    }
    std::this_thread::sleep_for(1s); // what was changed last is told, too
    return true;
}

Written write(Writer &writer, const Told &told, int &before)
{
    Written written;
    written.worked = waitUntilItWatches(writer, told);
    before = told.changes();
    written.begun = std::chrono::steady_clock::now();
    Moment next = written.begun;
    for (int done = 0; done < changesInAll && written.worked; done += atOnce) {
        written.worked = writer.change(done % locks, atOnce, 1 + done / locks);
        next += betweenPipelines;
        std::this_thread::sleep_until(next);
    }
    written.ended = std::chrono::steady_clock::now();
    const auto isOver = [&] {
        return told.changes() + told.dropped() - before >= changesInAll
               || std::chrono::steady_clock::now() - std::max(told.last(), written.ended)
                      > patience;
    };
    while (written.worked && !isOver())
        std::this_thread::sleep_for(10ms);
    return written;
}

} // namespace

Result<Figures> watchCommand()
{
    auto server = PrivateRedis::start({.password = false});
    if (!server)
        return tl::make_unexpected(server.error());
    Writer writer((*server)->port());
    if (!writer.works() || !writer.change(0, locks, 0))
        return failure(ErrorKind::Network, QStringLiteral("The raw client cannot write."));

    Told told;
    Written written;
    int before = 0;
    std::thread writing;
    const QString url = QStringLiteral("redis://127.0.0.1:%1/0?name=redis&systems=redis_string"
                                       "&match=lock:*&poll_ms=200")
                            .arg((*server)->port());
    const auto run = runChild(
        lockctlProgram(),
        {QStringLiteral("watch"), QStringLiteral("--json"), QStringLiteral("--url"), url},
        [&told](QByteArrayView bytes) { told.take(bytes); },
        [&](int pid) {
            writing = std::thread([&, pid] {
                written = write(writer, told, before);
                ::kill(pid, SIGTERM);
            });
        });
    if (writing.joinable())
        writing.join();
    if (!run)
        return tl::make_unexpected(run.error());
    if (!written.worked || run->code != 0)
        return failure(ErrorKind::Protocol,
                       QStringLiteral("The watch ended with code %1.").arg(run->code));

    const double changes = changesInAll;
    const double untold = changes - (told.changes() - before) - told.dropped();
    const double took = std::chrono::duration<double>(written.ended - written.begun).count();
    const double lag =
        std::chrono::duration<double, std::milli>(told.last() - written.ended).count();
    const QString percent = QStringLiteral("%");
    return Figures{
        {QStringLiteral("watch-10000-a-second-untold"), percent, 100 * untold / changes,
         std::nullopt, untoldBudget},
        {QStringLiteral("watch-10000-a-second-dropped"), percent, 100 * told.dropped() / changes,
         std::nullopt, droppedBudget},
        {QStringLiteral("watch-10000-a-second-lag"), QStringLiteral("ms"), std::max(lag, 0.0),
         std::nullopt, lagBudgetMs},
        {QStringLiteral("watch-10000-a-second-cpu"), percent, run->cpuMs / (10 * took),
         std::nullopt, cpuBudget},
        {QStringLiteral("watch-10000-a-second-peak"), QStringLiteral("MiB"), run->peakMiB,
         std::nullopt, 150},
    };
}

} // namespace lockmaster::bench
