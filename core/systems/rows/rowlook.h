// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"

#include <QStringList>

#include <functional>

namespace lockmaster {

/**
 * The statement that shows the row of this lock: of the table of `system` that the record came
 * from, where `nameOf` says which column has its name. Nothing where that table is not watched, or
 * no column alone has the name.
 */
QStringList rowLook(const LockRecord &record, const BackendSpec &backend, const QString &system,
                    const std::function<QString(const TableSpec &)> &nameOf);

} // namespace lockmaster
