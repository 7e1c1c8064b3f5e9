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

class NameDictionary;
enum class FilterField : quint8; // in filterparser.h

/** The name that somebody seems to be after, as it is stored or as it is shown. */
class SoughtName
{
public:
    /** Of no lock. */
    SoughtName() = default;
    explicit SoughtName(const QString &text);

    bool isNull() const { return m_text.isNull(); }
    bool isOf(QByteArrayView stored) const;

private:
    QString m_text;
    QByteArray m_stored;
    std::shared_ptr<const NameDictionary> m_names; ///< null: none is known by another name
};

/**
 * The filter line's language: terms separated by spaces, all of which must match.
 *
 *   word  "two words"                 name, owner or label contains it (case-insensitively)
 *   owner:web-3  name:card  backend:billing  source:db   (server: is backend:)
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
    /** The one text of its only term that looks for a name, whatever else is asked. */
    SoughtName soughtName() const;
    /** Words before a `:` or `=` that name no field, so that a text is looked for: each once. */
    QStringList unknownFields() const;
    /** A term of it is of that field. */
    bool asksOf(FilterField field) const;
    /** A lock of this system may match, as far as the terms about systems tell. */
    bool admitsSystem(const QString &system) const;
    /** The same of a backend. */
    bool admitsBackend(const QString &backend) const;
    /** The text with `term` in place of what it asks of the same field. */
    QString narrowedBy(const QString &term) const;
    QString text() const;

    /** The term for these texts and no other: `name="a","b"`. At least one; they may be empty. */
    static QString exactTerm(QStringView field, const QStringList &texts);

    /** What could be typed at the end of `text`: whole words that would replace the last one. */
    static QStringList completions(const QString &text, const QStringList &backends,
                                   const QStringList &systems);

    struct Term; // in filterparser.h

private:
    bool admits(FilterField field, const QString &text) const;

    QString m_text;
    std::shared_ptr<const std::vector<Term>> m_terms;
};

} // namespace lockmaster
