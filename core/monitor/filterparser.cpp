// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/filterparser.h"

#include "core/domain/result.h"
#include "core/domain/systemtraits.h"
#include "core/text/words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lockmaster {

namespace {

using Terms = std::vector<Filter::Term>;

bool isDuration(FilterQuantity quantity)
{
    return quantity != FilterQuantity::Waiters && quantity != FilterQuantity::Count;
}

/** One slip of the fingers apart: a letter more, less or other, or two swapped. */
bool isTypoOf(QStringView typed, QStringView word)
{
    if (typed.size() < 4 || typed == word || std::abs(typed.size() - word.size()) > 1)
        return false;
    qsizetype same = 0;
    while (same < typed.size() && same < word.size() && typed[same] == word[same])
        ++same;
    const QStringView a = typed.sliced(same);
    const QStringView b = word.sliced(same);
    if (a.size() == b.size() && a.size() > 1 && a[0] == b[1] && a[1] == b[0]
        && a.sliced(2) == b.sliced(2))
        return true;
    const auto rest = [](QStringView text) { return text.isEmpty() ? text : text.sliced(1); };
    return rest(a) == rest(b) || rest(a) == b || a == rest(b);
}

template<class Id>
std::optional<Id> idOf(const std::vector<std::pair<Id, QString>> &words, QStringView word)
{
    for (const auto &[id, name] : words) {
        if (name.compare(word, Qt::CaseInsensitive) == 0)
            return id;
    }
    return std::nullopt;
}

QString wordOf(FilterQuantity quantity)
{
    return FilterWords::quantities()[static_cast<size_t>(quantity)].second;
}

} // namespace

const std::vector<std::pair<FilterField, QString>> &FilterWords::fields()
{
    static const std::vector<std::pair<FilterField, QString>> words = {
        {FilterField::Name, QStringLiteral("name")},
        {FilterField::Owner, QStringLiteral("owner")},
        {FilterField::System, QStringLiteral("system")},
        {FilterField::State, QStringLiteral("state")},
        {FilterField::Backend, QStringLiteral("backend")},
        {FilterField::Backend, QStringLiteral("server")}, // what people read of it everywhere
        {FilterField::Source, QStringLiteral("source")},
        {FilterField::Finding, QStringLiteral("finding")},
        {FilterField::Certainty, QStringLiteral("certainty")},
    };
    return words;
}

const std::vector<std::pair<FilterQuantity, QString>> &FilterWords::quantities()
{
    static const std::vector<std::pair<FilterQuantity, QString>> words = {
        {FilterQuantity::Ttl, QStringLiteral("ttl")},
        {FilterQuantity::Held, QStringLiteral("held")},
        {FilterQuantity::Idle, QStringLiteral("idle")},
        {FilterQuantity::Waiters, QStringLiteral("waiters")},
        {FilterQuantity::Count, QStringLiteral("count")},
    };
    return words;
}

bool FilterWords::isText(FilterField field)
{
    return field != FilterField::State && field != FilterField::Finding;
}

std::optional<Micros> parseDuration(QStringView text)
{
    static const std::vector<std::pair<QString, double>> units = {
        {QStringLiteral("us"), 1.0}, {QStringLiteral("ms"), 1e3},   {QStringLiteral("s"), 1e6},
        {QStringLiteral("m"), 60e6}, {QStringLiteral("h"), 3600e6}, {QStringLiteral("d"), 86400e6},
    };
    double total = 0;
    if (text.isEmpty())
        return std::nullopt;
    while (!text.isEmpty()) {
        qsizetype digits = 0;
        while (digits < text.size()
               && ((text[digits] >= u'0' && text[digits] <= u'9') || text[digits] == u'.'))
            ++digits;
        qsizetype end = digits;
        while (end < text.size() && text[end].isLetter())
            ++end;
        bool ok = false;
        const double number = text.first(digits).toDouble(&ok);
        const QStringView unit = text.sliced(digits, end - digits);
        const auto found = std::find_if(units.begin(), units.end(),
                                        [unit](const auto &known) { return known.first == unit; });
        if (!ok || found == units.end())
            return std::nullopt;
        total += number * found->second;
        text = text.sliced(end);
    }
    constexpr double longest = 3.2e15; // a century
    if (total > longest)
        return std::nullopt;
    return Micros(std::llround(total));
}

namespace {

/** Walks over a filter text once. */
class FilterParser
{
public:
    explicit FilterParser(const QString &text) : m_text(text) {}

    tl::expected<Terms, FilterError> parse()
    {
        Terms terms;
        for (skipSpace(); !atEnd(); skipSpace()) {
            Filter::Term term;
            term.from = m_at;
            if (m_text[m_at] == u'-' && m_at + 1 < m_text.size() && !m_text[m_at + 1].isSpace()) {
                term.negated = true;
                ++m_at;
            }
            parseTerm(term);
            if (m_error)
                return tl::make_unexpected(*m_error);
            term.to = m_at;
            terms.push_back(std::move(term));
        }
        return terms;
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    bool atSpace() const { return atEnd() || m_text[m_at].isSpace(); }
    void skipSpace()
    {
        while (!atEnd() && m_text[m_at].isSpace())
            ++m_at;
    }

    void fail(qsizetype from, qsizetype to, const QString &message)
    {
        if (!m_error)
            m_error = FilterError{from, to - from, message};
    }

    void parseTerm(Filter::Term &term)
    {
        qsizetype end = m_at;
        while (end < m_text.size() && m_text[end].isLetter())
            ++end;
        const QStringView word = QStringView(m_text).sliced(m_at, end - m_at);
        const QChar next = end < m_text.size() ? m_text[end] : QChar();
        const bool comparing = next == u'<' || next == u'>' || next == u'=';
        const auto field = idOf(FilterWords::fields(), word);
        const auto quantity = idOf(FilterWords::quantities(), word);
        const bool valued = next == u':' || next == u'=';
        if (field && valued) {
            m_at = end + 1;
            parseValues(term, *field, next == u'=');
        } else if (quantity && comparing) {
            m_at = end;
            parseComparison(term, *quantity);
        } else if (field && comparing) {
            fail(m_at, end + 1,
                 Words::tr("Write %1: and then a part of the text, or %1= and "
                           "then all of it.")
                     .arg(word));
        } else if (quantity && next == u':') {
            fail(m_at, end + 1,
                 Words::tr("Compare %1 with <, <=, =, >= or >, as in %2.")
                     .arg(word, example(*quantity)));
        } else if (valued && !typoOf(word).isEmpty()) {
            fail(m_at, end + 1,
                 Words::tr("There is no %1 here; did you mean %2 ? Put the text "
                           "in quotes to look for it as it is.")
                     .arg(word.toString() + next, typoOf(word) + next));
        } else if (comparing && !word.isEmpty() && comparesSomething(end)) {
            fail(m_at, end + 1,
                 Words::tr("There is no %1 to compare; there are %2. Put the "
                           "text in quotes to look for it as it is.")
                     .arg(word, quantityWords()));
        } else {
            constexpr qsizetype longestField = 24; // longer, nobody meant one
            if (valued && word.size() <= longestField && end + 1 < m_text.size()
                && !m_text[end + 1].isSpace())
                term.unknownField = word.toString();
            term.needles.emplace_back(readValue(false));
        }
    }

    /** Whether a number or a duration follows the sign at `sign`: so it was meant to compare. */
    bool comparesSomething(qsizetype sign) const
    {
        qsizetype from = sign + 1;
        if (from < m_text.size() && m_text[from] == u'=')
            ++from;
        qsizetype end = from;
        while (end < m_text.size() && !m_text[end].isSpace())
            ++end;
        const QStringView value = QStringView(m_text).sliced(from, end - from);
        const bool isNumber =
            !value.isEmpty() && std::all_of(value.begin(), value.end(), [](QChar character) {
                return character >= u'0' && character <= u'9';
            });
        return isNumber || parseDuration(value).has_value();
    }

    static QString quantityWords()
    {
        QStringList words;
        for (const auto &[quantity, name] : FilterWords::quantities())
            words << name;
        return words.join(QStringLiteral(", "));
    }

    static QString typoOf(QStringView word)
    {
        QString fitting;
        std::optional<FilterField> before;
        for (const auto &[field, name] : FilterWords::fields()) {
            // A second word for a field came later: what is like it may be the begin of a key.
            if (field != std::exchange(before, field) && isTypoOf(word, name))
                fitting = name;
        }
        return fitting;
    }

    static QString example(FilterQuantity quantity)
    {
        return wordOf(quantity)
               + (isDuration(quantity) ? QStringLiteral("<5s") : QStringLiteral(">0"));
    }

    /** Up to the next space (or comma), quotes taken off. */
    QString readValue(bool stopAtComma)
    {
        QString value;
        while (!atSpace() && !(stopAtComma && m_text[m_at] == u',')) {
            if (m_text[m_at] == u'"')
                readQuoted(value);
            else
                value += m_text[m_at++];
        }
        return value;
    }

    void readQuoted(QString &value)
    {
        const qsizetype open = m_at++;
        while (!atEnd() && m_text[m_at] != u'"') {
            const bool escaped = m_text[m_at] == u'\\' && m_at + 1 < m_text.size()
                                 && (m_text[m_at + 1] == u'"' || m_text[m_at + 1] == u'\\');
            if (escaped)
                ++m_at;
            value += m_text[m_at++];
        }
        if (atEnd())
            fail(open, m_text.size(), Words::tr("This quote is not closed."));
        else
            ++m_at;
    }

    void parseValues(Filter::Term &term, FilterField field, bool whole)
    {
        const qsizetype valuesFrom = m_at;
        term.field = field;
        while (true) {
            const qsizetype from = m_at;
            const QString value = readValue(true);
            // Everything contains nothing; but there are owners that are empty.
            const bool saysEmpty = whole && FilterWords::isText(field) && m_at > from;
            if (value.isEmpty() && !saysEmpty)
                fail(valuesFrom - 1, std::max(m_at, valuesFrom),
                     Words::tr("Something to look for is missing here."));
            else
                addValue(term, value, from, whole);
            if (m_error || atEnd() || m_text[m_at] != u',')
                return;
            ++m_at;
        }
    }

    void addValue(Filter::Term &term, const QString &value, qsizetype from, bool whole)
    {
        if (term.field == FilterField::State) {
            if (const auto state = lockStateFromName(value.toLower()))
                term.states.push_back(*state);
            else
                fail(from, m_at,
                     Words::tr("There is no state '%1'; there are "
                               "held, expired, free, blocked and "
                               "unknown.")
                         .arg(value));
        } else if (term.field == FilterField::Finding) {
            if (const auto finding = findingFromName(value.toLower()))
                term.findings.push_back(*finding);
            else
                fail(from, m_at,
                     Words::tr("There is no finding '%1'; there are %2.")
                         .arg(value, findingWords()));
        } else if (term.field == FilterField::Certainty) {
            if (const auto certainty = certaintyFromName(value.toLower()))
                term.certainties.push_back(*certainty);
            else
                fail(from, m_at,
                     Words::tr("There is no certainty '%1'; there are certain "
                               "and likely.")
                         .arg(value));
        } else if (term.field == FilterField::System && !isSystem(value, whole)) {
            fail(from, m_at,
                 Words::tr("There is no lock system '%1'; there are %2.")
                     .arg(value, systemWords().join(QStringLiteral(", "))));
        } else {
            term.needles.emplace_back(value, whole);
        }
    }

    static QStringList systemWords()
    {
        return lockSystemIds(BackendKind::MySql) + lockSystemIds(BackendKind::Redis);
    }

    /** A part will do: `redis` stands for both kinds of lock there. */
    static bool isSystem(const QString &value, bool whole)
    {
        const QStringList systems = systemWords();
        if (whole)
            return systems.contains(value);
        return std::any_of(systems.begin(), systems.end(), [&value](const QString &system) {
            return system.contains(value, Qt::CaseInsensitive);
        });
    }

    static QString findingWords()
    {
        QStringList words;
        for (const FindingId id : allFindingIds)
            words << findingName(id);
        return words.join(QStringLiteral(", "));
    }

    void parseComparison(Filter::Term &term, FilterQuantity quantity)
    {
        term.compares = true;
        term.quantity = quantity;
        term.relation = readRelation();
        const qsizetype from = m_at;
        const QString value = readValue(false);
        if (isDuration(quantity)) {
            const auto duration = parseDuration(value);
            term.number = duration.value_or(Micros::zero()).count();
            if (!duration)
                fail(value.isEmpty() ? from - 1 : from, m_at,
                     Words::tr("A duration is needed here, such as 5s, 1m30s or "
                               "2h (us, ms, s, m, h, d)."));
            return;
        }
        bool ok = false;
        term.number = value.toLongLong(&ok);
        if (!ok)
            fail(value.isEmpty() ? from - 1 : from, m_at,
                 Words::tr("A whole number is needed here."));
    }

    FilterRelation readRelation()
    {
        const QChar sign = m_text[m_at++];
        const bool orEqual = !atEnd() && m_text[m_at] == u'=';
        if (orEqual)
            ++m_at;
        if (sign == u'<')
            return orEqual ? FilterRelation::LessOrEqual : FilterRelation::Less;
        if (sign == u'>')
            return orEqual ? FilterRelation::GreaterOrEqual : FilterRelation::Greater;
        return FilterRelation::Equal;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    std::optional<FilterError> m_error;
};

} // namespace

Filter::Filter() : m_terms(std::make_shared<const std::vector<Term>>()) {}

tl::expected<Filter, FilterError> Filter::parse(const QString &text)
{
    auto terms = FilterParser(text).parse();
    if (!terms)
        return passOn(terms);
    Filter filter;
    filter.m_text = text;
    filter.m_terms = std::make_shared<const std::vector<Term>>(std::move(*terms));
    return filter;
}

} // namespace lockmaster
