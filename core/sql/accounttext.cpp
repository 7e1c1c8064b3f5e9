// SPDX-License-Identifier: Apache-2.0
#include "core/sql/accounttext.h"

#include "core/text/sqlname.h"

namespace lockmaster {

QString quotedAccount(const QString &account)
{
    const auto quoted = [](QString part) {
        return u'\'' + part.replace(u'\'', QStringLiteral("''")) + u'\'';
    };
    const qsizetype at = account.lastIndexOf(u'@');
    return at < 0 ? quoted(account) : quoted(account.left(at)) + u'@' + quoted(account.mid(at + 1));
}

QString userOfAccount(const QString &account)
{
    const qsizetype at = account.lastIndexOf(u'@');
    return at < 0 ? account : account.left(at);
}

QString grantStatement(const QString &privileges, const QString &on, const QString &account)
{
    const qsizetype at = account.lastIndexOf(u'@');
    QString grantee = inBackticks(userOfAccount(account));
    if (at >= 0)
        grantee += u'@' + inBackticks(account.mid(at + 1));
    return QStringLiteral("GRANT %1 ON %2 TO %3;").arg(privileges, on, grantee);
}

QString quotedSchemaText(const QString &schema)
{
    QString literal = schema;
    for (const char *const wildcard : {"\\", "_", "%"})
        literal.replace(QLatin1StringView(wildcard), u'\\' + QLatin1StringView(wildcard));
    return inBackticks(literal) + QLatin1StringView(".*");
}

QString quotedTableText(const QString &schema, const QString &table)
{
    return inBackticks(schema) + u'.' + inBackticks(table);
}

} // namespace lockmaster
