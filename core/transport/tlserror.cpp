// SPDX-License-Identifier: Apache-2.0
#include "core/transport/tlserror.h"
#include "core/text/words.h"

#include <array>
#include <utility>

namespace lockmaster {

Error tlsError(TlsFault fault, int code, const QString &address, const QString &said)
{
    const auto error = [code](const QString &message, const QString &remedy) {
        return Error{ErrorKind::Tls, code, message, remedy};
    };
    switch (fault) {
    case TlsFault::OtherHost:
        return error(Words::tr("The certificate of %1 is for another host.").arg(address),
                     Words::tr("Use the host name that stands in the "
                               "certificate."));
    case TlsFault::NotValidNow:
        return error(Words::tr("The certificate of %1 is not valid now: %2").arg(address, said),
                     Words::tr("Renew the server's certificate, or set this machine's clock."));
    case TlsFault::Changed:
        return error(Words::tr("%1 does not show the certificate that was accepted for it here.")
                         .arg(address),
                     Words::tr("Nothing was sent: somebody may be in between. Ask whether "
                               "the server was given a new certificate."));
    case TlsFault::NotTrusted:
        return error(
            Words::tr("The certificate of %1 is not trusted: %2").arg(address, said),
            Words::tr("Give the file of the authority that signed it as CA file (ca=FILE)."));
    case TlsFault::NotOffered:
        return error(Words::tr("%1 does not speak TLS: %2").arg(address, said),
                     Words::tr("Switch TLS on in the server, and check host and port. Nothing was "
                               "sent; somebody in between could answer like this, too."));
    case TlsFault::SpokenToEarly:
        return error(
            Words::tr("%1 said more than its greeting before TLS began.").arg(address),
            Words::tr("Nothing was sent, and nothing of it was believed: somebody may be in "
                      "between, or a proxy is broken. Check host and port, and what stands "
                      "on the way."));
    case TlsFault::TooOld:
        return error(Words::tr("%1 offers only versions of TLS that are not safe any more: %2")
                         .arg(address, said),
                     Words::tr("Let the server offer TLS 1.2 or 1.3."));
    case TlsFault::Other: break;
    }
    return error(Words::tr("TLS with %1 failed: %2").arg(address, said),
                 Words::tr("Check the certificate authority (ca=FILE), that the certificate names "
                           "this host, and that the server offers TLS."));
}

TlsFault tlsFaultOf(const QString &said)
{
    using enum TlsFault;
    static constexpr std::array<std::pair<QLatin1StringView, TlsFault>, 14> words = {{
        {QLatin1StringView("does not support it"), NotOffered},
        {QLatin1StringView("Fingerprint verification"), Changed},
        {QLatin1StringView("wrong version number"), NotOffered},
        {QLatin1StringView("packet length too long"), NotOffered},
        {QLatin1StringView("unsupported protocol"), TooOld},
        {QLatin1StringView("alert protocol version"), TooOld},
        {QLatin1StringView("has expired"), NotValidNow},
        {QLatin1StringView("not yet valid"), NotValidNow},
        {QLatin1StringView("self-signed certificate"), NotTrusted},
        {QLatin1StringView("local issuer certificate"), NotTrusted},
        {QLatin1StringView("certificate verify failed"), NotTrusted},
        {QLatin1StringView("Validation of SSL server certificate failed"), OtherHost},
        {QLatin1StringView("hostname mismatch"), OtherHost},
        {QLatin1StringView("IP address mismatch"), OtherHost},
    }};
    for (const auto &[word, fault] : words) {
        if (said.contains(word, Qt::CaseInsensitive))
            return fault;
    }
    return Other;
}

} // namespace lockmaster
