// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariantList>

#include <memory>
#include <optional>
#include <unordered_map>

namespace lockmaster {

/**
 * One connection to the store, with its statements kept prepared. Lives on one thread.
 *
 * The first call that fails is remembered, and every later one does nothing until `recover()`: a
 * batch is written as a whole or not at all, and asked once.
 */
class HistoryDb
{
public:
    /** What stands in the way. */
    enum class Trouble : quint8 {
        None,
        Damaged, ///< no database, or one that contradicts itself
        NotOurs, ///< of a newer Lockmaster, or of another program: to be left alone
        NoRoom,  ///< the disk, or what is allowed of it, is full
        Refused, ///< not to be opened or written by this user
        Busy,    ///< somebody else writes and does not come to an end
    };
    struct Failure {
        Trouble trouble = Trouble::None;
        Error error;
    };

    /** Makes an empty file where there is none, and its directories; for its owner alone. */
    static Failure makeFile(const QString &path);
    /** What is said of a store that cannot be written for that reason. */
    static Failure failureOf(Trouble trouble, const QString &path, const QString &why = {});

    /** The file is made, with all tables, where it is missing. */
    static tl::expected<std::unique_ptr<HistoryDb>, Failure> openForWriting(const QString &path);
    /** The file has to be there. */
    static tl::expected<std::unique_ptr<HistoryDb>, Failure> openForReading(const QString &path);
    ~HistoryDb();
    HistoryDb(const HistoryDb &) = delete;
    HistoryDb &operator=(const HistoryDb &) = delete;

    /** `sql` is a literal: it is known by its address. @return the statement, run; null: failed. */
    QSqlQuery *run(const char *sql, const QVariantList &values = {});
    /** After its rows were read; notes where that failed. */
    void finish(QSqlQuery &query);
    /** The first column of its first row. */
    std::optional<qint64> number(const char *sql, const QVariantList &values = {});
    qint64 lastId() const { return m_lastId; }
    /** How many rows the last statement changed. */
    qint64 changed() const { return m_changed; }

    bool begin();
    bool commit();
    void rollback();
    bool isWriting() const { return m_writing; }

    /** The file says who waited; one of an earlier version does not. */
    bool hasWaits() const { return m_version >= 2; }

    bool works() const { return m_failure.trouble == Trouble::None; }
    const Failure &failure() const { return m_failure; }
    /** Gives up what was begun; the next call is tried again. */
    void recover();

private:
    HistoryDb(const QString &path, bool forWriting);

    bool open();
    bool prepareForWriting();
    bool makeTables();
    void addWaitTables();
    bool migrate();
    void fail(const QSqlError &error);
    void fail(Trouble trouble, const QString &message, const QString &remedy);

    const QString m_path;
    const bool m_forWriting;
    const QString m_connection;
    std::optional<QSqlDatabase> m_database;
    std::unordered_map<const char *, QSqlQuery> m_statements;
    Failure m_failure;
    qint64 m_lastId = 0;
    qint64 m_changed = 0;
    int m_version = 0;
    bool m_writing = false;
};

/** Moves a damaged store, and what belongs to it, out of the way. @return where it is now. */
Result<QString> setHistoryAside(const QString &path, const QString &when);

} // namespace lockmaster
