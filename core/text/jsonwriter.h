// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <concepts>
#include <optional>

namespace lockmaster {

/** `schema` in every document that we print: docs/guide/json.md says what it promises. */
inline constexpr int jsonSchema = 2;

/**
 * Writes JSON straight into a buffer, nothing is built up first: 100,000 locks cost milliseconds.
 * Keys are ASCII literals.
 *
 * The buffer is for others to read and to write when a value stands that is in no other, and after
 * `flush()`: it may then be sent on and emptied (`resize(0)` keeps its memory).
 *
 * Text keeps every character; those that hide or move text on a terminal (control, format and
 * separator characters) are written as `\uXXXX`. Bytes that are not UTF-8 become U+FFFD.
 */
class JsonWriter
{
public:
    explicit JsonWriter(QByteArray &out) : m_out(out) {}

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(QByteArrayView name);

    void text(QStringView value);
    void bytes(QByteArrayView value);
    void base64(const QByteArray &value);
    void number(qint64 value);
    /** With at most three decimals. */
    void decimal(double value);
    void boolean(bool value);
    void null();

    void member(QByteArrayView name, QStringView value);
    void member(QByteArrayView name, qint64 value);
    void member(QByteArrayView name, const std::optional<qint64> &value);
    /** Only for a `bool`: nothing is to become one on the way. */
    template<std::same_as<bool> Bool>
    void member(QByteArrayView name, Bool value)
    {
        key(name);
        boolean(value);
    }
    void nullMember(QByteArrayView name);
    /** An array of texts. */
    void member(QByteArrayView name, const QStringList &texts);
    /** Null for an empty text. */
    void textOrNull(QByteArrayView name, QStringView value);

    /** A line break between two values: a reader by lines gets one value on each. */
    void lineBreak();

    /** Puts into the buffer what of a value has been written so far. */
    void flush();

private:
    void open(char bracket);
    void close(char bracket);
    char *begin(qsizetype most);
    char *beginMember(QByteArrayView name, qsizetype most);
    void end(char *at);
    void reserve(qsizetype more);
    void appendMixed(QByteArrayView text);
    void literal(QByteArrayView text);

    QByteArray &m_out;    ///< while `m_at` is set, all of its memory is in use
    char *m_at = nullptr; ///< behind what was written; null: the buffer is in order
    char *m_end = nullptr;
    int m_depth = 0;
    bool m_commaDue = false;
    bool m_breakDue = false;
};

} // namespace lockmaster
