// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/filter.h"

#include "core/formats/knownnames.h"
#include "core/text/literaltext.h"
#include "core/monitor/filterparser.h"

#include <algorithm>
#include <array>
#include <functional>

namespace lockmaster {

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool ownerHas(const PackedLock &lock, const FilterNeedle &needle)
{
    // What is not told of an owner is not an empty owner.
    const auto isIn = [&needle](const auto &told) {
        return !(needle.whole && told.isEmpty()) && needle.foundInText(told);
    };
    return lock.anyHolder([&](const PackedLock::HolderView &holder) {
        const bool labelIsRaw = holder.label.data() == holder.raw.data();
        return (!labelIsRaw && isIn(holder.label)) || needle.foundIn(holder.raw)
               || isIn(holder.host) || isIn(holder.user);
    });
}

/** As it is stored, or as people know it. */
bool nameHas(const PackedLock &lock, const FilterNeedle &needle)
{
    if (needle.foundIn(lock.name()))
        return true;
    const QString known = knownAs(QByteArray::fromRawData(lock.name().data(), lock.name().size()));
    return !known.isEmpty() && needle.foundInText(known);
}

bool fieldHas(const PackedLock &lock, FilterField field, const FilterNeedle &needle)
{
    switch (field) {
    case FilterField::Any: return nameHas(lock, needle) || ownerHas(lock, needle);
    case FilterField::Name: return nameHas(lock, needle);
    case FilterField::Owner: return ownerHas(lock, needle);
    case FilterField::Backend: return needle.foundInText(lock.source()->backend);
    case FilterField::Source: return needle.foundInText(lock.source()->name);
    case FilterField::System: return needle.foundInText(lock.source()->system);
    case FilterField::State:
    case FilterField::Finding:
    case FilterField::Certainty: break;
    }
    return false;
}

std::optional<qint64> quantityOf(const PackedLock &lock, FilterQuantity quantity, SteadyTime now)
{
    const auto count = [](const std::optional<Micros> &duration) -> std::optional<qint64> {
        return duration ? std::optional(duration->count()) : std::nullopt;
    };
    switch (quantity) {
    case FilterQuantity::Ttl: return count(lock.ttlAt(now));
    case FilterQuantity::Held:
        if (!lock.heldSince())
            return std::nullopt;
        return std::chrono::duration_cast<Micros>(now - *lock.heldSince()).count();
    case FilterQuantity::Idle: return count(lock.holderIdle());
    case FilterQuantity::Waiters: return lock.waiterCount();
    case FilterQuantity::Count: {
        const auto holder = lock.firstHolder();
        return holder ? holder->holdCount : 0;
    }
    }
    Q_UNREACHABLE();
}

/** A count that may be higher says nothing about a bound above it. */
bool saysOf(const PackedLock &lock, FilterQuantity quantity, FilterRelation relation)
{
    const bool asksForMore =
        relation == FilterRelation::Greater || relation == FilterRelation::GreaterOrEqual;
    return quantity != FilterQuantity::Count || lock.holdCountExact() || asksForMore;
}

bool holds(qint64 value, FilterRelation relation, qint64 bound)
{
    switch (relation) {
    case FilterRelation::Less: return value < bound;
    case FilterRelation::LessOrEqual: return value <= bound;
    case FilterRelation::Equal: return value == bound;
    case FilterRelation::GreaterOrEqual: return value >= bound;
    case FilterRelation::Greater: return value > bound;
    }
    Q_UNREACHABLE();
}

bool anyValueMatches(const Filter::Term &term, const PackedLock &lock)
{
    if (term.field == FilterField::State)
        return std::find(term.states.begin(), term.states.end(), lock.state()) != term.states.end();
    if (term.field == FilterField::Certainty)
        return std::find(term.certainties.begin(), term.certainties.end(), lock.certainty())
               != term.certainties.end();
    if (term.field == FilterField::Finding)
        return std::any_of(term.findings.begin(), term.findings.end(),
                           [&](FindingId id) { return lock.hasFinding(id); });
    return std::any_of(term.needles.begin(), term.needles.end(), [&](const FilterNeedle &needle) {
        return fieldHas(lock, term.field, needle);
    });
}

QString inQuotes(QString text)
{
    text.replace(u'\\', QLatin1StringView("\\\\")).replace(u'"', QLatin1StringView("\\\""));
    return u'"' + text + u'"';
}

QString asValue(const QString &word)
{
    const bool plain = std::none_of(word.begin(), word.end(), [](QChar c) {
        return c.isSpace() || c == u'"' || c == u',' || c == u'\\';
    });
    return plain ? word : inQuotes(word);
}

QStringList valuesOf(FilterField field, const QStringList &backends, const QStringList &systems)
{
    QStringList values;
    if (field == FilterField::State) {
        for (const LockState state : {LockState::Held, LockState::Expired, LockState::Free,
                                      LockState::Blocked, LockState::Unknown})
            values << lockStateName(state);
    } else if (field == FilterField::Finding) {
        for (const FindingId id : allFindingIds)
            values << findingName(id);
    } else if (field == FilterField::Certainty) {
        for (const Certainty certainty : {Certainty::Certain, Certainty::Likely})
            values << certaintyName(certainty);
    } else if (field == FilterField::Backend || field == FilterField::System) {
        for (const QString &word : field == FilterField::Backend ? backends : systems)
            values << asValue(word);
    }
    return values;
}

QStringList keyWords()
{
    QStringList words;
    for (const auto &[field, word] : FilterWords::fields()) {
        words << word + u':';
        if (FilterWords::isText(field))
            words << word + u'=';
    }
    words << QStringLiteral("ttl<") << QStringLiteral("held>") << QStringLiteral("idle>")
          << QStringLiteral("waiters>") << QStringLiteral("count>");
    return words;
}

} // namespace

FilterNeedle::FilterNeedle(const QString &typed, bool isWhole) : text(typed), whole(isWhole)
{
    if (whole) {
        utf8 = typed.toUtf8();
        return;
    }
    const bool plain =
        std::all_of(typed.begin(), typed.end(), [](QChar c) { return c.unicode() < 0x80; });
    if (plain)
        ascii = typed.toLatin1().toLower();
}

bool FilterNeedle::foundIn(QByteArrayView bytes) const
{
    if (whole)
        return bytes == utf8 || (text.contains(u'\\') && literalText(bytes.toByteArray()) == text);
    const bool found = ascii.isEmpty()
                           ? QString::fromUtf8(bytes).contains(text, Qt::CaseInsensitive)
                           : std::search(bytes.begin(), bytes.end(), ascii.begin(), ascii.end(),
                                         [](char a, char b) { return lowered(a) == b; })
                                 != bytes.end();
    if (found)
        return true;
    // What is shown differs from what is stored by backslashes alone.
    return text.contains(u'\\')
           && literalText(bytes.toByteArray()).contains(text, Qt::CaseInsensitive);
}

bool FilterNeedle::foundInText(QAnyStringView shown) const
{
    if (whole)
        return shown == text || (text.contains(u'\\') && literalText(shown.toString()) == text);
    return shown.visit([this](auto view) {
        if constexpr (std::is_same_v<decltype(view), QStringView>)
            return view.contains(text, Qt::CaseInsensitive);
        else
            return view.toString().contains(text, Qt::CaseInsensitive);
    });
}

SoughtName::SoughtName(const QString &text)
    : m_text(text), m_stored(text.toUtf8()), m_names(namesKnown())
{
}

bool SoughtName::isOf(QByteArrayView stored) const
{
    if (isNull())
        return false;
    if (stored == m_stored)
        return true;
    const auto bytes = QByteArray::fromRawData(stored.data(), stored.size());
    return (m_names && m_names->find(bytes) == m_text)
           || (m_text.contains(u'\\') && literalText(bytes) == m_text);
}

bool Filter::Term::matches(const PackedLock &lock, SteadyTime now) const
{
    if (!compares)
        return anyValueMatches(*this, lock) != negated;
    const auto value =
        saysOf(lock, quantity, relation) ? quantityOf(lock, quantity, now) : std::nullopt;
    return (value && holds(*value, relation, number)) != negated;
}

bool Filter::matches(const LockRecord &lock, SteadyTime now) const
{
    return isEmpty() || matches(PackedLock(lock), now);
}

bool Filter::matches(const PackedLock &lock, SteadyTime now) const
{
    return std::all_of(m_terms->begin(), m_terms->end(),
                       [&](const Term &term) { return term.matches(lock, now); });
}

bool Filter::isEmpty() const
{
    return m_terms->empty();
}

bool Filter::dependsOnTime() const
{
    return std::any_of(m_terms->begin(), m_terms->end(), [](const Term &term) {
        return term.compares
               && (term.quantity == FilterQuantity::Ttl || term.quantity == FilterQuantity::Held);
    });
}

bool Filter::asksWhoAndWhereAlone() const
{
    return std::all_of(m_terms->begin(), m_terms->end(), [](const Term &term) {
        return !term.compares && term.field != FilterField::State
               && term.field != FilterField::Finding && term.field != FilterField::Certainty;
    });
}

bool Filter::asksWhichAlone() const
{
    return asksWhoAndWhereAlone()
           && std::none_of(m_terms->begin(), m_terms->end(),
                           [](const Term &term) { return term.field == FilterField::Owner; });
}

bool Filter::isExact() const
{
    return std::all_of(m_terms->begin(), m_terms->end(), [](const Term &term) {
        constexpr std::array ofPeople = {FilterField::Any,    FilterField::Name,
                                         FilterField::Owner,  FilterField::Backend,
                                         FilterField::Source, FilterField::System};
        // What is not so is so of everything of which it is not known.
        if (term.negated)
            return false;
        return term.compares
               || std::find(ofPeople.begin(), ofPeople.end(), term.field) == ofPeople.end()
               || std::all_of(term.needles.begin(), term.needles.end(),
                              std::mem_fn(&FilterNeedle::whole));
    });
}

bool Filter::admits(FilterField field, const QString &text) const
{
    return std::all_of(m_terms->begin(), m_terms->end(), [&](const Term &term) {
        return term.field != field || term.compares
               || term.negated
                      != std::any_of(
                          term.needles.begin(), term.needles.end(),
                          [&text](const FilterNeedle &needle) { return needle.foundInText(text); });
    });
}

bool Filter::admitsSystem(const QString &system) const
{
    return admits(FilterField::System, system);
}

bool Filter::admitsBackend(const QString &backend) const
{
    return admits(FilterField::Backend, backend);
}

SoughtName Filter::soughtName() const
{
    const auto looksForName = [](const Term &term) {
        const bool isName = term.field == FilterField::Any || term.field == FilterField::Name;
        return isName && !term.negated && !term.compares;
    };
    const auto term = std::find_if(m_terms->begin(), m_terms->end(), looksForName);
    if (term == m_terms->end() || term->needles.size() != 1
        || std::any_of(term + 1, m_terms->end(), looksForName))
        return {};
    return SoughtName(term->needles.front().text);
}

QStringList Filter::unknownFields() const
{
    QStringList fields;
    for (const Term &term : *m_terms) {
        if (!term.unknownField.isEmpty() && !fields.contains(term.unknownField))
            fields << term.unknownField;
    }
    return fields;
}

bool Filter::asksOf(FilterField field) const
{
    return std::any_of(m_terms->begin(), m_terms->end(),
                       [field](const Term &term) { return !term.compares && term.field == field; });
}

/** Its texts are written anew, with one space between terms. */
QString Filter::narrowedBy(const QString &term) const
{
    const auto narrower = parse(term);
    QString kept;
    for (const Term &own : *m_terms) {
        if (own.compares || !narrower || !narrower->asksOf(own.field))
            kept += m_text.sliced(own.from, own.to - own.from) + u' ';
    }
    return kept + term;
}

QString Filter::text() const
{
    return m_text;
}

QString Filter::exactTerm(QStringView field, const QStringList &texts)
{
    QStringList values;
    std::transform(texts.begin(), texts.end(), std::back_inserter(values), inQuotes);
    return field.toString() + u'=' + values.join(u',');
}

qsizetype lastWordStart(const QString &text)
{
    qsizetype start = 0;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'"')
            quoted = !quoted;
        else if (text[i].isSpace() && !quoted)
            start = i + 1;
    }
    return start;
}

QStringList Filter::completions(const QString &text, const QStringList &backends,
                                const QStringList &systems)
{
    QString word = text.sliced(lastWordStart(text));
    QString kept = word.startsWith(u'-') ? QStringLiteral("-") : QString();
    word = word.sliced(kept.size());

    QStringList candidates = keyWords();
    const auto isSign = [](QChar c) { return c == u':' || c == u'='; };
    const qsizetype sign = std::find_if(word.cbegin(), word.cend(), isSign) - word.cbegin();
    for (const auto &[field, name] : FilterWords::fields()) {
        if (sign == word.size()
            || name.compare(QStringView(word).first(sign), Qt::CaseInsensitive) != 0)
            continue;
        const qsizetype valueFrom = std::max(sign, word.lastIndexOf(u',')) + 1;
        kept += QStringView(word).first(valueFrom);
        word = word.sliced(valueFrom);
        candidates = valuesOf(field, backends, systems);
        break;
    }

    QStringList completions;
    for (const QString &candidate : candidates) {
        const bool fits = candidate.startsWith(word, Qt::CaseInsensitive)
                          || candidate.startsWith(u'"' + word, Qt::CaseInsensitive);
        if (fits && candidate != word)
            completions << kept + candidate;
    }
    return completions;
}

} // namespace lockmaster
