// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/releaseorder.h"

#include "app/lockctl/shell/output.h"
#include "core/actions/releaserecord.h"
#include "core/systems/redlock/redlocksystem.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"

#include <QFile>

#include <algorithm>

namespace lockmaster {

namespace {

std::nullopt_t refuse(const QString &what)
{
    say(what);
    return std::nullopt;
}

QString witnessText(const QString &option)
{
    constexpr qint64 most = qint64(64) * 1024;
    if (option != QLatin1StringView("-"))
        return option.trimmed();
    QFile in;
    if (!in.open(stdin, QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(in.read(most)).trimmed();
}

/** How old the look may be, into the order; false: the text is no such thing, which was said. */
bool takeMaxAge(const QString &text, ReleaseOrder &order)
{
    if (text.isEmpty())
        return true;
    if (text == u"none") {
        order.maxAge.reset();
        return true;
    }
    const std::optional<Micros> age = durationFromText(text);
    if (!age || *age <= Micros(0)) {
        say(QStringLiteral("--max-age takes a time such as 30m, or none, not '%1'.").arg(text));
        return false;
    }
    order.maxAge = std::chrono::ceil<Millis>(*age);
    return true;
}

/** Whether what was given besides the witness says the same. */
bool agrees(const ReleaseOptions &options, const Witness &witness)
{
    if (!options.system.isEmpty() && options.system != witness.source.system) {
        say(QStringLiteral("The witness is of the system %1, not %2.")
                .arg(witness.source.system, options.system));
        return false;
    }
    if (options.name.contains(QChar::ReplacementCharacter)) {
        say(QStringLiteral("--name is not UTF-8; leave it out."));
        return false;
    }
    if (!options.name.isEmpty() && !isNamed(witness, options.name.toUtf8())) {
        say(QStringLiteral("The witness is of another lock than '%1'.").arg(options.name));
        return false;
    }
    return true;
}

} // namespace

std::optional<ReleaseOrder> releaseOrder(const Options &options, const BackendChoice &choice)
{
    if (options.release.witness.isEmpty()) {
        return refuse(QStringLiteral("--witness is missing: the lock as 'lockctl list --name N "
                                     "--witness' showed it."));
    }
    const Result<Witness> witness = decodeWitness(witnessText(options.release.witness));
    if (!witness)
        return refuse(errorText(witness.error()));
    QStringList names;
    for (const BackendSpec &backend : choice.backends)
        names.append(backend.name);
    const qsizetype place = names.indexOf(witness->source.backend);
    if (place < 0) {
        return refuse(QStringLiteral("The witness is of the backend '%1', which is not among "
                                     "those asked: %2.")
                          .arg(witness->source.backend, listed(names)));
    }
    if (!agrees(options.release, *witness))
        return std::nullopt;
    ReleaseOrder order{
        .backend = choice.backends[size_t(place)], .request = {*witness, {}, {}, {}}, .owner = {}};
    if (!takeMaxAge(options.release.maxAge, order))
        return std::nullopt;
    if (!witness->nameHashed)
        order.request.name = witness->name;
    else
        order.request.name = options.release.name.toUtf8();
    return order;
}

std::optional<LockAction> chosenAction(const ReleaseOptions &options,
                                       const std::vector<LockAction> &actions)
{
    QStringList ids;
    for (const LockAction &action : actions) {
        if (!ids.contains(action.id))
            ids.append(action.id);
    }
    QString wanted = options.action;
    const bool usual = wanted.isEmpty() || wanted == QLatin1StringView("release");
    if (usual && !ids.contains(wanted))
        wanted = ids.value(0);
    if (usual && wanted == RedlockSystem::cleanUp) {
        return refuse(
            QStringLiteral("Nobody holds this lock by enough of its servers, as far as is "
                           "known. What was left on some is removed by name: --action %1.")
                .arg(RedlockSystem::cleanUp));
    }
    if (!ids.contains(wanted)) {
        return refuse(QStringLiteral("There is no action '%1' for this lock. There are: %2.")
                          .arg(wanted, listed(ids)));
    }
    std::vector<const LockAction *> fitting;
    QStringList targets;
    for (const LockAction &action : actions) {
        if (action.id != wanted)
            continue;
        const QString target = literalText(action.target);
        targets.append(target);
        if (options.target.isEmpty() || options.target == target
            || options.target.toUtf8() == action.target)
            fitting.push_back(&action);
    }
    if (fitting.size() == 1)
        return *fitting.front();
    if (options.target.isEmpty()) {
        return refuse(QStringLiteral("%1 is about one of several: name it with --target. There "
                                     "are: %2.")
                          .arg(wanted, listed(targets)));
    }
    return refuse(QStringLiteral("There is no target '%1' for %2. There are: %3.")
                      .arg(options.target, wanted, listed(targets)));
}

} // namespace lockmaster
