// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/watching/watchingcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/piecewise.h"
#include "core/text/literaltext.h"
#include "core/domain/witness.h"
#include "core/monitor/filter.h"
#include "core/monitor/lockjson.h"

#include <algorithm>
#include <functional>

namespace lockmaster {

namespace {

void printJson(const Looks &looks, const Locks &locks, const VerdictOf &verdictOf, SteadyTime now)
{
    std::vector<const BackendStatus *> backends;
    for (const SingleLook &look : looks)
        backends.push_back(&look.status);
    const Moments moments(looks);
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
        writeLock(one, lock, moments.of(lock), now, verdictOf ? verdictOf(lock) : std::nullopt);
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
        const BackendStatus &status = look.status;
        all = all && wasLookedAt(status)
              && std::none_of(status.absent.begin(), status.absent.end(),
                              std::mem_fn(&AbsentSource::isDenied))
              && std::all_of(status.sources.begin(), status.sources.end(),
                             [](const SourceStatus &source) { return source.complete; });
        nothing = nothing && !wasLookedAt(status)
                  && (status.state != BackendState::Online || status.sources.empty());
    }
    if (all)
        return Coverage::All;
    return nothing ? Coverage::Nothing : Coverage::Part;
}

/** What was looked at and taken for no lock, and how to see it all the same. */
void sayLeftOut(const Looks &looks)
{
    for (const SingleLook &look : looks) {
        for (const SourceStatus &source : look.status.sources) {
            if (source.notDecoded == 0)
                continue;
            QString text = QStringLiteral("Not recognised as locks in %1 of %2, and left out: %3")
                               .arg(literalText(source.name), literalText(look.status.name),
                                    QString::number(source.notDecoded));
            if (!source.notDecodedKinds.empty())
                text += QStringLiteral(" (%1)").arg(notDecodedText(source.notDecodedKinds));
            text += u'.';
            const QString remedy = notDecodedRemedy(source.notDecodedKinds);
            say(remedy.isEmpty() ? text : text + u' ' + remedy);
        }
    }
}

/** Locks that may be none. */
void sayLikely(const Locks &locks)
{
    const auto likely = std::count_if(locks.begin(), locks.end(), [](const LockRecord *lock) {
        return lock->certainty == Certainty::Likely;
    });
    if (likely > 0)
        say(QStringLiteral(
                "Likely, by the shape of their values, and so may be something else: %1. "
                "Where they are locks, a pattern that matches them settles it (match in "
                "the profile or URL).")
                .arg(likely));
}

/** In words for people: how many there are, and what was not understood. */
void saySummary(const Looks &looks, size_t shown, bool allBackends)
{
    qint64 total = 0;
    for (const SingleLook &look : looks)
        total += qint64(look.locks.size());
    for (const SingleLook &look : looks) {
        for (const AbsentSource &absent : look.status.absent) {
            // That a default table is not there is news only where there is nothing else.
            if (absent.isDenied() || total == 0)
                sayAbsent(look.status.name, absent);
        }
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
    sayLeftOut(looks);
}

void saySeveral(const Locks &locks)
{
    constexpr size_t mostNamed = 10;
    say(QStringLiteral("%1 locks match, and one was asked for:").arg(locks.size()));
    for (size_t i = 0; i < std::min(locks.size(), mostNamed); ++i) {
        const SourceId &source = *locks[i]->id.source;
        say(QStringLiteral("  %1: %2, %3: %4")
                .arg(source.backend, source.system, source.name, literalText(locks[i]->id.name)));
    }
    if (locks.size() > mostNamed)
        say(QStringLiteral("  and %1 more").arg(locks.size() - mostNamed));
    // Several tables of one server and system are told apart by their own names alone.
    const SourceId &first = *locks.front()->id.source;
    const auto share = [&locks](auto part) {
        return std::all_of(locks.begin(), locks.end(), [&](const LockRecord *lock) {
            return part(*lock->id.source) == part(*locks.front()->id.source);
        });
    };
    const auto place = [](const SourceId &source) {
        return source.backend + u'\n' + source.system;
    };
    const auto table = [](const SourceId &source) { return source.name; };
    if (!share(place))
        say(QStringLiteral(
            "--name chooses by the whole name, --backend and --system by the place."));
    else if (!share(table))
        say(QStringLiteral("--name chooses by the whole name, --filter %1 by the table.")
                .arg(shellQuoted(Filter::exactTerm(u"source", {literalText(first.name)}))));
    else
        say(QStringLiteral("--name chooses by the whole name."));
}

/** Where a lock that matches may be and was not seen; said. */
void sayUnseen(const Looks &looks)
{
    for (const SingleLook &look : looks) {
        for (const AbsentSource &absent : look.status.absent) {
            if (!isCertain(absent))
                sayAbsent(look.status.name, absent);
        }
    }
}

/** Why there is not exactly one, where that is so; said. What was not read may hold another. */
ExitCode whyNotOne(const Looks &looks, const Locks &locks, bool allBackends, bool complete)
{
    if (locks.size() > 1) {
        saySeveral(locks);
        return ExitCode::SeveralMatch;
    }
    if (!complete) {
        sayUnseen(looks);
        say(QStringLiteral("Nothing is printed: a lock that matches may be where it was not read. "
                           "--backend and --system leave out what does not matter."));
        return ExitCode::NoAnswer;
    }
    if (!locks.empty())
        return ExitCode::Ok;
    saySummary(looks, 0, allBackends);
    return ExitCode::NoneMatches;
}

void print(const Options &options, const BackendChoice &choice, const Looks &looks, Locks locks,
           SteadyTime now)
{
    VerdictOf verdictOf;
    if (options.verdict)
        verdictOf = judgeOf(looks, locks, choice, asksChecks(options, choice), now);
    if (options.witness) {
        writeOut(encodedWitnessOf(*locks.front(), Moments(looks).of(*locks.front())) + '\n');
    } else if (options.json) {
        printJson(looks, locks, verdictOf, now);
    } else if (!locks.empty()) {
        // What may be no lock stands apart.
        std::stable_partition(locks.begin(), locks.end(), [](const LockRecord *lock) {
            return lock->certainty == Certainty::Certain;
        });
        if (verdictOf)
            verdictOf = remembered(locks, verdictOf);
        lockTable(looks, locks, now, verdictOf)
            .print(terminalWidth(), writeOut,
                   options.noHeading ? TextTable::Heading::LeaveOut : TextTable::Heading::Print);
        if (verdictOf)
            printVerdicts(locks, verdictOf, looks.size() > 1);
        sayLikely(locks);
    }
}

ExitCode printTogether(const Options &options, const BackendChoice &choice, const Looks &looks,
                       const Filter &filter)
{
    const SteadyTime now = systemClock().now();
    const Locks locks = chosenLocks(looks, filter, now);
    // Before it is known whether all was read nothing of one lock may be told.
    if (!options.one)
        print(options, choice, looks, locks, now);
    bool complete = choice.complete;
    bool whole = choice.complete;
    for (size_t i = 0; i < looks.size(); ++i) {
        complete = sayProblems(choice.backends[i], looks[i].status) && complete;
        whole = wasReadWhole(looks[i].status) && whole;
    }
    if (options.one) {
        // What this server lets nobody list may hold the other one, as what was not read may.
        complete = complete && whole;
        const ExitCode code = whyNotOne(looks, locks, choice.complete, complete);
        if (code == ExitCode::Ok)
            print(options, choice, looks, locks, now);
        return code;
    }
    if (!options.json)
        saySummary(looks, locks.size(), choice.complete);
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

/** Writes `--json-lines`: each value on a line of its own, which its `type` tells apart. */
class LineWriter
{
public:
    void begin()
    {
        line(m_out.buffer(), u"list", [](JsonWriter &json) { writeReportHead(json); });
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
        const ServerMoment looked = lookedAt(look.status);
        const auto render = [now, &looked](QByteArray &out, const LockRecord &lock) {
            line(out, u"lock",
                 [&](JsonWriter &json) { writeLockMembers(json, lock, looked, now); });
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

/** Each backend as soon as it was read. */
ExitCode listAsLines(const BackendChoice &choice, const Filter &filter)
{
    LineWriter lines;
    lines.begin();
    bool complete = choice.complete;
    bool wanted = true;
    // Never freed: the program is about to end.
    static Looks &kept = *new Looks;
    const auto take = [&](size_t backend, SingleLook arrived) {
        const SingleLook &look = kept.emplace_back(std::move(arrived));
        wanted = lines.add(look, filter);
        complete = sayProblems(choice.backends[backend], look.status) && complete;
        return wanted;
    };
    lookAtEach(choice.backends, choice.readers, take);
    if (wanted)
        lines.end(complete);
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

} // namespace

ExitCode runList(const Options &options)
{
    const std::optional<Filter> typed = filterOption(options);
    if (!typed)
        return ExitCode::Usage;
    std::optional<Millis> time;
    if (!takeWatchingTime(options, &time))
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    const std::optional<Filter> filter = filterOf(choice->view, *typed);
    if (!filter)
        return ExitCode::Usage;
    ExitCode code = ExitCode::NoAnswer;
    if (options.jsonLines)
        code = listAsLines(*choice, *filter);
    else
        lookAtAll(*choice, time, [&](const Looks &looks) {
            code = printTogether(options, *choice, looks, *filter);
        });
    return outputFailed() ? ExitCode::OutputFailed : code;
}

} // namespace lockmaster
