// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/formatfile.h"
#include "core/formats/knownnames.h"

#include <QByteArray>
#include <QHash>

#include <deque>
#include <map>
#include <optional>
#include <tuple>
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
    bool isHex = false;
};

/** A SHA-1 that a program makes of a text, for a name, in 40 hexadecimal digits. */
struct LockNameHash {
    QString text; ///< of what; `{db}` in it is the database, `{name}` each of these names
    QStringList known;
    /** Those of the operator's dictionary as well: what is hashed says whose it is. */
    bool takesOthers = false;
};

/** One way in which a product names its locks. */
struct LockNameRule {
    QString name; ///< with `{db}`, `{number}`, `{sha1}` and at most one `*`
    std::optional<LockNameNumber> number;
    std::optional<LockNameHash> hash; ///< the name has 64 characters then at most
    FormatText about; ///< what such a lock is for; `{db}`, `{name}` and `{1}`, what the `*` is
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

/**
 * Names held against all rules. Hashes are worked out when the first name comes
 * that looks like one, and answers are kept until the operator's dictionary is another. For one
 * thread.
 */
class LockNameBook
{
public:
    /**
     * Whose it is of those who work with this database; empty: not known. Case says nothing: some
     * servers show names in lower case.
     */
    std::optional<NamedProduct> find(const QByteArray &name, const QString &database);

private:
    struct Pattern {
        const LockNameFile *file;
        const LockNameRule *rule;
        QByteArray before; ///< of the `*`, in lower case
        QByteArray behind;
    };
    struct Hashed {
        const LockNameFile *file;
        const LockNameRule *rule;
        QByteArray before; ///< of the hash, in lower case
        QByteArray behind;
        qsizetype digits; ///< so many of it are in the name
        QString text;     ///< what is hashed, with the database in it
    };
    struct Rules {
        QHash<QByteArray, NamedProduct> whole; ///< names in lower case
        std::vector<Pattern> patterns;
        std::vector<Hashed> hashed;
    };
    const Rules &rulesFor(const QString &database);
    static Hashed hashedBy(const LockNameFile &file, const LockNameRule &rule,
                           const QString &database);
    const QString *plainOf(const Hashed &hashed, const QByteArray &digits);
    std::optional<NamedProduct> findHashed(const Rules &rules, const QByteArray &lower,
                                           const QString &database);
    std::optional<NamedProduct> workOut(const QByteArray &name, const QString &database);

    QHash<QString, Rules> m_rules;
    using HashTable = std::tuple<const LockNameRule *, qsizetype, QString>;
    std::map<HashTable, QHash<QByteArray, QString>> m_hashes; ///< plain names by digits
    std::deque<HashTable> m_hashOrder;                        ///< the oldest first
    QHash<std::pair<QByteArray, QString>, std::optional<NamedProduct>> m_answers;
    std::shared_ptr<const NameDictionary> m_dictionary;
};

} // namespace lockmaster
