// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/formats/lockformat.h"
#include "core/platform/clock.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockmaster {

class SqlConnection;

/** One column of a watched table. */
struct SqlTableColumn {
    QString name;          ///< as the server spells it
    QString quoted;        ///< as an identifier in a statement
    QString bytes;         ///< an expression for all of its bytes: see `SqlTableRow`
    QString type;          ///< `varchar`, `datetime`, in lower case
    QString characterSet;  ///< empty: not a text
    QString collation;     ///< likewise
    qint64 octets = 0;     ///< most bytes of a text or binary; 0: neither
    qint64 characters = 0; ///< most characters of a text, or bytes of a binary; 0: neither
    int timeDigits = 0;
    bool nullable = false;

    bool isText() const { return !characterSet.isEmpty(); }
    bool isBinary() const { return !isText() && octets > 0; }
};

/** By lower-cased name: columns have no case. */
using SqlColumns = QHash<QString, SqlTableColumn>;

/** Those that the account may see; of a table that is not there none. */
Result<SqlColumns> askSqlColumns(SqlConnection &connection, const QString &schema,
                                 const QString &table, SteadyTime deadline);

/** One index of a table. */
struct SqlIndex {
    QString name;
    QStringList columns; ///< in the index's order
    bool isUnique = false;
    bool hasParts = false; ///< of some column only how it begins

    /** Its first columns are these, in whatever order. */
    bool beginsWith(const QStringList &all) const;
    /** Two rows cannot have the same in `all`. */
    bool keepsApart(const QStringList &all) const;
};

/**
 * Those of a table; none where they are not told: half of an index may look like one that is
 * unique. Errors: those that end the connection.
 */
Result<std::vector<SqlIndex>> askSqlIndexes(SqlConnection &connection, const QString &schema,
                                            const QString &table, SteadyTime deadline);

/** Has statements call it `quoted`, which may have its table before it. */
void callColumn(SqlTableColumn &column, const QString &quoted);

/** Empty for what is no identifier. */
QString quotedOrEmpty(const QString &identifier);

bool isNumber(const SqlTableColumn &column);

/** As they are read: in utf8mb4, where a character of a smaller set may take more. */
qint64 mostBytesOf(const SqlTableColumn &column);

/// Expressions.

/** At most `longest` bytes. */
QString bytesOf(const SqlTableColumn &column, qint64 longest);
QString microsSince1970(const QString &expression);
/** A moment, as `SqlTableRow::setTime` takes it. */
QString microsOf(const SqlTableColumn &column, TimeUnit unit);

} // namespace lockmaster
