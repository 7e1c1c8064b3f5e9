// SPDX-License-Identifier: Apache-2.0
#include "core/config/ownformats.h"

#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatfile.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace lockmaster {

namespace {

constexpr qint64 largestFormatFile = 1 << 20;
constexpr qsizetype mostFormatFiles = 200;

/** Of one who would say what another's locks are; empty: of nobody. */
QString whoseId(const LockFormat &format)
{
    for (const LockFormatPointer &shipped : shippedFormats()) {
        if (shipped->id == format.id)
            return shipped->title;
    }
    const auto systems = systemTraits();
    const bool isSystem =
        std::any_of(systems.begin(), systems.end(),
                    [&format](const SystemTraits &system) { return system.id == format.id; });
    return isSystem ? QStringLiteral("Lockmaster") : QString();
}

QString idIsTaken(const LockFormat &format, const QString &by)
{
    return Words::tr("The id '%1' is that of %2; give the format another.").arg(format.id, by);
}

/** What `node` says, checked against the ids that are taken. */
ParsedFormat readOwn(const TomlNode &node, const QString &origin)
{
    ParsedFormat parsed = readFormat(node, origin);
    if (!parsed.format)
        return parsed;
    if (const QString owner = whoseId(*parsed.format); !owner.isEmpty()) {
        parsed.problems.push_back({node.line, node.column, idIsTaken(*parsed.format, owner)});
        parsed.format = nullptr;
    }
    return parsed;
}

QString problemText(const QString &path, const FormatProblem &problem)
{
    QString text = literalText(path);
    if (problem.line > 0)
        text += Words::tr(", line %1, column %2").arg(problem.line).arg(problem.column);
    return text + QStringLiteral(": ") + literalText(problem.message);
}

Result<QByteArray> contentOf(const QString &path)
{
    const auto unusable = [&path](const QString &why) {
        return failure(ErrorKind::Config,
                       Words::tr("The format %1 cannot be read: %2.").arg(literalText(path), why),
                       Words::tr("Check its path and its permissions."));
    };
    // Opening a pipe waits for somebody who writes into it.
    if (!QFileInfo(path).isFile() || QFileInfo(path).size() > largestFormatFile)
        return unusable(Words::tr("it is not a file of at most 1 MiB"));
    QFile file(path);
    QByteArray text;
    if (file.open(QIODevice::ReadOnly))
        text = file.read(largestFormatFile);
    if (file.error() != QFile::NoError)
        return unusable(file.errorString());
    return text;
}

/** A file of one format, or a profile with some; the mistakes of each with where they stand. */
std::vector<ParsedFormat> formatsIn(const QByteArray &text, const QString &path)
{
    std::vector<ParsedFormat> all;
    const TomlText toml = parseToml(text);
    if (toml.error) {
        all.push_back({nullptr, {{toml.error->line, toml.error->column, toml.error->message}}});
        return all;
    }
    const TomlMember *several = toml.root.find(u"format");
    // A format has `names` as well, in one list.
    const TomlMember *names = toml.root.find(u"names");
    const bool hasTables = names && !names->value.items.empty()
                           && names->value.items.front().type == TomlNode::Type::Table;
    if (!several && (hasTables || toml.root.find(u"backend")))
        return all; // a profile without a format
    if (!several || several->value.type != TomlNode::Type::Array) {
        all.push_back(readOwn(toml.root, path));
        return all;
    }
    for (const TomlNode &node : several->value.items)
        all.push_back(readOwn(node, path));
    return all;
}

} // namespace

QString ownFormatsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/lockmaster/formats");
}

QStringList loadOwnFormats(const QString &folder)
{
    QStringList problems;
    QStringList taken;
    const QDir files(folder);
    QStringList names = files.entryList({QStringLiteral("*.toml")}, QDir::Files, QDir::Name);
    if (names.size() > mostFormatFiles) {
        problems << Words::tr("%1 has more than %2 formats; the rest is not read.")
                        .arg(literalText(folder))
                        .arg(mostFormatFiles);
        names.resize(mostFormatFiles);
    }
    for (const QString &name : names) {
        const QString path = files.filePath(name);
        const Result<QByteArray> text = contentOf(path);
        if (!text) {
            problems << errorText(text.error());
            continue;
        }
        for (const ParsedFormat &parsed : formatsIn(*text, path)) {
            for (const FormatProblem &problem : parsed.problems)
                problems << problemText(path, problem);
            if (!parsed.format)
                continue;
            if (taken.contains(parsed.format->id)) {
                problems << problemText(
                    path, {0, 0, idIsTaken(*parsed.format, Words::tr("another file here"))});
                continue;
            }
            taken << parsed.format->id;
            makeKnown(parsed.format);
        }
    }
    return problems;
}

Result<std::vector<LockFormatPointer>> readFormatFile(const QString &path)
{
    const Result<QByteArray> text = contentOf(path);
    if (!text)
        return passOn(text);
    std::vector<LockFormatPointer> formats;
    QStringList problems;
    for (const ParsedFormat &parsed : formatsIn(*text, path)) {
        for (const FormatProblem &problem : parsed.problems)
            problems << problemText(path, problem);
        if (parsed.format)
            formats.push_back(parsed.format);
    }
    if (!problems.isEmpty())
        return failure(ErrorKind::Config, problems.join(u'\n'));
    return formats;
}

void readProfileFormats(const TomlMember &member, const QString &origin,
                        std::vector<ProfileProblem> &problems)
{
    if (member.value.type != TomlNode::Type::Array) {
        problems.push_back({member.line,
                            member.column,
                            Words::tr("Formats are written as [[format]], in two brackets."),
                            {},
                            false});
        return;
    }
    for (const TomlNode &node : member.value.items) {
        const ParsedFormat parsed = readOwn(node, origin);
        for (const FormatProblem &problem : parsed.problems)
            problems.push_back({problem.line, problem.column, problem.message, {}, false});
        if (parsed.format)
            makeKnown(parsed.format);
    }
}

} // namespace lockmaster
