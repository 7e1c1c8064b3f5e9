// SPDX-License-Identifier: Apache-2.0
#include "core/display/emptystate.h"

#include "core/text/literaltext.h"
#include "core/formats/lockformat.h"
#include "core/display/locktext.h"

#include <algorithm>

namespace lockmaster {

namespace {

using Action = EmptyState::Action;
using Offer = EmptyState::Offer;

Offer refresh(const QString &text)
{
    return {text, Action::Refresh};
}

Offer everywhere(const ViewAccount &account, const ViewScope &scope)
{
    // A finding is of all servers already, and so is an owner.
    const bool servers = account.isFiltered && !scope.finding && !scope.owner;
    return {servers ? EmptyState::tr("Look in all servers") : EmptyState::tr("Show all locks"),
            Action::ShowAll};
}

/** What the filter finds where the sidebar does not look. */
QString elsewhere(const ViewAccount &account)
{
    if (account.elsewhere == 0)
        return {};
    return account.elsewhere == 1
               ? EmptyState::tr("One elsewhere matches it.")
               : EmptyState::tr("%1 elsewhere match it.").arg(countText(account.elsewhere));
}

QString joined(QStringList sentences)
{
    sentences.removeAll(QString());
    return sentences.join(u'\n');
}

EmptyState filteredOut(const ViewAccount &account, const ViewScope &scope)
{
    const QString count = countText(account.inScope);
    QString none = EmptyState::tr("The filter matches none of the locks (%1).").arg(count);
    if (account.isScoped)
        none = EmptyState::tr("The filter matches none of the locks %2 (%1).", "2: on a server, …")
                   .arg(count, account.place);
    else if (!account.isComplete())
        none =
            EmptyState::tr("The filter matches none of the locks that were read (%1).").arg(count);
    QString unread = account.unreadSentence();
    if (!unread.isEmpty())
        unread += u' ' + EmptyState::tr("What you look for may be there.");
    EmptyState state{joined({none, account.unknownFieldsSentence(), elsewhere(account),
                             account.notDecodedSentence(), unread}),
                     {},
                     false};
    if (account.elsewhere > 0)
        state.offers.push_back(everywhere(account, scope));
    else if (!account.isComplete())
        state.offers.push_back(refresh(EmptyState::tr("Try again")));
    state.offers.push_back({EmptyState::tr("Clear filter"), Action::ClearFilter});
    return state;
}

/** Nothing is there, as far as it was read, whatever the filter. */
std::optional<EmptyState> unreadState(const ViewAccount &account)
{
    if (!account.problems.isEmpty())
        return EmptyState{account.problems.join(QStringLiteral("\n\n")),
                          {refresh(EmptyState::tr("Try again"))},
                          true};
    if (!account.connecting.isEmpty())
        return EmptyState{
            EmptyState::tr("Connecting to %1 …").arg(ViewAccount::names(account.connecting)),
            {},
            false};
    if (!account.isComplete())
        return EmptyState{account.unreadSentence(), {refresh(EmptyState::tr("Try again"))}, false};
    return std::nullopt;
}

/** `Liquibase lock found on billing: app.DATABASECHANGELOGLOCK`, one line for each; three at most.
 */
QString foundText(const std::vector<FoundOn> &found)
{
    constexpr size_t most = 3;
    QStringList lines;
    for (size_t i = 0; i < found.size() && i < most; ++i)
        lines << EmptyState::tr("%1 lock found on %2: %3", "1: a library; 3: a table")
                     .arg(found[i].table.table.format->title, literalText(found[i].backend),
                          literalText(found[i].table.source()));
    if (found.size() > most)
        lines << EmptyState::tr("and %1 more").arg(countText(qint64(found.size() - most)));
    return lines.join(u'\n');
}

QString nothingHeld(const ViewAccount &account)
{
    const QString place = account.place;
    if (!account.isWatched)
        return EmptyState::tr("What this is narrowed to is not watched (%1): locks there would not "
                              "be seen.",
                              "1: on a server, …")
            .arg(place);
    if (account.notDecoded > 0) {
        const QString none =
            place.isEmpty()
                ? EmptyState::tr("Nothing was recognised as a lock.")
                : EmptyState::tr("Nothing %1 was recognised as a lock.", "1: on a server, …")
                      .arg(place);
        // What looks like a lock is offered by itself.
        const QString hint = account.likely.empty() || account.isFiltered
                                 ? EmptyState::tr("If that is a lock, a pattern in the server's "
                                                  "settings tells how to read it.")
                                 : QString();
        return joined({none, account.notDecodedSentence(), hint});
    }
    if (!account.late.isEmpty()) {
        const QString none =
            place.isEmpty()
                ? EmptyState::tr("Nothing was held at the last look.")
                : EmptyState::tr("Nothing %1 was held at the last look.", "1: on a server, …")
                      .arg(place);
        return joined({none, EmptyState::tr("Not looked at since, or late: %1.")
                                 .arg(ViewAccount::names(account.late))});
    }
    if (account.isScoped || !place.isEmpty())
        return EmptyState::tr("Nothing %1 is held right now.", "1: on a server, …").arg(place);
    return EmptyState::tr(
        "Nothing is held right now: every source was read, and no lock is there.");
}

} // namespace

std::optional<EmptyState> EmptyState::of(const ViewSnapshot &view, const ViewAccount &account)
{
    if (!view.rows.empty())
        return std::nullopt;
    if (view.backends.empty())
        return EmptyState{
            tr("Add a server to see who holds its locks."),
            {{tr("Add a server…"), Action::AddBackend}, {tr("Import servers…"), Action::Import}},
            false};
    if (account.isFiltered && account.inScope > 0)
        return filteredOut(account, view.query.scope);
    auto unread = unreadState(account);
    EmptyState state = unread ? *unread : EmptyState{nothingHeld(account), {}, false};
    if (const QString entries = account.notDecodedSentence(); unread && !entries.isEmpty())
        state.text += QStringLiteral("\n\n") + entries;
    if (const QString more = elsewhere(account); !more.isEmpty())
        state.text += (unread ? QStringLiteral("\n\n") : QStringLiteral("\n")) + more;
    if (!account.found.empty() && !account.isFiltered) {
        state.text += QStringLiteral("\n\n") + foundText(account.found);
        state.offers.insert(state.offers.begin(),
                            {account.found.size() == 1 ? tr("Watch it") : tr("Watch them"),
                             Action::WatchFound, account.found});
        state.offers.resize(std::min(state.offers.size(), size_t(2)));
    }
    if (!account.likely.empty() && !account.isFiltered && state.offers.size() < 2) {
        const LikelyOn &keys = account.likely.front();
        state.text +=
            QStringLiteral("\n\n")
            + tr("%Ln keys on %1 look like locks (%2). Only such keys are looked at there "
                 "once they are watched.",
                 nullptr, int(keys.found.keys))
                  .arg(literalText(keys.backend), literalText(keys.found.pattern));
        state.offers.insert(
            state.offers.begin(),
            {tr("Watch %1").arg(literalText(keys.found.pattern)), Action::WatchKeys, {}, keys});
    }
    if (state.offers.size() < 2 && account.isScoped && (account.total > 0 || !account.isWatched))
        state.offers.push_back(everywhere(account, view.query.scope));
    if (state.offers.empty() && !unread)
        state.offers.push_back(refresh(tr("Refresh")));
    return state;
}

} // namespace lockmaster
