// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/shell/alertsoptions.h"
#include "app/lockctl/shell/historyoptions.h"
#include "app/lockctl/shell/holdoptions.h"
#include "app/lockctl/shell/laboptions.h"
#include "app/lockctl/shell/monitoroptions.h"
#include "app/lockctl/shell/releaseoptions.h"

#include <QString>
#include <QStringList>

#include <variant>

namespace lockmaster {

enum class Command {
    List,
    Watch,
    Leaders,
    Check,
    Serve,
    Doctor,
    Sandbox,
    Backends,
    Acquire,
    Run,
    Release,
    Audit,
    History,
    Alerts,
    Lab
};

/** What the command line asks for. */
struct Options {
    Command command = Command::List;
    QString config;       ///< empty: the desktop's own place
    QStringList backends; ///< names; empty: all
    QStringList urls;
    QString passwordFile;
    bool allowWrites = false;
    bool json = false;
    bool jsonLines = false; ///< for `List`
    QString filter;
    QStringList lockNames;   ///< for what takes `filter`: these locks and no others; empty: all
    QStringList lockSystems; ///< likewise
    bool one = false;        ///< for `List`: unless exactly one matches, nothing is printed
    bool witness = false;    ///< for `List`: of that one its witness alone
    QString watchFor;        ///< for `Leaders`: a duration; empty: the default
    bool traffic = false;
    QString acceptCertificate; ///< for `Doctor`: a fingerprint
    HoldOptions hold;          ///< for `Acquire` and `Run`
    ReleaseOptions release;
    AuditOptions audit;
    LabOptions lab;
    CheckOptions check;
    ServeOptions serve;
    HistoryOptions history;
    AlertsOptions alerts;
};

/** What to print instead of doing anything, and where it belongs. */
struct Usage {
    QString text;
    bool isError = false;            ///< false: help or version, for standard output
    Command command = Command::List; ///< what was to be done, as far as it is known
};

/** `arguments` without the program's name. */
std::variant<Options, Usage> parseCommandLine(const QStringList &arguments);

} // namespace lockmaster
