// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <list>

namespace lockmaster {

/**
 * Who is connected, by age. Room is made for the newest by cutting the oldest, so that nobody can
 * take all there is by doing nothing. Lives on one thread.
 */
class Peers
{
public:
    /** `mostSilent`: have not asked for anything yet; `mostAnswered`: are being answered. */
    Peers(size_t mostSilent, size_t mostAnswered);

    struct Peer;
    /** One more; the socket stays whoever's it is, and open until `remove()`. */
    Peer *add(int socket);
    /** It has asked, and is answered from now on. */
    void answer(Peer *peer);
    void remove(Peer *peer);
    /** How many are being answered. */
    size_t answered() const { return m_answered.size(); }

    struct Peer {
        int socket = -1;
        std::list<Peer> *group = nullptr;
        std::list<Peer>::iterator self;
    };

private:
    using Group = std::list<Peer>;
    /** The oldest beyond `most` are cut: whoever reads their sockets finds them closed. */
    void cutBeyond(size_t most, Group &group);
    static void move(Peer *peer, Group &to);

    const size_t m_mostSilent;
    const size_t m_mostAnswered;
    Group m_silent; ///< each with its oldest first
    Group m_answered;
    Group m_cut; ///< not removed yet
};

} // namespace lockmaster
