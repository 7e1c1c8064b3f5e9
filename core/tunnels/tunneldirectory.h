// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QString>

#include <memory>

namespace lockmaster {

/**
 * A directory for sockets that nobody else can enter, with names short enough for them. It goes
 * with this object; what a killed program left is cleared away when the next one is made.
 */
class TunnelDirectory
{
public:
    /** Errors: Config, where there is no place for one. */
    static Result<std::unique_ptr<TunnelDirectory>> make();
    ~TunnelDirectory();
    TunnelDirectory(const TunnelDirectory &) = delete;
    TunnelDirectory &operator=(const TunnelDirectory &) = delete;

    QString file(const QString &name) const { return m_path + u'/' + name; }

private:
    TunnelDirectory(QString path, int lock);

    const QString m_path;
    const int m_lock; ///< who can get it finds its owner dead
};

} // namespace lockmaster
