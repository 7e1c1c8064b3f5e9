// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisrequest.h"

#include <charconv>
#include <cstring>

namespace lockmaster {

namespace {

constexpr qsizetype longestHead = 24; ///< `*` or `$`, a 64-bit number and a line's end

/** `*3\r\n`, `$11\r\n`. @return the end of it. */
char *writeHead(char *at, char kind, qsizetype number)
{
    *at++ = kind;
    at = std::to_chars(at, at + longestHead, number).ptr;
    *at++ = '\r';
    *at++ = '\n';
    return at;
}

/** The number of the head at `at`, which is one of ours; `at` is behind it then. */
qsizetype readHead(const char *&at, const char *end)
{
    qsizetype number = 0;
    at = std::from_chars(at + 1, end, number).ptr + 2;
    return number;
}

} // namespace

// hiredis' own formatter prints each length by sprintf(): most of what a pipeline costs us.
template<class Word>
void RedisRequest::append(std::span<const Word> words)
{
    qsizetype most = longestHead;
    for (const auto &word : words)
        most += longestHead + word.size() + 2;
    const qsizetype before = m_bytes.size();
    m_bytes.resize(before + most);
    char *const begin = m_bytes.data();
    char *at = writeHead(begin + before, '*', std::ssize(words));
    for (const auto &word : words) {
        at = writeHead(at, '$', word.size());
        if (!word.isEmpty())
            std::memcpy(at, word.data(), static_cast<size_t>(word.size()));
        at += word.size();
        *at++ = '\r';
        *at++ = '\n';
    }
    m_bytes.resize(at - begin);
    ++m_size;
}

template void RedisRequest::append(std::span<const QByteArrayView> words);

RedisRequest::RedisRequest(const std::vector<RedisCommand> &commands)
{
    for (const RedisCommand &command : commands)
        add(command);
}

void RedisRequest::add(const RedisCommand &command)
{
    append(std::span<const QByteArray>(command));
}

RedisRequest::Part RedisRequest::partAt(qsizetype &at) const
{
    const char *const begin = m_bytes.constData() + at;
    const char *const end = m_bytes.constData() + m_bytes.size();
    const char *next = begin;
    Part part;
    part.words = readHead(next, end);
    for (qsizetype word = 0; word < part.words; ++word) {
        const qsizetype size = readHead(next, end);
        if (word < std::ssize(part.first))
            part.first.at(size_t(word)) = QByteArrayView(next, size);
        next += size + 2;
    }
    part.bytes = QByteArrayView(begin, next);
    at += part.bytes.size();
    return part;
}

void RedisRequest::add(const Part &command)
{
    m_bytes.append(command.bytes);
    ++m_size;
}

void RedisRequest::clear()
{
    m_bytes.resize(0);
    m_size = 0;
}

std::vector<RedisCommand> RedisRequest::commands() const
{
    std::vector<RedisCommand> commands(m_size);
    qsizetype at = 0;
    for (RedisCommand &command : commands)
        command = commandOf(partAt(at));
    return commands;
}

RedisCommand RedisRequest::commandOf(const Part &part)
{
    const char *at = part.bytes.begin();
    const char *const end = part.bytes.end();
    RedisCommand command(static_cast<size_t>(readHead(at, end)));
    for (QByteArray &word : command) {
        const qsizetype size = readHead(at, end);
        word = QByteArray(at, size);
        at += size + 2;
    }
    return command;
}

} // namespace lockmaster
