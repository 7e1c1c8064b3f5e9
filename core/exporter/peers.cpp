// SPDX-License-Identifier: Apache-2.0
#include "core/exporter/peers.h"

#include <sys/socket.h>

namespace lockmaster {

Peers::Peers(size_t mostSilent, size_t mostAnswered)
    : m_mostSilent(mostSilent), m_mostAnswered(mostAnswered)
{
}

Peers::Peer *Peers::add(int socket)
{
    const auto peer = m_silent.insert(m_silent.end(), Peer{socket, &m_silent, {}});
    peer->self = peer;
    cutBeyond(m_mostSilent, m_silent);
    return &*peer;
}

void Peers::answer(Peer *peer)
{
    move(peer, m_answered);
    cutBeyond(m_mostAnswered, m_answered);
}

void Peers::remove(Peer *peer)
{
    peer->group->erase(peer->self);
}

void Peers::cutBeyond(size_t most, Group &group)
{
    while (group.size() > most) {
        Peer &oldest = group.front();
        ::shutdown(oldest.socket, SHUT_RDWR);
        move(&oldest, m_cut);
    }
}

void Peers::move(Peer *peer, Group &to)
{
    to.splice(to.end(), *peer->group, peer->self);
    peer->group = &to;
}

} // namespace lockmaster
