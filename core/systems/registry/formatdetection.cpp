// SPDX-License-Identifier: Apache-2.0
#include "core/systems/registry/formatdetection.h"

#include "core/sql/sqlconnection.h"
#include "core/sql/sqltablelookup.h"

namespace lockmaster {

Result<std::vector<FoundTable>>
findFormatTables(const BackendSpec &backend, const PasswordSource &password, SteadyTime deadline)
{
    if (backend.kind != BackendKind::MySql)
        return {};
    auto secret = password(deadline);
    if (!secret)
        return passOn(secret);
    const auto connection = SqlConnection::open(endpointOf(backend, std::move(*secret)), deadline);
    if (!connection)
        return passOn(connection);
    return findFormatTables(**connection, backend.database, deadline);
}

} // namespace lockmaster
