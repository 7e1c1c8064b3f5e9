// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/formatfile.h"

#include <QByteArray>
#include <QHash>

#include <optional>
#include <vector>

namespace lockmaster {

/// Which program calls a MySQL user-level lock so: by files of `resources/locknames`, one for each
/// product. A name is all that such a lock has.

/** A number that a program makes of a text, for a name. */
struct LockNameNumber {
    enum class Of : quint8 {
        Crc32,    ///< as zlib counts
        JavaHash, ///< `String.hashCode()`
    };
    Of of = Of::Crc32;
    QString text; ///< of what; `{db}` in it is the database
    qint64 times = 1;
    qint64 modulo = 0; ///< 0: none
};

/** One way in which a product names its locks. */
struct LockNameRule {
    QString name; ///< with `{db}`, `{number}` and at most one `*`
    std::optional<LockNameNumber> number;
    FormatText about; ///< what such a lock is for; `{db}` and `{1}`, what the `*` is, in it
};

struct LockNameFile {
    QString title;
    QString source;
    std::vector<LockNameRule> rules;
};

/** A file, or everything that is wrong with it. Any thread. */
struct ParsedLockNames {
    std::optional<LockNameFile> file;
    std::vector<FormatProblem> problems;
};
ParsedLockNames parseLockNames(const QByteArray &toml);

/** What comes with the program; lives as long as it. */
const std::vector<LockNameFile> &shippedLockNames();

/** Whose lock it is, and what for. */
struct NamedProduct {
    QString title;
    FormatText about;
};

/** Names held against all rules. Keeps what it worked out for each database. For one thread. */
class LockNameBook
{
public:
    /**
     * Whose it is of those who work with this database; empty: not known. Case says nothing: some
     * servers show names in lower case.
     */
    std::optional<NamedProduct> find(const QByteArray &name, const QString &database);

private:
    struct Rule {
        const LockNameFile *file;
        const LockNameRule *rule;
        QByteArray before; ///< in lower case
        QByteArray behind;
        bool hasStar;
    };
    const std::vector<Rule> &rulesFor(const QString &database);

    QHash<QString, std::vector<Rule>> m_rules;
};

} // namespace lockmaster
