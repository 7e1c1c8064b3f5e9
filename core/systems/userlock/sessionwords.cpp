// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/sessionwords.h"

namespace lockmaster {

namespace {

/** Ids start over with the server, and an account makes a chance match less likely still. */
QByteArray instanceOf(const SessionView &view, const QByteArray &server)
{
    QByteArray instance = QByteArray::number(view.connection) + '\n' + server;
    if (view.session)
        instance += '\n' + view.session->user.toUtf8() + '@' + view.session->host.toUtf8();
    return instance;
}

/** What a client said of itself may be read later than the rest. */
bool saidTheSame(const HolderDetail &detail, const ConnectAttributes *said)
{
    if (!said)
        return detail.program.isEmpty() && !detail.pid;
    return detail.program == said->program && detail.pid == said->pid;
}

bool isOf(const SessionWords &words, const SessionView &view)
{
    const bool sameAccount =
        view.session ? words.user == view.session->user && words.host == view.session->host
                     : words.user.isEmpty() && words.host.isEmpty();
    return sameAccount && saidTheSame(*words.holder.detail, view.said);
}

SessionWords written(const SessionView &view, const QByteArray &server)
{
    SessionWords words;
    if (view.session) {
        words.user = view.session->user;
        words.host = view.session->host;
    }
    words.holder = holderOf(view);
    words.instance = instanceOf(view, server);
    return words;
}

} // namespace

void SessionMemory::beginLook(const QByteArray &server)
{
    if (server != m_server)
        m_known.clear(); // ids start over
    m_server = server;
    m_known.removeIf([this](const auto &known) { return known->seenIn != m_look; });
    ++m_look;
}

const SessionWords &SessionMemory::wordsOf(const SessionView &view)
{
    auto known = m_known.find(view.connection);
    if (known == m_known.end())
        known = m_known.insert(view.connection, {written(view, m_server), m_look});
    else if (!isOf(known->words, view))
        known->words = written(view, m_server);
    known->seenIn = m_look;
    return known->words;
}

const SessionWords *SessionMemory::recall(qint64 connection) const
{
    const auto known = m_known.constFind(connection);
    return known == m_known.cend() ? nullptr : &known->words;
}

void SessionMemory::clear()
{
    m_known.clear();
}

} // namespace lockmaster
