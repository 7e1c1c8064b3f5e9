// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

namespace lockmaster::test {

/// What in a text is not as docs/guide/json.md says: missing or undocumented keys, wrong types,
/// words that are in no closed list, one line for each. Empty: all is well.

QStringList listViolations(const QByteArray &json);
/** All that `list --json-lines` printed: each line, and their order. */
QStringList listLinesViolations(const QByteArray &lines);
QStringList leadersViolations(const QByteArray &json);
QStringList ownersViolations(const QByteArray &json);
QStringList chainsViolations(const QByteArray &json);
QStringList eventViolations(const QByteArray &line);
/** What a command and a webhook of alerts are told. */
QStringList alertViolations(const QByteArray &line);
/** Of `alerts`, with and without a trial. */
QStringList rulesViolations(const QByteArray &json);
QStringList doctorViolations(const QByteArray &json);
/** A line of `acquire` and `run`. */
QStringList holdViolations(const QByteArray &line);
/** Of `lab failover`. */
QStringList failoverViolations(const QByteArray &json);
QStringList sandboxViolations(const QByteArray &json);
/** Of `formats`, and of `formats detect`. */
QStringList formatsViolations(const QByteArray &json);
QStringList importViolations(const QByteArray &json);
QStringList foundTablesViolations(const QByteArray &json);
QStringList explanationsViolations(const QByteArray &json);
/** Of `history`, and of `history --at`. */
QStringList historyViolations(const QByteArray &json);
QStringList historyMomentViolations(const QByteArray &json);
QStringList contentionViolations(const QByteArray &json);

/** The root object of what was checked; empty where it does not parse. */
QJsonObject jsonObject(const QByteArray &json);

} // namespace lockmaster::test
