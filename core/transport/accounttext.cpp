// SPDX-License-Identifier: Apache-2.0
#include "core/transport/accounttext.h"

#include "core/transport/rediscommandtext.h"

#include <algorithm>
#include <cctype>

namespace lockmaster {

namespace {

/** In backticks, because what a backslash means in a string depends on the SQL mode. */
QString inBackticks(QString part)
{
    return u'`' + part.replace(u'`', QStringLiteral("``")) + u'`';
}

/** No rule may hold a space, which `?` stands for as well as for anything else. */
QByteArray withoutSpaces(QByteArray pattern)
{
    std::replace_if(
        pattern.begin(), pattern.end(), [](char c) { return c == '\0' || std::isspace(uchar(c)); },
        '?');
    return pattern;
}

} // namespace

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

QByteArray aclPattern(QByteArrayView name)
{
    QByteArray pattern;
    for (const char c : name) {
        if (QByteArrayView("*?[]\\^").contains(c))
            pattern += '\\';
        pattern += c;
    }
    return withoutSpaces(pattern);
}

QByteArrayList keyRules(const std::vector<QByteArray> &patterns)
{
    if (patterns.empty())
        return {"~*"};
    QByteArrayList rules;
    for (const QByteArray &pattern : patterns)
        rules.append('~' + withoutSpaces(pattern));
    return rules;
}

QString aclStatement(const QString &user, const QByteArrayList &rules)
{
    QString statement = QStringLiteral("ACL SETUSER ")
                        + redisArgumentText(user.isEmpty() ? "default" : user.toUtf8());
    for (const QByteArray &rule : rules)
        statement += u' ' + redisArgumentText(rule);
    return statement;
}

} // namespace lockmaster
