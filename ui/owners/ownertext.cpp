// SPDX-License-Identifier: Apache-2.0
#include "ui/owners/ownertext.h"

#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/display/locktext.h"
#include "core/display/viewaccount.h"

#include <algorithm>

namespace lockmaster {

namespace {

/** One thing that is said of holders: of how many locks, in which words. */
struct LifeShare {
    qint64 count = 0;
    QString alone; ///< of all that it holds
    QString among; ///< of some
};

/** The worst first. */
std::array<LifeShare, allLives.size() + 1> sharesOf(const LifeCounts &lives)
{
    const auto counted = [](qint64 count, const QString &words) {
        return words.arg(countText(count));
    };
    const qint64 gone = lives[Life::Gone];
    const qint64 silent = lives[Life::NoSign];
    const qint64 alive = lives[Life::Alive];
    const qint64 unknown = lives[Life::Unknown];
    return {{
        {gone, lifeText(Life::Gone), counted(gone, OwnerText::tr("%1 gone"))},
        {silent, lifeText(Life::NoSign), counted(silent, OwnerText::tr("%1 no sign of life"))},
        {lives.contradicting, OwnerText::tr("Contradicting"),
         counted(lives.contradicting, OwnerText::tr("%1 contradicting"))},
        {alive, lifeText(Life::Alive), counted(alive, OwnerText::tr("%1 alive"))},
        {unknown, lifeText(Life::Unknown), counted(unknown, OwnerText::tr("%1 cannot be known"))},
    }};
}

QStringList namesOf(const QStringList &backends)
{
    QStringList names;
    for (const QString &name : backends)
        names << literalText(name);
    return names;
}

QStringList numbersOf(const std::vector<qint64> &numbers)
{
    QStringList texts;
    for (const qint64 number : numbers)
        texts << QString::number(number);
    return texts;
}

} // namespace

QString OwnerText::basis(OwnerBasis basis)
{
    switch (basis) {
    case OwnerBasis::Rule: return tr("Profile");
    case OwnerBasis::Host: return tr("Host");
    case OwnerBasis::Process: return tr("Process");
    case OwnerBasis::Address: return tr("Address");
    case OwnerBasis::Session: return tr("Session");
    case OwnerBasis::Text: return tr("Stored text");
    }
    Q_UNREACHABLE();
}

QString OwnerText::basisMeaning(OwnerBasis basis)
{
    switch (basis) {
    case OwnerBasis::Rule: return tr("All that the profile calls so.");
    case OwnerBasis::Host: return tr("All that sign with this host, whatever the process.");
    case OwnerBasis::Process: return tr("One process, by what it made up for itself.");
    case OwnerBasis::Address:
        return tr("All that their server sees come from there: others may share it.");
    case OwnerBasis::Session: return tr("One session of its server, of which no more is known.");
    case OwnerBasis::Text: return tr("All that sign so, to the letter.");
    }
    Q_UNREACHABLE();
}

QString OwnerText::holds(const OwnerEntry &owner)
{
    return owner.unknown == 0
               ? countText(owner.holds)
               : tr("%1 + %2?").arg(countText(owner.holds), countText(owner.unknown));
}

QString OwnerText::holdsSentence(const OwnerEntry &owner)
{
    if (owner.unknown == 0)
        return countText(owner.holds);
    return countText(owner.holds) + u'\n'
           + tr("It held %Ln more, whose state is not known now.", nullptr, int(owner.unknown));
}

QString OwnerText::oldest(const OwnerEntry &owner, SteadyTime now)
{
    if (owner.holds == 0)
        return LockText::none();
    if (!owner.oldest)
        return LockText::unknown();
    const QString text = ageText(between(*owner.oldest, now));
    return owner.oldestBasis == HeldBasis::Observed ? atLeast(text) : text;
}

QString OwnerText::lives(const OwnerEntry &owner)
{
    QStringList texts;
    for (const LifeShare &share : sharesOf(owner.lives)) {
        if (share.count == owner.holds && share.count > 0)
            return share.alone;
        if (share.count > 0)
            texts << share.among;
    }
    return texts.isEmpty() ? LockText::none() : texts.join(QStringLiteral(", "));
}

Tone OwnerText::livesTone(const OwnerEntry &owner)
{
    if (owner.lives[Life::Gone] > 0)
        return LockText::lifeTone(Life::Gone);
    if (owner.lives[Life::NoSign] > 0 || owner.lives.contradicting > 0)
        return LockText::lifeTone(Life::NoSign);
    return LockText::lifeTone(owner.lives[Life::Alive] > 0 ? Life::Alive : Life::Unknown);
}

QString OwnerText::backends(const OwnerEntry &owner)
{
    const QString names = namesOf(owner.backends).join(QStringLiteral(", "));
    return owner.backends.size() < 2
               ? names
               : QStringLiteral("%1: %2").arg(countText(owner.backends.size()), names);
}

QString OwnerText::backendLines(const OwnerEntry &owner)
{
    return namesOf(owner.backends).join(u'\n');
}

QString OwnerText::seenAs(const OwnerEntry &owner)
{
    QStringList all = owner.hosts + owner.users + owner.programs + numbersOf(owner.pids);
    all.removeAll(owner.id.name());
    return all.isEmpty() ? LockText::none() : all.join(QStringLiteral(", "));
}

QString OwnerText::seenAsLines(const OwnerEntry &owner)
{
    QStringList lines;
    const auto add = [&lines](const QString &words, const QStringList &values) {
        if (!values.isEmpty())
            lines << words.arg(values.join(QStringLiteral(", ")));
    };
    add(tr("Host: %1"), owner.hosts);
    add(tr("User: %1"), owner.users);
    add(tr("Program: %1"), owner.programs);
    add(tr("Process: %1"), numbersOf(owner.pids));
    return lines.isEmpty() ? tr("Nothing more is known of it.") : lines.join(u'\n');
}

QString OwnerText::leftOut(const OwnerList &list)
{
    QStringList said;
    if (list.more > 0)
        said << tr("%Ln more owners give less trouble and hold less.", nullptr, int(list.more));
    if (list.heldByNobodyKnown > 0)
        said << tr("Of %Ln locks that are held nothing tells by whom.", nullptr,
                   int(list.heldByNobodyKnown));
    if (list.unknown > 0)
        said << tr("The state of %Ln locks is not known.", nullptr, int(list.unknown));
    return said.join(u' ');
}

} // namespace lockmaster
