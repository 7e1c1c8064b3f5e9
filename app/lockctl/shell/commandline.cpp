// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/commandline.h"

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
    "is wrong; 3 a backend or a source that was named did not answer, or something is missing;\n"
    "4 the backend is read-only; 10 another lock than was looked at, or renewed; 11 busy;\n"
    "12 denied; 13 no answer, it may have happened; 14 gone; 15 the audit log cannot be written;\n"
    "16 the audit log was changed; 17 no lock matches --one, 18 several do; 20 held by another;\n"
    "21 lost while held; 30 an experiment went otherwise than expected; 130 it was given up. "
    "'run'\n"
    "ends with the command's own, 'check' as monitoring plugins do.\n"
    "\n"
    "The manual page, man lockctl, says it all.";

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

void addGlobalOptions(CLI::App &app, Options &options)
{
    addOption(app, "--config", "FILE", options.config,
              "The profile to read instead of the desktop's own");
    addOption(app, "--backend", "NAME", options.backends,
              "Only this backend of the profile (repeatable)");
    addOption(app, "--url", "URL", options.urls,
              "A server: mysql://user@host:port/database?..., redis://host:port/0?...,\n"
              "rediss://, mysql+unix:///path.sock?database=db, redis+unix:///path.sock,\n"
              "redis+sentinel://host1,host2,host3/master/0,\n"
              "redis+cluster://host1,host2,host3, redis+redlock://host1,host2,host3\n"
              "(repeatable; options in lockctl(1))");
    addOption(app, "--password-file", "FILE", options.passwordFile,
              "Its first line is the password of every backend asked");
    app.add_flag("--allow-writes", options.allowWrites,
                 "Let writing commands change read-only backends");
    app.set_version_flag("--version", std::string("lockctl " LOCKMASTER_VERSION),
                         "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
}

void addCommand(CLI::App &app, const Command &command, Options &options)
{
    CLI::App *const added = app.add_subcommand(command.name, command.summary);
    if (!*command.summary)
        added->group("");
    if (command.addOptions)
        command.addOptions(*added, options);
    added->footer(command.footer);
}

/** As far as the command line was understood. */
const Command *commandOf(const CLI::App &app, std::span<const Command> commands)
{
    const auto chosen =
        std::find_if(commands.begin(), commands.end(), [&app](const Command &candidate) {
            return app.got_subcommand(candidate.name);
        });
    return chosen == commands.end() ? nullptr : &*chosen;
}

QString namesOf(std::span<const Command> commands)
{
    QStringList names;
    for (const Command &command : commands) {
        if (*command.summary)
            names.append(QString::fromLatin1(command.name));
    }
    const QString last = names.takeLast();
    return names.join(QLatin1StringView(", ")) + QStringLiteral(" and ") + last;
}

/** What CLI11 has to say, on one line; it may quote a URL, which may hold a password. */
QString refusal(const CLI::ParseError &error, const QStringList &arguments, const QString &unknown,
                std::span<const Command> commands)
{
    QString message = text(error.what()).simplified();
    if (dynamic_cast<const CLI::RequiredError *>(&error)) {
        message = unknown.isEmpty() ? QStringLiteral("A command is missing:")
                                    : QStringLiteral("There is no command '%1':").arg(unknown);
        message += QStringLiteral(" there are ") + namesOf(commands);
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

/** What stands behind `lab`: an experiment, and then no other word. */
std::optional<Usage> takeExperiment(Options &options, const CLI::App &command)
{
    const std::vector<CLI::App *> chosen = command.get_subcommands();
    if (chosen.empty())
        return std::nullopt;
    const QString experiment = text(chosen.front()->get_name());
    if (const QString &word = options.lab.experiment; !word.isEmpty()) {
        return Usage{
            QStringLiteral("'%1' is not expected behind 'lab %2'. Try 'lockctl lab %2 --help'.")
                .arg(word, experiment),
            true};
    }
    options.lab.experiment = experiment;
    return std::nullopt;
}

/** The command to run: there is one exactly where one is wanted. */
std::optional<Usage> takeCommand(Options &options, const QStringList &behind)
{
    const bool wanted = options.command->takesCommand;
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
std::optional<Usage> missingValue(const QStringList &arguments, const Command *command)
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

CLI::Option *addOption(CLI::App &app, const char *name, const char *type, QString &target,
                       const std::string &help)
{
    return app
        .add_option_function<std::string>(
            name, [&target](const std::string &value) { target = text(value); }, help)
        ->type_name(type);
}

CLI::Option *addOption(CLI::App &app, const char *name, const char *type, QStringList &target,
                       const std::string &help)
{
    const auto append = [&target](const std::vector<std::string> &values) {
        std::transform(values.begin(), values.end(), std::back_inserter(target), text);
    };
    return app.add_option_function<std::vector<std::string>>(name, append, help)
        ->option_text(type)
        ->allow_extra_args(false);
}

std::variant<Options, Usage> parseCommandLine(const QStringList &all,
                                              std::span<const Command> commands)
{
    // What stands behind is another program's, options included.
    const qsizetype end = all.indexOf(QStringLiteral("--"));
    const QStringList arguments = end < 0 ? all : all.first(end);
    const QStringList behind = end < 0 ? QStringList() : all.sliced(end + 1);

    CLI::App app(description, "lockctl");
    app.formatter(std::make_shared<Help>()); // inherited, too
    Options options;
    addGlobalOptions(app, options);
    app.fallthrough(); // inherited by what is added after it: options may follow the command
    for (const Command &command : commands)
        addCommand(app, command, options);
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
        if (error.get_exit_code() == 0) {
            std::ostringstream out;
            app.exit(error, out, out);
            return Usage{text(out.str()), false};
        }
        const Command *const command = commandOf(app, commands);
        if (const std::optional<Usage> wrong = missingValue(arguments, command))
            return *wrong;
        const std::vector<std::string> unknown = app.remaining();
        return Usage{refusal(error, arguments, unknown.empty() ? QString() : text(unknown.front()),
                             commands),
                     true, command};
    }
    options.command = commandOf(app, commands);
    if (const std::optional<Usage> wrong = missingValue(arguments, options.command))
        return *wrong;
    if (const std::optional<Usage> wrong = takeExperiment(options, *app.get_subcommands().front()))
        return *wrong;
    if (const std::optional<Usage> wrong = takeCommand(options, behind))
        return *wrong;
    return options;
}

} // namespace lockmaster
