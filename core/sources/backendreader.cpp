// SPDX-License-Identifier: Apache-2.0
#include "core/sources/backendreader.h"

namespace lockmaster {

BackendReading BackendReader::readNamed(const std::vector<QByteArray> &, SteadyTime)
{
    return {};
}

void BackendReader::told(const std::vector<QByteArray> &) {}

} // namespace lockmaster
