// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/result.h"
#include "core/lab/labplace.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace lockmaster {

/**
 * A private MariaDB and Redis in a temporary directory, on loopback with random ports and
 * passwords, holding the reference designs' tables. A keeper process in a session of its own ends
 * them when this object, or the whole program, is gone, however it went.
 *
 * Blocking; use it on any one thread.
 */
class Sandbox
{
public:
    struct Options {
        bool traffic = false; ///< run processes that live the five reference designs
        /** Ends the start: what was begun is gone when it returns. Means nothing afterwards. */
        std::stop_token stop = {};
    };
    /** Called on the starting thread: what is being done now, translated. */
    using Progress = std::function<void(const QString &step, int percent)>;

    /**
     * Errors: NotFound (a server program is missing; the remedy names the command), Timeout, Config
     * (a server ended by itself; its last words), Denied (no temporary directory), Cancelled.
     */
    static Result<std::unique_ptr<Sandbox>> start(const Options &options, const Progress &progress);
    ~Sandbox();
    Sandbox(const Sandbox &) = delete;
    Sandbox &operator=(const Sandbox &) = delete;

    const std::vector<BackendSpec> &backends() const; ///< with password files, mode 0600
    /** The unix sockets of the same servers, in the order of `backends()`. */
    const QStringList &socketPaths() const;
    QString configPath() const; ///< a profile naming both, for `--config`
    QString directory() const;
    /** Which of it is not there any more: a server that ended, or all of it. None: it lives. */
    std::optional<Error> trouble() const;
    /** Where experiments run in this sandbox; it outlives them. */
    LabPlace labPlace() const;

private:
    struct Private;
    explicit Sandbox(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace lockmaster
