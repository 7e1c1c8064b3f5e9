// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/releaseplans.h"

#include "app/lockctl/changing/releaseorder.h"
#include "app/lockctl/changing/releaser.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "core/actions/gonerule.h"
#include "core/actions/planrecord.h"
#include "core/actions/releaserecord.h"
#include "core/formats/knownnames.h"
#include "core/text/literaltext.h"
#include "core/text/jsonwriter.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lockmaster {

namespace {

ExitCode planCode(const PlanTally &tally)
{
    if (tally.unknown > 0)
        return ExitCode::Unknown;
    if (tally.refused > 0 || tally.notTried > 0)
        return ExitCode::NoneMatches;
    return tally.released > 0 ? ExitCode::Ok : ExitCode::SeveralMatch;
}

/** A plan, lock by lock. */
class Applier
{
public:
    Applier(const Options &options, const BackendChoice &choice, PlanFile file)
        : m_options(options), m_choice(choice), m_file(std::move(file)),
          m_audit(defaultAuditDirectory())
    {
    }

    ExitCode run()
    {
        if (const auto code = hindrance())
            return *code;
        judge();
        const auto audited = m_audit.begin(planIntent(
            m_file, m_options.release.reason, goneRule().beyond(), QStringLiteral("lockctl")));
        if (!audited) {
            say(errorText(audited.error()));
            return ExitCode::NotAudited;
        }
        m_planId = *audited;
        for (const PlannedRelease &lock : m_file.plan.locks) {
            const bool ends = (m_tally.unknown > 0 && !m_options.release.goOn) || m_notAudited
                              || m_silent.count(lock.seen.source.backend) > 0 || m_stop.isSet();
            if (ends) {
                ++m_tally.notTried;
                continue;
            }
            // What a check said is not for ever.
            if (between(m_judgedAt, systemClock().now()) > goneKeptFor)
                judge();
            apply(lock);
        }
        if (const auto written = m_audit.finish(*audited, planOutcome(m_tally)); !written)
            say(notAuditedText(written.error()));
        report();
        return m_notAudited && m_tally.unknown == 0 ? ExitCode::NotAudited : planCode(m_tally);
    }

private:
    /** A lock, and the instance of it that is meant. */
    using Key = std::tuple<SourceId, QByteArray, QByteArray>;

    static Key keyOf(const PlannedRelease &lock)
    {
        return {lock.seen.source, lock.name, lock.seen.instance};
    }
    static Key keyOf(const LockRecord &lock)
    {
        return {*lock.id.source, lock.id.name, witnessOf(lock).instance};
    }

    const BackendSpec *backendOf(const PlannedRelease &lock) const
    {
        const auto found = std::find_if(
            m_choice.backends.begin(), m_choice.backends.end(),
            [&lock](const BackendSpec &spec) { return spec.name == lock.seen.source.backend; });
        return found == m_choice.backends.end() ? nullptr : &*found;
    }

    /** What needs no server to be known, before anything is done. */
    std::optional<ExitCode> hindrance() const
    {
        WriteGate gate;
        if (m_options.allowWrites)
            gate.allowAll();
        if (m_file.plan.locks.size() > size_t(m_options.release.limit)) {
            say(QStringLiteral("The plan has %1 locks, and --limit is %2: nothing was sent.")
                    .arg(m_file.plan.locks.size())
                    .arg(m_options.release.limit));
            return ExitCode::Usage;
        }
        for (const PlannedRelease &lock : m_file.plan.locks) {
            const BackendSpec *const backend = backendOf(lock);
            if (!backend) {
                say(QStringLiteral("The plan is of the backend '%1', which is not among those "
                                   "asked: nothing was sent.")
                        .arg(literalText(lock.seen.source.backend)));
                return ExitCode::Usage;
            }
            // A profile that knows less of it is another than the plan was made with.
            if (lock.environment == environmentName(Environment::Production)
                && backend->environment != Environment::Production) {
                say(QStringLiteral("%1 was production when this was planned, and is not by this "
                                   "profile: nothing was sent.")
                        .arg(backend->name));
                return ExitCode::Usage;
            }
            if (!gate.permit(*backend)) {
                say(QStringLiteral("%1 is read-only: nothing was sent.").arg(backend->name)
                    + optionFor(NotDone::Why::ReadOnly));
                return ExitCode::ReadOnly;
            }
            if (backend->environment == Environment::Production
                && isBlank(m_options.release.reason)) {
                say(QStringLiteral("%1 is a production backend: a reason is required. Nothing was "
                                   "sent.")
                        .arg(backend->name)
                    + optionFor(NotDone::Why::ReasonMissing));
                return ExitCode::Usage;
            }
        }
        return std::nullopt;
    }

    GoneRule goneRule() const
    {
        return {m_file.plan.goneOnly || m_options.release.goneOnly,
                m_options.release.evenIfNotGone};
    }

    /** Its source was read as a whole, and how the lock stands is told. */
    static bool isTold(const Looks &looks, const PlannedRelease &lock)
    {
        const SourceId &source = lock.seen.source;
        const auto look = std::find_if(looks.begin(), looks.end(), [&source](const auto &each) {
            return each.status.name == source.backend;
        });
        if (look == looks.end() || !look->status.dataFrom)
            return false;
        const std::vector<SourceStatus> &sources = look->status.sources;
        const bool isWhole =
            std::any_of(sources.begin(), sources.end(), [&source](const SourceStatus &each) {
                return each.name == source.name && each.complete;
            });
        return isWhole
               && std::none_of(look->locks.begin(), look->locks.end(),
                               [&lock, &source](const LockRecord *each) {
                                   return each->state == LockState::Unknown
                                          && each->id.name == lock.name
                                          && *each->id.source == source;
                               });
    }

    /** Looks anew, where it matters whether holders are gone: everywhere, as they may live there.
     */
    void judge()
    {
        m_notGone.clear();
        std::map<Key, const PlannedRelease *> planned;
        for (const PlannedRelease &lock : m_file.plan.locks) {
            if (goneRule().asksFor(backendOf(lock)->environment)) {
                planned[keyOf(lock)] = &lock;
                m_notGone[keyOf(lock)] = {whyNotGone(lock, nullptr, std::nullopt), {}};
            }
        }
        if (!planned.empty())
            lookAtAll(m_choice, std::nullopt, [&](const Looks &looks) {
                Locks locks;
                for (const SingleLook &look : looks) {
                    for (const LockRecord *lock : look.locks) {
                        if (planned.count(keyOf(*lock)) > 0)
                            locks.push_back(lock);
                    }
                }
                const VerdictOf verdictOf =
                    judgeOf(looks, locks, m_choice, true, systemClock().now(), goneChecksInAll);
                for (const auto &[key, lock] : planned) {
                    if (isTold(looks, *lock))
                        m_notGone[key] = NotGone::vanished();
                }
                for (const LockRecord *lock : locks)
                    m_notGone[keyOf(*lock)] = {
                        whyNotGone(*planned.at(keyOf(*lock)), lock, verdictOf(*lock)), *lock};
            });
        m_judgedAt = systemClock().now();
    }

    /** Its holder does not count as gone, and has to; null: it does, or need not. */
    const NotGone *notGone(const PlannedRelease &lock) const
    {
        const auto found = m_notGone.find(keyOf(lock));
        return found == m_notGone.end() || found->second.why.isEmpty() ? nullptr : &found->second;
    }

    void apply(const PlannedRelease &lock)
    {
        Options one = m_options;
        one.release.witness = lock.witness;
        one.release.name.clear();
        one.release.system.clear();
        one.release.action = lock.action;
        one.release.target = literalText(lock.target);
        one.release.lossesPlanned = lock.losses;
        one.release.reason = reason();
        std::optional<ReleaseOrder> order = releaseOrder(one, m_choice);
        if (!order) {
            notPossible(lock, {});
            return;
        }
        order->request.name = lock.name;
        if (const NotGone *const found = notGone(lock)) {
            refuse(lock, *order, *found);
            return;
        }
        Releaser releaser(one, m_choice, m_stop, *order);
        if (const auto answer = releaser.run())
            note(lock, releaser.answerOf(*answer));
        else
            notPossible(lock, *order);
    }

    /** What was said of it is why. */
    void notPossible(const PlannedRelease &lock, std::optional<ReleaseOrder> order)
    {
        if (!order)
            order = ReleaseOrder{.backend = *backendOf(lock),
                                 .request = {lock.seen, lock.name, lock.action, lock.target}};
        note(lock, {*order,
                    Compare::InstanceAndLease,
                    Indistinguishable::Refuse,
                    {},
                    {},
                    tl::make_unexpected(NotDone{NotDone::Why::NotPossible,
                                                {ErrorKind::Config, 0, lastSaid(), {}}})});
    }

    /** Not sent, because its holder may live; audited as any other. */
    void refuse(const PlannedRelease &lock, ReleaseOrder order, const NotGone &found)
    {
        order.request.action = lock.action;
        order.request.target = lock.target;
        const ReleaseReport report =
            refuseNotGone(m_audit, order, found, reason(), QStringLiteral("lockctl"));
        m_notAudited = m_notAudited || report.auditId.isEmpty();
        note(lock, {order, Compare::InstanceAndLease, Indistinguishable::Refuse, {}, {}, report});
    }

    void note(const PlannedRelease &lock, const ReleaseAnswer &answer)
    {
        const ReleaseOutcome *const outcome = answer.result ? &answer.result->outcome : nullptr;
        m_tally.add(outcome);
        if (!answer.result && answer.result.error().why == NotDone::Why::NotReached)
            m_silent.insert(lock.seen.source.backend);
        if (!answer.result && answer.result.error().why == NotDone::Why::NotAudited)
            m_notAudited = true;
        if (answer.result && answer.result->notAudited)
            say(notAuditedText(*answer.result->notAudited));
        if (m_options.json) {
            m_results << releaseJson(answer).trimmed();
            return;
        }
        QByteArray line;
        appendLine(line, QStringLiteral("%1: %2 (%3): %4")
                             .arg(outcome ? releaseResultName(outcome->result)
                                          : QStringLiteral("not done"),
                                  nameText(lock.name), lock.seen.source.backend,
                                  errorText(outcome ? Error{ErrorKind::Config, 0, outcome->message,
                                                            outcome->remedy}
                                                    : answer.result.error().error)));
        writeOut(line);
    }

    void report() const
    {
        if (!m_options.json) {
            say(QStringLiteral("The plan: %1.").arg(m_tally.text()));
            return;
        }
        QByteArray out;
        JsonWriter json(out);
        json.beginObject();
        json.member("schema", qint64(jsonSchema));
        json.member("plan_sha256", QString::fromLatin1(m_file.digest));
        json.member("released", qint64(m_tally.released));
        json.member("gone", qint64(m_tally.gone));
        json.member("refused", qint64(m_tally.refused));
        json.member("unknown", qint64(m_tally.unknown));
        json.member("not_tried", qint64(m_tally.notTried));
        json.endObject();
        json.flush();
        // Each result is an object already.
        out.chop(1);
        out += ",\"results\":[\n" + m_results.join(",\n") + "\n]}\n";
        writeOut(out);
    }

    QString reason() const { return planReason(m_options.release.reason, m_planId); }

    const Options &m_options;
    const BackendChoice &m_choice;
    const PlanFile m_file;
    const AuditLog m_audit;
    StopNote m_stop;
    std::map<Key, NotGone> m_notGone; ///< of whom it has to be known: why it is not
    SteadyTime m_judgedAt{};
    QString m_planId;           ///< of its audit entry
    bool m_notAudited = false;  ///< the log cannot be written any more
    std::set<QString> m_silent; ///< backends that did not answer
    PlanTally m_tally;
    QByteArrayList m_results;
};

} // namespace

ExitCode runApply(const Options &options)
{
    auto file = readPlan(options.release.apply);
    if (!file) {
        say(errorText(file.error()));
        return ExitCode::Usage;
    }
    const std::optional<BackendChoice> choice = chooseBackends(options, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    const ExitCode code = Applier(options, *choice, std::move(*file)).run();
    return code == ExitCode::Ok && outputFailed() ? ExitCode::OutputFailed : code;
}

} // namespace lockmaster
