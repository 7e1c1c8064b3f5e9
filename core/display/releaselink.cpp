// SPDX-License-Identifier: Apache-2.0
#include "core/display/releaselink.h"

#include "core/actions/releaserecord.h"

namespace lockmaster {

ReleaseOrder orderFor(const BackendSpec &backend, const LockRecord &lock,
                      const ServerMoment &looked, const LockAction &action)
{
    return {.backend = backend,
            .request = {witnessOf(lock, looked), lock.id.name, action.id, action.target},
            .owner = takenFrom(lock, action.target).value_or(Holder()).label,
            .onWaiter = action.onWaiter};
}

ReleaseLink::ReleaseLink(ReleaseInquiry &inquiry, BackendSpec backend, ActionTools tools,
                         WriteLifts &lifts, QObject *parent)
    : QObject(parent), m_inquiry(inquiry), m_backend(std::move(backend)), m_tools(std::move(tools))
{
    connect(&inquiry, &ReleaseInquiry::lookRequested, this, &ReleaseLink::look);
    connect(&inquiry, &ReleaseInquiry::commitRequested, this,
            [this](Compare compare, const QString &reason, Indistinguishable indistinguishable) {
                m_session->commit({0}, compare, reason, indistinguishable);
            });
    connect(&inquiry, &ReleaseInquiry::writesWanted, this, [this, &lifts](const QString &reason) {
        m_wanted = WriteLifts::wanted();
        lifts.allowWhile(m_wanted, m_backend, reason);
    });
    // Whoever gave up while it was being written is allowed nothing.
    connect(&inquiry, &ReleaseInquiry::changed, this, [this] {
        if (m_inquiry.phase() != ReleaseInquiry::Phase::Allowing)
            m_wanted.reset();
    });
    const auto followLifts = [this, &lifts] { m_inquiry.setWritable(lifts.isWritable(m_backend)); };
    connect(&lifts, &WriteLifts::changed, this, followLifts);
    connect(&lifts, &WriteLifts::failed, this, [this](const QString &name) {
        if (name == m_backend.name)
            m_inquiry.setNotAllowed();
    });
    followLifts();
    look();
}

ReleaseLink::~ReleaseLink() = default;

void ReleaseLink::look()
{
    m_session = std::make_unique<ReleaseSession>(
        std::vector{orderFor(m_backend, *m_inquiry.lock(), m_inquiry.looked(), m_inquiry.action())},
        m_tools);
    ReleaseSession *const session = m_session.get();
    connect(session, &ReleaseSession::opened, this,
            [this](int, const ReleasePreview &preview, const QString &withLease,
                   const QString &instanceOnly) {
                m_inquiry.setPreview(preview, withLease, instanceOnly);
                if (preview.refusal && asksForAnotherLook(*preview.refusal))
                    emit lookWanted();
            });
    connect(session, &ReleaseSession::reported, this,
            [this, session](int, const ReleaseReport &report) {
                m_inquiry.setReport(report);
                emit reported(session->orders().front(), report);
                emit lookWanted();
            });
    connect(session, &ReleaseSession::notDone, this,
            [this](int, const NotDone &why) { m_inquiry.setNotDone(why); });
    connect(session, &ReleaseSession::expired, this, [this] {
        m_inquiry.setExpired();
        emit lookWanted();
    });
    session->open();
}

} // namespace lockmaster
