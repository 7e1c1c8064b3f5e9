// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/commands.h"

#include "app/lockctl/changing/changingcommands.h"
#include "app/lockctl/formats/formatcommands.h"
#include "app/lockctl/imports/importcommands.h"
#include "app/lockctl/lab/labcommands.h"
#include "app/lockctl/past/pastcommands.h"
#include "app/lockctl/shell/backendchoice.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/top/topcommand.h"
#include "app/lockctl/watching/watchingcommands.h"
#include "core/domain/systemtraits.h"
#include "core/systems/registry/registry.h"
#include "core/text/durationtext.h"

#include <CLI/CLI.hpp>

namespace lockmaster {

namespace {

/** The ids of all lock systems; of one kind of server by name. */
QString systemNames()
{
    QStringList names;
    for (const BackendKind kind : {BackendKind::MySql, BackendKind::Redis}) {
        QStringList ids = lockSystemIds(kind);
        ids.sort();
        names += ids;
    }
    return names.join(QLatin1StringView(", "));
}

/** The shapes that locks can be taken in, each system's before its id. */
QString variantNames()
{
    QStringList names;
    for (const LockSystem *system : lockSystems()) {
        BackendSpec backend;
        backend.kind = system->info().kind;
        const auto form = system->acquireForm(backend);
        if (!form || form->variants.empty())
            continue;
        for (const AcquireForm::Variant &variant : form->variants)
            names.append(variant.id);
        names.last() += QStringLiteral(" (%1)").arg(system->info().id);
    }
    return names.join(QLatin1StringView(", "));
}

/** In lines of the length of those that are written here. */
std::string inLines(const QString &text)
{
    constexpr qsizetype longest = 77;
    QStringList lines{QString()};
    for (const QString &word : text.split(u' ')) {
        if (lines.last().isEmpty())
            lines.last() = word;
        else if (lines.last().size() + 1 + word.size() <= longest)
            lines.last() += u' ' + word;
        else
            lines.append(word);
    }
    return lines.join(u'\n').toStdString();
}

void addJson(CLI::App &app, Options &options)
{
    app.add_flag("--json", options.json, "Print JSON");
}

/** Which locks to look at. */
void addLockChoice(CLI::App &app, Options &options)
{
    addOption(app, "--filter", "EXPR", options.filter,
              "Only what matches, e.g. 'owner:web-3 state:held ttl<5s'");
    addOption(app, "--name", "N", options.lockNames,
              "Only the lock of this name, to the letter (repeatable)");
    addOption(
        app, "--system", "S", options.lockSystems,
        inLines(QStringLiteral("Only locks of this system: %1 (repeatable)").arg(systemNames())));
}

/** What an unset variable leaves behind means nobody, and not everybody. */
CLI::Option *addNamed(CLI::App &app, const char *name, const char *type, QString &target,
                      const std::string &help)
{
    return addOption(app, name, type, target, help)->check([](const std::string &value) {
        return value.empty() ? std::string("needs a value that is not empty") : std::string();
    });
}

/** Whether holders live. @return the option that asks for it. */
CLI::Option *addVerdictOptions(CLI::App &app, Options &options)
{
    CLI::Option *const verdict =
        app.add_flag("--verdict", options.verdict,
                     "Say of each lock whether its holder lives, and what that rests on");
    // By `option_text` alone the help does not say what they need.
    addOption(app, "--for", "TIME", options.watchFor,
              "With --verdict: watch before, 1s to 24h; a single look knows no renewals")
        ->option_text("TIME")
        ->needs(verdict);
    app.add_flag("--ask", options.askAlive,
                 "With --verdict: ask the profile's alive_command about each holder, too")
        ->option_text(" ")
        ->needs(verdict);
    return verdict;
}

void addView(CLI::App &app, Options &options)
{
    addNamed(app, "--view", "NAME", options.view,
             "Only what the saved view of this name shows: its filter, on its servers");
}

void addListOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    CLI::Option *const lines =
        app.add_flag("--json-lines", options.jsonLines,
                     "Print a JSON object on each line, each backend's as soon as it was read")
            ->excludes("--json");
    app.add_flag("--one", options.one,
                 "Print nothing, and fail, unless exactly one lock matches and nothing was left\n"
                 "unread: 17 where none matches, 18 where several do")
        ->excludes(lines);
    app.add_flag("--witness", options.witness,
                 "Print the witness of that one lock alone, for 'release'; implies --one")
        ->excludes(lines)
        ->excludes("--json");
    app.add_flag("--no-heading", options.noHeading, "Leave the first line of the table out")
        ->excludes(lines)
        ->excludes("--json")
        ->excludes("--witness");
    addVerdictOptions(app, options)->excludes(lines)->excludes("--witness");
    app.callback([&options] { options.one = options.one || options.witness; });
    addView(app, options);
    addLockChoice(app, options);
}

void addTopOptions(CLI::App &app, Options &options)
{
    addView(app, options);
    addLockChoice(app, options);
}

void addWatchOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    addLockChoice(app, options);
}

void addLeadersOptions(CLI::App &app, Options &options)
{
    addWatchOptions(app, options);
    addOption(app, "--for", "TIME", options.watchFor,
              "Watch for so long: 1s to 24h; default: 5s, which shows a period of a second");
}

void addOwnersOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    addNamed(app, "--owner", "O", options.owner,
             "All that this one holds and waits for, by its whole name as it is listed");
    addVerdictOptions(app, options);
    addLockChoice(app, options);
}

void addChainsOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    addLockChoice(app, options);
}

void addCheckOptions(CLI::App &app, Options &options)
{
    CheckOptions &check = options.check;
    addLockChoice(app, options);
    addOption(app, "--max-held", "LIMIT", check.maxHeld,
              "No lock may be held for longer: 10m, or 5m,10m");
    addOption(app, "--max-waiters", "LIMIT", check.maxWaiters, "No lock may be waited for by more");
    addOption(app, "--max-locks", "LIMIT", check.maxLocks, "There may be no more locks");
    addOption(app, "--max-expired", "LIMIT", check.maxExpired,
              "No more may be expired and still written down");
    app.add_flag("--no-expired", check.noExpired, "None may be: --max-expired 0")
        ->excludes("--max-expired");
    addOption(app, "--no-finding", "ID", check.noFindings,
              "No lock may have this finding (repeatable)");
    addOption(app, "--warn-finding", "ID", check.warnFindings,
              "The same, as a warning (repeatable)");
    addOption(app, "--has-leader", "LOCK", check.leaders,
              "Somebody has to hold this lock (repeatable)");
    addOption(app, "--exists", "LOCK", check.existing,
              "This lock has to be written down (repeatable)");
    app.add_flag("--no-gone", check.noGone,
                 "Nobody who holds a lock may be gone, as the profile's alive_command says");
    app.add_flag("--where-known", check.whereKnown,
                 "Judge --max-held, --max-waiters and --no-gone by the locks that tell, not\n"
                 "unknown because others cannot");
    addOption(app, "--timeout", "TIME", check.timeout,
              "Give servers up after so long; default: 10s");
}

void addServeOptions(CLI::App &app, Options &options)
{
    ServeOptions &serve = options.serve;
    addOption(app, "--listen", "HOST:PORT", serve.listen,
              "Where metrics can be read; default: 127.0.0.1:9464, this machine alone.\n"
              "Port 0 takes any that is free");
    addOption(app, "--host", "NAME", serve.hosts,
              "Answer requests for this host's name, too; default: localhost and numeric\n"
              "addresses alone (repeatable)");
    addOption(app, "--series", "PATTERN", serve.series,
              "Locks with such names get series of their own: 'lock:*' (repeatable)");
    app.add_option("--max-series", serve.maxSeries,
                   "So many locks at most; default: 1000. How many are left out is a metric")
        ->type_name("N")
        ->check(CLI::Range(0, 100'000));
    app.add_flag("--no-history", serve.noHistory, "Do not record the history of locks");
    app.add_flag("--no-alerts", serve.noAlerts,
                 "Do not tell when something is wrong with locks; the rules are the profile's");
}

void addDoctorOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    addOption(app, "--accept-certificate", "SHA256:...", options.acceptCertificate,
              "Accept the certificate with this fingerprint on this machine, for servers\n"
              "that show it (MySQL, MariaDB)");
}

void addSandboxOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    app.add_flag("--traffic", options.traffic, "Run processes that take and lose locks");
}

/** Which lock to take and how; what is missing is told once the backend is known. */
void addRunOptions(CLI::App &app, Options &options)
{
    HoldOptions &hold = options.hold;
    addJson(app, options);
    addOption(app, "--system", "S", hold.system,
              inLines(QStringLiteral("The lock system: %1").arg(systemNames())));
    addOption(app, "--name", "N", hold.name, "The lock's name");
    addOption(app, "--source", "T", hold.source,
              "Where it is, as in 'list': schema.table, 'db 0'; may be left out where there\n"
              "is one only");
    addOption(app, "--owner", "O", hold.owner,
              "The owner's name to write down; default: lockmaster:USER@HOST:PID");
    addOption(app, "--variant", "V", hold.variant,
              inLines(QStringLiteral("The shape: %1").arg(variantNames())));
    addOption(app, "--ttl", "TIME", hold.ttl,
              "How long it lasts without a renewal, as 5s; it is renewed at a third of that.\n"
              "Default 30s; means nothing to leader tables and user-level locks");
    addOption(app, "--wait", "TIME", hold.wait, "Wait so long for it; default: try once");
    addOption(app, "--reason", "TEXT", hold.reason,
              "For the audit log, and for others who watch; required in production");
}

void addAcquireOptions(CLI::App &app, Options &options)
{
    addRunOptions(app, options);
    addOption(app, "--hold", "TIME", options.hold.hold,
              "Let go after so long instead of waiting for a signal");
}

/** Sets of locks: what is chosen is written down first, and then done. */
void addPlanOptions(CLI::App &app, Options &options)
{
    ReleaseOptions &release = options.release;
    CLI::Option *const plan =
        addOption(app, "--plan", "FILE", release.plan,
                  "Write a plan of what would be let go of into a new file; nothing is sent.\n"
                  "Of --owner, --owner-from, --name, --system and --filter (to the letter)");
    CLI::Option *const apply =
        addNamed(app, "--apply", "FILE", release.apply, "Do what a plan says, lock by lock");
    // By `option_text` alone the help does not say what they need.
    CLI::Option *const owner = addNamed(app, "--owner", "O", release.owner,
                                        "With --plan: what this owner holds, by its whole name");
    CLI::Option *const owners =
        addNamed(app, "--owner-from", "FILE", release.ownerFrom,
                 "With --plan: what those hold whose names stand in it, one on each line");
    CLI::Option *const filter =
        addNamed(app, "--filter", "EXPR", options.filter,
                 "With --plan: of these, what matches, e.g. 'system=redisson ttl>1m'");
    for (CLI::Option *option : {owner, filter})
        option->needs(plan)->option_text(option == owner ? "O" : "EXPR");
    owners->needs(plan)->excludes(owner)->option_text("FILE");
    app.add_flag("--gone-only", release.goneOnly,
                 "With --plan or --apply: only of holders who are gone, as the profile's\n"
                 "alive_command says")
        ->excludes("--witness")
        ->option_text(" ");
    app.add_flag("--even-if-not-gone", release.evenIfNotGone,
                 "With --apply, in production: also of holders who are not known to be gone")
        ->needs(apply)
        ->option_text(" ");
    app.add_flag("--go-on", release.goOn,
                 "With --apply: also behind one of which it is not known what became of it")
        ->needs(apply)
        ->option_text(" ");
    app.add_option("--limit", release.limit,
                   "With --plan or --apply: refuse more locks than that; default: 1000")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000))
        ->option_text("N");
    // What the single release is told is not meant of many.
    for (const char *other : {"--witness", "--action", "--target", "--even-if-renewed",
                              "--even-if-indistinguishable", "--max-age"}) {
        plan->excludes(other);
        apply->excludes(other);
    }
    plan->excludes(apply)->excludes("--reason")->excludes("--json")->option_text("FILE");
    apply->excludes("--name")->excludes("--system")->option_text("FILE");
}

/** Which lock to let go of; whether that fits is told once the witness has been read. */
void addReleaseOptions(CLI::App &app, Options &options)
{
    ReleaseOptions &release = options.release;
    addJson(app, options);
    addOption(app, "--witness", "W", release.witness,
              "The lock as 'list --witness' showed it; -: read it from standard input");
    addOption(app, "--reason", "TEXT", release.reason, "For the audit log; required in production");
    addOption(app, "--action", "A", release.action,
              "What to do, where a lock knows more than one way, such as step-down");
    addOption(app, "--target", "T", release.target,
              "Which reader or waiter, where the action is about one");
    app.add_flag("--even-if-renewed", release.evenIfRenewed,
                 "Also where the same holder has renewed it since; never another holder's");
    app.add_flag("--even-if-indistinguishable", release.evenIfIndistinguishable,
                 "Also where nothing tells its holder from the next: whoever holds it");
    addOption(app, "--max-age", "TIME", release.maxAge,
              "How old the look may be, such as 30m; default: 10m; none: any age");
    addOption(app, "--system", "S", release.system,
              "Has to agree with the witness; with --plan: only locks of this system");
    addOption(app, "--name", "N", release.name,
              "Has to agree with the witness; with --plan: only the lock of this name");
    addPlanOptions(app, options);
    app.callback([&app, &release] {
        const bool isPlan = !release.plan.isEmpty();
        if (isPlan && app.count("--name") > 0 && release.name.isEmpty())
            throw CLI::ValidationError("--name", "needs a value that is not empty");
        if (isPlan && app.count("--system") > 0 && release.system.isEmpty())
            throw CLI::ValidationError("--system", "needs a value that is not empty");
    });
}

void addFormatsOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    addOption(app, "task", "", options.formats.task, "")->group("");
    addOption(app, "file", "", options.formats.file, "")->group("");
    app.add_flag("--write", options.formats.write,
                 "Have what was detected watched: in the profile");
}

void addTrustOptions(CLI::App &app, Options &options)
{
    addOption(app, "file", "", options.formats.file, "")->group("");
    app.add_flag("--yes", options.formats.yes, "Do not ask: what is printed was read before");
    app.add_flag("--forget", options.formats.forget, "Trust them no longer");
}

void addImportOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    addOption(app, "files", "", options.import.files, "")->group("");
    app.add_flag("--write", options.import.write, "Put what is new into the profile");
    addOption(app, "--only", "NAME", options.import.names,
              "Only what would be called so (repeatable)");
    app.add_flag("--keychain", options.import.keychain,
                 "With --write: keep passwords that are found in the keychain");
}

void addAuditOptions(CLI::App &app, Options &options)
{
    addJson(app, options);
    app.add_flag("--verify", options.audit.verify,
                 "Check the whole log: edited, removed, inserted lines, a cut end");
    app.add_option("--last", options.audit.last, "Only so many of the newest lines; default: 50")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
}

void addHistoryOptions(CLI::App &app, Options &options)
{
    HistoryOptions &history = options.history;
    addJson(app, options);
    CLI::Option *const at =
        addOption(app, "--at", "TIME", history.at,
                  "What was held then: 03:00 (the last one), '2026-03-01 03:00', local time;\n"
                  "2026-03-01T03:00Z; or 2h: so long ago");
    CLI::Option *const lock =
        addOption(app, "--lock", "N", history.lock, "Who held this lock, and for how long");
    CLI::Option *const owner =
        addOption(app, "--owner", "O", history.owner, "What this owner held; any part of its name");
    CLI::Option *const since =
        addOption(app, "--since", "TIME", history.since, "From then on: a time as above");
    CLI::Option *const until =
        addOption(app, "--until", "TIME", history.until, "Up to then, likewise");
    app.add_option("--last", history.last, "Only so many of the newest; default: 50")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
    CLI::Option *const waits = app.add_flag("--waits", history.waits,
                                            "Who waited, for how long; where systems name waiters");
    app.add_flag("--csv", history.csv, "Print the holds, or the waits, as CSV")->excludes("--json");
    lock->excludes(owner);
    for (CLI::Option *other : {lock, owner, since, until, waits})
        at->excludes(other);
}

void addReportOptions(CLI::App &app, Options &options)
{
    ReportOptions &report = options.report;
    addNamed(app, "--lock", "N", report.lock, "The lock, by its whole name");
    addOption(app, "--source", "T", report.source,
              "Where it is, as in 'list', where others have that name, too");
    addOption(app, "--system", "S", report.system, "Of which system it is, likewise");
    addOption(app, "--since", "TIME", report.since,
              "From then on: 03:00 (the last one), '2026-03-01 03:00', 2026-03-01T03:00Z,\n"
              "or 2h: so long ago; default: 24 hours before --until");
    addOption(app, "--until", "TIME", report.until, "Up to then, likewise; default: now");
    addOption(app, "--zone", "ZONE", report.zone,
              "On which clock times are read and told: UTC, Europe/Berlin; default: this\n"
              "machine's");
    addOption(app, "--format", "FORMAT", report.format,
              "markdown, or html, which shows the lanes as a picture; default: as the file's\n"
              "name ends, else markdown")
        ->check([](const std::string &value) {
            return value == "markdown" || value == "html" ? std::string()
                                                          : "is markdown or html, not " + value;
        });
    addNamed(app, "--output", "FILE", report.output,
             "Into a new file, which nobody else may read, and not to standard output");
    app.add_flag("--force", report.force, "Also over a file that is there");
    app.add_flag("--now", report.now,
                 "Look at its server as well: how it is now, and whether its holder lives");
}

void addAlertsOptions(CLI::App &app, Options &options)
{
    AlertsOptions &alerts = options.alerts;
    addJson(app, options);
    CLI::Option *const tries =
        app.add_option_function<std::vector<std::string>>(
               "--try",
               [&alerts](const std::vector<std::string> &rule) {
                   alerts.tries = true;
                   alerts.rule = rule.empty() ? QString() : QString::fromStdString(rule.front());
               },
               "How often this rule, or each, would have said something, by the\n"
               "history")
            ->type_name("[RULE]")
            ->expected(0, 1);
    // By `option_text` alone the help does not say what they need.
    addOption(app, "--since", "TIME", alerts.since,
              "From then on: 2026-03-01, 03:00, or as 24h: so long ago; default: 7d")
        ->option_text("TIME")
        ->needs(tries);
    addOption(app, "--until", "TIME", alerts.until, "Up to then, likewise")
        ->option_text("TIME")
        ->needs(tries);
}

/** Of `lab`, and again of each experiment: its help shows what one may say behind its name. */
void addExperimentOptions(CLI::App &app, Options &options)
{
    app.add_option("--seed", options.lab.seed, "Repeats the random choices of an earlier run")
        ->type_name("N");
    addJson(app, options);
}

void addFailoverOptions(CLI::App &app, FailoverOptions &failover)
{
    addOption(app, "--preset", "NAME", failover.preset,
              "What the options below do not say: as-described (lease 1.2 s, DATETIME),\n"
              "as-coded (1.002 s, DATETIME), healthy (5 s, DATETIME(3)); default:\n"
              "as-described");
    app.add_option("--candidates", failover.candidates, "How many stand for election: 2 to 50")
        ->type_name("N");
    addOption(app, "--period", "TIME", failover.period,
              "Between two rounds of a candidate: 50ms to 60s");
    addOption(app, "--lease", "TIME", failover.lease, "How long a heartbeat holds: 1ms to 10m");
    app.add_option("--precision", failover.precision, "Digits of the column's seconds: 0, 3 or 6")
        ->type_name("DIGITS");
    addOption(app, "--work", "TIME", failover.work, "The leader works so long in each round");
    app.add_flag("--duplicate-identity", failover.duplicateIdentity,
                 "Two candidates call themselves the same, as cloned hosts do");
    app.add_option("--kills", failover.kills, "How often the leader is killed; default: 20")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000));
    app.footer("Runs on private servers, or with --backend NAME or --url URL in a table of its own "
               "on that\n"
               "one: never a production one, and a read-only one only with --allow-writes.");
}

void addContentionOptions(CLI::App &app, ContendOptions &contend, const ContentionInfo &info)
{
    app.add_option("--requests", contend.requests,
                   QStringLiteral("How many there are at once: %1 to %2; default: %3")
                       .arg(info.fewest)
                       .arg(info.most)
                       .arg(info.requests)
                       .toStdString())
        ->type_name("N");
    if (info.skew) {
        addOption(app, "--skew", "TIME", contend.skew,
                  "So far apart are their clocks: 0s to 60s; default: "
                      + durationText(*info.skew).toStdString());
    }
    app.footer(info.expectation.toStdString());
}

void addLabOptions(CLI::App &app, Options &options)
{
    app.require_subcommand(0, 1);
    addExperimentOptions(app, options);
    for (const Experiment &experiment : labExperiments()) {
        CLI::App *const one =
            app.add_subcommand(experiment.id.toStdString(), experiment.says.toStdString());
        one->group("Experiments");
        if (experiment.contention)
            addContentionOptions(*one, options.lab.contend, *experiment.contention);
        else
            addFailoverOptions(*one, options.lab.failover);
        addOption(*one, "--record", "FILE", options.lab.record,
                  "Write down all of it, to be played in the window or by 'lab replay'");
        addExperimentOptions(*one, options);
    }
    CLI::App *const replay = app.add_subcommand(
        "replay", "Print what a recorded run came to, as it did; no server is needed");
    replay->group("Recordings");
    addOption(*replay, "file", "", options.lab.file, "What --record, or the window, has written")
        ->option_text("FILE");
    addJson(*replay, options);
    // Any other word is handed to `lab`, which says that it knows no such experiment.
    addOption(app, "experiment", "", options.lab.experiment, "")->group("");
}

ExitCode printBackends(const Options &options)
{
    for (const QString &name : profileBackendNames(options))
        writeOut(name.toUtf8() + '\n');
    return ExitCode::Ok;
}

ExitCode printViews(const Options &options)
{
    for (const QString &name : profileViewNames(options))
        writeOut(name.toUtf8() + '\n');
    return ExitCode::Ok;
}

constexpr Command allCommands[] = {
    {"list", "Print every lock, after one complete look",
     "Let go of a stale lock, and of no other:\n"
     "  lockctl release --witness \"$(lockctl list --name daily-close --witness)\"",
     addListOptions, runList},
    {"watch", "Print what happens to locks, one line for each event, until a signal", "",
     addWatchOptions, runWatch},
    {"top", "Show the locks live on this terminal: look, filter, judge, let go",
     "Keys: ? for help, q to quit. It needs a terminal; 'watch' and 'list' do not.", addTopOptions,
     runTop},
    {"leaders", "Watch who leads for a while, print how that goes and what is wrong", "",
     addLeadersOptions, runLeaders},
    {"owners", "Print who holds and waits for what, on all backends together", "", addOwnersOptions,
     runOwners},
    {"chains", "Print who waits for whom, on all backends together, who keeps most waiting first",
     "With --filter, --name or --system: the chains that such a lock is in.", addChainsOptions,
     runChains},
    {"check", "Judge the locks after one look, as a monitoring plugin does",
     "LIMIT is CRIT, or WARN,CRIT, or 'WARN,': above it, it is critical, or a warning.\n"
     "Ends with 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN, after one line with\n"
     "performance data, as monitoring plugins do.",
     addCheckOptions, runCheck, refuseCheck},
    {"serve", "Watch without a window and serve metrics for Prometheus, until a signal", "",
     addServeOptions, runServe},
    {"doctor", "Print versions, clock offsets, privileges and what is missing, with remedies", "",
     addDoctorOptions, runDoctor},
    {"formats", "Print the libraries whose locks are known; 'detect' looks which tables are there",
     "Which tables of a server are those of a library, and how to watch them:\n"
     "  lockctl formats detect --url mysql://monitor@db1\n"
     "What a format of your own would show, and what letting go would send; nothing is sent:\n"
     "  lockctl formats explain FILE --url mysql://monitor@db1/app",
     addFormatsOptions, runFormats},
    {"trust", "Let the formats of a file write, and the commands of a profile run: trust FILE",
     "Says what they would send or run, and asks. One that changes has to be trusted anew.",
     addTrustOptions, runTrust},
    {"import", "Print servers that other programs have written down; --write: into the profile",
     "Looks in ~/.my.cnf, DBeaver's own files, DATABASE_URL and REDIS_URL, or in the FILEs that\n"
     "are named: a my.cnf, DBeaver's data-sources.json, an export of Redis Insight or Another\n"
     "Redis Desktop Manager, a .env. Passwords never stand in the profile.",
     addImportOptions, runImport},
    {"sandbox", "Start a private MariaDB and Redis, print how to reach them, stay until a signal",
     "", addSandboxOptions, runSandbox},
    {"acquire", "Take a lock as its own clients do, keep it until a signal, let go", "",
     addAcquireOptions, runAcquire},
    {"run", "Run a command while holding a lock: run [OPTIONS] -- COMMAND [ARGUMENTS]", "",
     addRunOptions, runRun, nullptr, true},
    {"release",
     "Let go of the lock that was looked at, or say why not: --witness from 'list'; or of a set",
     "", addReleaseOptions, runRelease},
    {"audit", "Print what was done to locks from here, or check that log", "", addAuditOptions,
     runAudit},
    {"history", "Print who held what and when, as far as it was recorded, and what was done", "",
     addHistoryOptions, runHistory},
    {"report", "Print what was seen of one lock, and done to it, as a report for a post-mortem",
     "What is not known is said: when nobody looked, and where no end was seen. Only --now asks a\n"
     "server:\n"
     "  lockctl report --lock order:42 --since 02:00 --until 04:00 --output order42.html",
     addReportOptions, runReport},
    {"alerts", "Print the rules of alerts, or how often each would have said something", "",
     addAlertsOptions, runAlerts},
    {"lab", "Experiments with locks, on private servers; 'lab' alone lists them",
     "Each has options of its own: lockctl lab EXPERIMENT --help", addLabOptions, runLab},
    {"backends", "", "", nullptr, printBackends}, // for completion
    {"views", "", "", nullptr, printViews},       // likewise
};

} // namespace

std::span<const Command> commands()
{
    return allCommands;
}

} // namespace lockmaster
