// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqloptions.h"

#include "core/text/literaltext.h"
#include "core/text/regularfile.h"
#include "core/text/words.h"
#include "core/trust/knownservers.h"
#include "core/sql/sqllogin.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QRegularExpression>

#include <link.h>

#include <cstring>

namespace lockmaster {

namespace {

constexpr int largestPacket = 16 * 1024 * 1024;
constexpr QLatin1StringView systemAuthorities("/etc/ssl/certs/ca-certificates.crt");

/** Options are separated by `;` and hold no quoting that could be relied on. */
Result<QString> checkedHost(const QString &host)
{
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9._:%-]{1,253}\\z"));
    if (!name.match(host).hasMatch())
        return failure(ErrorKind::Config,
                       Words::tr("'%1' is not a host name.").arg(literalText(host)),
                       Words::tr("Write a host name or an address, the port apart from it."));
    return host;
}

Result<QString> checkedPath(const QString &path)
{
    static const QRegularExpression odd(QStringLiteral("[;={}'\"\\x00-\\x1f]"));
    if (odd.match(path).hasMatch())
        return failure(
            ErrorKind::Config, Words::tr("The path '%1' cannot be used.").arg(literalText(path)),
            Words::tr("Use a path without semicolons, equals signs, braces and quotes."));
    return path;
}

Result<QString> readableFile(const QString &path)
{
    return checkedPath(path).and_then([](const QString &checked) -> Result<QString> {
        // The library opens it, and would wait for somebody who writes into a pipe.
        if (const QString why = whyNotRegularFile(checked); !why.isEmpty())
            return failure(
                ErrorKind::Config,
                Words::tr("The file %1 cannot be read: %2.").arg(literalText(checked), why),
                Words::tr("Check its path and its permissions."));
        if (!QFileInfo(checked).isReadable())
            return failure(ErrorKind::Config,
                           Words::tr("The file '%1' cannot be read.").arg(literalText(checked)),
                           Words::tr("Check its path and its permissions."));
        return checked;
    });
}

/**
 * `localhost` with exactly these letters means the unix socket to the client library, whatever the
 * port says. Host names have no case, to resolvers and to certificates: another spelling is the
 * same host, over TCP.
 */
QString overTcp(const QString &host)
{
    return host == u"localhost" ? QStringLiteral("Localhost") : host;
}

int wholeSeconds(Millis timeout)
{
    return int(std::max<qint64>(1, std::chrono::ceil<std::chrono::seconds>(timeout).count()));
}

struct TlsFiles {
    QString accepted; ///< of the one certificate that is right: its SHA-1, as the library takes it
    QString authorities;
    QString certificate;
    QString key;
};

Result<TlsFiles> tlsFiles(const Endpoint &endpoint, const QByteArray &verified)
{
    TlsFiles files;
    const auto take = [](const QString &path, QString &into) -> Result<void> {
        if (path.isEmpty())
            return {};
        return readableFile(path).map([&into](const QString &checked) { into = checked; });
    };
    const auto known = findKnownServer(endpoint.address);
    if (!known)
        return passOn(known);
    if (const QByteArray right = *known ? (*known)->certificate : verified; !right.isEmpty()) {
        const auto hash = QCryptographicHash::hash(right, QCryptographicHash::Sha1);
        files.accepted = QString::fromLatin1(hash.toHex().toUpper());
    }
    // One certificate that was accepted needs nobody's word for it.
    const QString authorities = !files.accepted.isEmpty()   ? QString()
                                : endpoint.caFile.isEmpty() ? QString(systemAuthorities)
                                                            : endpoint.caFile;
    if (auto taken = take(authorities, files.authorities); !taken)
        return passOn(taken);
    if (auto taken = take(endpoint.certFile, files.certificate); !taken)
        return passOn(taken);
    if (auto taken = take(endpoint.keyFile, files.key); !taken)
        return passOn(taken);
    return files;
}

QStringList waits(const Endpoint &endpoint)
{
    const int seconds = wholeSeconds(endpoint.timeout);
    return {QStringLiteral("MYSQL_OPT_CONNECT_TIMEOUT=%1").arg(seconds),
            QStringLiteral("MYSQL_OPT_READ_TIMEOUT=%1").arg(seconds),
            QStringLiteral("MYSQL_OPT_WRITE_TIMEOUT=%1").arg(seconds),
            QStringLiteral("CLIENT_FOUND_ROWS=1")};
}

/** A host with a `;` is taken for a list of options by libmariadb. */
QString connectionString(const Endpoint &endpoint, const QString &host,
                         const std::optional<TlsFiles> &tls)
{
    QStringList parts;
    if (!host.isEmpty())
        parts << QStringLiteral("host=") + host;
    parts << QStringLiteral("local-infile=0")
          << QStringLiteral("max-allowed-packet=%1").arg(largestPacket)
          << QStringLiteral("restricted-auth=") + SqlLogin::allowedWays(endpoint);
    if (tls) {
        parts << QStringLiteral("tls-version=TLSv1.2,TLSv1.3");
        // Of one certificate: there is no telling another that has this hash of it.
        if (!tls->accepted.isEmpty())
            parts << QStringLiteral("ssl-enforce=1") << QStringLiteral("ssl-fp=") + tls->accepted;
        else
            parts << QStringLiteral("ssl-verify-server-cert=1")
                  << QStringLiteral("ssl-ca=") + tls->authorities;
        if (!tls->certificate.isEmpty())
            parts << QStringLiteral("ssl-cert=") + tls->certificate;
        if (!tls->key.isEmpty())
            parts << QStringLiteral("ssl-key=") + tls->key;
    }
    return parts.join(QLatin1Char(';'));
}

} // namespace

bool standsOnLibMariaDb()
{
    bool others = false;
    ::dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *found) {
            if (info->dlpi_name && std::strstr(info->dlpi_name, "libmysqlclient"))
                *static_cast<bool *>(found) = true;
            return 0;
        },
        &others);
    return !others;
}

Result<SqlOptions> sqlOptions(const Endpoint &endpoint, const QByteArray &verified)
{
    std::optional<TlsFiles> tls;
    if (endpoint.tls == TlsMode::Verify) {
        if (!endpoint.socketPath.isEmpty())
            return failure(
                ErrorKind::Config,
                Words::tr("TLS is not verified over the unix socket %1: it has no host name.")
                    .arg(literalText(endpoint.address)),
                Words::tr("Leave TLS off; a unix socket does not leave the machine."));
        auto files = tlsFiles(endpoint, verified);
        if (!files)
            return passOn(files);
        tls = *files;
    }

    SqlOptions options;
    QStringList connect = waits(endpoint);
    QString host;
    if (const QString socket = endpoint.dialledSocket(); !socket.isEmpty()) {
        auto path = checkedPath(socket);
        if (!path)
            return passOn(path);
        connect << QStringLiteral("UNIX_SOCKET=") + *path;
    } else {
        auto checked = checkedHost(endpoint.dialledHost());
        if (!checked)
            return passOn(checked);
        host = overTcp(*checked);
        options.port = endpoint.dialledPort();
    }
    options.host = connectionString(endpoint, host, tls);
    options.connectOptions = connect.join(QLatin1Char(';'));
    return options;
}

} // namespace lockmaster
