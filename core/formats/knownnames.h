// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace lockmaster {

/// Libraries call locks by hashes: `framework/schedule-1f3c...`, a UUID in Spring's table. Who
/// knows the plain names finds them again.

/** Plain names, by what hashes make of them. Immutable once it is known. */
class NameDictionary
{
public:
    /** At most so many names; more are not taken. */
    static constexpr qsizetype mostNames = 20'000;

    /**
     * Takes a name; `hashed` is what a library hashes for it, where that is more than the name.
     * MD5, SHA-1, SHA-256 in hexadecimal digits, and Java's name-based UUID of it are known then.
     * @return false: there are too many.
     */
    bool add(const QString &name, const QString &hashed);

    bool isEmpty() const { return m_names.isEmpty(); }

    /** As they were taken. */
    const QStringList &plainNames() const { return m_plain; }

    /** `stored` with the plain name in place of its hash; none: it has none that is known. */
    QString find(const QByteArray &stored) const;

private:
    void insert(const QByteArray &digits, const QString &name);
    bool mayHave(QByteArrayView digits) const;

    QHash<QByteArray, QString> m_names; ///< by digits in lower case
    /** A bit for the first digits of each: most hashes are of no name here, and told by it. */
    std::vector<bool> m_beginnings;
    QStringList m_plain;
};

/** From now on names are told by this one; null or empty: as they are stored. Any thread. */
void makeNamesKnown(std::shared_ptr<const NameDictionary> names);

/** The one that is told by; null: none. Any thread. */
std::shared_ptr<const NameDictionary> namesKnown();

/** What people call it, literally and with a plain name in it; empty: only as it is stored. */
QString knownAs(const QByteArray &stored);

/** For people: `knownAs`, or as it is stored, literally. */
QString nameText(const QByteArray &stored);

} // namespace lockmaster
