// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace lockmaster::test {

/** What a server on loopback answered to GET. */
struct HttpAnswer {
    int status = 0; ///< 0: nothing that is HTTP
    QByteArray head;
    QByteArray body;
};

/** Asks 127.0.0.1:`port` for `path`, percent-encoded as it is to be sent; waits at most a minute.
 */
HttpAnswer httpGet(quint16 port, const QByteArray &path);

/** The same for a whole request as it is to be sent; the answer is over with the connection. */
HttpAnswer httpAsk(quint16 port, const QByteArray &request);

} // namespace lockmaster::test
