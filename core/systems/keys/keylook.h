// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>
#include <QStringList>

namespace lockmaster {

/**
 * What shows a key at the prompt of `redis-cli`: `read` with the key behind it and `more` behind
 * that, and how long it lasts. The key is in double quotes and ASCII, with nothing in it that a
 * shell would act on either.
 */
QStringList keyLook(const QByteArray &read, const QByteArray &key, const QByteArrayList &more = {});

} // namespace lockmaster
