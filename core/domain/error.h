// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

/// What can go wrong while talking to a backend, by kind.
namespace lockmaster {

/**
 * The kinds of error that callers treat differently.
 *
 * The words of `errorKindName()` are part of the command line's JSON contract; the list grows only
 * with its schema version. `Cancelled` never leaves the program.
 */
enum class ErrorKind : quint8 {
    Network,     ///< not reached, refused, reset, gone in mid-reply
    Timeout,     ///< reached, but no complete answer by the deadline
    Auth,        ///< the server refused the account or its password
    Denied,      ///< the account lacks a privilege
    Tls,         ///< no TLS, or a certificate that does not verify
    NotFound,    ///< a database, table or column that is not there
    Protocol,    ///< an answer that breaks the protocol or the bounds we set
    Unsupported, ///< this server, version or topology cannot do it
    Truncated,   ///< more than we are willing to read; what was read is shown
    Config,      ///< the profile, URL or option is wrong
    Cancelled,   ///< we gave up ourselves (shutting down)
};

/** The JSON word for a kind: `network`, `timeout`, ..., `not_found`, ... */
QString errorKindName(ErrorKind kind);

/** One error as a value: what happened, to what, and what to do. Plain text, never markup. */
struct Error {
    ErrorKind kind = ErrorKind::Protocol;
    int nativeCode = 0; ///< the server's or library's own number, 0 where there is none
    QString message;    ///< one sentence: what happened, naming the thing it happened to
    QString remedy;     ///< one sentence: what the reader can do; empty where nothing helps

    friend bool operator==(const Error &, const Error &) = default;
};

/** What happened, and what to do, as sentences of one line. What a server said in it stays raw. */
QString errorText(const Error &error);

/** Something that stands in the way of one source, shown until it is gone. */
struct Problem {
    QString source; ///< the source's name; empty: the whole backend
    Error error;

    friend bool operator==(const Problem &, const Problem &) = default;
};

} // namespace lockmaster
