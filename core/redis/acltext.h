// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>
#include <QString>

#include <vector>

namespace lockmaster {

/** `ACL SETUSER app "+client|id"` as redis-cli takes it. An empty `user` is the server's `default`.
 */
QString aclStatement(const QString &user, const QByteArrayList &rules);

/**
 * A pattern that only this name of a key or channel matches, to stand behind `~` or `&` in a rule;
 * for a space, which no rule may hold, also another character does.
 */
QByteArray aclPattern(QByteArrayView name);

/** The rules that allow the keys of these patterns, of which none means all: `~lock:*`. */
QByteArrayList keyRules(const std::vector<QByteArray> &patterns);

} // namespace lockmaster
