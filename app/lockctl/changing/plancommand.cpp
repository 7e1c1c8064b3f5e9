// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/releaseplans.h"

#include "app/lockctl/shell/filteroption.h"
#include "app/lockctl/shell/lookreport.h"
#include "app/lockctl/shell/output.h"
#include "app/lockctl/watching/judgedlooks.h"
#include "core/actions/releaseoperation.h"
#include "core/actions/releaseplanner.h"
#include "core/formats/knownnames.h"
#include "core/owners/owners.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "core/text/regularfile.h"

#include <algorithm>
#include <set>

namespace lockmaster {

namespace {

/** One lock that was chosen, and which of those who hold it is meant; none: whoever does. */
struct Chosen {
    const LockRecord *lock = nullptr;
    const Holder *holder = nullptr;
};

/** The names that `--owner` and `--owner-from` say; none: that was said. Empty: of anybody. */
std::optional<std::set<QString>> ownersMeant(const ReleaseOptions &options)
{
    constexpr qint64 mostBytes = qint64(4) * 1024 * 1024;
    std::set<QString> names;
    if (!options.owner.isEmpty())
        names.insert(options.owner);
    if (options.ownerFrom.isEmpty())
        return names;
    const auto text = readRegularFile(options.ownerFrom, mostBytes);
    if (!text) {
        say(QStringLiteral("The owners in %1 cannot be read: %2.")
                .arg(literalText(options.ownerFrom), text.error()));
        return std::nullopt;
    }
    QList<QByteArray> lines = text->split('\n');
    if (lines.last().isEmpty())
        lines.removeLast(); // what ends the last line
    for (const QByteArray &line : lines) {
        const QString name = QString::fromUtf8(line);
        // Nobody is meant by it; that all are would be worse.
        if (name.isEmpty() || name.trimmed() != name || !line.isValidUtf8()) {
            say(QStringLiteral("%1 has a line that names nobody: each has to be an owner's whole "
                               "name, without blanks around it.")
                    .arg(literalText(options.ownerFrom)));
            return std::nullopt;
        }
        names.insert(name);
    }
    if (names.empty()) {
        say(QStringLiteral("%1 names nobody.").arg(literalText(options.ownerFrom)));
        return std::nullopt;
    }
    return names;
}

/** Whether it is said whose locks are meant, or which, and to the letter; else that was said. */
bool isChoice(const Options &options, const Filter &filter)
{
    const ReleaseOptions &release = options.release;
    if (release.owner.isEmpty() && release.ownerFrom.isEmpty() && release.name.isEmpty()
        && filter.isEmpty()) {
        say(QStringLiteral("A plan needs to be told which locks: --owner, --owner-from, --name or "
                           "--filter."));
        return false;
    }
    if (!filter.isExact()) {
        say(QStringLiteral("--filter chooses locks to let go of here, and so to the letter: "
                           "name=card, owner=web-3, and no part of a name (name:card, card)."));
        return false;
    }
    return true;
}

/** What these hold; none: a name is that of several, which was said. */
std::optional<std::vector<Chosen>> chosenFrom(const Locks &locks, const std::set<QString> &names,
                                              const std::vector<OwnerRule> &rules)
{
    std::vector<Chosen> chosen;
    std::vector<std::pair<Chosen, OwnerId>> owned;
    std::set<OwnerId> owners;
    for (const LockRecord *lock : locks) {
        if (!isHeld(lock->state))
            continue;
        if (names.empty()) {
            chosen.push_back({lock, nullptr});
            continue;
        }
        for (const Holder &holder : lock->holders) {
            if (auto id = ownerOf(*lock, holder, rules)) {
                owners.insert(*id);
                owned.emplace_back(Chosen{lock, &holder}, std::move(*id));
            }
        }
    }
    std::set<OwnerId> meant;
    for (const QString &name : names) {
        std::set<OwnerId> called = ownersCalled(name, owners);
        QStringList bases;
        for (const OwnerId &id : called)
            bases << ownerBasisName(id.basis);
        if (called.size() > 1) {
            say(QStringLiteral("%1 may be several: by %2. --system or --backend tell which, or an "
                               "[[owner]] of the profile that they are one.")
                    .arg(literalText(name), listed(bases)));
            return std::nullopt;
        }
        if (bases.contains(ownerBasisName(OwnerBasis::Address)))
            say(QStringLiteral("%1 is known by its address: others may share it.")
                    .arg(literalText(name)));
        meant.merge(called);
    }
    for (const auto &[each, id] : owned) {
        if (meant.count(id) > 0)
            chosen.push_back(each);
    }
    return chosen;
}

/** What is written down of one lock; or why it is left out. */
class Planner
{
public:
    explicit Planner(const BackendChoice &choice) : m_choice(choice)
    {
        m_tools.passwords = choice.passwords;
        m_tools.program = QStringLiteral("lockctl");
        m_tools.plainWords = true;
    }

    tl::expected<PlannedRelease, QString> planned(const Chosen &chosen, const ServerMoment &looked,
                                                  const std::optional<Verdict> &verdict) const
    {
        const LockRecord &lock = *chosen.lock;
        const LockSystem *const system = m_tools.systems(lock.id.source->system);
        const auto action = usualAction(lock, chosen.holder,
                                        system ? system->actions(lock) : std::vector<LockAction>());
        if (!action)
            return tl::make_unexpected(action.error());
        PlannedRelease planned = plannedAt(lock, looked, *action);
        if (verdict) {
            planned.life = lifeName(verdict->life);
            planned.verdict = verdict->sentence;
        }
        return opened(std::move(planned), *action);
    }

private:
    /** Looked at as a release does, for the command and what ends with it. */
    tl::expected<PlannedRelease, QString> opened(PlannedRelease planned,
                                                 const LockAction &action) const
    {
        const auto backend = std::find_if(
            m_choice.backends.begin(), m_choice.backends.end(),
            [&](const BackendSpec &spec) { return spec.name == planned.seen.source.backend; });
        const ReleaseOrder order = orderOf(planned, *backend);
        ReleaseOperation operation(order, m_tools);
        const auto preview =
            operation.open(m_tools.clock->now() + ReleaseOperation::openBudget(order.backend));
        if (!preview)
            return tl::make_unexpected(errorText(preview.error().error));
        if (const QString why = addPreview(planned, *preview, order.backend.environment);
            !why.isEmpty())
            return tl::make_unexpected(why);
        planned.command = operation.command(plannedCompare(action));
        if (preview->leastLookAge)
            say(QStringLiteral("%1 has to be seen for %2: apply the plan not before.")
                    .arg(nameText(planned.name), durationText(*preview->leastLookAge)));
        return planned;
    }

    const BackendChoice &m_choice;
    ActionTools m_tools;
};

QString nameOf(const LockRecord &lock)
{
    return QStringLiteral("%1 (%2)").arg(nameText(lock.id.name),
                                         literalText(lock.id.source->backend));
}

/** How it was chosen, for who reads the plan later. */
QString choiceText(const Options &options)
{
    const ReleaseOptions &release = options.release;
    QStringList words;
    const auto add = [&words](const char *option, const QString &value) {
        if (!value.isEmpty())
            words << QLatin1StringView(option) << shellQuoted(literalText(value));
    };
    add("--owner", release.owner);
    add("--owner-from", release.ownerFrom);
    add("--name", release.name);
    add("--system", release.system);
    add("--filter", options.filter);
    if (release.goneOnly)
        words << QStringLiteral("--gone-only");
    return words.join(u' ');
}

ExitCode write(const Options &options, const ReleasePlan &plan, size_t leftOut, bool complete)
{
    const ReleaseOptions &release = options.release;
    if (plan.locks.empty()) {
        say(leftOut > 0 ? QStringLiteral("Nothing that was chosen can be planned: no file is "
                                         "written.")
                        : QStringLiteral("Nothing matches: no file is written."));
        return complete ? ExitCode::SeveralMatch : ExitCode::NoAnswer;
    }
    if (const auto written = writePlan(release.plan, plan); !written) {
        say(errorText(written.error()));
        return ExitCode::Usage;
    }
    QByteArray out;
    for (const PlannedRelease &lock : plan.locks)
        appendLine(out, QStringLiteral("%1 (%2) of %3: %4. %5")
                            .arg(nameText(lock.name), lock.seen.source.backend, lock.owner,
                                 lock.action, lock.verdict));
    writeOut(out);
    say(QStringLiteral("Planned: %1; left out: %2. Nothing was sent. Good until ten minutes after "
                       "the look: lockctl release --apply %3")
            .arg(plan.locks.size())
            .arg(leftOut)
            .arg(shellQuoted(literalText(release.plan))));
    if (outputFailed())
        return ExitCode::OutputFailed;
    return complete ? ExitCode::Ok : ExitCode::NoAnswer;
}

ExitCode planFrom(const Options &options, const BackendChoice &choice, const Looks &looks,
                  const Filter &filter, const std::set<QString> &owners)
{
    const ReleaseOptions &release = options.release;
    const SteadyTime now = systemClock().now();
    auto found = chosenFrom(chosenLocks(looks, filter, now), owners, choice.owners);
    if (!found)
        return ExitCode::Usage;
    std::vector<Chosen> &chosen = *found;
    Locks locks;
    for (const Chosen &each : chosen)
        locks.push_back(each.lock);
    const VerdictOf verdictOf = remembered(locks, judgeOf(looks, locks, choice, true, now));
    if (release.goneOnly) {
        const auto left = std::erase_if(chosen, [&verdictOf](const Chosen &each) {
            const auto verdict = verdictOf(*each.lock);
            return !verdict || verdict->life != Life::Gone;
        });
        if (left > 0)
            say(QStringLiteral("Not known to be gone, and so not planned: %1.").arg(left));
    }
    if (chosen.size() > size_t(release.limit)) {
        say(QStringLiteral("%1 locks match, and --limit is %2: no file is written.")
                .arg(chosen.size())
                .arg(release.limit));
        return ExitCode::Usage;
    }
    ReleasePlan plan;
    plan.madeAt = systemClock().wallNow();
    plan.chosenBy = choiceText(options);
    plan.goneOnly = release.goneOnly;
    const Planner planner(choice);
    const Moments moments(looks);
    size_t leftOut = 0;
    std::set<const LockRecord *> known;
    for (const Chosen &each : chosen) {
        auto planned = planner.planned(each, moments.of(*each.lock), verdictOf(*each.lock));
        // To let go of one of its holds makes the lock another than was looked at.
        if (planned && !known.insert(each.lock).second)
            planned = tl::make_unexpected(
                QStringLiteral("it is held several times: plan the rest anew behind this"));
        if (planned) {
            plan.locks.push_back(std::move(*planned));
            continue;
        }
        ++leftOut;
        say(QStringLiteral("Left out: %1: %2").arg(nameOf(*each.lock), planned.error()));
    }
    bool complete = choice.complete;
    for (size_t i = 0; i < looks.size(); ++i)
        complete = sayProblems(choice.backends[i], looks[i].status) && complete;
    return write(options, plan, leftOut, complete);
}

} // namespace

ExitCode runPlan(const Options &options)
{
    Options choosing = options;
    if (!options.release.name.isEmpty())
        choosing.lockNames = {options.release.name};
    if (!options.release.system.isEmpty())
        choosing.lockSystems = {options.release.system};
    const std::optional<Filter> filter = filterOption(choosing);
    const auto owners = ownersMeant(options.release);
    if (!filter || !owners || !isChoice(options, *filter))
        return ExitCode::Usage;
    const std::optional<BackendChoice> choice = chooseBackends(choosing, namesPatience);
    if (!choice)
        return ExitCode::Usage;
    ExitCode code = ExitCode::NoAnswer;
    lookAtAll(*choice, std::nullopt, [&](const Looks &looks) {
        code = planFrom(options, *choice, looks, *filter, *owners);
    });
    return code;
}

} // namespace lockmaster
