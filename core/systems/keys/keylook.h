// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QByteArrayList>
#include <QStringList>

namespace lockmaster {

/**
 * What shows a key at the prompt of `redis-cli`: its database first, as a prompt may stand in
 * another, in which it is missing; `read` with the key behind it and `more` behind that; and how
 * long it lasts. The key is in double quotes and ASCII, with nothing in it that a
 * shell would act on either.
 */
QStringList keyLook(const BackendSpec &backend, const QByteArray &read, const QByteArray &key,
                    const QByteArrayList &more = {});

} // namespace lockmaster
