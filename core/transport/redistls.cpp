// SPDX-License-Identifier: Apache-2.0
#include "core/transport/redistls.h"

#include "core/text/regularfile.h"
#include "core/text/words.h"
#include "core/transport/tlserror.h"

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

namespace lockmaster {

namespace {

Result<QByteArray> fileContent(const QString &path)
{
    constexpr qint64 largest = 16 << 20;
    const auto content = readRegularFile(path, largest);
    if (!content) {
        return failure(ErrorKind::Config,
                       Words::tr("The file %1 cannot be read: %2.").arg(path, content.error()),
                       Words::tr("Check its path and that you may read it."));
    }
    return *content;
}

Result<QList<QSslCertificate>> certificates(const QString &path)
{
    const auto content = fileContent(path);
    if (!content)
        return passOn(content);
    auto list = QSslCertificate::fromData(*content, QSsl::Pem);
    if (list.isEmpty()) {
        return failure(ErrorKind::Config, Words::tr("%1 holds no certificate.").arg(path),
                       Words::tr("Give a file in PEM format."));
    }
    return list;
}

Result<QSslKey> privateKey(const QString &path)
{
    const auto content = fileContent(path);
    if (!content)
        return passOn(content);
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        QSslKey key(*content, algorithm, QSsl::Pem);
        if (!key.isNull())
            return key;
    }
    return failure(ErrorKind::Config, Words::tr("%1 holds no usable private key.").arg(path),
                   Words::tr("Give an RSA or EC key in PEM format, without a passphrase."));
}

Result<void> addClientCertificate(const Endpoint &endpoint, QSslConfiguration &configuration)
{
    if (endpoint.certFile.isEmpty() && endpoint.keyFile.isEmpty())
        return {};
    // One file may hold both.
    const QString keyFile = endpoint.keyFile.isEmpty() ? endpoint.certFile : endpoint.keyFile;
    const QString certFile = endpoint.certFile.isEmpty() ? endpoint.keyFile : endpoint.certFile;
    const auto chain = certificates(certFile);
    if (!chain)
        return passOn(chain);
    const auto key = privateKey(keyFile);
    if (!key)
        return passOn(key);
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(*key);
    return {};
}

/** The error that tells most of several. */
QSslError worst(const QList<QSslError> &errors)
{
    for (const QSslError &error : errors) {
        if (error.error() == QSslError::CertificateExpired
            || error.error() == QSslError::CertificateNotYetValid)
            return error;
    }
    for (const QSslError &error : errors) {
        if (error.error() != QSslError::HostNameMismatch)
            return error;
    }
    return errors.first();
}

bool asksForCertificate(const QString &text)
{
    return text.contains(QLatin1StringView("certificate required"))
           || text.contains(QLatin1StringView("bad certificate"))
           || text.contains(QLatin1StringView("unknown ca"))
           || text.contains(QLatin1StringView("handshake failure"));
}

Error certificateWanted(const QString &address, const QString &reason)
{
    return {ErrorKind::Tls, 0,
            Words::tr("%1 did not accept our client certificate: %2").arg(address, reason),
            Words::tr("Give a certificate and key that the server trusts, or "
                      "let the server set tls-auth-clients no.")};
}

} // namespace

Error certificateRefused(const QList<QSslError> &faults, const QString &address)
{
    const QSslError error = worst(faults);
    switch (error.error()) {
    case QSslError::HostNameMismatch:
        return tlsError(TlsFault::OtherHost, error.error(), address, {});
    case QSslError::CertificateExpired:
    case QSslError::CertificateNotYetValid:
        return tlsError(TlsFault::NotValidNow, error.error(), address, error.errorString());
    default: return tlsError(TlsFault::NotTrusted, error.error(), address, error.errorString());
    }
}

Result<QSslConfiguration> tlsConfiguration(const Endpoint &endpoint)
{
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    if (!endpoint.caFile.isEmpty()) {
        const auto authorities = certificates(endpoint.caFile);
        if (!authorities)
            return passOn(authorities);
        configuration.setCaCertificates(*authorities);
    }
    if (const auto added = addClientCertificate(endpoint, configuration); !added)
        return passOn(added);
    return configuration;
}

Error handshakeError(const QSslSocket &socket, const QString &address)
{
    if (const auto errors = socket.sslHandshakeErrors(); !errors.isEmpty())
        return certificateRefused(errors, address);
    if (socket.error() == QAbstractSocket::SocketTimeoutError) {
        return {ErrorKind::Tls, 0,
                Words::tr("%1 did not answer the TLS handshake in time.").arg(address),
                Words::tr("Check that this port speaks TLS.")};
    }
    const QString reason = socket.errorString();
    if (asksForCertificate(reason))
        return certificateWanted(address, reason);
    if (const TlsFault fault = tlsFaultOf(reason); fault != TlsFault::Other)
        return tlsError(fault, 0, address, reason);
    return {ErrorKind::Tls, 0,
            Words::tr("The TLS handshake with %1 failed: %2").arg(address, reason),
            Words::tr("Check that this port speaks TLS.")};
}

Error encryptedLoss(const QSslSocket &socket, bool heardAnything, const QString &address)
{
    const QString reason = socket.errorString();
    if (asksForCertificate(reason))
        return certificateWanted(address, reason);
    if (!heardAnything && socket.error() == QAbstractSocket::RemoteHostClosedError) {
        // TLS 1.3 refuses a client's certificate after the handshake, and the alert is often lost.
        return {ErrorKind::Tls, 0,
                Words::tr("%1 closed the connection right after the TLS "
                          "handshake.")
                    .arg(address),
                Words::tr("If it asks for client certificates, give a "
                          "certificate and key that it trusts.")};
    }
    return {ErrorKind::Network,
            0,
            Words::tr("The connection to %1 was lost: %2").arg(address, reason),
            {}};
}

} // namespace lockmaster
