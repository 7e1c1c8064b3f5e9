// SPDX-License-Identifier: Apache-2.0
#include "core/history/historydb.h"

#include "core/platform/privatedirectory.h"
#include "core/text/regularfile.h"
#include "core/history/historyschema.h"
#include "core/text/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>

#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockmaster {

namespace {

constexpr mode_t fileMode = 0600;

// SQLite's own numbers, of which the low byte is the kind.
constexpr int sqlitePermission = 3;
constexpr int sqliteBusy = 5;
constexpr int sqliteLocked = 6;
constexpr int sqliteReadOnly = 8;
constexpr int sqliteIoError = 10;
constexpr int sqliteCorrupt = 11;
constexpr int sqliteFull = 13;
constexpr int sqliteCannotOpen = 14;
constexpr int sqliteNotADatabase = 26;
/** What programs share beside the file cannot grow: on a full disk that is what fails first. */
constexpr int sqliteIoErrorShmSize = sqliteIoError | 19 << 8;

HistoryDb::Trouble troubleOf(int number)
{
    if (number == sqliteIoErrorShmSize)
        return HistoryDb::Trouble::NoRoom;
    switch (number & 0xff) {
    case sqliteCorrupt:
    case sqliteNotADatabase: return HistoryDb::Trouble::Damaged;
    case sqliteFull: return HistoryDb::Trouble::NoRoom;
    case sqliteBusy:
    case sqliteLocked: return HistoryDb::Trouble::Busy;
    default: return HistoryDb::Trouble::Refused; // read-only, no permission, a disk that fails
    }
}

QString remedyFor(HistoryDb::Trouble trouble)
{
    switch (trouble) {
    case HistoryDb::Trouble::Damaged: return Words::tr("Move the file away.");
    case HistoryDb::Trouble::NoRoom: return Words::tr("Make room on the disk.");
    case HistoryDb::Trouble::Busy: return Words::tr("Look which program has it open.");
    case HistoryDb::Trouble::None:
    case HistoryDb::Trouble::NotOurs:
    case HistoryDb::Trouble::Refused: break;
    }
    return Words::tr("Look at the file's owner and permissions and at its disk.");
}

/** SQLite opens them whatever they are. */
QString whyNotFiles(const QString &path)
{
    for (const char *const suffix : {"", "-wal", "-shm", "-journal"}) {
        const QString why = whyNotRegularFile(path + QLatin1StringView(suffix));
        if (!why.isEmpty())
            return why;
    }
    return {};
}

QString nextConnection()
{
    static std::atomic<quint64> count{0};
    return QStringLiteral("lockmaster-history-%1").arg(++count);
}

} // namespace

HistoryDb::Failure HistoryDb::failureOf(Trouble trouble, const QString &path, const QString &why)
{
    const QString reason = why.isEmpty() ? Words::tr("another program has it") : why;
    return {trouble,
            {ErrorKind::Config, 0,
             Words::tr("The history cannot be kept: %1: %2.").arg(path, reason),
             remedyFor(trouble)}};
}

HistoryDb::Failure HistoryDb::makeFile(const QString &path)
{
    makePrivateDirectories(QFileInfo(path).absolutePath());
    // SQLite gives its other files the same permissions.
    const int file =
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, fileMode);
    if (file >= 0) {
        ::close(file);
        return {};
    }
    const int error = errno;
    const bool full = error == ENOSPC || error == EDQUOT;
    return failureOf(full ? Trouble::NoRoom : Trouble::Refused, path, qt_error_string(error));
}

HistoryDb::HistoryDb(const QString &path, bool forWriting)
    : m_path(path), m_forWriting(forWriting), m_connection(nextConnection())
{
}

HistoryDb::~HistoryDb()
{
    m_statements.clear();
    m_database.reset();
    QSqlDatabase::removeDatabase(m_connection);
}

tl::expected<std::unique_ptr<HistoryDb>, HistoryDb::Failure>
HistoryDb::openForWriting(const QString &path)
{
    std::unique_ptr<HistoryDb> store(new HistoryDb(path, true));
    if (!store->open() || !store->prepareForWriting())
        return tl::make_unexpected(store->m_failure);
    return store;
}

tl::expected<std::unique_ptr<HistoryDb>, HistoryDb::Failure>
HistoryDb::openForReading(const QString &path)
{
    std::unique_ptr<HistoryDb> store(new HistoryDb(path, false));
    if (!store->open())
        return tl::make_unexpected(store->m_failure);
    return store;
}

bool HistoryDb::open()
{
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QSQLITE"))) {
        fail(Trouble::Refused, Words::tr("Qt's driver for SQLite is missing."),
             Words::tr("Install the package libqt6sql6-sqlite."));
        return false;
    }
    if (m_forWriting) {
        m_failure = makeFile(m_path);
        if (!works())
            return false;
    }
    if (const QString why = whyNotFiles(m_path); !why.isEmpty()) {
        fail(Trouble::Refused,
             (m_forWriting ? Words::tr("The history cannot be kept: %1: %2.")
                           : Words::tr("The history cannot be read: %1: %2."))
                 .arg(m_path, why),
             Words::tr("Move it away."));
        return false;
    }
    m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    m_database->setDatabaseName(m_path);
    m_database->setConnectOptions(m_forWriting ? QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000")
                                               : QStringLiteral("QSQLITE_OPEN_READONLY;"
                                                                "QSQLITE_BUSY_TIMEOUT=5000"));
    if (!m_database->open()) {
        fail(m_database->lastError());
        return false;
    }
    const auto application = number("PRAGMA application_id");
    const auto version = number("PRAGMA user_version");
    if (!application || !version)
        return false;
    const bool empty =
        *application == 0 && *version == 0 && number("SELECT count(*) FROM sqlite_master") == 0;
    if (!works())
        return false;
    m_version = int(*version);
    if (empty && m_forWriting)
        return makeTables();
    if (!empty && *application != historyApplicationId) {
        fail(Trouble::NotOurs, Words::tr("%1 is not Lockmaster's.").arg(m_path),
             Words::tr("Move the file away."));
        return false;
    }
    if (!empty && *version > historyVersion) {
        fail(Trouble::NotOurs,
             Words::tr("The history was written by a newer Lockmaster: %1.").arg(m_path),
             Words::tr("Use the newer one, or move the file away."));
        return false;
    }
    if (m_forWriting && *version < historyVersion)
        return migrate();
    return works();
}

bool HistoryDb::makeTables()
{
    // Only a file without tables can be told to give room back later.
    number("PRAGMA auto_vacuum = INCREMENTAL");
    number("PRAGMA journal_mode = WAL");
    begin();
    // Another program may have been first.
    if (number("SELECT count(*) FROM sqlite_master") == 0) {
        for (const char *table : historyTables)
            run(table);
        number("PRAGMA application_id = 1282230377");
        addWaitTables();
    }
    static_assert(historyApplicationId == 1282230377);
    return commit();
}

void HistoryDb::addWaitTables()
{
    for (const char *table : historyWaitTables)
        run(table);
    number("PRAGMA user_version = 2");
    static_assert(historyVersion == 2);
    m_version = historyVersion;
}

/** To a file that an earlier version wrote; everything in it stays. */
bool HistoryDb::migrate()
{
    begin();
    // Another program may have been first.
    if (number("PRAGMA user_version") == 1)
        addWaitTables();
    m_version = historyVersion;
    return commit();
}

bool HistoryDb::prepareForWriting()
{
    number("PRAGMA journal_mode = WAL");
    // A crash of this program loses nothing that was committed, one of the machine the last
    // moments.
    number("PRAGMA synchronous = NORMAL");
    number("PRAGMA cache_size = -8000");
    number("PRAGMA journal_size_limit = 16000000");
    number("PRAGMA temp_store = MEMORY");
    return works();
}

QSqlQuery *HistoryDb::run(const char *sql, const QVariantList &values)
{
    if (!works())
        return nullptr;
    auto found = m_statements.find(sql);
    if (found == m_statements.end()) {
        QSqlQuery query(*m_database);
        query.setForwardOnly(true);
        if (!query.prepare(QString::fromLatin1(sql))) {
            fail(query.lastError());
            return nullptr;
        }
        found = m_statements.emplace(sql, std::move(query)).first;
    }
    QSqlQuery &query = found->second;
    for (qsizetype i = 0; i < values.size(); ++i)
        query.bindValue(int(i), values[i]);
    if (!query.exec()) {
        fail(query.lastError());
        query.finish();
        return nullptr;
    }
    if (!query.isSelect()) {
        m_changed = query.numRowsAffected();
        m_lastId = query.lastInsertId().toLongLong();
        query.finish();
    }
    return &query;
}

void HistoryDb::finish(QSqlQuery &query)
{
    if (query.lastError().isValid())
        fail(query.lastError());
    query.finish();
}

std::optional<qint64> HistoryDb::number(const char *sql, const QVariantList &values)
{
    QSqlQuery *query = run(sql, values);
    if (!query)
        return std::nullopt;
    std::optional<qint64> value;
    if (query->next() && !query->isNull(0))
        value = query->value(0).toLongLong();
    finish(*query);
    return value;
}

bool HistoryDb::begin()
{
    if (!m_writing)
        m_writing = run("BEGIN IMMEDIATE") != nullptr;
    return m_writing;
}

bool HistoryDb::commit()
{
    if (m_writing && run("COMMIT"))
        m_writing = false;
    return works();
}

void HistoryDb::rollback()
{
    if (!std::exchange(m_writing, false))
        return;
    const Failure failure = std::exchange(m_failure, {});
    run("ROLLBACK"); // SQLite may have done that itself
    m_failure = failure;
}

void HistoryDb::recover()
{
    rollback();
    m_failure = {};
}

void HistoryDb::fail(const QSqlError &error)
{
    const Trouble trouble = troubleOf(error.nativeErrorCode().toInt());
    // The same words wherever it fails: nobody is told the same twice.
    const QString why = trouble == Trouble::NoRoom ? qt_error_string(ENOSPC) : error.databaseText();
    fail(trouble,
         (m_forWriting ? Words::tr("The history cannot be kept: %1: %2.")
                       : Words::tr("The history cannot be read: %1: %2."))
             .arg(m_path, why),
         remedyFor(trouble));
}

void HistoryDb::fail(Trouble trouble, const QString &message, const QString &remedy)
{
    if (works())
        m_failure = {trouble, {ErrorKind::Config, 0, message, remedy}};
}

Result<QString> setHistoryAside(const QString &path, const QString &when)
{
    QString aside = path + QStringLiteral(".damaged-") + when;
    for (int i = 2; QFileInfo::exists(aside); ++i)
        aside = path + QStringLiteral(".damaged-%1-%2").arg(when).arg(i);
    if (::rename(QFile::encodeName(path).constData(), QFile::encodeName(aside).constData()) != 0) {
        return failure(ErrorKind::Config,
                       Words::tr("The damaged history cannot be moved away: %1: %2.")
                           .arg(path, qt_error_string(errno)),
                       Words::tr("Move the file away."));
    }
    // What was not yet written into the file itself belongs to it.
    for (const QString &suffix : {QStringLiteral("-wal"), QStringLiteral("-shm")}) {
        const QByteArray from = QFile::encodeName(path + suffix);
        ::rename(from.constData(), QFile::encodeName(aside + suffix).constData());
    }
    return aside;
}

} // namespace lockmaster
