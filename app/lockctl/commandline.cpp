// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/commandline.h"

#include "core/config/urlsplit.h"

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
    "is wrong; 3 a backend or a source that was named did not answer, or something is missing.\n"
    "\n"
    "lockctl(1) and docs/guide/command-line.md say it all.";

QString text(const std::string &bytes)
{
    return QString::fromStdString(bytes);
}

/** CLI11 writes into std types; this is where they are. */
struct Raw {
    std::string config;
    std::vector<std::string> backends;
    std::vector<std::string> urls;
    std::string passwordFile;
    bool allowWrites = false;
    bool json = false;
    std::string filter;
    bool traffic = false;
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

struct Subcommand {
    CLI::App *app;
    Command command;
};

std::vector<Subcommand> addSubcommands(CLI::App &app, Raw &raw)
{
    CLI::App *list = app.add_subcommand("list", "Print every lock, after one complete look");
    CLI::App *watch = app.add_subcommand(
        "watch", "Print what happens to locks, one line for each event, until a signal");
    CLI::App *doctor = app.add_subcommand(
        "doctor", "Print versions, clock offsets, privileges and what is missing, with remedies");
    CLI::App *sandbox = app.add_subcommand(
        "sandbox",
        "Start a private MariaDB and Redis, print how to reach them, stay until a signal");
    CLI::App *backends = app.add_subcommand("backends", "")->group("");

    for (CLI::App *command : {list, watch, doctor, sandbox})
        command->add_flag("--json", raw.json, "Print JSON (docs/guide/json.md)");
    for (CLI::App *command : {list, watch}) {
        command
            ->add_option("--filter", raw.filter,
                         "Only what matches, e.g. 'owner:web-3 state:held ttl<5s'")
            ->type_name("EXPR");
    }
    sandbox->add_flag("--traffic", raw.traffic, "Run processes that take and lose locks");
    return {{list, Command::List},
            {watch, Command::Watch},
            {doctor, Command::Doctor},
            {sandbox, Command::Sandbox},
            {backends, Command::Backends}};
}

QStringList texts(const std::vector<std::string> &all)
{
    QStringList out;
    std::transform(all.begin(), all.end(), std::back_inserter(out), text);
    return out;
}

Options optionsOf(const Raw &raw, const std::vector<Subcommand> &subcommands)
{
    const auto chosen =
        std::find_if(subcommands.begin(), subcommands.end(),
                     [](const Subcommand &candidate) { return candidate.app->parsed(); });
    return {chosen->command, text(raw.config),       texts(raw.backends),
            texts(raw.urls), text(raw.passwordFile), raw.allowWrites,
            raw.json,        text(raw.filter),       raw.traffic};
}

/** What CLI11 has to say, on one line; it may quote a URL, which may hold a password. */
QString refusal(const CLI::ParseError &error, const QStringList &arguments, const QString &unknown)
{
    QString message = text(error.what()).simplified();
    if (dynamic_cast<const CLI::RequiredError *>(&error)) {
        message = unknown.isEmpty() ? QStringLiteral("A command is missing:")
                                    : QStringLiteral("There is no command '%1':").arg(unknown);
        message += QStringLiteral(" there are list, watch, doctor and sandbox");
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

} // namespace

std::variant<Options, Usage> parseCommandLine(const QStringList &arguments)
{
    CLI::App app(description, "lockctl");
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
    for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument)
        reversed.push_back(argument->toStdString());
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ParseError &error) {
        if (error.get_exit_code() != 0)
            return Usage{refusal(error, arguments, texts(app.remaining()).value(0)), true};
        std::ostringstream out;
        app.exit(error, out, out);
        return Usage{text(out.str()), false};
    }
    return optionsOf(raw, subcommands);
}

} // namespace lockmaster
