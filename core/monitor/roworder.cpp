// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/roworder.h"

#include "core/findings/trouble.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>
#include <tuple>
#include <unordered_map>

namespace lockmaster {

namespace {

char16_t unitOf(char c)
{
    return static_cast<uchar>(c);
}

char16_t unitOf(QChar c)
{
    return c.unicode();
}

char16_t foldedAscii(char16_t unit)
{
    return unit >= u'A' && unit <= u'Z' ? static_cast<char16_t>(unit + (u'a' - u'A')) : unit;
}

/** Bytes are folded as far as they are ASCII: what they mean beyond is not known. */
char16_t folded(char c)
{
    return foldedAscii(unitOf(c));
}

char16_t folded(QChar c)
{
    return c.unicode() < 0x80 ? foldedAscii(c.unicode()) : c.toCaseFolded().unicode();
}

template<class Char>
bool isDigit(Char c)
{
    return unitOf(c) >= u'0' && unitOf(c) <= u'9';
}

/** Compares the runs of digits at `a` and `b` by value and steps over them. */
template<class A, class B>
int compareNumbers(const A *&a, const A *endA, const B *&b, const B *endB)
{
    const auto skipZeros = [](auto *&at, auto *end) {
        while (at + 1 < end && unitOf(at[0]) == u'0' && isDigit(at[1]))
            ++at;
    };
    skipZeros(a, endA);
    skipZeros(b, endB);
    int difference = 0;
    while (a < endA && b < endB && isDigit(*a) && isDigit(*b)) {
        if (difference == 0 && unitOf(*a) != unitOf(*b))
            difference = unitOf(*a) < unitOf(*b) ? -1 : 1;
        ++a;
        ++b;
    }
    const bool moreInA = a < endA && isDigit(*a);
    const bool moreInB = b < endB && isDigit(*b);
    if (moreInA != moreInB)
        return moreInA ? 1 : -1;
    return difference;
}

template<class A, class B>
int compareRuns(const A *a, const A *endA, const B *b, const B *endB)
{
    // Names in one table have much in common. A number is compared from its first digit.
    const A *const start = a;
    std::tie(a, b) = std::mismatch(a, endA, b, endB,
                                   [](A left, B right) { return unitOf(left) == unitOf(right); });
    for (; a > start && isDigit(a[-1]); --b)
        --a;

    while (a < endA && b < endB) {
        if (isDigit(*a) && isDigit(*b)) {
            if (const int difference = compareNumbers(a, endA, b, endB))
                return difference;
            continue;
        }
        const auto left = folded(*a++);
        const auto right = folded(*b++);
        if (left != right)
            return left < right ? -1 : 1;
    }
    return (a < endA ? 1 : 0) - (b < endB ? 1 : 0);
}

/** An alert is worse than what a finding alone tells, and less than a lock that is stuck. */
qint64 troubleRank(const PackedLock &lock, const LockSet &alarmed)
{
    const qint64 rank = 2 * qint64(troubleOf(lock));
    constexpr qint64 alarmedRank = 2 * qint64(Trouble::Finding) - 1;
    return rank > alarmedRank && isIn(alarmed, lock) ? alarmedRank : rank;
}

QAnyStringView textOf(LockColumn column, const PackedLock &lock)
{
    switch (column) {
    case LockColumn::System: return lock.source()->system;
    case LockColumn::Backend: return lock.source()->backend;
    case LockColumn::Owner: {
        const auto holder = lock.firstHolder();
        return holder ? holder->label : QAnyStringView();
    }
    default: return {};
    }
}

int compareTexts(QStringView a, QStringView b)
{
    return a.compare(b);
}

int compareTexts(QLatin1StringView a, QLatin1StringView b)
{
    return a.compare(b);
}

int compareTexts(QStringView a, QLatin1StringView b)
{
    return a.compare(b);
}

int compareTexts(QLatin1StringView a, QStringView b)
{
    return -b.compare(a);
}

template<class Text>
Text decoded(Text text)
{
    return text;
}

QString decoded(QUtf8StringView text)
{
    return text.toString();
}

template<class A, class B>
int compareDecoded(const A &a, const B &b)
{
    const int runs = compareRuns(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
    return runs != 0 ? runs : compareTexts(a, b);
}

/** How much all of them begin with, without regard to case; a number counts only as a whole. */
class CommonStart
{
public:
    template<class Char>
    void add(const Char *text, qsizetype size)
    {
        const Char *const end = text + size;
        if (!m_any) {
            std::transform(text, end, std::back_inserter(m_first),
                           [](Char c) { return unitOf(c); });
            std::transform(text, end, std::back_inserter(m_start),
                           [](Char c) { return folded(c); });
            m_any = true;
            return;
        }
        const auto differs =
            std::mismatch(m_start.begin(), m_start.end(), text, end,
                          [](char16_t known, Char c) { return known == folded(c); });
        m_start.erase(differs.first, m_start.end());
        m_allSame = m_allSame
                    && std::equal(m_first.begin(), m_first.end(), text, end,
                                  [](char16_t known, Char c) { return known == unitOf(c); });
    }
    bool areAllSame() const { return m_allSame; }
    qsizetype size() const
    {
        size_t size = m_start.size();
        while (size > 0 && m_start[size - 1] >= u'0' && m_start[size - 1] <= u'9')
            --size;
        return qsizetype(size);
    }

private:
    std::u16string m_first;
    std::u16string m_start; ///< folded
    bool m_any = false;
    bool m_allSame = true;
};

/**
 * The first of a text's natural order as a number: of two texts, the one with the smaller number
 * comes first; the same number says nothing. Numbers are written as their length and their digits.
 */
class LeadWriter
{
public:
    template<class Char>
    static quint64 leadOf(const Char *at, const Char *end)
    {
        LeadWriter lead;
        while (at < end && lead.m_left > 0) {
            if (isDigit(*at)) {
                lead.putNumber(at, end);
                continue;
            }
            const char16_t unit = folded(*at++);
            // What does not fit into a byte comes after all that does, and ends what is compared.
            if (unit > 0xff)
                return lead.finished(0xff);
            lead.put(uchar(unit));
            if (unit == 0xff)
                break;
        }
        return lead.finished(0);
    }

private:
    void put(uchar byte)
    {
        if (m_left == 0)
            return;
        m_lead = m_lead << 8 | byte;
        --m_left;
    }
    template<class Char>
    void putNumber(const Char *&at, const Char *end)
    {
        while (at + 1 < end && unitOf(at[0]) == u'0' && isDigit(at[1]))
            ++at;
        const auto *const from = at;
        while (at < end && isDigit(*at))
            ++at;
        const auto more = at - from - 1;
        put(uchar('0' + std::min<qptrdiff>(more, 9)));
        if (more >= 9)
            put(uchar(std::min<qptrdiff>(more - 9, 0xff)));
        // Of those of 264 digits and more nothing is known but that they are long.
        if (more - 9 >= 0xff) {
            finish();
            return;
        }
        for (const auto *digit = from; digit < at && m_left > 0; ++digit)
            put(uchar(unitOf(*digit)));
    }
    void finish()
    {
        while (m_left > 0)
            put(0);
    }
    quint64 finished(uchar last)
    {
        put(last);
        finish();
        return m_lead;
    }

    quint64 m_lead = 0;
    int m_left = 8;
};

template<class Visitor>
void visitUnits(QAnyStringView text, Visitor visitor)
{
    text.visit([&visitor](auto view) {
        const auto whole = decoded(view);
        visitor(whole.data(), whole.size());
    });
}

void visitUnits(QByteArrayView name, const auto &visitor)
{
    visitor(name.data(), name.size());
}

} // namespace

/**
 * Sorts by numbers that lie side by side: the column's, one for its text and one for the name.
 * Texts of which there are few get their rank, all others the first eight bytes beyond what all
 * begin with; where these are the same, those rows alone get the next eight. Keys are read in the
 * order they come in: their locks lie in memory like that, and to read them in any other takes
 * longer than all comparing.
 */
class RowOrder::Sorter
{
public:
    Sorter(const RowOrder &order, const std::vector<Key> &keys)
        : m_order(order), m_keys(keys), m_turnsValues(order.m_descending),
          m_turnsNames(m_turnsValues && order.m_column == LockColumn::Name)
    {
    }

    std::vector<quint32> sorted()
    {
        m_leads.reserve(m_keys.size());
        for (const Key &key : m_keys)
            m_leads.push_back({turned(quint64(key.number) ^ sign, m_turnsValues), 0, 0,
                               static_cast<quint32>(m_leads.size())});
        const bool ranked = setRanks() || !setLeads(m_leads, By::Text);
        setLeads(m_leads, By::Name);
        std::sort(m_leads.begin(), m_leads.end(), [](const Lead &a, const Lead &b) {
            return std::tie(a.number, a.text, a.name) < std::tie(b.number, b.text, b.name);
        });
        const auto sameText = [](const Lead &a, const Lead &b) {
            return a.number == b.number && a.text == b.text;
        };
        forEachRun(m_leads, sameText,
                   [&](Run run) { ranked ? refineSameNames(run) : refine(run, By::Text, 1); });
        std::vector<quint32> places;
        places.reserve(m_leads.size());
        for (const Lead &lead : m_leads)
            places.push_back(lead.place);
        return places;
    }

private:
    enum class By : quint8 { Text, Name };
    struct Lead {
        quint64 number = 0;
        quint64 text = 0;
        quint64 name = 0;
        quint32 place = 0;
    };
    using Run = std::span<Lead>;

    static constexpr quint64 sign = quint64(1) << 63; ///< what is below zero comes before the rest
    static constexpr size_t mostRanks = 1024;
    static constexpr size_t few = 12; ///< so many are compared sooner than prepared
    static constexpr int mostLevels = 16;

    static quint64 turned(quint64 lead, bool turns) { return turns ? ~lead : lead; }
    static quint64 Lead::*leadFor(By by) { return by == By::Text ? &Lead::text : &Lead::name; }

    /** Calls `visit` with each row of neighbours that are the same, and more than one. */
    template<class Same, class Visit>
    static void forEachRun(Run all, Same same, Visit visit)
    {
        for (auto from = all.begin(); from != all.end();) {
            const auto to = std::find_if_not(from + 1, all.end(),
                                             [&](const Lead &lead) { return same(*from, lead); });
            if (to - from > 1)
                visit(Run(from, to));
            from = to;
        }
    }

    /** The place of each text among all; false where there are too many of them. */
    bool setRanks()
    {
        const auto hash = [](QAnyStringView text) {
            return qHashBits(text.data(), size_t(text.size_bytes()));
        };
        const auto same = [](QAnyStringView a, QAnyStringView b) {
            return compareNaturally(a, b) == 0;
        };
        std::unordered_map<QAnyStringView, quint64, decltype(hash), decltype(same)> ranks(
            mostRanks, hash, same);
        for (size_t i = 0; i < m_keys.size(); ++i) {
            m_leads[i].text = ranks.emplace(m_keys[i].text, ranks.size()).first->second;
            if (ranks.size() > mostRanks)
                return false;
        }
        std::vector<std::pair<QAnyStringView, quint64>> texts(ranks.begin(), ranks.end());
        std::sort(texts.begin(), texts.end(), [](const auto &a, const auto &b) {
            return compareNaturally(a.first, b.first) < 0;
        });
        std::vector<quint64> rankOf(texts.size());
        for (size_t rank = 0; rank < texts.size(); ++rank)
            rankOf[texts[rank].second] = rank;
        for (Lead &lead : m_leads)
            lead.text = turned(rankOf[lead.text], m_turnsValues);
        return true;
    }

    /** Beyond what all in `run` begin with; false where they are all the same. */
    bool setLeads(Run run, By by) const
    {
        return by == By::Text ? setLeads(run, by, &Key::text, m_turnsValues)
                              : setLeads(run, by, &Key::name, m_turnsNames);
    }
    template<class Text>
    bool setLeads(Run run, By by, Text Key::*text, bool turns) const
    {
        CommonStart start;
        for (const Lead &lead : run)
            visitUnits(m_keys[lead.place].*text,
                       [&start](const auto *at, qsizetype size) { start.add(at, size); });
        if (start.areAllSame())
            return false;
        const qsizetype from = start.size();
        for (Lead &lead : run) {
            visitUnits(m_keys[lead.place].*text, [&](const auto *at, qsizetype size) {
                lead.*leadFor(by) = turned(LeadWriter::leadOf(at + from, at + size), turns);
            });
        }
        return true;
    }

    /** Sorts those that are the same up to here by what follows. */
    void refine(Run run, By by, int level) const
    {
        if (run.size() <= few || level == mostLevels) {
            sortByPairs(run);
            return;
        }
        const auto lead = leadFor(by);
        const bool differ = setLeads(run, by);
        if (!differ && by == By::Text) {
            refineSameNames(run); // sorted by their names' leads already
            return;
        }
        std::sort(run.begin(), run.end(), [lead](const Lead &a, const Lead &b) {
            return std::tie(a.*lead, a.name) < std::tie(b.*lead, b.name);
        });
        // What differs without another lead, such as `01` and `1`, is left to comparing.
        if (run.front().*lead == run.back().*lead) {
            sortByPairs(run);
            return;
        }
        forEachRun(
            run, [lead](const Lead &a, const Lead &b) { return a.*lead == b.*lead; },
            [&](Run deeper) { refine(deeper, by, level + 1); });
    }

    void refineSameNames(Run run) const
    {
        forEachRun(
            run, [](const Lead &a, const Lead &b) { return a.name == b.name; },
            [this](Run deeper) { refine(deeper, By::Name, 1); });
    }

    void sortByPairs(Run run) const
    {
        std::sort(run.begin(), run.end(), [this](const Lead &a, const Lead &b) {
            return m_order.before(m_keys[a.place], m_keys[b.place]);
        });
    }

    const RowOrder &m_order;
    const std::vector<Key> &m_keys;
    const bool m_turnsValues;
    const bool m_turnsNames;
    std::vector<Lead> m_leads;
};

int compareNaturally(QByteArrayView a, QByteArrayView b)
{
    const int runs = compareRuns(a.begin(), a.end(), b.begin(), b.end());
    return runs != 0 ? runs : a.compare(b);
}

int compareNaturally(QAnyStringView a, QAnyStringView b)
{
    if (a.data() == b.data() && a.size() == b.size())
        return 0;
    return a.visit([b](auto left) {
        return b.visit(
            [left](auto right) { return compareDecoded(decoded(left), decoded(right)); });
    });
}

qint64 RowOrder::numberOf(const PackedLock &lock) const
{
    constexpr qint64 notKnown = std::numeric_limits<qint64>::max() - 2; // before what is first
    switch (m_column) {
    case LockColumn::Ttl:
        if (lock.expiresAt())
            return lock.deadline().time_since_epoch().count();
        return lock.hasExpiry() || lock.state() == LockState::Free ? notKnown : notKnown - 1;
    case LockColumn::Held:
        return lock.heldSince() ? -lock.heldSince()->time_since_epoch().count() : -notKnown;
    case LockColumn::Waiters: return lock.waiterCount().value_or(-1);
    case LockColumn::Changes: {
        const auto seen = m_changes ? m_changes->of(lock) : std::nullopt;
        return seen ? seen->count : -1;
    }
    case LockColumn::State: {
        constexpr qint64 states = 8;
        return troubleRank(lock, m_alarmed) * states + static_cast<qint64>(lock.state());
    }
    case LockColumn::Owner: return lock.holderCount() == 0 ? 1 : 0;
    case LockColumn::Name:
    case LockColumn::System:
    case LockColumn::Backend: break;
    }
    return 0;
}

RowOrder::Key RowOrder::keyOf(const PackedLock &lock) const
{
    using Numbers = std::numeric_limits<qint64>;
    if (!m_sought.isNull() && m_sought.isOf(lock.name()))
        return {m_descending ? Numbers::max() : Numbers::min(), {}, lock.name(), &lock};
    if (isIn(m_pins, lock))
        return {m_descending ? Numbers::max() - 1 : Numbers::min() + 1, {}, lock.name(), &lock};
    return {numberOf(lock), textOf(m_column, lock), lock.name(), &lock};
}

bool RowOrder::before(const Key &a, const Key &b) const
{
    if (a.number != b.number)
        return (a.number < b.number) != m_descending;
    if (const int texts = compareNaturally(a.text, b.text))
        return (texts < 0) != m_descending;
    if (const int names = compareNaturally(a.name, b.name))
        return (names < 0) != (m_descending && m_column == LockColumn::Name);
    return a.lock->compareId(*b.lock) < 0;
}

std::vector<quint32> RowOrder::sorted(const std::vector<Key> &keys) const
{
    return Sorter(*this, keys).sorted();
}

} // namespace lockmaster
