// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>

struct st_mysql;

namespace lockmaster {

/** Bytes that moved: either sent, or `received`. Both none: an attempt failed. */
struct SqlTraffic {
    bool sent = false;
    QByteArrayView received; ///< decrypted, where they came by TLS

    /**
     * Makes zeros of what was received, before the client library looks at it. Those are packets
     * without anything in them, which no server sends: the library takes the connection for lost.
     */
    void withhold() const;
};

/**
 * Hears of the bytes that the client library moves on the thread that made it, for as long as it
 * lives. Several on a thread nest. Needs libmariadb; with another client library it hears nothing.
 */
class SqlTrafficListener
{
public:
    SqlTrafficListener(const SqlTrafficListener &) = delete;
    SqlTrafficListener &operator=(const SqlTrafficListener &) = delete;

protected:
    SqlTrafficListener();
    virtual ~SqlTrafficListener();

    /** Whether the client library tells of its traffic. */
    static bool isHeard();

    /** Within the library's call. */
    virtual void onTraffic(st_mysql *mysql, const SqlTraffic &traffic) = 0;

private:
    using Function = void (*)(int, void *, const unsigned char *, size_t);
    static bool listenToLibrary();
    static void tell(int direction, void *mysql, const unsigned char *bytes, size_t length);

    static thread_local SqlTrafficListener *s_innermost;
    SqlTrafficListener *const m_outer;
};

} // namespace lockmaster
