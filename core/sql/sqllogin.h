// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/transport/endpoint.h"

#include <optional>

namespace lockmaster {

/**
 * What a server may be told while this thread logs in to it, for as long as it lives. A server, or
 * somebody in between, chooses how it is logged in to, and may ask for the password itself: in the
 * clear, or encrypted for a key that it hands out along with the question. It is told only to one
 * that was verified by TLS, to a server's process behind a unix socket of this machine that nobody
 * else can have put there, or encrypted for the key that the profile names.
 *
 * One at a time on a thread.
 */
class SqlLogin
{
public:
    /** `key`: what `serverKey()` gave. */
    SqlLogin(const Endpoint &endpoint, QByteArray key);
    ~SqlLogin();
    SqlLogin(const SqlLogin &) = delete;
    SqlLogin &operator=(const SqlLogin &) = delete;

    /** The endpoint's `server_public_key`; empty where it has none. Errors: Config. */
    static Result<QByteArray> serverKey(const Endpoint &endpoint);

    /**
     * The ways to log in that a server may choose from, as the client library wants them. Those
     * that tell the password are ours, in the place of the library's; where the library has loaded
     * its own already, they are missing here.
     */
    static QString allowedWays(const Endpoint &endpoint);

    /** Why the password was kept back; none: it was not asked for, or was told. */
    const std::optional<Error> &refusal() const { return m_refusal; }

    /** For the ways to log in. */
    enum class Telling : quint8 { Refused, Clear, ForKey };
    static SqlLogin *current();
    /** How the password is told to who is at the other end; `encrypts`: the way has a form for it.
     */
    Telling telling(int socket, bool encrypts);
    bool isEncrypted() const { return m_endpoint.tls == TlsMode::Verify; }
    const QByteArray &key() const { return m_key; }

private:
    static bool install();

    const Endpoint &m_endpoint;
    const QByteArray m_key;
    std::optional<Error> m_refusal;
};

} // namespace lockmaster
