// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

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

} // namespace lockmaster
