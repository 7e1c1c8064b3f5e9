// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/filter.h"

namespace lockmaster {

/** What a text term looks at. */
enum class FilterField : quint8 {
    Any,
    Name,
    Owner,
    Backend,
    Source,
    System,
    State,
    Finding,
    Certainty
};

/** What a comparing term looks at. Durations are microseconds. */
enum class FilterQuantity : quint8 { Ttl, Held, Idle, Waiters, Count };

enum class FilterRelation : quint8 { Less, LessOrEqual, Equal, GreaterOrEqual, Greater };

/** A text to look for, prepared for fast comparing. */
struct FilterNeedle {
    QString text;       ///< as typed
    bool whole = false; ///< it has to be all of it and letter by letter
    QByteArray utf8;    ///< where it is whole
    QByteArray ascii;   ///< in lower case, when it is plain ASCII and not whole; else empty

    explicit FilterNeedle(const QString &typed, bool whole = false);
    /** Whether `bytes` contain it, in whatever case; names may be typed as they are shown. */
    bool foundIn(QByteArrayView bytes) const;
    /** For text that was decoded already. */
    bool foundInText(QAnyStringView shown) const;
};

/** One term of a filter: any of its values, or a comparison. */
struct Filter::Term {
    qsizetype from = 0; ///< where it stands in the text
    qsizetype to = 0;
    bool negated = false;
    bool compares = false;

    FilterField field = FilterField::Any;
    QString unknownField; ///< what it begins with, where a sign behind it makes it look like one
    std::vector<FilterNeedle> needles;
    std::vector<LockState> states;
    std::vector<FindingId> findings;
    std::vector<Certainty> certainties;

    FilterQuantity quantity = FilterQuantity::Ttl;
    FilterRelation relation = FilterRelation::Less;
    qint64 number = 0;

    bool matches(const PackedLock &lock, SteadyTime now) const;
};

/** `5s`, `1.5h`, `1m30s`; none for anything else. */
std::optional<Micros> parseDuration(QStringView text);

/**
 * The words that name a field or a quantity, in the order in which they are offered. A field may
 * have a second one, behind the first.
 */
struct FilterWords {
    static const std::vector<std::pair<FilterField, QString>> &fields();
    /** Whether it is of texts that people choose, of which a part may be looked for as well. */
    static bool isText(FilterField field);
    static const std::vector<std::pair<FilterQuantity, QString>> &quantities();
};

} // namespace lockmaster
