// SPDX-License-Identifier: Apache-2.0
#include "core/config/namecommands.h"

#include "core/config/namekeys.h"
#include "core/formats/knownnames.h"
#include "core/platform/heardcommand.h"
#include "core/text/endingtext.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** What it printed; none: what went wrong. */
tl::expected<QByteArray, QString> printedBy(const QStringList &command, SteadyTime deadline)
{
    // An argument such as `artisan` is a file of wherever somebody happens to be.
    HeardCommand child(command, mostNameBytes, "/");
    if (!child.started())
        return tl::make_unexpected(Words::tr("it could not be started"));
    QByteArray output;
    if (!child.collect(deadline, output))
        return tl::make_unexpected(Words::tr("it did not end in time"));
    if (output.size() > mostNameBytes)
        return tl::make_unexpected(Words::tr("it printed more than 4 MiB"));
    if (!child.succeeded())
        return tl::make_unexpected(endingText(child.status().value_or(0)));
    return output;
}

} // namespace

QStringList learnNames(const Profile &profile, SteadyTime deadline)
{
    QStringList problems;
    const auto failed = [&problems](const NameCommand &each, const QString &why) {
        problems << Words::tr("The command that lists names failed: %1: %2.")
                        .arg(commandText(each.command), why);
    };
    std::vector<std::pair<const NameCommand *, QStringList>> listed;
    for (const NameCommand &each : profile.nameCommands) {
        if (!isTrusted(each.command).value_or(false))
            continue; // which the profile's problems say
        const auto printed = printedBy(each.command.command, deadline);
        if (printed)
            listed.emplace_back(&each, namesIn(*printed));
        else
            failed(each, printed.error());
    }
    if (listed.empty())
        return problems;
    const auto known = namesKnown();
    auto names =
        known ? std::make_shared<NameDictionary>(*known) : std::make_shared<NameDictionary>();
    for (const auto &each : listed) {
        const bool fit =
            std::all_of(each.second.begin(), each.second.end(), [&](const QString &name) {
                return names->add(name, hashedText(each.first->hashedAs, name));
            });
        if (!fit)
            failed(*each.first,
                   Words::tr("more than %1 names are not taken").arg(NameDictionary::mostNames));
    }
    makeNamesKnown(names);
    return problems;
}

std::vector<ForeignCommand> foreignCommands(const Profile &profile)
{
    std::vector<ForeignCommand> all;
    for (const NameCommand &each : profile.nameCommands)
        all.push_back(each.command);
    const auto add = [&all](const ForeignCommand &command) {
        if (std::find(all.begin(), all.end(), command) == all.end())
            all.push_back(command);
    };
    for (const BackendSpec &spec : profile.backends) {
        if (spec.tunnel.isSet())
            add(foreignCommand(spec.tunnel));
        if (!spec.aliveCommand.isEmpty())
            add(aliveCheck(spec.aliveCommand));
    }
    return all;
}

} // namespace lockmaster
