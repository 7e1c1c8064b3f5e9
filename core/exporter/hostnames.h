// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QByteArrayList>
#include <QStringList>

namespace lockmaster {

/**
 * For which hosts a request may ask. A page on the web can have its own name lead to this machine,
 * and would then read what is answered to that name; so a name counts only where it was given to
 * us. A numeric address is no name that anybody could lead elsewhere, and `localhost` is this
 * machine.
 */
class HostNames
{
public:
    HostNames() = default;
    /** Errors: Config, where one is no name. */
    static Result<HostNames> from(const QStringList &names);

    /** `host` as in a request: with or without a port, IPv6 in brackets. */
    bool contain(QByteArrayView host) const;

private:
    QByteArrayList m_names; ///< lower case, without a dot at the end
};

} // namespace lockmaster
