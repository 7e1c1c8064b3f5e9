// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <utility>

namespace lockmaster {

/**
 * A password. It compares, prints and converts to nothing; `reveal()` is called where the bytes
 * go to a server and nowhere else. The bytes are overwritten when the last copy goes.
 */
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    Secret(const Secret &) = default;
    Secret(Secret &&) noexcept = default;
    Secret &operator=(Secret other) noexcept
    {
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    ~Secret()
    {
        if (m_bytes.isDetached())
            m_bytes.fill('\0');
    }

    bool isEmpty() const { return m_bytes.isEmpty(); }
    const QByteArray &reveal() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

} // namespace lockmaster
