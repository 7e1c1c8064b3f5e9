// SPDX-License-Identifier: Apache-2.0
#include "core/domain/alivecommand.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace lockmaster {

namespace {

constexpr qsizetype mostWords = 100;

bool isLetterOrDigit(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
}

QString hostOf(const HolderDetail &detail)
{
    constexpr qsizetype longest = 253;
    const QString &host = detail.host;
    const bool fits = detail.tellsHost() && host.size() <= longest && isLetterOrDigit(host.front())
                      && std::all_of(host.begin(), host.end(), [](QChar c) {
                             return isLetterOrDigit(c) || c == u'.' || c == u'-';
                         });
    return fits ? host : QString();
}

QString pidOf(const HolderDetail &detail)
{
    return detail.pid && *detail.pid > 0 ? QString::number(*detail.pid) : QString();
}

struct Placeholder {
    QLatin1StringView text;
    QString (*valueOf)(const HolderDetail &detail); ///< empty: none, or none that fits
};

constexpr std::array placeholders = {
    Placeholder{QLatin1StringView("{host}"), hostOf},
    Placeholder{QLatin1StringView("{pid}"), pidOf},
};

} // namespace

QString aliveCommandFault(const QStringList &command)
{
    const QString program = command.value(0);
    const bool isCommand = !program.isEmpty() && command.size() <= mostWords
                           && (!program.contains(u'/') || program.startsWith(u'/'))
                           && std::none_of(command.begin(), command.end(), [](const QString &word) {
                                  return word.contains(QChar(0));
                              });
    if (!isCommand)
        return Words::tr("a program, by its name or its whole path, and its arguments: "
                         "[\"/usr/local/bin/pod-lives\", \"{host}\"]");
    bool asks = false;
    for (const QString &word : command.sliced(1)) {
        QString rest = word;
        for (const Placeholder &each : placeholders) {
            asks = asks || rest.contains(each.text);
            rest.replace(each.text, QStringLiteral(" "));
        }
        if (rest.contains(u'{') || rest.contains(u'}'))
            return Words::tr("{host} and {pid}, and no other braces");
    }
    if (program.contains(u'{') || !asks)
        return Words::tr("a program and arguments with {host} or {pid} in them: without, it would "
                         "say the same of everybody");
    return {};
}

tl::expected<QStringList, QString> aliveArguments(const QStringList &command, const Holder &holder)
{
    const HolderDetail unknown;
    const HolderDetail &detail = holder.detail ? *holder.detail : unknown;
    QStringList filled = command;
    for (qsizetype at = 1; at < filled.size(); ++at) {
        for (const Placeholder &each : placeholders) {
            if (!command[at].contains(each.text))
                continue;
            const QString value = each.valueOf(detail);
            if (value.isEmpty())
                return tl::make_unexpected(
                    Words::tr("what is known of the holder has nothing that fits %1")
                        .arg(each.text));
            filled[at].replace(each.text, value);
        }
    }
    return filled;
}

} // namespace lockmaster
