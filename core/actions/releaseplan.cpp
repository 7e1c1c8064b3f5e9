// SPDX-License-Identifier: Apache-2.0
#include "core/actions/releaseplan.h"

#include "core/actions/releaserecord.h"
#include "core/platform/privatefile.h"
#include "core/text/jsonwriter.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/regularfile.h"
#include "core/text/words.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr int planVersion = 1;
constexpr qsizetype longestPlannedAction = 40;
constexpr qsizetype longestPlannedTarget = 4096;
constexpr qsizetype longestPlannedName = qsizetype(1024) * 1024;

tl::unexpected<Error> fault(const QString &message, const QString &remedy = {})
{
    return tl::make_unexpected(Error{ErrorKind::Config, 0, message, remedy});
}

void writePlanned(JsonWriter &json, const PlannedRelease &lock)
{
    json.beginObject();
    json.member("backend", lock.seen.source.backend);
    json.member("system", lock.seen.source.system);
    json.member("source", lock.seen.source.name);
    json.key("name");
    json.bytes(lock.name);
    json.key("name_base64");
    json.base64(lock.name);
    json.textOrNull("owner", lock.owner);
    json.member("witness", lock.witness);
    json.member("action", lock.action);
    json.key("target_base64");
    json.base64(lock.target);
    json.textOrNull("environment", lock.environment);
    json.member("losses", lock.losses);
    json.textOrNull("life", lock.life);
    json.textOrNull("verdict", lock.verdict);
    json.textOrNull("command", lock.command);
    json.textOrNull("consequence", lock.consequence);
    json.member("warnings", lock.warnings);
    json.endObject();
}

bool isAction(const QString &text)
{
    return !text.isEmpty() && text.size() <= longestPlannedAction
           && std::all_of(text.begin(), text.end(),
                          [](QChar c) { return (c >= u'a' && c <= u'z') || c == u'-'; });
}

std::optional<QByteArray> decoded(const QJsonValue &value, qsizetype most)
{
    const auto bytes = QByteArray::fromBase64Encoding(value.toString(QString()).toLatin1(),
                                                      QByteArray::AbortOnBase64DecodingErrors);
    return value.isString() && bytes.decodingStatus == QByteArray::Base64DecodingStatus::Ok
                   && (*bytes).size() <= most
               ? std::optional(*bytes)
               : std::nullopt;
}

Result<PlannedRelease> plannedFrom(const QJsonValue &value, size_t number)
{
    const auto wrong = [number](const QString &what) {
        return fault(Words::tr("Lock %1 of the plan: %2.").arg(number).arg(what));
    };
    const QJsonObject object = value.toObject();
    PlannedRelease lock;
    lock.witness = object[u"witness"].toString();
    const auto witness = decodeWitness(lock.witness);
    if (!witness)
        return wrong(Words::tr("its witness is none"));
    lock.seen = *witness;
    const auto name = decoded(object[u"name_base64"], longestPlannedName);
    if (!name || !isNamed(lock.seen, *name))
        return wrong(Words::tr("its name is not the witness's"));
    lock.name = *name;
    lock.action = object[u"action"].toString();
    if (!isAction(lock.action))
        return wrong(Words::tr("its action is none"));
    const auto target = decoded(object[u"target_base64"], longestPlannedTarget);
    if (!target)
        return wrong(Words::tr("its target is none"));
    lock.target = *target;
    lock.environment = object[u"environment"].toString();
    for (const auto &loss : object[u"losses"].toArray())
        lock.losses << loss.toString();
    lock.owner = object[u"owner"].toString();
    lock.life = object[u"life"].toString();
    lock.verdict = object[u"verdict"].toString();
    return lock;
}

} // namespace

QByteArray planText(const ReleasePlan &plan)
{
    QByteArray out;
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", qint64(jsonSchema));
    json.member("plan", qint64(planVersion));
    json.member("made_at", utcText(plan.madeAt));
    json.member("chosen_by", plan.chosenBy);
    json.member("gone_only", plan.goneOnly);
    json.key("locks");
    json.beginArray();
    for (const PlannedRelease &lock : plan.locks) {
        json.lineBreak();
        writePlanned(json, lock);
    }
    json.lineBreak();
    json.endArray();
    json.endObject();
    json.flush();
    return out + '\n';
}

Result<ReleasePlan> planFromText(const QByteArray &text)
{
    if (text.size() > ReleasePlan::mostBytes)
        return fault(Words::tr("The plan is larger than 32 MiB."));
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    if (object[u"plan"].toInt() != planVersion || !object[u"locks"].isArray()
        || !object[u"gone_only"].isBool())
        return fault(Words::tr("This is no plan of a release that is understood here."));
    const QJsonArray locks = object[u"locks"].toArray();
    if (locks.isEmpty())
        return fault(Words::tr("The plan has no locks."));
    if (size_t(locks.size()) > ReleasePlan::mostLocks)
        return fault(Words::tr("The plan has more than %1 locks.").arg(ReleasePlan::mostLocks));
    ReleasePlan plan;
    plan.goneOnly = object[u"gone_only"].toBool();
    plan.chosenBy = object[u"chosen_by"].toString();
    plan.madeAt = utcFromText(object[u"made_at"].toString().toLatin1()).value_or(ServerTime{});
    QSet<QString> known;
    for (const auto &value : locks) {
        auto lock = plannedFrom(value, plan.locks.size() + 1);
        if (!lock)
            return passOn(lock);
        // A lock that several hold may be let go of for each of them.
        const QString key = lock->witness + u' ' + QString::fromLatin1(lock->target.toBase64());
        if (known.contains(key))
            return fault(
                Words::tr("Lock %1 of the plan: it is there twice.").arg(plan.locks.size() + 1));
        known.insert(key);
        plan.locks.push_back(std::move(*lock));
    }
    return plan;
}

Result<void> writePlan(const QString &path, const ReleasePlan &plan)
{
    const auto failed = [&path](const QString &why) {
        return fault(Words::tr("The plan %1 cannot be written: %2.").arg(literalText(path), why),
                     Words::tr("Name a file that is not there yet."));
    };
    const QByteArray text = planText(plan);
    if (text.size() > ReleasePlan::mostBytes)
        return failed(Words::tr("it would be larger than 32 MiB"));
    if (plan.locks.size() > ReleasePlan::mostLocks)
        return failed(Words::tr("it would have more than %1 locks").arg(ReleasePlan::mostLocks));
    if (const auto written = writePrivateFile(path, text, false); !written)
        return failed(written.error());
    return {};
}

Result<PlanFile> readPlan(const QString &path)
{
    const auto failed = [&path](const QString &why, const QString &remedy = {}) {
        return fault(Words::tr("The plan %1 cannot be used: %2.").arg(literalText(path), why),
                     remedy);
    };
    const auto file = openRegularFile(path);
    if (!file)
        return failed(file.error());
    struct stat status = {};
    if (::fstat((*file)->handle(), &status) != 0)
        return failed(qt_error_string(errno));
    if (status.st_uid != ::geteuid())
        return failed(Words::tr("it is somebody else's"));
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return failed(Words::tr("others may read or write it"),
                      Words::tr("Make a new one: what stands in it may be theirs."));
    const QByteArray text = (*file)->read(ReleasePlan::mostBytes + 1);
    auto plan = planFromText(text);
    if (!plan)
        return failed(plan.error().message.chopped(1), plan.error().remedy);
    return PlanFile{std::move(*plan),
                    QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex()};
}

} // namespace lockmaster
