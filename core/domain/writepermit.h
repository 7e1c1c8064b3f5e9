// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <utility>

namespace lockmaster {

/**
 * Says that a backend may be written to at this moment. Only a `WriteGate` makes one, and whatever
 * changes something on a server wants one: read-only holds wherever the wish came from. It is asked
 * for right before the command is sent and not kept.
 */
class WritePermit
{
public:
    const QString &backend() const { return m_backend; }

private:
    friend class WriteGate;
    explicit WritePermit(QString backend) : m_backend(std::move(backend)) {}

    QString m_backend;
};

} // namespace lockmaster
