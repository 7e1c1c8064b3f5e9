// SPDX-License-Identifier: Apache-2.0
#include "core/imports/foundserver.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

namespace lockmaster {

void reachThroughSsh(FoundServer &server, const SshThere &there)
{
    constexpr int usualPort = 22;
    const QString host = there.user.isEmpty() ? there.host : there.user + u'@' + there.host;
    if (!isSshHost(host)) {
        server.fault =
            Words::tr("It is reached through ssh, and '%1' is no host that ssh can be told of.")
                .arg(literalText(host));
        return;
    }
    server.spec.tunnel.ssh = host;
    const bool isElsewhere = there.port != 0 && there.port != usualPort;
    if (isElsewhere)
        server.notes << Words::tr("Your own ssh connects: write 'Port %1' for %2 into "
                                  "~/.ssh/config.")
                            .arg(there.port)
                            .arg(there.host);
    if (!there.keyFile.isEmpty())
        server.notes << Words::tr("Your own ssh connects: write 'IdentityFile %1' for %2 into "
                                  "~/.ssh/config, or have the key in your agent.")
                            .arg(literalText(there.keyFile), there.host);
}

void useTls(FoundServer &server, const TlsThere &there)
{
    if (!there.isOn)
        return;
    BackendSpec &spec = server.spec;
    spec.tls = TlsMode::Verify;
    const auto isFile = [](const QString &path) {
        return path.startsWith(u'/') && isPlainName(path);
    };
    if (isFile(there.ca))
        spec.caFile = there.ca;
    else if (!there.ca.isEmpty())
        server.notes << Words::tr("The certificate of its authority is not in a file: save it in "
                                  "one, and name that as 'ca'.");
    if (isFile(there.cert) && isFile(there.key)) {
        spec.certFile = there.cert;
        spec.keyFile = there.key;
    } else if (!there.cert.isEmpty() || !there.key.isEmpty()) {
        server.notes << Words::tr("Its client certificate and key are not in files: save them, and "
                                  "name them as 'cert' and 'key'.");
    }
    if (!there.isVerified)
        server.notes << Words::tr("Its certificate is not verified there. Here it is.");
}

} // namespace lockmaster
