// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/packedlock.h"

#include <tl/expected.hpp>

#include <QStringList>

#include <memory>

namespace lockmaster {

/** Why a filter text cannot be understood, and where. */
struct FilterError {
    qsizetype position = 0; ///< in UTF-16 units from the start of the text
    qsizetype length = 0;
    QString message; ///< translated, one sentence
};

/**
 * The filter line's language: terms separated by spaces, all of which must match.
 *
 *   word  "two words"                 name, owner or label contains it (case-insensitively)
 *   owner:web-3  name:card  backend:billing  source:db
 *   name=card owner=web-3 ...         it is this text, letter by letter, and no other
 *   system:redisson   state:held,blocked   finding:no-expiry   (commas: any of them)
 *   certainty:likely                  recognised by a shape that other things have as well
 *   ttl<5s  ttl>=1m  held>1h  waiters>0  idle>10m  count>1
 *   -term                             not
 *
 * Durations take us, ms, s, m, h, d. Immutable, cheap to copy, thread-safe.
 */
class Filter
{
public:
    /** Matches everything. */
    Filter();

    static tl::expected<Filter, FilterError> parse(const QString &text);

    bool matches(const PackedLock &lock, SteadyTime now) const;
    bool matches(const LockRecord &lock, SteadyTime now) const;
    bool isEmpty() const;
    /** Whether the passing of time alone can change what matches. */
    bool dependsOnTime() const;
    /** It looks at names, owners, backends, sources and systems alone, at nothing of a moment. */
    bool asksWhoAndWhereAlone() const;
    /** The same, and at no owner: it can be said of a lock that nobody holds. */
    bool asksWhichAlone() const;
    /**
     * It chooses to the letter: no term of it is of a part of a name, an owner or a place, or of
     * what is not so.
     */
    bool isExact() const;
    /**
     * The name that somebody seems to be after: the one text of a single term, which looks for a
     * part of names, as UTF-8; null: there is no such thing.
     */
    QByteArray soughtName() const;
    /** A lock of this system may match, as far as the terms about systems tell. */
    bool admitsSystem(const QString &system) const;
    QString text() const;

    /** The term for these texts and no other: `name="a","b"`. At least one; they may be empty. */
    static QString exactTerm(QStringView field, const QStringList &texts);

    /** What could be typed at the end of `text`: whole words that would replace the last one. */
    static QStringList completions(const QString &text, const QStringList &backends,
                                   const QStringList &systems);

    struct Term; // in filterparser.h

private:
    QString m_text;
    std::shared_ptr<const std::vector<Term>> m_terms;
};

} // namespace lockmaster
