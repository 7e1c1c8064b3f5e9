// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <QDialog>
#include <QStringList>

#include <memory>

class QVBoxLayout;

namespace lockmaster {

/**
 * Adds or edits one backend of the profile, and tests the connection while at it. What is wrong is
 * said in place and keeps OK grey. It changes nothing itself: the caller takes `backend()` when the
 * dialog was accepted. Values it has no field for are kept as they came. GUI thread.
 */
class BackendDialog : public QDialog
{
    Q_OBJECT

public:
    /** @param takenNames names of the other backends, which this one must not have. */
    BackendDialog(ReaderFactory factory, const QStringList &takenNames, QWidget *parent = nullptr);
    ~BackendDialog() override;

    void setBackend(const BackendSpec &backend);
    BackendSpec backend() const;

    /** Why OK is grey, in words; empty when it is not. */
    QString problem() const;

private:
    void buildConnectionPage();
    void buildSecurityPage();
    void buildWatchPage();
    void buildTestArea(QVBoxLayout &column);
    /** What stands in the line for it, where that is understood. */
    void takePasted();
    /** Into the fields. */
    void fill(const BackendSpec &backend);
    void followKind();
    QString groupProblem() const;
    void validate();
    void showProblem();
    void toggleTest();
    void acceptCertificate(const ServerCertificate &certificate);
    void showTestRuns();

    struct Fields;
    std::unique_ptr<Fields> m_fields;
    QStringList m_takenNames;
    BackendSpec m_original;
    BackendSpec m_tested;    ///< at last
    Secret m_pastedPassword; ///< for tests alone
    qsizetype m_pasteLength = 0;
};

} // namespace lockmaster
