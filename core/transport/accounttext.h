// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayList>
#include <QString>

#include <vector>

namespace lockmaster {

/** `app@%` as a list of grantees has it: `'app'@'%'`. */
QString quotedAccount(const QString &account);

/** The user of `app@%`. */
QString userOfAccount(const QString &account);

/**
 * ``GRANT SELECT ON `a`.`b` TO `app`@`%`;``, taken by every SQL mode as it stands. `privileges` and
 * `on`, which is quoted already, are written as they are; `account` is as CURRENT_USER() tells it.
 */
QString grantStatement(const QString &privileges, const QString &on, const QString &account);

/** `` `schema`.`table` `` for statements that people are shown. */
QString quotedTableText(const QString &schema, const QString &table);

/** `` `schema`.* ``: all tables of it, there or not. For grants, where `_` stands for any letter.
 */
QString quotedSchemaText(const QString &schema);

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
