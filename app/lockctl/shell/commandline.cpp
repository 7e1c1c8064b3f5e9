// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/commandline.h"

#include "core/config/urlsplit.h"
#include "core/text/durationtext.h"
#include "core/lab/contention/contention.h"

#include <CLI/CLI.hpp>

#include <QByteArray>

#include <algorithm>
#include <sstream>

namespace lockmaster {

namespace {

const char *const description =
    "lockctl - see every lock: lock tables, leader tables, MySQL user-level locks, Redis locks.\n"
    "\n"
    "Servers come from the profile (lockmaster.toml) or straight from --url:\n"
    "  lockctl list --url mysql://monitor@db1/billing --url 'redis://cache/0?match=lock:*'\n"
    "  lockctl sandbox --traffic      starts private servers with locks to look at";

const char *const footer =
    "Passwords come from a password file, a password command, LOCKMASTER_PASSWORD_<BACKEND>,\n"
    "LOCKMASTER_PASSWORD or the keychain.\n"
    "\n"
    "Exit codes: 0 done; 1 output could not be written; 2 the command line, a URL or the profile\n"
    "is wrong; 3 a backend or a source that was named did not answer, or something is missing;\n"
    "4 the backend is read-only; 10 another lock than was looked at, or renewed; 11 busy;\n"
    "12 denied; 13 no answer, it may have happened; 14 gone; 15 the audit log cannot be written;\n"
    "16 the audit log was changed; 17 no lock matches --one, 18 several do; 20 held by another;\n"
    "21 lost while held; 30 an experiment went otherwise than expected; 130 it was given up. "
    "'run'\n"
    "ends with the command's own, 'check' as monitoring plugins do.\n"
    "\n"
    "lockctl(1) and docs/guide/command-line.md say it all.";

const char *const ownBackend =
    "Runs on private servers, or with --backend NAME or --url URL in a table of its own on that\n"
    "one: never a production one, and a read-only one only with --allow-writes.";

const char *const jsonHelp = "Print JSON (docs/guide/json.md)";

QString text(const std::string &bytes)
{
    return QString::fromStdString(bytes);
}

/** A usage line without the hidden word that `lab` takes, which is `[]` otherwise. */
class Help : public CLI::Formatter
{
public:
    std::string make_usage(const CLI::App *app, std::string name) const override
    {
        std::string usage = Formatter::make_usage(app, std::move(name));
        const std::string hidden = " []";
        if (const size_t at = usage.find(hidden); at != std::string::npos)
            usage.erase(at, hidden.size());
        return usage;
    }
};

struct RawHold {
    std::string system;
    std::string name;
    std::string source;
    std::string owner;
    std::string variant;
    std::string ttl;
    std::string wait;
    std::string hold;
    std::string reason;
};

struct RawRelease {
    std::string witness;
    std::string reason;
    std::string action;
    std::string target;
    bool evenIfRenewed = false;
    bool evenIfIndistinguishable = false;
    std::string maxAge;
    std::string system;
    std::string name;
};

struct RawLab {
    CLI::App *failover = nullptr;
    std::string experiment;
    std::optional<quint32> seed;
    std::string preset;
    std::optional<int> candidates;
    std::string period;
    std::string lease;
    std::optional<int> precision;
    std::string work;
    bool duplicateIdentity = false;
    int kills = FailoverOptions().kills;
    std::vector<CLI::App *> contention;
    std::optional<int> requests;
    std::string skew;
};

/** CLI11 writes into std types; this is where they are. */
struct Raw {
    std::string config;
    std::vector<std::string> backends;
    std::vector<std::string> urls;
    std::string passwordFile;
    bool allowWrites = false;
    bool json = false;
    bool jsonLines = false;
    std::string filter;
    std::vector<std::string> lockNames;
    std::vector<std::string> lockSystems;
    bool one = false;
    bool witness = false;
    std::string watchFor;
    bool traffic = false;
    std::string acceptCertificate;
    RawHold hold;
    RawRelease release;
    AuditOptions audit;
    RawLab lab;
    CheckOptions check;
    ServeOptions serve;
    RawHistory history;
    RawAlerts alerts;
};

void addGlobalOptions(CLI::App &app, Raw &raw)
{
    app.add_option("--config", raw.config, "The profile to read instead of the desktop's own")
        ->type_name("FILE");
    app.add_option("--backend", raw.backends, "Only this backend of the profile (repeatable)")
        ->option_text("NAME")
        ->allow_extra_args(false);
    app.add_option("--url", raw.urls,
                   "A server: mysql://user@host:port/database?..., redis://host:port/0?...,\n"
                   "rediss://, mysql+unix:///path.sock?database=db, redis+unix:///path.sock\n"
                   "(repeatable; options in lockctl(1))")
        ->option_text("URL")
        ->allow_extra_args(false);
    app.add_option("--password-file", raw.passwordFile,
                   "Its first line is the password of every backend asked")
        ->type_name("FILE");
    app.add_flag("--allow-writes", raw.allowWrites,
                 "Let writing commands change read-only backends");
    app.set_version_flag("--version", std::string("lockctl " LOCKMASTER_VERSION),
                         "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
}

/** Which lock to take and how; what is missing or does not fit is told once the backend is known.
 */
void addHoldOptions(CLI::App &app, RawHold &raw)
{
    app.add_option("--system", raw.system,
                   "The lock system: dist_lock, leader, user_lock, redis_string, redisson")
        ->type_name("S");
    app.add_option("--name", raw.name, "The lock's name")->type_name("N");
    app.add_option("--source", raw.source,
                   "Where it is, as in 'list': schema.table, 'db 0'; may be left out where there\n"
                   "is one only")
        ->type_name("T");
    app.add_option("--owner", raw.owner,
                   "The owner's name to write down; default: lockmaster:USER@HOST:PID")
        ->type_name("O");
    app.add_option("--variant", raw.variant,
                   "The shape: plain, fair, read, write (redisson), token, empty (redis_string)")
        ->type_name("V");
    app.add_option("--ttl", raw.ttl,
                   "How long it lasts without a renewal, as 5s; it is renewed at a third of that.\n"
                   "Default 30s; means nothing to leader tables and user-level locks")
        ->type_name("TIME");
    app.add_option("--wait", raw.wait, "Wait so long for it; default: try once")->type_name("TIME");
    app.add_option("--reason", raw.reason, "For the audit log; required in production")
        ->type_name("TEXT");
}

/** Which lock to let go of; whether that fits is told once the witness has been read. */
void addReleaseOptions(CLI::App &app, RawRelease &raw)
{
    app.add_option("--witness", raw.witness,
                   "The lock as 'list --witness' showed it; -: read it from standard input")
        ->type_name("W");
    app.add_option("--reason", raw.reason, "For the audit log; required in production")
        ->type_name("TEXT");
    app.add_option("--action", raw.action,
                   "What to do, where a lock knows more than one way, such as step-down")
        ->type_name("A");
    app.add_option("--target", raw.target, "Which reader or waiter, where the action is about one")
        ->type_name("T");
    app.add_flag("--even-if-renewed", raw.evenIfRenewed,
                 "Also where the same holder has renewed it since; never another holder's");
    app.add_flag("--even-if-indistinguishable", raw.evenIfIndistinguishable,
                 "Also where nothing tells its holder from the next: whoever holds it");
    app.add_option("--max-age", raw.maxAge,
                   "How old the look may be, such as 30m; default: 10m; none: any age")
        ->type_name("TIME");
    app.add_option("--system", raw.system, "Has to agree with the witness")->type_name("S");
    app.add_option("--name", raw.name, "Has to agree with the witness")->type_name("N");
}

void addAuditOptions(CLI::App &app, AuditOptions &raw)
{
    app.add_flag("--verify", raw.verify,
                 "Check the whole log: edited, removed, inserted lines, a cut end");
    app.add_option("--last", raw.last, "Only so many of the newest lines; default: 50")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
}

void addFailoverOptions(CLI::App &app, RawLab &raw)
{
    app.add_option("--preset", raw.preset,
                   "What the options below do not say: as-described (lease 1.2 s, DATETIME),\n"
                   "as-coded (1.002 s, DATETIME), healthy (5 s, DATETIME(3)); default:\n"
                   "as-described")
        ->type_name("NAME");
    app.add_option("--candidates", raw.candidates, "How many stand for election: 2 to 50")
        ->type_name("N");
    app.add_option("--period", raw.period, "Between two rounds of a candidate: 50ms to 60s")
        ->type_name("TIME");
    app.add_option("--lease", raw.lease, "How long a heartbeat holds: 1ms to 10m")
        ->type_name("TIME");
    app.add_option("--precision", raw.precision, "Digits of the column's seconds: 0, 3 or 6")
        ->type_name("DIGITS");
    app.add_option("--work", raw.work, "The leader works so long in each round")->type_name("TIME");
    app.add_flag("--duplicate-identity", raw.duplicateIdentity,
                 "Two candidates call themselves the same, as cloned hosts do");
    app.add_option("--kills", raw.kills, "How often the leader is killed; default: 20")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000));
}

/** Of `lab`, and again of each experiment: its help shows what one may say behind its name. */
void addExperimentOptions(CLI::App &app, Raw &raw)
{
    app.add_option("--seed", raw.lab.seed, "Repeats the random choices of an earlier run")
        ->type_name("N");
    app.add_flag("--json", raw.json, jsonHelp);
}

void addContention(CLI::App &lab, Raw &raw)
{
    for (const ContentionInfo &info : contentionExperiments()) {
        CLI::App *const app = lab.add_subcommand(info.id.toStdString(), info.title.toStdString());
        app->group("Experiments");
        app->footer(info.expectation.toStdString());
        app->add_option("--requests", raw.lab.requests,
                        QStringLiteral("How many there are at once: %1 to %2; default: %3")
                            .arg(info.fewest)
                            .arg(info.most)
                            .arg(info.requests)
                            .toStdString())
            ->type_name("N");
        if (info.skew) {
            app->add_option("--skew", raw.lab.skew,
                            "So far apart are their clocks: 0s to 60s; default: "
                                + durationText(*info.skew).toStdString())
                ->type_name("TIME");
        }
        addExperimentOptions(*app, raw);
        raw.lab.contention.push_back(app);
    }
}

void addLab(CLI::App &app, Raw &raw)
{
    app.require_subcommand(0, 1);
    addExperimentOptions(app, raw);
    raw.lab.failover = app.add_subcommand(
        "failover", "Kill the leader of a table again and again, and measure who leads when");
    raw.lab.failover->group("Experiments");
    raw.lab.failover->footer(ownBackend);
    addFailoverOptions(*raw.lab.failover, raw.lab);
    addExperimentOptions(*raw.lab.failover, raw);
    addContention(app, raw);
    app.footer("Each has options of its own: lockctl lab EXPERIMENT --help");
    // Any other word is handed to `lab`, which says that it knows no such experiment.
    app.add_option("experiment", raw.lab.experiment, "")->group("");
}

/** Which locks to look at. */
void addLockChoice(CLI::App &app, Raw &raw)
{
    app.add_option("--filter", raw.filter,
                   "Only what matches, e.g. 'owner:web-3 state:held ttl<5s'")
        ->type_name("EXPR");
    app.add_option("--name", raw.lockNames,
                   "Only the lock of this name, to the letter (repeatable)")
        ->option_text("N")
        ->allow_extra_args(false);
    app.add_option("--system", raw.lockSystems,
                   "Only locks of this system: dist_lock, leader, user_lock, redis_string,\n"
                   "redisson (repeatable)")
        ->option_text("S")
        ->allow_extra_args(false);
}

void addListOptions(CLI::App &app, Raw &raw)
{
    CLI::Option *const lines =
        app.add_flag("--json-lines", raw.jsonLines,
                     "Print a JSON object on each line, each backend's as soon as it was read")
            ->excludes("--json");
    app.add_flag("--one", raw.one,
                 "Print nothing, and fail, unless exactly one lock matches and nothing was left\n"
                 "unread: 17 where none matches, 18 where several do")
        ->excludes(lines);
    app.add_flag("--witness", raw.witness,
                 "Print the witness of that one lock alone, for 'release'; implies --one")
        ->excludes(lines)
        ->excludes("--json");
    app.footer("Let go of a stale lock, and of no other:\n"
               "  lockctl release --witness \"$(lockctl list --name daily-close --witness)\"");
}

struct Subcommand {
    CLI::App *app;
    Command command;
};

std::vector<Subcommand> addSubcommands(CLI::App &app, Raw &raw)
{
    CLI::App *list = app.add_subcommand("list", "Print every lock, after one complete look");
    CLI::App *watch = app.add_subcommand(
        "watch", "Print what happens to locks, one line for each event, until a signal");
    CLI::App *leaders = app.add_subcommand(
        "leaders", "Watch who leads for a while, print how that goes and what is wrong");
    CLI::App *check =
        app.add_subcommand("check", "Judge the locks after one look, as a monitoring plugin does");
    CLI::App *serve = app.add_subcommand(
        "serve", "Watch without a window and serve metrics for Prometheus, until a signal");
    CLI::App *doctor = app.add_subcommand(
        "doctor", "Print versions, clock offsets, privileges and what is missing, with remedies");
    CLI::App *sandbox = app.add_subcommand(
        "sandbox",
        "Start a private MariaDB and Redis, print how to reach them, stay until a signal");
    CLI::App *acquire = app.add_subcommand(
        "acquire", "Take a lock as its own clients do, keep it until a signal, let go");
    CLI::App *run = app.add_subcommand(
        "run", "Run a command while holding a lock: run [OPTIONS] -- COMMAND [ARGUMENTS]");
    CLI::App *release = app.add_subcommand(
        "release", "Let go of the lock that was looked at, or say why not: --witness from 'list'");
    CLI::App *audit =
        app.add_subcommand("audit", "Print what was done to locks from here, or check that log");
    CLI::App *history = app.add_subcommand(
        "history", "Print who held what and when, as far as it was recorded, and what was done");
    CLI::App *alerts = app.add_subcommand(
        "alerts", "Print the rules of alerts, or how often each would have said something");
    CLI::App *lab = app.add_subcommand(
        "lab", "Experiments with locks, on private servers; 'lab' alone lists them");
    CLI::App *backends = app.add_subcommand("backends", "")->group("");

    for (CLI::App *command :
         {list, watch, leaders, doctor, sandbox, acquire, run, release, audit, history, alerts})
        command->add_flag("--json", raw.json, jsonHelp);
    addListOptions(*list, raw);
    for (CLI::App *command : {list, watch, leaders, check})
        addLockChoice(*command, raw);
    leaders
        ->add_option("--for", raw.watchFor,
                     "Watch for so long: 1s to 24h; default: 5s, which shows a period of a second")
        ->type_name("TIME");
    doctor
        ->add_option("--accept-certificate", raw.acceptCertificate,
                     "Accept the certificate with this fingerprint on this machine, for servers\n"
                     "that show it (MySQL, MariaDB)")
        ->type_name("SHA256:...");
    sandbox->add_flag("--traffic", raw.traffic, "Run processes that take and lose locks");
    for (CLI::App *command : {acquire, run})
        addHoldOptions(*command, raw.hold);
    addReleaseOptions(*release, raw.release);
    addAuditOptions(*audit, raw.audit);
    addHistoryOptions(*history, raw.history);
    addAlertsOptions(*alerts, raw.alerts);
    addLab(*lab, raw);
    addCheckOptions(*check, raw.check);
    addServeOptions(*serve, raw.serve);
    acquire
        ->add_option("--hold", raw.hold.hold,
                     "Let go after so long instead of waiting for a signal")
        ->type_name("TIME");
    return {
        {list, Command::List},       {watch, Command::Watch},     {leaders, Command::Leaders},
        {check, Command::Check},     {serve, Command::Serve},     {doctor, Command::Doctor},
        {sandbox, Command::Sandbox}, {acquire, Command::Acquire}, {run, Command::Run},
        {release, Command::Release}, {audit, Command::Audit},     {history, Command::History},
        {alerts, Command::Alerts},   {lab, Command::Lab},         {backends, Command::Backends}};
}

QStringList texts(const std::vector<std::string> &all)
{
    QStringList out;
    std::transform(all.begin(), all.end(), std::back_inserter(out), text);
    return out;
}

HoldOptions holdOptionsOf(const RawHold &raw)
{
    return {text(raw.system), text(raw.name), text(raw.source), text(raw.owner),  text(raw.variant),
            text(raw.ttl),    text(raw.wait), text(raw.hold),   text(raw.reason), {}};
}

ReleaseOptions releaseOptionsOf(const RawRelease &raw)
{
    return {text(raw.witness), text(raw.reason),  text(raw.action),
            text(raw.target),  raw.evenIfRenewed, raw.evenIfIndistinguishable,
            text(raw.maxAge),  text(raw.system),  text(raw.name)};
}

/** None where the word behind `lab` names no experiment, or there is none. */
const CLI::App *chosenExperiment(const RawLab &raw)
{
    if (raw.failover->parsed())
        return raw.failover;
    const auto chosen = std::find_if(raw.contention.begin(), raw.contention.end(),
                                     [](const CLI::App *app) { return app->parsed(); });
    return chosen == raw.contention.end() ? nullptr : *chosen;
}

LabOptions labOptionsOf(const RawLab &raw)
{
    const CLI::App *const chosen = chosenExperiment(raw);
    return {chosen ? text(chosen->get_name()) : text(raw.experiment),
            raw.seed,
            {text(raw.preset), raw.candidates, text(raw.period), text(raw.lease), raw.precision,
             text(raw.work), raw.duplicateIdentity, raw.kills},
            {raw.requests, text(raw.skew)}};
}

/** As far as the command line was understood. */
Command commandOf(const std::vector<Subcommand> &subcommands)
{
    const auto chosen =
        std::find_if(subcommands.begin(), subcommands.end(),
                     [](const Subcommand &candidate) { return candidate.app->parsed(); });
    return chosen == subcommands.end() ? Command::List : chosen->command;
}

Options optionsOf(const Raw &raw, const std::vector<Subcommand> &subcommands)
{
    return {commandOf(subcommands),
            text(raw.config),
            texts(raw.backends),
            texts(raw.urls),
            text(raw.passwordFile),
            raw.allowWrites,
            raw.json,
            raw.jsonLines,
            text(raw.filter),
            texts(raw.lockNames),
            texts(raw.lockSystems),
            raw.one || raw.witness,
            raw.witness,
            text(raw.watchFor),
            raw.traffic,
            text(raw.acceptCertificate),
            holdOptionsOf(raw.hold),
            releaseOptionsOf(raw.release),
            raw.audit,
            labOptionsOf(raw.lab),
            raw.check,
            raw.serve,
            historyOptionsOf(raw.history),
            alertsOptionsOf(raw.alerts)};
}

/** What CLI11 has to say, on one line; it may quote a URL, which may hold a password. */
QString refusal(const CLI::ParseError &error, const QStringList &arguments, const QString &unknown)
{
    QString message = text(error.what()).simplified();
    if (dynamic_cast<const CLI::RequiredError *>(&error)) {
        message = unknown.isEmpty() ? QStringLiteral("A command is missing:")
                                    : QStringLiteral("There is no command '%1':").arg(unknown);
        message += QStringLiteral(
            " there are list, watch, leaders, check, serve, doctor, release, acquire, run, audit, "
            "history, alerts, lab and sandbox");
    }
    for (const QString &argument : arguments) {
        const QByteArray bytes = argument.toUtf8();
        const UrlPasswordPlace place = findUrlPassword(bytes);
        if (place.length > 0)
            message.replace(QString::fromUtf8(bytes.sliced(place.position, place.length)),
                            QLatin1StringView("***"));
    }
    if (!message.endsWith(u'.'))
        message += u'.';
    return message + QStringLiteral(" Try 'lockctl --help'.");
}

/** A word behind an experiment is handed to `lab`. */
std::optional<Usage> wrongExperiment(const RawLab &raw)
{
    const CLI::App *const chosen = chosenExperiment(raw);
    if (!chosen || raw.experiment.empty())
        return std::nullopt;
    return Usage{
        QStringLiteral("'%1' is not expected behind 'lab %2'. Try 'lockctl lab %2 --help'.")
            .arg(text(raw.experiment), text(chosen->get_name())),
        true};
}

/** The command to run: there is one exactly where one is wanted. */
std::optional<Usage> takeCommand(Options &options, const QStringList &behind)
{
    const bool wanted = options.command == Command::Run;
    if (wanted && behind.value(0).isEmpty()) {
        return Usage{QStringLiteral("The command to run is missing: lockctl run ... -- COMMAND. "
                                    "Try 'lockctl run --help'."),
                     true};
    }
    if (!wanted && !behind.isEmpty())
        return Usage{QStringLiteral("'%1' is not expected here. Only 'lockctl run' takes a command "
                                    "after '--'.")
                         .arg(behind.first()),
                     true};
    for (const QString &word : behind)
        options.hold.command.append(word.toLocal8Bit());
    return std::nullopt;
}

/** `--option=`, which CLI11 takes for `--option` and gives it the argument behind. */
bool endsWithoutValue(const QString &argument)
{
    return argument.size() > 3 && argument.startsWith(QLatin1StringView("--"))
           && argument.indexOf(u'=') == argument.size() - 1;
}

/** What was to be limited by nothing would be limited by the next option, or not at all. */
std::optional<Usage> missingValue(const QStringList &arguments, Command command)
{
    const auto found = std::find_if(arguments.begin(), arguments.end(), endsWithoutValue);
    if (found == arguments.end())
        return std::nullopt;
    return Usage{QStringLiteral("Nothing stands behind '%1': give it a value, or leave it out. "
                                "Try 'lockctl --help'.")
                     .arg(*found),
                 true, command};
}

} // namespace

std::variant<Options, Usage> parseCommandLine(const QStringList &all)
{
    // What stands behind is another program's, options included.
    const qsizetype end = all.indexOf(QStringLiteral("--"));
    const QStringList arguments = end < 0 ? all : all.first(end);
    const QStringList behind = end < 0 ? QStringList() : all.sliced(end + 1);

    CLI::App app(description, "lockctl");
    app.formatter(std::make_shared<Help>()); // inherited, too
    Raw raw;
    addGlobalOptions(app, raw);
    app.fallthrough(); // inherited by what is added after it: options may follow the command
    const std::vector<Subcommand> subcommands = addSubcommands(app, raw);
    app.footer(footer);
    app.require_subcommand(1);
    app.get_formatter()->column_width(26);
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app.get_formatter()->label("Subcommands", "Commands");

    std::vector<std::string> reversed;
    for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
        // Refused below; until then the command behind it has to be found, which says how to
        // refuse.
        if (!endsWithoutValue(*argument))
            reversed.push_back(argument->toStdString());
    }
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() != 0) {
            if (const std::optional<Usage> wrong = missingValue(arguments, commandOf(subcommands)))
                return *wrong;
            return Usage{refusal(error, arguments, texts(app.remaining()).value(0)), true,
                         commandOf(subcommands)};
        }
        std::ostringstream out;
        app.exit(error, out, out);
        return Usage{text(out.str()), false};
    }
    if (const std::optional<Usage> wrong = missingValue(arguments, commandOf(subcommands)))
        return *wrong;
    if (const std::optional<Usage> wrong = wrongExperiment(raw.lab))
        return *wrong;
    Options options = optionsOf(raw, subcommands);
    if (const std::optional<Usage> wrong = takeCommand(options, behind))
        return *wrong;
    return options;
}

} // namespace lockmaster
