// SPDX-License-Identifier: Apache-2.0
#include "ui/owners/ownersmodel.h"

#include "core/display/locktext.h"
#include "ui/owners/ownertext.h"

namespace lockmaster {

namespace {

/** By what `value` tells of an owner. */
template<class Value>
auto ownersBy(const Value &value)
{
    return [value](const OwnerEntry &a, const OwnerEntry &b) {
        return compareValues(value(a), value(b));
    };
}

} // namespace

OwnersModel::OwnersModel(const Clock &clock, QObject *parent) : SortedModel(parent), m_clock(clock)
{
    using Entry = OwnerEntry;
    const auto muted = [](const Entry &) { return Tone::Muted; };
    setColumns({
        column(tr("Owner"), [](const Entry &owner) { return owner.id.name(); })
            .compare(ownersBy([](const Entry &owner) { return owner.id.key; })),
        column(tr("Known by"), [](const Entry &owner) { return OwnerText::basis(owner.id.basis); })
            .explained(tr("What makes its locks one owner's: what a format stores or the profile "
                          "says, never likeness."))
            .tone(muted)
            .toolTip([](const Entry &owner) {
                return OwnerText::basis(owner.id.basis) + u'\n'
                       + OwnerText::basisMeaning(owner.id.basis);
            })
            .compare(ownersBy([](const Entry &owner) { return owner.id.basis; })),
        column(tr("Holds"), OwnerText::holds)
            .number()
            .toolTip(OwnerText::holdsSentence)
            .spoken(OwnerText::holdsSentence)
            .compare(ownersBy([](const Entry &owner) { return owner.holds; })),
        column(tr("Waits for"),
               [](const Entry &owner) {
                   return owner.waits > 0 ? countText(owner.waits) : LockText::none();
               })
            .number()
            .tone([](const Entry &owner) { return owner.waits > 0 ? Tone::Plain : Tone::Muted; })
            .compare(ownersBy([](const Entry &owner) { return owner.waits; })),
        column(tr("Oldest"),
               [this](const Entry &owner) { return OwnerText::oldest(owner, m_clock.now()); })
            .explained(tr("How long it has had the lock that it has had for longest. ≥: seen for "
                          "so long, and perhaps held before."))
            .number()
            // By age, which grows the other way; who holds nothing comes last.
            .compare(
                [](const Entry &a, const Entry &b) { return compareValues(b.oldest, a.oldest); }),
        column(tr("Holder lives?"), OwnerText::lives)
            .explained(tr("Whether it lives, by the verdicts on what it holds."))
            .tone(OwnerText::livesTone)
            .compare([](const Entry &a, const Entry &b) {
                return troublesMore(a, b) ? -1 : (troublesMore(b, a) ? 1 : 0);
            })
            .role(BeginningRole, [](const Entry &) { return true; }),
        column(tr("Servers"), OwnerText::backends)
            .tone(muted)
            .toolTip(OwnerText::backendLines)
            .spoken(OwnerText::backendLines)
            .compare(ownersBy(OwnerText::backendLines))
            .role(BeginningRole, [](const Entry &) { return true; }),
        column(tr("Host, user, program"), OwnerText::seenAs)
            .tone(muted)
            .toolTip(OwnerText::seenAsLines)
            .spoken(OwnerText::seenAsLines)
            .compare(ownersBy(OwnerText::seenAs))
            .role(BeginningRole, [](const Entry &) { return true; }),
    });
    Q_ASSERT(columnCount() == columns);
}

void OwnersModel::follow(const std::shared_ptr<const OwnerList> &list)
{
    if (!list)
        return; // nobody asked: what was known stays until somebody does
    if (list != m_list) {
        m_list = list;
        followRows(list->owners);
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, Oldest), index(rowCount() - 1, Oldest), {Qt::DisplayRole});
    }
}

} // namespace lockmaster
