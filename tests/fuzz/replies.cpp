// SPDX-License-Identifier: Apache-2.0
#include "core/redis/redisdecoder.h"
#include "tests/fuzz/fuzz.h"

#include <vector>

// Bytes from a Redis server. The first one says in what lots the rest arrive.

namespace lockmaster::fuzz {

namespace {

RedisLimits limits()
{
    return {.replyBytes = 1 << 16, .values = 1 << 10};
}

struct Decoded {
    std::vector<RedisReply> replies;
    std::optional<ErrorKind> error;
    bool midReply = false;
};

Decoded decode(const QByteArray &bytes, qsizetype lot)
{
    RedisDecoder decoder(limits());
    decoder.beginBatch();
    Decoded decoded;
    for (qsizetype at = 0; at < bytes.size() && !decoded.error; at += lot) {
        const qsizetype size = std::min(lot, bytes.size() - at);
        if (const auto fed = decoder.feed(bytes.constData() + at, size, decoded.replies); !fed)
            decoded.error = fed.error().kind;
    }
    decoded.midReply = decoder.isMidReply();
    return decoded;
}

bool same(const RedisReply &a, const RedisReply &b)
{
    return a.type == b.type && a.integer == b.integer && a.text == b.text
           && std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                         [](const RedisReply &x, const RedisReply &y) { return same(x, y); });
}

QByteArray line(char kind, const QByteArray &text)
{
    return kind + text + "\r\n";
}

/** As a server writes it. */
QByteArray encoded(const std::vector<RedisReply> &replies)
{
    QByteArray bytes;
    for (const RedisReply &reply : replies) {
        switch (reply.type) {
        case RedisReply::Type::Nil: bytes += "$-1\r\n"; break;
        case RedisReply::Type::Status: bytes += line('+', reply.text); break;
        case RedisReply::Type::Error: bytes += line('-', reply.text); break;
        case RedisReply::Type::Integer:
            bytes += line(':', QByteArray::number(reply.integer));
            break;
        case RedisReply::Type::Bulk:
            bytes += line('$', QByteArray::number(reply.text.size())) + reply.text + "\r\n";
            break;
        case RedisReply::Type::Array:
            bytes += line('*', QByteArray::number(qsizetype(reply.elements.size())))
                     + encoded(reply.elements);
            break;
        }
    }
    return bytes;
}

bool same(const std::vector<RedisReply> &a, const std::vector<RedisReply> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RedisReply &x, const RedisReply &y) { return same(x, y); });
}

struct Size {
    qint64 bytes = 0;
    qint64 values = 0;
};

void measure(const std::vector<RedisReply> &replies, Size &size)
{
    for (const RedisReply &reply : replies) {
        size.bytes += reply.text.size();
        ++size.values;
        measure(reply.elements, size);
    }
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const QByteArray bytes = bytesOf(data + 1, size - 1);
    const Decoded whole = decode(bytes, bytes.size());
    const Decoded parts = decode(bytes, 1 + data[0] % 16);
    require(whole.error == parts.error, "lots change the outcome");
    require(same(whole.replies, parts.replies), "lots change the replies");
    require(whole.error || whole.midReply == parts.midReply, "lots change where it ends");
    const Decoded again = decode(encoded(whole.replies), 1 << 14);
    require(!again.error && same(again.replies, whole.replies), "replies are not what was sent");
    Size held;
    measure(whole.replies, held);
    require(held.bytes <= limits().replyBytes && held.values <= limits().values,
            "more is held than the bounds allow");
    return 0;
}
