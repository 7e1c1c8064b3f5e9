// SPDX-License-Identifier: Apache-2.0
#include "core/formats/formatkeys.h"

#include "core/formats/tomlkeys.h"
#include "core/text/words.h"

#include <QRegularExpression>

namespace lockmaster {

namespace {

using Type = TomlNode::Type;

constexpr size_t mostWakes = 4;

/** A key or member that `match` explains: `{1}` stands for what its `*` is. */
bool isSideText(const QString &text)
{
    static const QRegularExpression plain(
        QStringLiteral("\\A([A-Za-z0-9_.:/#@-]|\\{1\\}){1,200}\\z"));
    return plain.match(text).hasMatch();
}

std::vector<FormatSideKey> readSideKeys(TomlKeys &keys)
{
    std::vector<FormatSideKey> sides;
    const TomlNode *node =
        keys.find(u"with_last", Type::Array, QStringLiteral("[{ key = \"jobs:{1}:info\" }]"));
    if (!node)
        return sides;
    for (const TomlNode &item : node->items) {
        TomlKeys inner(item, keys.problems());
        FormatSideKey side{inner.needText(u"key"), inner.text(u"member")};
        for (const QString &text : {side.key, side.member}) {
            if (!text.isEmpty() && !isSideText(text))
                inner.refuse(
                    Words::tr("'%1' takes letters, digits, the signs _ . : / # @ - and {1}.")
                        .arg(text.left(100)));
        }
        // A key that is not made of the lock's own is somebody else's.
        if (side.member.isEmpty() && !side.key.contains(QLatin1StringView("{1}")))
            inner.refuse(Words::tr("A key that is removed has to have {1} in it."));
        if (!side.member.isEmpty() && !side.member.contains(QLatin1StringView("{1}")))
            inner.refuse(Words::tr("A member that is removed has to have {1} in it."));
        inner.tellUnknown();
        if (sides.size() < size_t(mostOfAKind))
            sides.push_back(std::move(side));
    }
    return sides;
}

QString neededSide(TomlKeys &keys, QStringView key)
{
    QString text = keys.text(key);
    if (!isSideText(text) || !text.contains(QLatin1StringView("{1}")))
        keys.refuse(Words::tr("'%1' takes letters, digits, the signs _ . : / # @ - and, at least "
                              "once, {1}.")
                        .arg(key));
    return text;
}

FormatWake readWake(TomlKeys &keys)
{
    FormatWake wake;
    const bool isMessage = keys.find(u"channel");
    if (isMessage == (keys.find(u"list") != nullptr))
        keys.refuse(Words::tr("'wakes' takes either 'channel' or 'list'."));
    else
        (isMessage ? wake.channel : wake.list) =
            neededSide(keys, isMessage ? QStringView(u"channel") : QStringView(u"list"));
    wake.text = keys.needText(u"text");
    wake.lasts = keys.duration(u"lasts");
    if (wake.lasts.has_value() == isMessage)
        keys.refuse(Words::tr("'lasts' goes with 'list': nobody may be there to take it."));
    return wake;
}

FormatWaiting readWaiting(TomlKeys &keys)
{
    using In = FormatWaiting::In;
    static const Vocabulary<In> places = {
        {u"channel", In::Channel}, {u"list", In::List}, {u"zset", In::SortedSet}};
    FormatWaiting waiting;
    int said = 0;
    for (const auto &[word, in] : places) {
        if (!keys.find(word))
            continue;
        waiting = {in, neededSide(keys, word)};
        ++said;
    }
    if (said != 1)
        keys.refuse(Words::tr("'waiting' takes one of 'channel', 'list', 'zset'."));
    return waiting;
}

/** Its field only where `fields` are those of one lock. */
FormatKeyTime readKeyTime(TomlKeys &keys, std::optional<FormatFields> &fields)
{
    static const Vocabulary<FormatEnd::Means> meanings = {{u"end", FormatEnd::Means::End},
                                                          {u"taken", FormatEnd::Means::Taken},
                                                          {u"beat", FormatEnd::Means::Beat}};
    static const Vocabulary<TimeUnit> units = {{u"ms", TimeUnit::Milliseconds},
                                               {u"s", TimeUnit::Seconds},
                                               {u"real-s", TimeUnit::RealSeconds}};
    if (fields)
        fields->time = keys.needText(u"field");
    return {keys.word(u"means", meanings), keys.word(u"unit", units)};
}

/** None where no field is said to have the owner. */
std::optional<FormatFields> readFields(TomlKeys &keys)
{
    if (keys.find(u"owner"))
        return FormatFields{
            keys.needText(u"owner"), keys.texts(u"instance"), keys.text(u"count"), {}};
    for (const QStringView word : {QStringView(u"instance"), QStringView(u"count")}) {
        if (keys.find(word))
            keys.refuse(Words::tr("'%1' goes with 'owner', the field of a hash that says who holds "
                                  "it.")
                            .arg(word));
    }
    return std::nullopt;
}

FormatRelease readKeyRelease(TomlKeys &keys, FormatKeys &shape)
{
    using How = FormatRelease::How;
    static const Vocabulary<How> ways = {{u"never", How::Never}, {u"delete", How::Delete}};
    FormatRelease release;
    release.how = keys.word(u"how", ways);
    release.means = keys.bothLanguages(u"means");
    if (release.means.english.isEmpty())
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"means")));
    shape.withLast = readSideKeys(keys);
    shape.wakes = readEach<FormatWake>(
        keys, u"wakes", QStringLiteral("[{ channel = \"jobs:{1}\", text = \"0\" }]"), readWake);
    if (shape.wakes.size() > mostWakes)
        keys.refuse(Words::tr("At most %1 of 'wakes'.").arg(mostWakes));
    return release;
}

/** What can be said of keys and cannot be meant, or would take any key for a lock. */
void checkSense(const FormatKeys &shape, TomlKeys &keys)
{
    using Kind = FormatKeys::Type;
    static const QRegularExpression pattern(
        QStringLiteral("\\A[A-Za-z0-9_.:/#@{}-]*\\*?[A-Za-z0-9_.:/#@{}-]*\\z"));
    if (!pattern.match(shape.match).hasMatch() || shape.match == u"*")
        keys.refuse(
            Words::tr("'match' takes letters, digits, the signs _ . : / # @ { } - and one *, "
                      "and not * alone."));
    const bool tellsItself =
        shape.endsBefore || (!shape.marks.isEmpty() && shape.holder.is != FormatShape::Is::Text);
    const bool isStrange = shape.fields || shape.holder.is == FormatShape::Is::HostPid;
    if (shape.match.isEmpty() && !tellsItself && !isStrange)
        keys.refuse(Words::tr("'match' is missing: any such key would be taken for a lock."));
    if (shape.type == Kind::String && !shape.marks.isEmpty())
        keys.refuse(Words::tr("A string has no 'marks'."));
    if (shape.fields && (shape.type != Kind::Hash || !shape.marks.isEmpty()))
        keys.refuse(Words::tr("'owner' is for a hash that is one lock, and has no 'marks'."));
    if (shape.fields && shape.match.isEmpty())
        keys.refuse(Words::tr("'match' is missing: any such key would be taken for a lock."));
    const bool isEpoch = shape.holder.is == FormatShape::Is::Epoch;
    if (shape.time && (shape.type == Kind::Set || (shape.type == Kind::String && !isEpoch)))
        keys.refuse(Words::tr("There is no 'time' in a set, nor in a string other than holder = "
                              "\"epoch\"."));
    if (isEpoch
        && (shape.type != Kind::String || !shape.time || shape.time->unit == TimeUnit::RealSeconds))
        keys.refuse(
            Words::tr("holder = \"epoch\" is for a string, and 'time' says what it means."));
    if (shape.endsBefore && !(isEpoch && shape.time && shape.time->means == FormatEnd::Means::End))
        keys.refuse(Words::tr("'ends_before' is for a string that is the end itself."));
    if ((!shape.withLast.empty() || !shape.wakes.empty() || shape.waiting)
        && !shape.match.contains(u'*'))
        keys.refuse(Words::tr("'with_last', 'wakes' and 'waiting' need a 'match' with a *."));
}

} // namespace

/** `uuid`, `hex-32`, `base64-44`, ... */
FormatShape readFormatShape(TomlKeys &keys, QStringView key, QStringView plain)
{
    using Is = FormatShape::Is;
    const Vocabulary<Is> words = {{plain, Is::Text},
                                  {u"uuid", Is::Uuid},
                                  {u"uuid_n", Is::UuidNumber},
                                  {u"host_pid_hex", Is::HostPid},
                                  {u"epoch", Is::Epoch}};
    const TomlNode *node = keys.find(key, Type::String, Words::tr("text in quotes"));
    const QString text = node ? node->text : plain.toString();
    for (const auto &[name, is] : words) {
        if (text == name)
            return {is, 0};
    }
    static const QRegularExpression counted(QStringLiteral("\\A(hex|base64)-([1-9][0-9]{0,2})\\z"));
    if (const auto match = counted.match(text); match.hasMatch())
        return {match.captured(1) == u"hex" ? Is::Hex : Is::Base64, match.captured(2).toInt()};
    keys.refuse(
        Words::tr("'%1' takes one of %2.")
            .arg(key, plain.toString()
                          + QStringLiteral(", uuid, uuid_n, host_pid_hex, epoch, hex-N, base64-N")),
        node);
    return {};
}

FormatKeys readFormatKeys(TomlKeys &keys)
{
    using Kind = FormatKeys::Type;
    static const Vocabulary<Kind> types = {{u"string", Kind::String},
                                           {u"hash", Kind::Hash},
                                           {u"zset", Kind::SortedSet},
                                           {u"set", Kind::Set}};
    static const Vocabulary<bool> holders = {{u"text", false}, {u"token", true}};
    static const Vocabulary<bool> expiries = {{u"if-asked", false}, {u"always", true}};
    FormatKeys shape;
    shape.type = keys.word(u"type", types);
    shape.version = keys.text(u"version");
    shape.match = keys.text(u"match");
    shape.holder = readFormatShape(keys, u"holder", u"text");
    shape.holderIsToken = keys.word(u"holder_is", holders);
    shape.marks = keys.texts(u"marks");
    shape.fields = readFields(keys);
    within(keys, u"time",
           [&shape](TomlKeys &time) { shape.time = readKeyTime(time, shape.fields); });
    shape.expires = keys.word(u"expiry", expiries);
    shape.endsBefore = keys.duration(u"ends_before");
    if (!within(keys, u"release",
                [&shape](TomlKeys &release) { shape.release = readKeyRelease(release, shape); }))
        keys.refuse(Words::tr("'%1' is missing.").arg(QStringView(u"release")));
    within(keys, u"waiting", [&shape](TomlKeys &waiting) { shape.waiting = readWaiting(waiting); });
    checkSense(shape, keys);
    return shape;
}

} // namespace lockmaster
