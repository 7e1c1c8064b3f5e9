// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QWidget>

class QCheckBox;
class QPlainTextEdit;

namespace lockmaster {

class TablesEditor;

/** What is watched on a backend: a page of `BackendDialog`. GUI thread. */
class WatchPage final : public QWidget
{
    Q_OBJECT

public:
    explicit WatchPage(QWidget *parent = nullptr);

    void setKind(BackendKind kind);
    void fill(const BackendSpec &backend);
    /** Into `spec`, whose kind and database are known. */
    void write(BackendSpec &spec) const;
    /** What is wrong with `spec`, as it was written here; empty: nothing. */
    QString problem(const BackendSpec &spec) const;

    void addTable(const TableSpec &table);
    void addPattern(const QString &pattern);

signals:
    void edited();

private:
    QWidget *buildSql();
    QWidget *buildRedis();

    QWidget *m_sql = nullptr;
    QWidget *m_redis = nullptr;
    QCheckBox *m_autoFormats = nullptr;
    TablesEditor *m_tables = nullptr;
    QPlainTextEdit *m_userLocks = nullptr;
    QPlainTextEdit *m_patterns = nullptr;
};

} // namespace lockmaster
