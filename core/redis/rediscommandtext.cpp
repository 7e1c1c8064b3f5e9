// SPDX-License-Identifier: Apache-2.0
#include "core/redis/rediscommandtext.h"

#include <QStringList>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qsizetype longestArgument = 256;

bool isPlain(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
           || QByteArrayView("_-.:/@{}[]+,=%^~!?").contains(c);
}

QString escaped(char c)
{
    switch (c) {
    case '\\': return QStringLiteral("\\\\");
    case '"': return QStringLiteral("\\\"");
    case '\n': return QStringLiteral("\\n");
    case '\r': return QStringLiteral("\\r");
    case '\t': return QStringLiteral("\\t");
    case '\a': return QStringLiteral("\\a");
    case '\b': return QStringLiteral("\\b");
    default: break;
    }
    if (c >= ' ' && c <= '~')
        return QString(QLatin1Char(c));
    return QStringLiteral("\\x%1").arg(static_cast<uchar>(c), 2, 16, QLatin1Char('0'));
}

QString quoted(QByteArrayView bytes)
{
    QString text = QStringLiteral("\"");
    for (const char c : bytes)
        text += escaped(c);
    return text + QLatin1Char('"');
}

QString shortText(const QByteArray &argument)
{
    if (argument.size() > longestArgument)
        return quoted(QByteArrayView(argument).first(longestArgument))
               + QStringLiteral("... (%1 bytes)").arg(argument.size());
    return redisArgumentText(argument);
}

} // namespace

QString redisArgumentText(const QByteArray &argument)
{
    if (!argument.isEmpty() && std::all_of(argument.begin(), argument.end(), isPlain))
        return QString::fromLatin1(argument);
    return quoted(argument);
}

QString redisCommandText(const RedisCommand &command)
{
    QStringList words;
    const bool script = !command.empty() && command.front() == "EVAL";
    for (size_t i = 0; i < command.size(); ++i)
        words.append(script && i == 1 ? redisArgumentText(command[i]) : shortText(command[i]));
    return words.join(QLatin1Char(' '));
}

QString redisCommandText(const std::vector<RedisCommand> &commands)
{
    QStringList lines;
    for (const RedisCommand &command : commands)
        lines.append(redisCommandText(command));
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockmaster
