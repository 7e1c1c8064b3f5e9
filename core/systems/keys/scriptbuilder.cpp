// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/scriptbuilder.h"

namespace lockmaster {

QByteArray ScriptBuilder::key(const QByteArray &name)
{
    qsizetype at = m_keys.indexOf(name);
    if (at < 0) {
        at = m_keys.size();
        m_keys.append(name);
    }
    return "KEYS[" + QByteArray::number(at + 1) + ']';
}

QByteArray ScriptBuilder::value(const QByteArray &bytes)
{
    m_values.append(bytes);
    return "ARGV[" + QByteArray::number(m_values.size()) + ']';
}

void ScriptBuilder::call(const RedisCommand &command)
{
    QByteArray call = "redis.call('" + command[0] + '\'';
    for (size_t i = 1; i < command.size(); ++i) {
        const bool isKey = i == 1 && command[0] != "PUBLISH";
        call += ',' + (isKey ? key(command[i]) : value(command[i]));
    }
    line(call + ')');
}

void ScriptBuilder::checkExpiry(const QByteArray &name, qint64 storedExpiryMs, ExpiryCheck check)
{
    if (check == ExpiryCheck::None)
        return;
    const QByteArray seen = value(QByteArray::number(storedExpiryMs));
    if (check == ExpiryCheck::Exact) {
        line("if redis.call('PEXPIRETIME'," + name + ")~=tonumber(" + seen
             + ") then return 'renewed' end");
        return;
    }
    line("local now=redis.call('TIME')");
    line("local ends=redis.call('PTTL'," + name + ')');
    line("if ends>=0 then ends=ends+now[1]*1000+math.floor(now[2]/1000) end");
    line("if math.abs(ends-tonumber(" + seen + "))>50 then return 'renewed' end");
}

RedisCommand ScriptBuilder::command() const
{
    RedisCommand command{"EVAL", m_lines.join('\n'), QByteArray::number(m_keys.size())};
    command.insert(command.end(), m_keys.begin(), m_keys.end());
    command.insert(command.end(), m_values.begin(), m_values.end());
    return command;
}

} // namespace lockmaster
