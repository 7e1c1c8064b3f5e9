// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/past/pastcommands.h"

#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "core/domain/redisglob.h"
#include "core/platform/privatefile.h"
#include "core/report/reportwriters.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"

#include <QFileInfo>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

ExitCode refuseReport(const QString &why)
{
    say(why);
    return ExitCode::Usage;
}

ExitCode refuseStore(const Error &error)
{
    say(errorText(error));
    return error.kind == ErrorKind::NotFound ? ExitCode::NoAnswer : ExitCode::OutputFailed;
}

/** The zone that is meant; none: there is none of that name. */
std::optional<QTimeZone> zoneMeant(const QString &name)
{
    if (name.isEmpty())
        return QTimeZone::systemTimeZone();
    const QByteArray id = name.toUtf8();
    if (!QTimeZone::isTimeZoneIdAvailable(id))
        return std::nullopt;
    return QTimeZone(id);
}

/** From when until when; none: it cannot be meant, which was said. */
std::optional<std::pair<ServerTime, ServerTime>> rangeMeant(const ReportOptions &asked,
                                                            ServerTime now, const QTimeZone &zone)
{
    std::optional<ServerTime> from;
    std::optional<ServerTime> until(now);
    const auto refused = [](const char *option, const QString &text) {
        say(QStringLiteral("%1 takes a time that has been, as 03:00, '2026-03-01 03:00', "
                           "2026-03-01T03:00Z or 2h (so long ago), not '%2'.")
                .arg(QString::fromLatin1(option), text));
    };
    if (!asked.until.isEmpty() && !(until = pastFromText(asked.until, now, zone))) {
        refused("--until", asked.until);
        return std::nullopt;
    }
    if (asked.since.isEmpty()) {
        from = *until - 24h;
    } else if (!(from = pastFromText(asked.since, now, zone))) {
        refused("--since", asked.since);
        return std::nullopt;
    }
    if (*from >= *until) {
        say(QStringLiteral("--since is %1 and --until %2: nothing lies between.")
                .arg(momentText(*from, zone), momentText(*until, zone)));
        return std::nullopt;
    }
    return std::pair(*from, *until);
}

/** Those of that name; where there is none, those whose names are shown so. */
Result<std::vector<HistoryLock>> locksCalled(HistoryReader &history, const QString &name,
                                             const QStringList &backends)
{
    auto found = history.locksNamed(name.toUtf8(), backends);
    if (!found || !found->empty())
        return found;
    HistoryReader::KnownLocks which;
    which.backends = backends;
    which.leastHolds = 0;
    which.wanted = [&name](const HistoryLock &lock) { return literalText(lock.name) == name; };
    return history.knownLocks(which);
}

/** The one lock that is meant; else why not. */
tl::expected<HistoryLock, ExitCode> lockMeant(HistoryReader &history, const Options &options)
{
    const ReportOptions &asked = options.report;
    auto found = locksCalled(history, asked.lock, options.backends);
    if (!found)
        return tl::make_unexpected(refuseStore(found.error()));
    std::vector<HistoryLock> &locks = *found;
    std::erase_if(locks, [&asked](const HistoryLock &lock) {
        return (!asked.source.isEmpty() && lock.source != asked.source)
               || (!asked.system.isEmpty() && lock.system != asked.system);
    });
    if (locks.empty()) {
        say(QStringLiteral("Nothing was recorded of a lock of that name there: %1.")
                .arg(literalText(asked.lock)));
        return tl::make_unexpected(ExitCode::NoneMatches);
    }
    if (locks.size() == 1)
        return locks.front();
    say(QStringLiteral("%1 is several locks. --backend, --source or --system tell which:")
            .arg(literalText(asked.lock)));
    for (const HistoryLock &lock : locks)
        say(QStringLiteral("--backend %1 --source %2 --system %3")
                .arg(shellQuoted(lock.backend), shellQuoted(lock.source),
                     shellQuoted(lock.system)));
    return tl::make_unexpected(ExitCode::SeveralMatch);
}

constexpr qsizetype longestAsked = 4096;

/** Why a look would not have shown that lock even if it were there; empty: it would have. */
QString whyNotShown(const BackendSpec &spec, const BackendStatus &status, const HistoryLock &lock)
{
    const auto source = std::find_if(
        status.sources.begin(), status.sources.end(), [&lock](const SourceStatus &one) {
            return one.name == lock.source
                   && std::find(one.systems.begin(), one.systems.end(), lock.system)
                          != one.systems.end();
        });
    if (source == status.sources.end())
        return QStringLiteral("the profile does not watch %1 of %2 there any more")
            .arg(literalText(lock.source), lock.system);
    const auto accepts = [&lock](const QByteArray &pattern) {
        return redisGlobMatches(pattern, lock.name);
    };
    if (spec.kind == BackendKind::Redis && !spec.patterns.empty()
        && std::none_of(spec.patterns.begin(), spec.patterns.end(), accepts))
        return QStringLiteral("no pattern that the profile watches there has its name");
    if (!source->complete)
        return QStringLiteral("its server was not read as a whole");
    return {};
}

/** What one look at its server shows of it; else why that is not known. */
tl::expected<ReportNow, QString> lookedNow(const Options &options, const HistoryLock &lock)
{
    Options choosing = options;
    choosing.backends = {lock.backend};
    if (lock.name.size() < longestAsked) // of a longer one the history has the beginning
        choosing.lockNames = {literalText(lock.name)};
    choosing.lockSystems = {lock.system};
    const std::optional<Filter> filter = filterOption(choosing);
    const std::optional<BackendChoice> choice =
        filter ? chooseBackends(choosing, namesPatience) : std::nullopt;
    tl::expected<ReportNow, QString> found =
        tl::make_unexpected(QStringLiteral("its server was not read"));
    if (!choice)
        return found;
    lookAtAll(*choice, std::nullopt, [&](const Looks &looks) {
        const SteadyTime now = systemClock().now();
        Locks shown = chosenLocks(looks, *filter, now);
        std::erase_if(shown, [&lock](const LockRecord *record) {
            return record->id.source->name != lock.source
                   || recordedName(record->id.name) != lock.name;
        });
        bool isWhole = !looks.empty();
        for (size_t i = 0; i < looks.size(); ++i) {
            isWhole = sayProblems(choice->backends[i], looks[i].status) && isWhole;
            isWhole = wasReadWhole(looks[i].status) && isWhole;
        }
        if (shown.empty() && !isWhole)
            return;
        for (size_t i = 0; shown.empty() && i < looks.size(); ++i) {
            const QString why = whyNotShown(choice->backends[i], looks[i].status, lock);
            if (why.isEmpty())
                continue;
            found = tl::make_unexpected(why);
            return;
        }
        ReportNow one;
        one.at = systemClock().wallNow();
        if (!shown.empty()) {
            one.lock = *shown.front();
            one.verdict = judgeOf(looks, shown, *choice, false, now)(*shown.front());
        }
        found = std::move(one);
    });
    return found;
}

bool isHtml(const ReportOptions &asked)
{
    if (!asked.format.isEmpty())
        return asked.format == u"html";
    return asked.output.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive)
           || asked.output.endsWith(QStringLiteral(".htm"), Qt::CaseInsensitive);
}

ExitCode writeReport(const ReportOptions &asked, const QByteArray &text)
{
    if (asked.output.isEmpty())
        return !writeOut(text) && outputFailed() ? ExitCode::OutputFailed : ExitCode::Ok;
    if (const auto written = writePrivateFile(asked.output, text, asked.force); !written) {
        const QString problem = QStringLiteral("The report %1 cannot be written: %2.")
                                    .arg(literalText(asked.output), written.error());
        const QFileInfo there(asked.output);
        const bool isInTheWay = !asked.force && !there.isSymLink() && there.isFile();
        say(isInTheWay
                ? problem + QStringLiteral(" Name a file that is not there yet, or say --force.")
                : problem);
        return isInTheWay ? ExitCode::Usage : ExitCode::OutputFailed;
    }
    return ExitCode::Ok;
}

} // namespace

ExitCode runReport(const Options &options)
{
    const ReportOptions &asked = options.report;
    if (asked.lock.isEmpty())
        return refuseReport(QStringLiteral("--lock says which lock the report is about."));
    const std::optional<QTimeZone> zone = zoneMeant(asked.zone);
    if (!zone)
        return refuseReport(QStringLiteral("There is no time zone '%1': --zone takes UTC, or a "
                                           "name as Europe/Berlin.")
                                .arg(asked.zone));
    const ServerTime now = systemClock().wallNow();
    const auto range = rangeMeant(asked, now, *zone);
    if (!range)
        return ExitCode::Usage;
    auto history = HistoryReader::open(defaultHistoryPath());
    if (!history)
        return refuseStore(history.error());
    const auto lock = lockMeant(**history, options);
    if (!lock)
        return lock.error();
    auto report =
        gatherReport(**history, defaultAuditDirectory(), {*lock, range->first, range->second}, now);
    if (!report)
        return refuseStore(report.error());
    if (report->auditProblem)
        say(errorText(*report->auditProblem));
    if (asked.now) {
        if (auto looked = lookedNow(options, *lock))
            report->now = std::move(*looked);
        else
            say(QStringLiteral("How it is now is left out: %1.").arg(looked.error()));
    }
    const bool isMissing = asked.now && !report->now;
    const ReportStyle style{*zone, now, QStringLiteral("lockctl " LOCKMASTER_VERSION)};
    const ExitCode code = writeReport(asked, isHtml(asked) ? reportHtml(*report, style)
                                                           : reportMarkdown(*report, style));
    return code == ExitCode::Ok && isMissing ? ExitCode::NoAnswer : code;
}

} // namespace lockmaster
