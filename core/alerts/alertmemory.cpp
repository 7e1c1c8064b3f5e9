// SPDX-License-Identifier: Apache-2.0
#include "core/alerts/alertmemory.h"

#include "core/platform/privatedirectory.h"
#include "core/text/regularfile.h"
#include "core/text/momenttext.h"
#include "core/history/historyvalues.h"
#include "core/text/words.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr int memoryVersion = 1;
constexpr qint64 largestFile = 16 << 20;

QJsonObject subjectObject(const AlertSubject &subject)
{
    QJsonObject object{{QStringLiteral("backend"), subject.backend}};
    if (subject.isLock()) {
        object.insert(QStringLiteral("system"), subject.system);
        object.insert(QStringLiteral("source"), subject.source);
        object.insert(QStringLiteral("name_base64"), QString::fromLatin1(subject.name.toBase64()));
    }
    return object;
}

AlertSubject subjectFrom(const QJsonObject &object)
{
    return {object.value(u"backend").toString(), object.value(u"system").toString(),
            object.value(u"source").toString(),
            QByteArray::fromBase64(object.value(u"name_base64").toString().toLatin1())};
}

std::optional<ServerTime> timeFrom(const QJsonValue &value)
{
    return utcFromText(value.toString().toUtf8());
}

QJsonObject alertObject(const Alert &alert)
{
    QJsonObject object = subjectObject(alert.subject);
    object.insert(QStringLiteral("id"), alert.id);
    object.insert(QStringLiteral("rule"), alert.rule);
    object.insert(QStringLiteral("when"), alertKindName(alert.kind));
    object.insert(QStringLiteral("holder"), QString::fromLatin1(alert.holder));
    object.insert(QStringLiteral("reason"), alert.reason);
    object.insert(QStringLiteral("began_at"), utcText(alert.began));
    object.insert(QStringLiteral("told"), alert.told);
    object.insert(QStringLiteral("acknowledged"), alert.acknowledged);
    object.insert(QStringLiteral("note"), alert.note);
    object.insert(QStringLiteral("runbook"), alert.runbook);
    return object;
}

std::optional<Alert> alertFrom(const QJsonObject &object)
{
    Alert alert;
    const auto kind = alertKindFromName(object.value(u"when").toString());
    const auto began = timeFrom(object.value(u"began_at"));
    alert.subject = subjectFrom(object);
    alert.id = object.value(u"id").toString();
    alert.rule = object.value(u"rule").toString();
    if (!kind || !began || alert.id.isEmpty() || alert.rule.isEmpty()
        || alert.subject.backend.isEmpty())
        return std::nullopt;
    alert.kind = *kind;
    alert.began = *began;
    alert.holder = object.value(u"holder").toString().toLatin1();
    alert.reason = object.value(u"reason").toString();
    alert.told = object.value(u"told").toBool();
    alert.acknowledged = object.value(u"acknowledged").toBool();
    alert.note = object.value(u"note").toString();
    alert.runbook = object.value(u"runbook").toString();
    return alert;
}

} // namespace

QString defaultAlertMemoryPath(const QString &program)
{
    return QFileInfo(defaultHistoryPath()).path() + QStringLiteral("/alerts-%1.json").arg(program);
}

QByteArray alertMemoryJson(const AlertMemory &memory)
{
    QJsonArray alerts;
    for (const Alert &alert : memory.alerts)
        alerts.append(alertObject(alert));
    QJsonArray snoozed;
    for (const auto &[subject, until] : memory.snoozed) {
        QJsonObject object = subjectObject(subject);
        object.insert(QStringLiteral("until"), utcText(until));
        snoozed.append(object);
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), memoryVersion},
                                     {QStringLiteral("alerts"), alerts},
                                     {QStringLiteral("snoozed"), snoozed}})
        .toJson();
}

std::optional<AlertMemory> alertMemoryFromJson(const QByteArray &json)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    if (root.value(u"version").toInt() != memoryVersion || !root.value(u"alerts").isArray()
        || !root.value(u"snoozed").isArray())
        return std::nullopt;
    AlertMemory memory;
    const QJsonArray alerts = root.value(u"alerts").toArray();
    for (const QJsonValue value : alerts) {
        auto alert = alertFrom(value.toObject());
        if (!alert)
            return std::nullopt;
        memory.alerts.push_back(std::move(*alert));
    }
    const QJsonArray snoozed = root.value(u"snoozed").toArray();
    for (const QJsonValue value : snoozed) {
        const QJsonObject object = value.toObject();
        const auto until = timeFrom(object.value(u"until"));
        if (!until)
            return std::nullopt;
        memory.snoozed.emplace(subjectFrom(object), *until);
    }
    return memory;
}

AlertMemoryFile::AlertMemoryFile(QString path) : m_path(std::move(path)) {}

AlertMemoryFile::~AlertMemoryFile()
{
    if (m_turn >= 0)
        ::close(m_turn);
}

bool AlertMemoryFile::takeTurn()
{
    const QByteArray path = QFile::encodeName(m_path + QStringLiteral(".lock"));
    const int turn = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (turn >= 0 && ::flock(turn, LOCK_EX | LOCK_NB) == 0) {
        m_turn = turn;
        return true;
    }
    if (turn >= 0)
        ::close(turn);
    return false;
}

AlertMemory AlertMemoryFile::read(ServerTime now)
{
    if (m_path.isEmpty())
        return {};
    makePrivateDirectories(QFileInfo(m_path).absolutePath());
    if (!takeTurn()) {
        m_problem = Words::tr("What was acknowledged and snoozed is not kept in %1: "
                              "another Lockmaster has it, or it cannot be written.")
                        .arg(m_path);
        return {};
    }
    QFile file(m_path);
    if (!file.exists())
        return {};
    if (const auto json = readRegularFile(m_path, largestFile)) {
        if (const auto memory = alertMemoryFromJson(*json)) {
            m_last = *json;
            return *memory;
        }
    }
    const QString when = utcText(now).first(19).remove(u'-').remove(u':') + u'Z';
    const QString aside = QStringLiteral("%1.damaged-%2").arg(m_path, when);
    if (file.rename(aside)) {
        m_problem = Words::tr("What was acknowledged and snoozed could not be "
                              "read and begins anew; the old file is %1.")
                        .arg(aside);
        return {};
    }
    // It is not written over, whatever it is.
    m_problem = notKept(file.errorString());
    ::close(std::exchange(m_turn, -1));
    return {};
}

QString AlertMemoryFile::notKept(const QString &why) const
{
    return Words::tr("What was acknowledged and snoozed is not kept: %1: %2").arg(m_path, why);
}

void AlertMemoryFile::write(const AlertMemory &memory)
{
    if (m_turn < 0)
        return;
    const QByteArray json = alertMemoryJson(memory);
    if (json == m_last)
        return;
    QSaveFile file(m_path);
    const bool written = file.open(QIODevice::WriteOnly)
                         && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
                         && file.write(json) == json.size() && file.commit();
    if (written)
        m_last = json;
    m_writeProblem = written ? QString() : notKept(file.errorString());
}

} // namespace lockmaster
