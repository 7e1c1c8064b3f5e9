// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/options.h"
#include "app/lockctl/shell/exitcode.h"

#include <QString>
#include <QStringList>

#include <span>
#include <string>
#include <variant>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace lockmaster {

struct Options;

/** One of lockctl's commands, and all that a command line has to know of it. */
struct Command {
    const char *name;
    const char *summary; ///< of the help; empty: a command that is not told of
    const char *footer;
    void (*addOptions)(CLI::App &app, Options &options); ///< `app` writes into `options`
    ExitCode (*run)(const Options &options);
    ExitCode (*refuse)(const QString &why) = nullptr; ///< what is wrong; none: as all others do
    bool takesCommand = false;                        ///< behind `--`
};

/** What the command line asks for. */
struct Options {
    const Command *command = nullptr;
    QString config;       ///< empty: the desktop's own place
    QStringList backends; ///< names; empty: all
    QStringList urls;
    QString passwordFile;
    bool allowWrites = false;
    bool json = false;
    bool jsonLines = false; ///< for `list`
    QString filter;
    QString view;            ///< for `list` and `top`: the name of a saved one; empty: none
    QStringList lockNames;   ///< for what takes `filter`: these locks and no others; empty: all
    QStringList lockSystems; ///< likewise
    bool one = false;        ///< for `list`: unless exactly one matches, nothing is printed
    bool witness = false;    ///< for `list`: of that one its witness alone
    bool noHeading = false;  ///< for `list`
    bool verdict = false;    ///< for `list` and `owners`: whether each lock's holder lives
    bool askAlive = false;   ///< likewise: by the profile's `alive_command` as well
    QString owner;           ///< for `owners`: this one alone, by its whole name; empty: all
    QString watchFor;        ///< for `leaders`, `list`, `owners`: a duration; empty: the default
    bool traffic = false;
    QString acceptCertificate; ///< for `doctor`: a fingerprint
    HoldOptions hold;          ///< for `acquire` and `run`
    ReleaseOptions release;
    AuditOptions audit;
    LabOptions lab;
    CheckOptions check;
    ServeOptions serve;
    HistoryOptions history;
    ReportOptions report;
    AlertsOptions alerts;
    FormatsOptions formats;
    ImportOptions import;
};

/** What to print instead of doing anything, and where it belongs. */
struct Usage {
    QString text;
    bool isError = false;             ///< false: help or version, for standard output
    const Command *command = nullptr; ///< what was to be done; none: that is not known
};

/** `arguments` without the program's name; `commands` outlives what comes of it. */
std::variant<Options, Usage> parseCommandLine(const QStringList &arguments,
                                              std::span<const Command> commands);

/** An option with a value, which the help calls `type`; where `target` is a list, repeatable. */
CLI::Option *addOption(CLI::App &app, const char *name, const char *type, QString &target,
                       const std::string &help);
CLI::Option *addOption(CLI::App &app, const char *name, const char *type, QStringList &target,
                       const std::string &help);

} // namespace lockmaster
