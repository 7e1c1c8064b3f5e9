// SPDX-License-Identifier: Apache-2.0
#include "core/sources/backendreader.h"
#include "core/text/words.h"

namespace lockmaster {

BackendReading BackendReader::readNamed(const std::vector<QByteArray> &, SteadyTime)
{
    return {};
}

void BackendReader::told(const std::vector<QByteArray> &) {}

std::optional<ServerCertificate> BackendReader::refusedCertificate() const
{
    return std::nullopt;
}

Result<void> BackendReader::accept(const ServerCertificate &certificate)
{
    return failure(ErrorKind::Unsupported,
                   Words::tr("The certificate of %1 cannot be accepted.").arg(certificate.address),
                   Words::tr("Give the file of the authority that signed it as CA file "
                             "(ca=FILE)."));
}

} // namespace lockmaster
