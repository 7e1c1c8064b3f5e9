// SPDX-License-Identifier: Apache-2.0
#include "core/domain/packedfields.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lockmaster {

namespace {

bool isAscii(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
}

bool isSameAscii(const QByteArray &bytes, const QString &text)
{
    return bytes.size() == text.size()
           && std::equal(bytes.begin(), bytes.end(), text.begin(), [](char byte, QChar c) {
                  return static_cast<uchar>(byte) < 0x80 && c == QLatin1Char(byte);
              });
}

/** Appends to a body. Numbers in 7-bit groups, small magnitudes first; text as ASCII or UTF-16. */
class Writer
{
public:
    explicit Writer(std::string &body) : m_body(body) { m_body.clear(); }

    void count(quint64 number)
    {
        while (number >= 0x80) {
            m_body.push_back(static_cast<char>(number | 0x80));
            number >>= 7;
        }
        m_body.push_back(static_cast<char>(number));
    }
    void number(qint64 number)
    {
        const quint64 sign = number < 0 ? ~quint64(0) : 0;
        count((static_cast<quint64>(number) << 1) ^ sign);
    }
    void plain(QByteArrayView bytes)
    {
        m_body.append(bytes.data(), static_cast<size_t>(bytes.size()));
    }
    void bytes(QByteArrayView bytes)
    {
        count(static_cast<quint64>(bytes.size()));
        plain(bytes);
    }
    void text(const QString &text)
    {
        const auto size = static_cast<quint64>(text.size());
        if (isAscii(text)) {
            count(size << 1);
            for (const QChar c : text)
                m_body.push_back(static_cast<char>(c.unicode()));
            return;
        }
        count(size << 1 | 1);
        if (m_body.size() % alignof(QChar) != 0)
            m_body.push_back('\0');
        m_body.append(reinterpret_cast<const char *>(text.constData()), size * sizeof(QChar));
    }
    template<class T>
    void maybe(const std::optional<T> &value)
    {
        count(value ? 1 : 0);
        if (value)
            number(countOf(*value));
    }

private:
    static qint64 countOf(qint64 value) { return value; }
    static qint64 countOf(Micros value) { return value.count(); }

    std::string &m_body;
};

void writeDetail(Writer &out, const HolderDetail &detail)
{
    out.text(detail.host);
    out.text(detail.user);
    out.text(detail.process);
    out.text(detail.thread);
    out.text(detail.program);
    out.text(detail.reason);
    out.maybe(detail.pid);
    out.maybe(detail.connectionId);
}

void writeHolder(Writer &out, const Holder &holder)
{
    out.bytes(holder.raw);
    out.number(holder.rawBytes - holder.raw.size());
    out.number(holder.holdCount);
    const bool labelIsRaw = isSameAscii(holder.raw, holder.label);
    out.count((labelIsRaw ? 1u : 0u) | (holder.detail ? 2u : 0u));
    if (!labelIsRaw)
        out.text(holder.label);
    if (!holder.detail)
        return;
    writeDetail(out, *holder.detail);
}

/** As it is: it is written and read for each lock that was renewed, at every look. */
static_assert(std::is_trivially_copyable_v<Renewals> && sizeof(Renewals) == 5 * sizeof(qint64));

void writeRenewals(Writer &out, const Renewals &renewals)
{
    out.plain({reinterpret_cast<const char *>(&renewals), sizeof(Renewals)});
}

void writeWaiters(Writer &out, const Waiters &waiters)
{
    out.text(waiters.basis);
    out.count(waiters.list.size());
    for (const Waiter &waiter : waiters.list) {
        out.text(waiter.label);
        out.maybe(waiter.connectionId);
        out.maybe(waiter.waiting);
        out.count((waiter.identified ? 1u : 0u) | (waiter.detail ? 2u : 0u));
        if (waiter.detail)
            writeDetail(out, *waiter.detail);
    }
}

void writeAttributes(Writer &out, const Attributes &attributes)
{
    out.count(attributes.size());
    for (const Attribute &attribute : attributes) {
        out.count(static_cast<quint64>(attribute.group));
        out.text(attribute.label);
        out.text(attribute.value);
    }
}

void writeShares(Writer &out, const LockShares &shares)
{
    out.number(shares.needed);
    out.count(shares.all.size());
    for (const LockShare &share : shares.all) {
        out.text(share.server);
        out.count(static_cast<quint64>(share.seen) << 1 | (share.holder ? 1 : 0));
        if (!share.holder)
            continue;
        writeHolder(out, *share.holder);
        out.number(share.stored);
        out.bytes(share.instance);
    }
}

void writeFindings(Writer &out, const QList<Finding> &findings)
{
    out.count(findings.size());
    for (const Finding &finding : findings) {
        out.count(static_cast<quint64>(finding.id));
        out.text(finding.evidence);
    }
}

/** Reads over what of a holder's detail is not looked at in place. */
void skipRestOfDetail(PackedReader &in)
{
    in.text();
    in.text();
    in.text();
    in.maybe<qint64>();
    in.maybe<qint64>();
}

std::shared_ptr<const HolderDetail> unpackDetail(PackedReader &in)
{
    HolderDetail detail;
    detail.host = in.text().toString();
    detail.user = in.text().toString();
    detail.process = in.text().toString();
    detail.thread = in.text().toString();
    detail.program = in.text().toString();
    detail.reason = in.text().toString();
    detail.pid = in.maybe<qint64>();
    detail.connectionId = in.maybe<qint64>();
    return std::make_shared<const HolderDetail>(std::move(detail));
}

} // namespace

void packBody(std::string &body, const LockRecord &lock)
{
    Writer out(body);
    out.plain(lock.id.name);
    if (lock.lease.granted)
        out.number(lock.lease.granted->count());
    if (lock.renewals)
        writeRenewals(out, *lock.renewals);
    if (lock.waiters.count)
        out.number(*lock.waiters.count);
    if (lock.holderIdle)
        out.number(lock.holderIdle->count());
    if (!lock.session.isEmpty())
        out.bytes(lock.session);
    if (!lock.node.isEmpty())
        out.bytes(lock.node);
    out.count(lock.holders.size());
    for (const Holder &holder : lock.holders)
        writeHolder(out, holder);
    out.number(lock.lease.stored);
    if (!lock.variant.isEmpty())
        out.text(lock.variant);
    if (!lock.pattern.isEmpty())
        out.bytes(lock.pattern);
    if (!lock.waiters.basis.isEmpty() || !lock.waiters.list.empty())
        writeWaiters(out, lock.waiters);
    if (lock.attributes)
        writeAttributes(out, *lock.attributes);
    if (lock.shares)
        writeShares(out, *lock.shares);
    if (!lock.findings.empty())
        writeFindings(out, lock.findings);
}

PackedLock::HolderView viewHolder(PackedReader &in)
{
    PackedLock::HolderView holder;
    holder.raw = in.bytes();
    holder.rawBytes = holder.raw.size() + in.number();
    holder.holdCount = in.number();
    const quint64 kind = in.count();
    holder.label = (kind & 1) != 0
                       ? QAnyStringView(QLatin1StringView(holder.raw.data(), holder.raw.size()))
                       : in.text();
    if ((kind & 2) == 0)
        return holder;
    holder.host = in.text();
    holder.user = in.text();
    holder.process = in.text();
    skipRestOfDetail(in);
    return holder;
}

Holder unpackHolder(PackedReader &in)
{
    Holder holder;
    const QByteArrayView raw = in.bytes();
    holder.raw = raw.toByteArray();
    holder.rawBytes = raw.size() + in.number();
    holder.holdCount = in.number();
    const quint64 kind = in.count();
    holder.label = (kind & 1) != 0 ? QString::fromLatin1(raw) : in.text().toString();
    if ((kind & 2) == 0)
        return holder;
    holder.detail = unpackDetail(in);
    return holder;
}

Renewals unpackRenewals(PackedReader &in)
{
    Renewals renewals;
    // cppcheck-suppress memsetClass ; numbers all through, as the moments in it are
    std::memcpy(&renewals, in.plain(sizeof(Renewals)), sizeof(Renewals));
    return renewals;
}

Waiters unpackWaiters(PackedReader &in)
{
    Waiters waiters;
    waiters.basis = in.text().toString();
    waiters.list.resize(in.count());
    for (Waiter &waiter : waiters.list) {
        waiter.label = in.text().toString();
        waiter.connectionId = in.maybe<qint64>();
        waiter.waiting = in.maybe<Micros>();
        const quint64 kind = in.count();
        waiter.identified = (kind & 1) != 0;
        if ((kind & 2) != 0)
            waiter.detail = unpackDetail(in);
    }
    return waiters;
}

std::shared_ptr<const Attributes> unpackAttributes(PackedReader &in)
{
    Attributes attributes(in.count());
    for (Attribute &attribute : attributes) {
        attribute.group = static_cast<Attribute::Group>(in.count());
        attribute.label = in.text().toString();
        attribute.value = in.text().toString();
    }
    return std::make_shared<const Attributes>(std::move(attributes));
}

std::shared_ptr<const LockShares> unpackShares(PackedReader &in)
{
    LockShares shares;
    shares.needed = int(in.number());
    shares.all.resize(in.count());
    for (LockShare &share : shares.all) {
        share.server = in.text().toString();
        const quint64 kind = in.count();
        share.seen = static_cast<LockShare::Seen>(kind >> 1);
        if ((kind & 1) == 0)
            continue;
        share.holder = unpackHolder(in);
        share.stored = in.number();
        share.instance = in.bytes().toByteArray();
    }
    return std::make_shared<const LockShares>(std::move(shares));
}

QList<Finding> unpackFindings(PackedReader &in)
{
    QList<Finding> findings(in.count());
    for (Finding &finding : findings) {
        finding.id = static_cast<FindingId>(in.count());
        finding.evidence = in.text().toString();
    }
    return findings;
}

} // namespace lockmaster
