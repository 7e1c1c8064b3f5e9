// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <concepts>
#include <optional>

namespace lockmaster {

/**
 * Writes JSON straight into a buffer, nothing is built up first: 100,000 locks cost milliseconds.
 * The caller sends the buffer on and clears it whenever it likes; keys are ASCII literals.
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
    /** Null for an empty text. */
    void textOrNull(QByteArrayView name, QStringView value);

    /** A line break between two values: a reader by lines gets one value on each. */
    void lineBreak();

private:
    void open(char bracket);
    void close(char bracket);
    void separate();
    void literal(QByteArrayView text);

    QByteArray &m_out;
    bool m_commaDue = false;
    bool m_breakDue = false;
};

} // namespace lockmaster
