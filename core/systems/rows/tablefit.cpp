// SPDX-License-Identifier: Apache-2.0
#include "core/systems/rows/tablefit.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"
#include "core/sql/sqlconnection.h"

#include <QRegularExpression>

namespace lockmaster {

namespace {

constexpr int impossibleConversion = 3988;

tl::unexpected<Error> unfit(const SqlTableColumn &column, const QByteArray &bytes,
                            const QString &why)
{
    return failure(ErrorKind::Config,
                   Words::tr("'%1' does not fit the column %2: %3")
                       .arg(literalText(bytes.left(200)), literalText(column.name), why),
                   Words::tr("Choose another text."));
}

QString tooLong(qint64 most)
{
    return Words::tr("it holds at most %1 characters.").arg(most);
}

} // namespace

Result<void> checkFits(SqlConnection &connection, const SqlTableColumn &column,
                       const QByteArray &bytes, SteadyTime deadline)
{
    if (column.isBinary()) {
        if (bytes.size() > column.octets)
            return unfit(column, bytes, tooLong(column.octets));
        return {};
    }
    const QString text = columnValue(column, bytes).toString();
    if (text.toUtf8() != bytes)
        return unfit(column, bytes, Words::tr("it is not UTF-8 text."));
    if (!column.isText())
        return {}; // a number: the server refuses what is none
    if (column.characters > 0 && text.toUcs4().size() > column.characters)
        return unfit(column, bytes, tooLong(column.characters));
    // What such a column counts are bytes.
    if (column.type.endsWith(u"text") && column.octets > 0 && bytes.size() > column.octets)
        return unfit(column, bytes, Words::tr("it holds at most %1 bytes.").arg(column.octets));
    if (column.type == u"char" && text.endsWith(u' '))
        return unfit(column, bytes, Words::tr("it loses spaces at the end of a text."));
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9_]+\\z"));
    if (column.characterSet == u"utf8mb4" || !name.match(column.characterSet).hasMatch())
        return {};
    bool same = false;
    const auto asked = connection.select(
        QStringLiteral("SELECT CAST(CONVERT(CONVERT(? USING %1) USING utf8mb4) AS BINARY) <=> ?")
            .arg(column.characterSet),
        {text, bytes}, deadline, [&same](const SqlRow &row) { same = row.integer(0) == 1; });
    const bool refused = !asked && asked.error().nativeCode == impossibleConversion;
    if (!asked && !refused)
        return passOn(asked);
    if (!same)
        return unfit(column, bytes,
                     Words::tr("its character set %1 cannot hold it.").arg(column.characterSet));
    return {};
}

} // namespace lockmaster
