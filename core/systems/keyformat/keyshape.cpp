// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keyformat/keyshape.h"

#include "core/systems/contract/textshapes.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <algorithm>
#include <cmath>

namespace lockmaster {

namespace {

constexpr qsizetype longestLabel = 64;

bool isBase64(QByteArrayView text, int length)
{
    if (text.size() != length)
        return false;
    while (text.endsWith('='))
        text.chop(1);
    return length - text.size() <= 2 && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                      || c == '+' || c == '/' || c == '-' || c == '_';
           });
}

/** A count since 1970, if it is one that a clock of our days can show. */
std::optional<ServerTime> momentOf(const QByteArray &text, TimeUnit unit)
{
    bool isNumber = false;
    const double count = text.toDouble(&isNumber);
    const double seconds = unit == TimeUnit::Milliseconds ? count / 1000 : count;
    constexpr double earliest = 946'684'800;  // 2000
    constexpr double latest = 7'258'118'400.; // 2200
    if (!isNumber || !std::isfinite(seconds) || seconds < earliest || seconds > latest)
        return std::nullopt;
    return ServerTime(Micros(std::llround(seconds * 1'000'000)));
}

} // namespace

QByteArray keyType(FormatKeys::Type type)
{
    switch (type) {
    case FormatKeys::Type::String: return QByteArrayLiteral("string");
    case FormatKeys::Type::Hash: return QByteArrayLiteral("hash");
    case FormatKeys::Type::SortedSet: return QByteArrayLiteral("zset");
    case FormatKeys::Type::Set: return QByteArrayLiteral("set");
    }
    Q_UNREACHABLE();
}

bool fits(const FormatShape &shape, QByteArrayView text)
{
    switch (shape.is) {
    case FormatShape::Is::Text: return !text.isEmpty();
    case FormatShape::Is::Uuid: return isUuid(text);
    case FormatShape::Is::UuidNumber:
        return text.size() > uuidLength + 1 && text[uuidLength] == '_'
               && isUuid(text.first(uuidLength)) && plainInteger(text.sliced(uuidLength + 1));
    case FormatShape::Is::HostPid: return hostAndPid(text).has_value();
    case FormatShape::Is::Hex: return isLowerHex(text, shape.length);
    case FormatShape::Is::Base64: return isBase64(text, shape.length);
    case FormatShape::Is::Epoch: return plainInteger(text).has_value();
    }
    Q_UNREACHABLE();
}

QString memberLabel(const FormatShape &shape, const QByteArray &text, HolderDetail &detail)
{
    switch (shape.is) {
    case FormatShape::Is::Epoch: return Words::tr("(unsigned)");
    case FormatShape::Is::HostPid: {
        const auto process = hostAndPid(text);
        if (!process)
            break;
        detail.host = literalText(process->host.toByteArray());
        detail.pid = process->pid;
        return QStringLiteral("%1 pid %2").arg(detail.host).arg(process->pid);
    }
    case FormatShape::Is::Uuid:
    case FormatShape::Is::UuidNumber:
    case FormatShape::Is::Hex:
    case FormatShape::Is::Base64: return shortened(text);
    case FormatShape::Is::Text: break;
    }
    QString label = literalText(text.left(longestLabel));
    if (text.size() > longestLabel)
        label += QStringLiteral("..");
    return label;
}

KeyShape::KeyShape(const FormatKeys &said) : m_said(said), m_type(keyType(said.type))
{
    for (const QString &mark : said.marks)
        m_marks.append(mark.toUtf8());
    const QByteArray pattern = said.match.toUtf8();
    const qsizetype star = pattern.indexOf('*');
    m_hasStar = star >= 0;
    m_before = m_hasStar ? pattern.first(star) : pattern;
    if (m_hasStar)
        m_behind = pattern.sliced(star + 1);
}

bool KeyShape::isCalled(const QByteArray &key) const
{
    if (!m_hasStar)
        return m_before.isEmpty() || key == m_before;
    return key.size() > m_before.size() + m_behind.size() && key.startsWith(m_before)
           && key.endsWith(m_behind);
}

KeyMember KeyShape::memberOf(const QByteArray &name, const QByteArray &written) const
{
    KeyMember member{name, written, {}};
    if (m_said.time)
        member.moment = momentOf(written, m_said.time->unit);
    return member;
}

std::optional<ShapedKey> KeyShape::readString(const KeyReading &key) const
{
    if (key.length > key.value.size() || !fits(m_said.holder, key.value))
        return std::nullopt;
    ShapedKey shaped;
    shaped.members.push_back(memberOf(key.value, key.value));
    if (!m_said.endsBefore)
        return shaped;
    const auto &end = shaped.members.front().moment;
    if (!end || !key.expiresAt)
        return std::nullopt;
    const Micros between = *key.expiresAt - *end;
    if (between < Micros(0) || between > *m_said.endsBefore)
        return std::nullopt;
    return shaped;
}

std::optional<ShapedKey> KeyShape::readFields(const KeyReading &key, const FormatFields &said) const
{
    bool isWhole = true;
    const auto fieldOf = [&key, &isWhole](const QString &name) {
        const auto there = std::find_if(
            key.fields.begin(), key.fields.end(),
            [field = name.toUtf8()](const HashField &each) { return each.first == field; });
        isWhole = isWhole && there != key.fields.end();
        return isWhole ? *there : HashField();
    };
    ShapedKey shaped;
    shaped.fields.kept.push_back(fieldOf(said.owner));
    for (const QString &name : said.instance)
        shaped.fields.kept.push_back(fieldOf(name));
    if (!said.count.isEmpty())
        shaped.fields.count = fieldOf(said.count);
    if (!said.time.isEmpty())
        shaped.fields.time = fieldOf(said.time);
    const bool isCounted = !shaped.fields.count || plainInteger(shaped.fields.count->second);
    if (!isWhole || !isCounted)
        return std::nullopt;
    const QByteArray &owner = shaped.fields.kept.front().second;
    if (owner.trimmed().isEmpty())
        return shaped; // kept for good, and nobody's
    if (!fits(m_said.holder, owner))
        return std::nullopt;
    shaped.members.push_back(
        memberOf(owner, shaped.fields.time ? shaped.fields.time->second : QByteArray()));
    return shaped;
}

std::optional<ShapedKey> KeyShape::read(const KeyReading &key) const
{
    if (key.type != m_type || !isCalled(key.key))
        return std::nullopt;
    if (m_said.type == FormatKeys::Type::String)
        return readString(key);
    if (m_said.fields)
        return readFields(key, *m_said.fields);
    ShapedKey shaped;
    for (const auto &[name, written] : key.fields) {
        if (m_marks.contains(name)) {
            shaped.marks.append(name);
            continue;
        }
        if (!fits(m_said.holder, name))
            return std::nullopt;
        KeyMember member = memberOf(name, written);
        // Without a name to go by, a number that is no time is somebody else's.
        if (m_said.match.isEmpty() && m_said.time && !member.moment)
            return std::nullopt;
        shaped.members.push_back(std::move(member));
    }
    if (shaped.members.empty())
        return std::nullopt;
    return shaped;
}

QByteArray KeyShape::sideText(const QByteArray &key, const QString &text) const
{
    const QByteArray middle =
        key.sliced(m_before.size(), key.size() - m_before.size() - m_behind.size());
    return text.toUtf8().replace("{1}", middle);
}

} // namespace lockmaster
