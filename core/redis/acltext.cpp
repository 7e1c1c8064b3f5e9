// SPDX-License-Identifier: Apache-2.0
#include "core/redis/acltext.h"

#include "core/redis/rediscommandtext.h"

#include <algorithm>
#include <cctype>

namespace lockmaster {

namespace {

/** No rule may hold a space, which `?` stands for as well as for anything else. */
QByteArray withoutSpaces(QByteArray pattern)
{
    std::replace_if(
        pattern.begin(), pattern.end(), [](char c) { return c == '\0' || std::isspace(uchar(c)); },
        '?');
    return pattern;
}

} // namespace

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
