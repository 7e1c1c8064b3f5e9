// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/lockdelegate.h"
#include "ui/history/auditreader.h"
#include "ui/history/auditmodel.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace lockmaster {

class DetailsPane;

/**
 * The audit log: what was done to a lock, newest first, with everything about one entry beside it;
 * can verify the chain. GUI thread, which never waits for the disk.
 */
class AuditDialog final : public QDialog
{
    Q_OBJECT

public:
    /** So many entries are shown at most. */
    static constexpr int capacity = 1000;

    explicit AuditDialog(AuditSource source, QWidget *parent = nullptr);

    void reload();
    AuditModel &model() { return *m_model; }
    QTableView &table() { return *m_table; }
    QLineEdit &filter() { return *m_filter; }
    DetailsPane &details() { return *m_details; }
    QPushButton &verifyButton() { return *m_verify; }
    /** The line below the table. */
    QString statusText() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildTable();
    int contentWidth(AuditModel::ColumnId column) const;
    void fitColumns();
    QWidget *buildTools();
    QWidget *buildFoot();
    void showEntries(const std::vector<AuditLine> &lines);
    void showVerification(const AuditVerification &found);
    void showFailure(const Error &error);
    void showCount();
    void showStatus(const QString &text, Tone tone);
    void followSelection();
    void openFolder();

    AuditReader *m_reader;
    AuditModel *m_model;
    RowEffects m_effects;
    QLineEdit *m_filter;
    QTableView *m_table;
    DetailsPane *m_details;
    QPushButton *m_verify;
    QPushButton *m_reload;
    QLabel *m_status;
};

} // namespace lockmaster
