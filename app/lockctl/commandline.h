// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/holdoptions.h"
#include "app/lockctl/laboptions.h"
#include "app/lockctl/releaseoptions.h"

#include <QString>
#include <QStringList>

#include <variant>

namespace lockmaster {

enum class Command {
    List,
    Watch,
    Leaders,
    Doctor,
    Sandbox,
    Backends,
    Acquire,
    Run,
    Release,
    Audit,
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
    QString filter;
    QString watchFor; ///< for `Leaders`: a duration; empty: the default
    bool traffic = false;
    HoldOptions hold; ///< for `Acquire` and `Run`
    ReleaseOptions release;
    AuditOptions audit;
    LabOptions lab;
};

/** What to print instead of doing anything, and where it belongs. */
struct Usage {
    QString text;
    bool isError = false; ///< false: help or version, for standard output
};

/** `arguments` without the program's name. */
std::variant<Options, Usage> parseCommandLine(const QStringList &arguments);

} // namespace lockmaster
