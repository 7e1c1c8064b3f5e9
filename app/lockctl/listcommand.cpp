// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/listcommand.h"

#include "app/lockctl/backendchoice.h"
#include "app/lockctl/filteroption.h"
#include "app/lockctl/listtable.h"
#include "app/lockctl/lookreport.h"
#include "app/lockctl/output.h"
#include "app/lockctl/piecewise.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Looks = std::vector<SingleLook>;
using Locks = std::vector<const LockRecord *>;

/**
 * Never freed: the program is about to end, and taking all locks apart costs as much as a good part
 * of reading them.
 */
Looks &keptLooks()
{
    static Looks &looks = *new Looks;
    return looks;
}

void addChosen(const SingleLook &look, const Filter &filter, SteadyTime now, Locks &locks)
{
    for (const LockRecord *lock : look.locks) {
        if (filter.matches(*lock, now))
            locks.push_back(lock);
    }
}

/** The locks to print, in the order of backends and names. */
Locks chosenLocks(const Looks &looks, const Filter &filter, SteadyTime now)
{
    Locks locks;
    for (const SingleLook &look : looks)
        addChosen(look, filter, now, locks);
    return locks;
}

void printJson(const Looks &looks, const Locks &locks, SteadyTime now)
{
    std::vector<const BackendStatus *> backends;
    for (const SingleLook &look : looks)
        backends.push_back(&look.status);
    BufferedOut out;
    JsonWriter json(out.buffer());
    json.beginObject();
    writeReportHead(json);
    writeBackends(json, backends, now);
    json.key("locks");
    json.beginArray();
    json.flush();
    const LockRecord *const first = locks.empty() ? nullptr : locks.front();
    const auto render = [&](QByteArray &rendered, const LockRecord &lock) {
        rendered += &lock == first ? "\n" : ",\n";
        JsonWriter one(rendered);
        writeLock(one, lock, now);
    };
    const auto pass = [&out](const QByteArray &piece) { return out.flush() && writeOut(piece); };
    if (!renderPiecewise(locks, render, pass))
        return;
    json.lineBreak();
    json.endArray();
    json.endObject();
    out.buffer() += '\n';
    out.flush();
}

/** How far the servers were read. */
enum class Coverage : quint8 { All, Part, Nothing };

Coverage coverage(const Looks &looks, bool allBackends)
{
    bool all = allBackends;
    bool nothing = true;
    for (const SingleLook &look : looks) {
        const std::vector<SourceStatus> &sources = look.status.sources;
        const bool online = look.status.state == BackendState::Online;
        all = all && online
              && std::all_of(sources.begin(), sources.end(),
                             [](const SourceStatus &source) { return source.complete; });
        nothing = nothing && !(online && !sources.empty());
    }
    if (all)
        return Coverage::All;
    return nothing ? Coverage::Nothing : Coverage::Part;
}

/** In words for people: how many there are, and what was not understood. */
void saySummary(const Looks &looks, size_t shown, bool allBackends)
{
    qint64 total = 0;
    qint64 notDecoded = 0;
    for (const SingleLook &look : looks) {
        total += qint64(look.locks.size());
        for (const SourceStatus &source : look.status.sources)
            notDecoded += source.notDecoded;
    }
    if (shown == 0 && total == 0) {
        // What was not read may hold any number of them; its problem has been said.
        const Coverage read = coverage(looks, allBackends);
        if (read == Coverage::All)
            say(QStringLiteral("No locks."));
        else if (read == Coverage::Nothing)
            say(QStringLiteral("Nothing could be read."));
    } else if (shown == 0) {
        say(QStringLiteral("None of the %1 locks matches.").arg(total));
    }
    if (notDecoded > 0)
        say(QStringLiteral("Not recognised as locks, and left out: %1.").arg(notDecoded));
}

/** Says what went wrong. @return whether everything was read. */
bool sayProblems(const BackendSpec &spec, const BackendStatus &status)
{
    for (const Problem &problem : status.problems)
        sayProblem(status.name, problem);
    return wasAnswered(spec, status);
}

/** Prints everything. @return whether all of it was read. */
bool printTogether(const BackendChoice &choice, const Looks &looks, const Filter &filter, bool json)
{
    const SteadyTime now = systemClock().now();
    const Locks locks = chosenLocks(looks, filter, now);
    if (json)
        printJson(looks, locks, now);
    else if (!locks.empty())
        lockTable(looks, locks, now).print(terminalWidth(), writeOut);
    bool complete = choice.complete;
    for (size_t i = 0; i < looks.size(); ++i)
        complete = sayProblems(choice.backends[i], looks[i].status) && complete;
    if (!json)
        saySummary(looks, locks.size(), choice.complete);
    return complete;
}

/** All backends at once and in their order. @return whether all of it was read. */
bool listTogether(const BackendChoice &choice, const Filter &filter, bool json)
{
    Looks &looks = keptLooks();
    looks.resize(choice.backends.size());
    size_t left = looks.size();
    bool complete = false;
    const auto take = [&](size_t backend, SingleLook look) {
        looks[backend] = std::move(look);
        // Before this returns, so that the readers say goodbye to their servers meanwhile.
        if (--left == 0)
            complete = printTogether(choice, looks, filter, json);
        return true;
    };
    lookAtEach(choice.backends, choice.readers, take);
    return complete;
}

/** Writes `--json-lines`: each value on a line of its own, which its `type` tells apart. */
class LineWriter
{
public:
    void begin()
    {
        line(m_out.buffer(), u"list", writeReportHead);
        m_out.flush();
    }

    /** @return false once nobody reads any more. */
    bool add(const SingleLook &look, const Filter &filter)
    {
        const SteadyTime now = systemClock().now();
        line(m_out.buffer(), u"backend", [&](JsonWriter &json) {
            json.member("taken_at", utcText(systemClock().wallNow()));
            writeBackendMembers(json, look.status, now);
        });
        ++m_backends;
        Locks locks;
        addChosen(look, filter, now, locks);
        m_locks += qint64(locks.size());
        const auto render = [now](QByteArray &out, const LockRecord &lock) {
            line(out, u"lock", [&](JsonWriter &json) { writeLockMembers(json, lock, now); });
        };
        return m_out.flush() && renderPiecewise(locks, render, writeOut);
    }

    void end(bool complete)
    {
        line(m_out.buffer(), u"end", [&](JsonWriter &json) {
            json.member("backends", m_backends);
            json.member("locks", m_locks);
            json.member("complete", complete);
        });
        m_out.flush();
    }

private:
    template<class Write>
    static void line(QByteArray &out, QStringView type, const Write &write)
    {
        JsonWriter json(out);
        json.beginObject();
        json.member("type", type);
        write(json);
        json.endObject();
        out += '\n';
    }

    BufferedOut m_out;
    qint64 m_backends = 0;
    qint64 m_locks = 0;
};

/** Each backend as soon as it was read. @return whether all of it was read, as far as wanted. */
bool listAsLines(const BackendChoice &choice, const Filter &filter)
{
    LineWriter lines;
    lines.begin();
    bool complete = choice.complete;
    bool wanted = true;
    const auto take = [&](size_t backend, SingleLook arrived) {
        const SingleLook &look = keptLooks().emplace_back(std::move(arrived));
        wanted = lines.add(look, filter);
        complete = sayProblems(choice.backends[backend], look.status) && complete;
        return wanted;
    };
    lookAtEach(choice.backends, choice.readers, take);
    if (wanted)
        lines.end(complete);
    return complete;
}

} // namespace

ExitCode runList(const Options &options)
{
    const std::optional<Filter> filter = filterOption(options.filter);
    if (!filter)
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options);
    if (!choice)
        return ExitCode::Usage;
    const bool complete = options.jsonLines ? listAsLines(*choice, *filter)
                                            : listTogether(*choice, *filter, options.json);
    if (outputFailed())
        return ExitCode::OutputFailed;
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace lockmaster
