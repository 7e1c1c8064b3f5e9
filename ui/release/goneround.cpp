// SPDX-License-Identifier: Apache-2.0
#include "ui/release/goneround.h"

#include "core/actions/gonerule.h"
#include "core/actions/releasesession.h"
#include "core/display/alivechecks.h"
#include "core/verdict/alivecheck.h"
#include "core/platform/askaside.h"
#include "ui/release/planrun.h"

#include <utility>

namespace lockmaster {

namespace {

using Evidences = std::vector<std::optional<LifeEvidence>>;

} // namespace

GoneRound::GoneRound(std::vector<Asked> asked, const ActionTools &tools, JudgeOf judgeOf,
                     QObject *parent)
    : QObject(parent), m_asked(std::move(asked)), m_tools(tools), m_judgeOf(std::move(judgeOf)),
      m_left(m_asked.size()), m_found(m_asked.size()), m_vanished(m_asked.size())
{
}

GoneRound::~GoneRound()
{
    *m_givenUp = true;
}

void GoneRound::begin(const Done &done)
{
    m_done = done;
    std::vector<ReleaseOrder> orders;
    for (const Asked &each : m_asked)
        orders.push_back(planOrder(each.planned, each.backend));
    m_session = std::make_unique<ReleaseSession>(std::move(orders), m_tools);
    connect(m_session.get(), &ReleaseSession::opened, this,
            [this](int index, const ReleasePreview &preview) {
                if (preview.lock)
                    m_found[size_t(index)] = std::make_shared<const LockRecord>(*preview.lock);
                m_vanished[size_t(index)] =
                    preview.refusal && preview.refusal->detail == ChangeDetail::Gone;
                answered();
            });
    connect(m_session.get(), &ReleaseSession::notDone, this, &GoneRound::answered);
    m_session->open();
}

void GoneRound::answered()
{
    if (--m_left > 0)
        return;
    m_session.release()->deleteLater(); // it is what tells us
    ask();
}

void GoneRound::ask()
{
    std::vector<std::pair<LockPointer, QStringList>> questions;
    for (size_t i = 0; i < m_asked.size(); ++i)
        questions.emplace_back(m_found[i], m_asked[i].backend.aliveCommand);
    askAside<Evidences>(
        this,
        [questions, givenUp = m_givenUp] {
            AliveAsker asker(goneCheckPatience, systemClock().now() + goneChecksInAll);
            asker.setGivenUp(*givenUp);
            Evidences said;
            for (const auto &[lock, command] : questions)
                said.push_back(lock && !*givenUp ? asker.about(*lock, command) : std::nullopt);
            return said;
        },
        [this](const Evidences &said) { judge(said); }, &AliveChecks::pool());
}

void GoneRound::judge(const Evidences &checks)
{
    std::vector<NotGone> found;
    for (size_t i = 0; i < m_asked.size(); ++i) {
        const LockRecord *const now = m_found[i].get();
        if (m_vanished[i]) {
            found.push_back(NotGone::vanished());
            continue;
        }
        const auto verdict = now ? m_judgeOf(*now, checks[i]) : std::nullopt;
        found.push_back({whyNotGone(m_asked[i].planned, now, verdict),
                         now ? std::optional(*now) : std::nullopt});
    }
    m_done(found);
}

} // namespace lockmaster
