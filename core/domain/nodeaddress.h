// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lockmaster {

/** Where one server of a group is: a host, by name or number, and its port. */
struct NodeAddress {
    QString host; ///< an IPv6 address without brackets
    quint16 port = 0;

    /** `db1:6379`, `[::1]:6379`. */
    QString text() const;

    friend bool operator==(const NodeAddress &, const NodeAddress &) = default;
};

/** `s1:26379, s2:26379`. */
QString hostsText(const std::vector<NodeAddress> &hosts);

/**
 * The same read: `host`, `host:port` or `[::1]:port`; without a port it is the one given, where
 * that is not 0. None for anything else.
 */
std::optional<NodeAddress> nodeAddressFromText(const QString &text, quint16 usualPort = 0);

/** A server that is met elsewhere than it says: behind a translation of addresses. */
struct NodeDial {
    NodeAddress announced;
    NodeAddress dialled; ///< from here, or from the far end of the backend's tunnel

    QString text() const { return announced.text() + u'=' + dialled.text(); }

    friend bool operator==(const NodeDial &, const NodeDial &) = default;
};

/** `10.0.0.5:6379=127.0.0.1:16379`. None for anything else. */
std::optional<NodeDial> nodeDialFromText(const QString &text);

} // namespace lockmaster
