// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"

#include "core/config/profilereader.h"
#include "core/formats/knownnames.h"
#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QRegularExpression>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace lockmaster {

namespace {

constexpr qint64 largestProfile = 2 << 20;

/** Where the lines of a broken text begin that start a backend of their own. */
std::vector<qsizetype> backendStarts(const QByteArray &toml)
{
    static const QRegularExpression header(QStringLiteral("\\A\\s*\\[\\[\\s*backend\\s*\\]\\]"));
    std::vector<qsizetype> starts;
    for (qsizetype at = 0; at < toml.size();) {
        qsizetype end = toml.indexOf('\n', at);
        end = end < 0 ? toml.size() : end + 1;
        if (header.match(QString::fromUtf8(toml.sliced(at, end - at))).hasMatch())
            starts.push_back(at);
        at = end;
    }
    return starts;
}

/** `name = "..."` of a piece of text that is not TOML: for naming it, nothing else. */
QString guessedName(const QByteArray &piece)
{
    static const QRegularExpression name(QStringLiteral("^\\s*name\\s*=\\s*[\"']([^\"'\\n]+)[\"']"),
                                         QRegularExpression::MultilineOption);
    return name.match(QString::fromUtf8(piece)).captured(1);
}

ProfileProblem problemOf(const TomlError &error, const QByteArray &piece)
{
    const QString message = error.kind == TomlError::Kind::Syntax
                                ? Words::tr("This is not TOML: %1.")
                                : Words::tr("This is no profile: %1.");
    return {error.line, error.column, message.arg(error.message), guessedName(piece), true};
}

/**
 * A text that is not TOML as a whole, piece by piece: from one `[[backend]]` to the next.
 */
void readPieces(const QByteArray &toml, const TomlError &whole, ParsedProfile &reading)
{
    std::vector<qsizetype> starts = backendStarts(toml);
    constexpr size_t mostPieces = 10'000;
    if (whole.kind == TomlError::Kind::Size || starts.size() > mostPieces) {
        reading.problems.push_back(problemOf(whole, {}));
        return;
    }
    starts.insert(starts.begin(), 0);
    starts.push_back(toml.size());
    bool found = false;
    int linesBefore = 0;
    for (size_t i = 0; i + 1 < starts.size(); ++i) {
        const QByteArray piece = toml.sliced(starts[i], starts[i + 1] - starts[i]);
        const TomlText text = parseToml(piece, linesBefore);
        linesBefore += int(piece.count('\n'));
        if (text.error) {
            reading.problems.push_back(problemOf(*text.error, piece));
            found = true;
        } else {
            readProfile(text.root, reading);
        }
    }
    if (!found)
        reading.problems.push_back(problemOf(whole, {}));
}

/** Nobody reads more; the rest is told of by its number, where it begins. */
void keepFirst(std::vector<ProfileProblem> &problems)
{
    constexpr size_t most = 1000;
    if (problems.size() <= most)
        return;
    const auto rest = problems.begin() + most;
    const ProfileProblem sum{
        rest->line,
        rest->column,
        Words::tr("From here on %1 more mistakes are not told.").arg(problems.size() - most),
        {},
        std::any_of(rest, problems.end(), [](const auto &one) { return one.costsBackend; })};
    problems.erase(rest, problems.end());
    problems.push_back(sum);
}

Error fileError(ErrorKind kind, const QString &path, const QString &why)
{
    return {kind, 0, Words::tr("The profile %1 cannot be used: %2.").arg(path, why), {}};
}

Error writtenByAnother(const QString &path)
{
    Error error = fileError(ErrorKind::Config, path, Words::tr("another program is writing it"));
    error.remedy = Words::tr("Try again.");
    return error;
}

Error notWritten(const QString &path, const QString &why)
{
    Error error = fileError(ErrorKind::Denied, path, why);
    error.remedy = Words::tr("Look at the file's owner and permissions and at the free space.");
    return error;
}

Result<void> writeProfile(const QString &path, const QByteArray &toml)
{
    const bool isNew = !QFileInfo::exists(path);
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly)
                         && (!isNew || file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
                         && file.write(toml) == toml.size() && file.commit();
    if (!written)
        return tl::make_unexpected(notWritten(path, file.errorString()));
    return {};
}

} // namespace

QString profileProblemText(const ProfileProblem &problem)
{
    QString text = literalText(problem.message);
    if (!problem.backend.isEmpty())
        text.prepend(literalText(problem.backend) + QLatin1StringView(": "));
    if (problem.line > 0) {
        text.prepend(Words::tr("line %1, column %2: ").arg(problem.line).arg(problem.column));
    }
    return text;
}

Profile parseProfile(const QByteArray &toml, const QString &path)
{
    ParsedProfile reading;
    reading.path = path;
    const TomlText text = parseToml(toml);
    if (text.error)
        readPieces(toml, *text.error, reading);
    else
        readProfile(text.root, reading);

    Profile profile;
    for (ReadBackend &backend : reading.backends)
        profile.backends.push_back(std::move(backend.spec));
    profile.names = std::make_shared<const NameDictionary>(std::move(reading.names));
    profile.locks = std::move(reading.locks);
    profile.owners = std::move(reading.owners);
    profile.views = std::move(reading.views);
    profile.history = reading.history;
    profile.alerts = std::move(reading.alerts);
    profile.nameCommands = std::move(reading.nameCommands);
    profile.problems = std::move(reading.problems);
    std::stable_sort(profile.problems.begin(), profile.problems.end(),
                     [](const auto &a, const auto &b) { return a.line < b.line; });
    keepFirst(profile.problems);
    return profile;
}

QString defaultProfilePath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/lockmaster/lockmaster.toml");
}

Result<QByteArray> readProfileText(const QString &path)
{
    if (::access(QFile::encodeName(path).constData(), F_OK) != 0) {
        const int number = errno;
        if (number == ENOENT || number == ENOTDIR)
            return QByteArray();
        return tl::make_unexpected(fileError(ErrorKind::Denied, path, qt_error_string(number)));
    }
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > largestProfile) {
        return tl::make_unexpected(
            fileError(ErrorKind::Config, path, Words::tr("it is not a file of at most 2 MiB")));
    }
    QByteArray text;
    if (file.open(QIODevice::ReadOnly))
        text = file.read(largestProfile);
    // What cannot be read is not empty: an edit would be saved without it.
    if (file.error() != QFile::NoError)
        return tl::make_unexpected(fileError(ErrorKind::Denied, path, file.errorString()));
    return text;
}

Result<Profile> loadProfile(const QString &path)
{
    return readProfileText(path).map(
        [&path](const QByteArray &toml) { return parseProfile(toml, path); });
}

ServersOfProfile serversOfProfile(const QString &path)
{
    Result<Profile> profile = loadProfile(path);
    const QString remedy = QStringLiteral(
        " A server that a URL names is read-only unless it says environment=... or read_only=...");
    ServersOfProfile servers;
    if (!profile) {
        servers.unread.append(QStringLiteral("Which servers are production is not known: %1")
                                  .arg(errorText(profile.error()) + remedy));
        return servers;
    }
    for (const ProfileProblem &problem : profile->problems) {
        if (problem.costsBackend)
            servers.unread.append(
                QStringLiteral("Which servers are production is not wholly known: %1: %2")
                    .arg(path, profileProblemText(problem) + remedy));
    }
    servers.known = std::move(profile->backends);
    makeNamesKnown(std::move(profile->names));
    return servers;
}

Result<void> updateProfile(const QString &path,
                           const std::function<Result<QByteArray>(const QByteArray &)> &edit)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QLockFile turn(path + QStringLiteral(".lock"));
    // Nobody is waited for. Where there can be no lock file, the profile may still be written.
    if (!turn.tryLock(0) && turn.error() == QLockFile::LockFailedError)
        return tl::make_unexpected(writtenByAnother(path));
    return readProfileText(path).and_then(edit).and_then(
        [&path](const QByteArray &toml) { return writeProfile(path, toml); });
}

} // namespace lockmaster
