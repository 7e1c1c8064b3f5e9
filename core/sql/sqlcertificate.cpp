// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlcertificate.h"

#include "core/sql/sqlpackets.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/trust/knownservers.h"
#include "core/transport/redistls.h"
#include "core/transport/socketinterrupt.h"
#include "core/sql/sqlerror.h"
#include "core/transport/tcpconnect.h"
#include "core/transport/tlserror.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>

namespace lockmaster {

namespace {

constexpr qsizetype longestGreeting = 4096;

/** Whether a whole greeting of protocol 10 offers TLS. */
bool offersTls(const QByteArray &greeting)
{
    constexpr qsizetype fromVersionToFlags = 1 + 4 + 8 + 1; // its zero, an id, salt, a filler
    constexpr int canTls = 0x0800;
    const qsizetype version = greeting.indexOf('\0', sqlPacketHead + 1);
    const qsizetype flags = version + fromVersionToFlags;
    if (greeting.size() <= sqlPacketHead || greeting[sqlPacketHead] != 10 || version < 0
        || flags + 1 >= greeting.size())
        return false;
    return ((uchar(greeting[flags]) | uchar(greeting[flags + 1]) << 8) & canTls) != 0;
}

/** A wish for TLS in the protocol's form, which names nobody. */
QByteArray wishForTls()
{
    return QByteArray("\x20\0\0\1\x00\x8a\0\0\0\0\0\1\x2d", 13) + QByteArray(23, '\0');
}

struct Shown {
    QByteArray certificate;  ///< DER
    QList<QSslError> faults; ///< none: signed by whom we trust, for this host, valid now
    bool isVerified() const { return faults.isEmpty(); }
};

Result<Shown> lookAtCertificate(const Endpoint &endpoint, SteadyTime deadline,
                                SocketInterrupt &interrupt)
{
    const auto there = dialled(endpoint, deadline, interrupt);
    if (!there)
        return passOn(there);
    const auto descriptor = connectSocket(*there, deadline, interrupt);
    if (!descriptor)
        return tl::make_unexpected(explained(descriptor.error(), *there));
    QSslSocket socket;
    socket.setReadBufferSize(longestGreeting);
    socket.setSocketDescriptor(*descriptor);
    // Without a certificate of ours, which names somebody.
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::QueryPeer); // judged, and taken all the same
    if (const auto ours = tlsConfiguration(endpoint); ours && !endpoint.caFile.isEmpty())
        configuration.setCaCertificates(ours->caCertificates());
    socket.setSslConfiguration(configuration);
    socket.setPeerVerifyName(endpoint.host);
    QByteArray greeting;
    const auto beyond = [&greeting]() -> qsizetype { // below 0: so much is missing
        if (greeting.size() < sqlPacketHead)
            return greeting.size() - sqlPacketHead;
        return greeting.size() - sqlPacketHead - (uchar(greeting[0]) | uchar(greeting[1]) << 8);
    };
    const auto whole = [&beyond] { return beyond() >= 0; };
    while (!whole() && greeting.size() < longestGreeting && !interrupt.interrupted()
           && socket.waitForReadyRead(millisUntil(deadline)))
        greeting += socket.read(longestGreeting - greeting.size());
    if (!whole() || !offersTls(greeting)) {
        interrupt.detach();
        return tl::make_unexpected(
            std::chrono::steady_clock::now() >= deadline
                ? sqlTimeout(endpoint)
                : tlsError(TlsFault::NotOffered, 0, endpoint.address, socket.errorString()));
    }
    if (beyond() > 0 || socket.bytesAvailable() > 0) {
        interrupt.detach();
        return tl::make_unexpected(tlsError(TlsFault::SpokenToEarly, 0, endpoint.address, {}));
    }
    socket.write(wishForTls());
    socket.startClientEncryption();
    const bool encrypted = socket.waitForEncrypted(millisUntil(deadline));
    interrupt.detach();
    const QByteArray certificate = socket.peerCertificate().toDer();
    if (encrypted && !certificate.isEmpty())
        return Shown{certificate, socket.sslHandshakeErrors()};
    return tl::make_unexpected(
        tlsError(TlsFault::Other, 0, endpoint.address, literalText(socket.errorString())));
}

QString howToAccept(const QString &fingerprint)
{
    return Words::tr(
               "The certificate that it shows has the fingerprint %1. If the server made it "
               "itself, compare that on the server, in its data directory (openssl x509 -noout "
               "-fingerprint -sha256 -in server-cert.pem), and accept it on this machine: lockctl "
               "doctor --accept-certificate %1")
        .arg(fingerprint);
}

QString howToAcceptInstead(const QString &fingerprint, const KnownServer &known)
{
    return Words::tr(
               "The certificate has changed: %2 was accepted on %3, and %1 is shown now. Only if "
               "the server was given a new one, compare that on the server, in its data directory "
               "(openssl x509 -noout -fingerprint -sha256 -in server-cert.pem), and accept it in "
               "the place of the old one: lockctl doctor --accept-certificate %1")
        .arg(fingerprint, certificateFingerprint(known.certificate), literalText(known.accepted));
}

} // namespace

Result<QByteArray> shownSqlCertificate(const Endpoint &endpoint, SteadyTime deadline,
                                       SocketInterrupt &interrupt)
{
    return lookAtCertificate(endpoint, deadline, interrupt).map([](const Shown &shown) {
        return shown.certificate;
    });
}

Result<QByteArray> verifiedSqlCertificate(const Endpoint &endpoint, SteadyTime deadline,
                                          SocketInterrupt &interrupt)
{
    if (const auto usable = tlsConfiguration(endpoint); !usable)
        return passOn(usable);
    const auto shown = lookAtCertificate(endpoint, deadline, interrupt);
    if (!shown)
        return passOn(shown);
    const auto known = findKnownServer(endpoint.address);
    if (!known)
        return passOn(known);
    if (*known && (*known)->certificate == shown->certificate)
        return shown->certificate;
    if (*known)
        return tl::make_unexpected(tlsError(TlsFault::Changed, 0, endpoint.address, {}));
    if (shown->isVerified())
        return shown->certificate;
    return tl::make_unexpected(certificateRefused(shown->faults, endpoint.address));
}

CertificateFault withShownCertificate(const Error &error, const Endpoint &endpoint,
                                      SteadyTime deadline, SocketInterrupt &interrupt)
{
    CertificateFault fault{error, std::nullopt};
    if (error.kind != ErrorKind::Tls || endpoint.tls != TlsMode::Verify)
        return fault;
    const auto shown = lookAtCertificate(endpoint, deadline, interrupt);
    if (!shown)
        return fault;
    const auto known = knownServer(endpoint.address);
    if (known && known->certificate == shown->certificate)
        return fault;
    // A good certificate is not what stood in the way, and needs nobody to accept it.
    if (!known && shown->isVerified())
        return fault;
    const QString fingerprint = certificateFingerprint(shown->certificate);
    fault.error.remedy +=
        u' ' + (known ? howToAcceptInstead(fingerprint, *known) : howToAccept(fingerprint));
    if (!known)
        fault.acceptable = {endpoint.address, shown->certificate, fingerprint};
    return fault;
}

Result<void> acceptShownCertificate(const ServerCertificate &certificate)
{
    const auto known = knownServer(certificate.address);
    if (known && known->certificate != certificate.der)
        return failure(ErrorKind::Tls,
                       Words::tr("Another certificate of %1 was accepted meanwhile: %2")
                           .arg(certificate.address, certificateFingerprint(known->certificate)),
                       Words::tr("Test the connection again."));
    return acceptServer(certificate.address, certificate.der);
}

} // namespace lockmaster
