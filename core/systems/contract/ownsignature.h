// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <optional>

namespace lockmaster {

/**
 * How this program signs what it takes, where nothing else is wanted: `lockmaster:kim@ops-1:4711`,
 * with `:` and 16 hexadecimal digits behind it where one acquisition has it to itself, and with
 * ` (migration, OPS-311)` where whoever takes a lock says why. Others who watch read it.
 */
struct OwnSignature {
    QString user;
    QString host;
    qint64 pid = 0;
    bool isOfOne = false; ///< of one acquisition
    QString reason;       ///< untrusted, as all of it; empty: none is told
};

/** None: not exactly such a text. Anybody can write one. */
std::optional<OwnSignature> ownSignature(QByteArrayView owner);
/** `lockmaster kim@ops-1:4711 (migration, OPS-311)`, and what is known of it; shown literally. */
QString signatureLabel(const OwnSignature &signature);
HolderDetail signatureDetail(const OwnSignature &signature);

/** Names this program, the user and the host. */
QByteArray defaultOwner();
/** The same for one acquisition: what it names is a process, which may come again. */
QByteArray newOwner();

/**
 * A signature that tells `reason`, of which at most 200 characters are kept, and of all together at
 * most `mostCharacters`; as it is where there is no room, or no reason. Of the reason are left its
 * words, with single spaces.
 */
QByteArray withReason(const QByteArray &signature, const QString &reason,
                      std::optional<qint64> mostCharacters = {});

} // namespace lockmaster
