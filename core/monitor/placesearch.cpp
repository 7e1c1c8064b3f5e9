// SPDX-License-Identifier: Apache-2.0
#include "core/monitor/placesearch.h"

#include "core/formats/knownnames.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace lockmaster {

namespace {

/** So many locks take a fraction of a millisecond. */
constexpr qint64 locksBetweenQuestions = 4096;

/** Of the list, for servers, owners and locks, where each has enough that fits. */
constexpr std::array<size_t, 3> sharesOfKinds = {12, 12, PlacesFound::most - 24};
constexpr std::array<size_t, 3> allOfKinds = {PlacesFound::most, PlacesFound::most,
                                              PlacesFound::most};

/** Of a server of which nothing is known everything may be wrong. */
Trouble serverTrouble(const BackendStatus &status)
{
    switch (status.state) {
    case BackendState::Offline: return Trouble::Conflict;
    case BackendState::Stale: return Trouble::Finding;
    case BackendState::Connecting: return Trouble::Unknown;
    case BackendState::Online: break;
    }
    return status.problems.empty() ? Trouble::None : Trouble::Finding;
}

Trouble ownerTrouble(const OwnerEntry &owner)
{
    if (owner.lives[Life::Gone] > 0)
        return Trouble::Blocked;
    return owner.lives[Life::NoSign] > 0 ? Trouble::Finding : Trouble::None;
}

/** A place within the view that is searched. */
struct PlaceInView {
    Place::Kind kind = Place::Kind::Lock;
    Fit fit = Fit::None;
    Trouble trouble = Trouble::None;
    const BackendSnapshot *backend = nullptr;
    const OwnerEntry *owner = nullptr;
    const PackedLock *lock = nullptr;
};

/** By name, as the names are stored. */
bool isPlaceBefore(const PlaceInView &a, const PlaceInView &b)
{
    switch (a.kind) {
    case Place::Kind::Server: return a.backend->status.name < b.backend->status.name;
    case Place::Kind::Owner: return a.owner->id.key < b.owner->id.key;
    case Place::Kind::Lock: break;
    }
    const int compared = a.lock->name().compare(b.lock->name());
    return compared != 0 ? compared < 0 : a.lock->compareId(*b.lock) < 0;
}

/** Of one kind. */
bool isBetterPlace(const PlaceInView &a, const PlaceInView &b)
{
    if (a.fit != b.fit || a.trouble != b.trouble)
        return std::tie(a.fit, a.trouble) < std::tie(b.fit, b.trouble);
    return isPlaceBefore(a, b);
}

Place placeOf(const PlaceInView &found)
{
    Place place;
    place.kind = found.kind;
    place.fit = found.fit;
    place.trouble = found.trouble;
    if (found.backend) {
        place.server = ServerEntry::of(found.backend->status);
        place.server->figures.locks = qint64(found.backend->locks.size());
    }
    if (found.owner)
        place.owner = *found.owner;
    if (found.lock)
        place.lock = *found.lock;
    return place;
}

/** The best of one kind: a heap with the worst of them on top. */
class BestPlaces
{
public:
    void add(const PlaceInView &place)
    {
        ++m_fitting;
        if (m_heap.size() == PlacesFound::most) {
            if (!isBetterPlace(place, m_heap.front()))
                return;
            std::pop_heap(m_heap.begin(), m_heap.end(), isBetterPlace);
            m_heap.pop_back();
        }
        m_heap.push_back(place);
        std::push_heap(m_heap.begin(), m_heap.end(), isBetterPlace);
    }
    qint64 fitting() const { return m_fitting; }
    std::vector<PlaceInView> take()
    {
        std::sort_heap(m_heap.begin(), m_heap.end(), isBetterPlace);
        return std::exchange(m_heap, {});
    }

private:
    std::vector<PlaceInView> m_heap;
    qint64 m_fitting = 0;
};

class PlaceSearch
{
public:
    PlaceSearch(const PlaceLetters &typed, const std::function<bool()> &isWanted)
        : m_typed(typed), m_isWanted(isWanted)
    {
    }

    void addOwners(const OwnerList &list)
    {
        for (const OwnerEntry &owner : list.owners) {
            ++m_found.owners;
            const Fit fit = m_typed.whole.fit(owner.id.name());
            if (fit != Fit::None)
                m_owners.add(
                    {Place::Kind::Owner, fit, ownerTrouble(owner), nullptr, &owner, nullptr});
        }
    }

    /** False: nobody wants to know any more. */
    bool addBackends(const ViewPart &part)
    {
        return std::all_of(part.backends.begin(), part.backends.end(),
                           [this](const auto &backend) { return addBackend(*backend); });
    }

    PlacesFound take()
    {
        m_found.fitting = m_servers.fitting() + m_owners.fitting() + m_locks.fitting();
        std::array kinds{m_servers.take(), m_owners.take(), m_locks.take()};
        std::array<size_t, kinds.size()> shown{};
        size_t room = PlacesFound::most;
        // Each has its share first, and then what the others leave of theirs.
        for (const std::array<size_t, kinds.size()> &shares : {sharesOfKinds, allOfKinds}) {
            for (size_t kind = 0; kind < kinds.size(); ++kind) {
                const size_t wanted = std::min(kinds.at(kind).size(), shares.at(kind));
                const size_t more = std::min(room, wanted - std::min(wanted, shown.at(kind)));
                shown.at(kind) += more;
                room -= more;
            }
        }
        for (size_t kind = 0; kind < kinds.size(); ++kind) {
            const auto first = kinds.at(kind).begin();
            std::transform(first, first + std::ptrdiff_t(shown.at(kind)),
                           std::back_inserter(m_found.places), placeOf);
        }
        // Each kind is in order already, and the kinds are.
        std::stable_sort(m_found.places.begin(), m_found.places.end(),
                         [](const Place &a, const Place &b) { return a.fit < b.fit; });
        return std::move(m_found);
    }

private:
    bool addBackend(const BackendSnapshot &backend)
    {
        ++m_found.servers;
        const Fit server = m_typed.whole.fit(backend.status.name);
        if (server != Fit::None)
            m_servers.add({Place::Kind::Server, server, serverTrouble(backend.status), &backend,
                           nullptr, nullptr});
        const bool isNamed =
            !m_typed.lock.isEmpty() && m_typed.server.fit(backend.status.name) <= Fit::Inside;
        for (const PackedLock &lock : backend.locks) {
            if (++m_found.locks % locksBetweenQuestions == 0 && !m_isWanted())
                return false;
            Fit fit = lockFit(m_typed.whole, lock.name());
            if (isNamed)
                fit = std::min(fit, lockFit(m_typed.lock, lock.name()));
            if (fit != Fit::None)
                m_locks.add({Place::Kind::Lock, fit, troubleOf(lock), &backend, nullptr, &lock});
        }
        return m_isWanted();
    }

    /** As it is stored, or as it is shown where that is another name. */
    Fit lockFit(const TypedLetters &letters, QByteArrayView name) const
    {
        const Fit stored = letters.fit(name);
        if (!m_names || stored == Fit::Exact)
            return stored;
        const QString known = m_names->find(QByteArray::fromRawData(name.data(), name.size()));
        return known.isEmpty() ? stored : std::min(stored, letters.fit(known));
    }

    const PlaceLetters &m_typed;
    const std::function<bool()> &m_isWanted;
    const std::shared_ptr<const NameDictionary> m_names = namesKnown(); ///< mostly null
    PlacesFound m_found;
    BestPlaces m_servers;
    BestPlaces m_owners;
    BestPlaces m_locks;
};

} // namespace

PlaceLetters::PlaceLetters(const QString &typed) : whole(typed)
{
    const QString letters = typed.trimmed();
    const qsizetype space = letters.lastIndexOf(u' ');
    if (space < 0)
        return;
    lock = TypedLetters(letters.first(space));
    server = TypedLetters(letters.sliced(space + 1));
}

PlacesFound findPlaces(const ViewSnapshot &view, const PlaceLetters &typed,
                       const std::function<bool()> &isWanted)
{
    PlaceSearch search(typed, isWanted);
    if (view.owners)
        search.addOwners(*view.owners);
    if (search.addBackends(view))
        search.addBackends(view.apart);
    return search.take();
}

} // namespace lockmaster
