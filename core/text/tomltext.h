// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <memory>
#include <vector>

namespace lockmaster {

/** A stretch of bytes in a text. */
struct TextSpan {
    qsizetype begin = 0;
    qsizetype end = 0;

    bool isEmpty() const { return begin >= end; }
};

struct TomlMember;

/** A value in a TOML text, and where it stands. */
struct TomlNode {
    enum class Type : quint8 { String, Integer, Float, Boolean, Array, Table, Other };
    Type type = Type::Table;
    QString text;       ///< String
    qint64 integer = 0; ///< Integer
    double number = 0;  ///< Float
    bool boolean = false;
    std::vector<TomlNode> items;     ///< Array
    std::vector<TomlMember> members; ///< Table, in the order of the text
    TextSpan span;                   ///< of the value; for a table with a header, of the header
    int line = 0;                    ///< from 1
    int column = 0;

    const TomlMember *find(QStringView key) const;
};

struct TomlMember {
    QString key;
    TextSpan keySpan;
    int line = 0;
    int column = 0;
    TomlNode value;
};

/** The same values under the same keys; where they stand does not count, nor does their order. */
bool sameMeaning(const TomlNode &a, const TomlNode &b);

/** SHA-256 in hexadecimal digits, the same for two that have the same meaning and for no others. */
QByteArray meaningDigest(const TomlNode &node);

/** Where a text stopped being TOML, or became more than is taken in. */
struct TomlError {
    enum class Kind : quint8 {
        Syntax,
        Nesting, ///< deeper than is taken in
        Size,    ///< more values than are taken in
    };
    int line = 0;
    int column = 0;
    QString message;
    Kind kind = Kind::Syntax;
};

/** Either a whole root table, or the error. */
struct TomlText {
    TomlNode root;
    std::unique_ptr<TomlError> error;
};

/** `linesBefore`: of a whole text of which `toml` is a piece; its spans count from its own begin.
 */
TomlText parseToml(const QByteArray &toml, int linesBefore = 0);

/** A string as TOML writes it, quotes included. */
QByteArray tomlString(const QString &text);

} // namespace lockmaster
