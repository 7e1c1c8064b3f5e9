// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/error.h"

namespace lockmaster {

/** What is wrong with a server's TLS, whichever library noticed it. */
enum class TlsFault : quint8 {
    OtherHost,     ///< its certificate names another host
    NotValidNow,   ///< its certificate has expired, or is not valid yet
    Changed,       ///< its certificate is another than was accepted for it on this machine
    NotTrusted,    ///< its certificate is signed by nobody whom we trust
    NotOffered,    ///< it speaks without TLS, or somebody in between says so
    SpokenToEarly, ///< it, or somebody in between, said more than a greeting before TLS began
    TooOld,        ///< it offers no version from 1.2 on
    Other,
};

/** The error for whoever wanted TLS with `address`; `said` is what the library has to say of it. */
Error tlsError(TlsFault fault, int code, const QString &address, const QString &said);

/** Which fault a library's text is about, as far as texts of OpenSSL and libmariadb tell. */
TlsFault tlsFaultOf(const QString &said);

} // namespace lockmaster
