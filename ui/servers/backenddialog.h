// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"
#include "core/sources/backendreader.h"

#include <QDialog>
#include <QStringList>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QVBoxLayout;

namespace lockmaster {

class ConnectionPage;
class ConnectionTest;
class ExaminationView;
class SecurityPage;
class WatchPage;

/**
 * Adds or edits one backend of the profile, and tests the connection while at it. What is wrong is
 * said in place and keeps OK grey; what is missing yet is no error. It changes nothing itself: what
 * it was given to save with does, and where that cannot, it says why and stays open. Values it has
 * no field for are kept as they came. GUI thread.
 */
class BackendDialog : public QDialog
{
    Q_OBJECT

public:
    /**
     * @param factory reads a backend with its `urlPassword` where it has one.
     * @param takenNames names of the other backends, which this one must not have.
     */
    BackendDialog(ReaderFactory factory, const QStringList &takenNames, QWidget *parent = nullptr);
    ~BackendDialog() override;

    /** Saves what stands in the dialog; an error says why it could not be. */
    using Save = std::function<Result<void>()>;
    void setSave(Save save) { m_save = std::move(save); }

    /** One that there is already. */
    void setBackend(const BackendSpec &backend);
    /** That one as the profile has it by now; none: it has it no more. */
    void setProfileHas(const std::optional<BackendSpec> &backend);
    /** A new one that begins as `backend` is, and read-only where it is production. */
    void setDraft(const BackendSpec &backend);
    /** Its password, where one was typed, is its `urlPassword`. */
    BackendSpec backend() const;

    /** Whether there is a keychain to keep its password in; until this is called, none is offered.
     */
    void setKeychain(bool there);
    bool isPasswordToBeKept() const;

    /** Why OK is grey, in words; empty when it is not. */
    QString problem() const;

    void accept() override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildPaste(QVBoxLayout &column);
    void buildTestArea(QVBoxLayout &column);
    /** What stands in the line for it, where that is understood. */
    void takePasted();
    void fill(const BackendSpec &backend);
    QString nameProblem() const;
    /** Of anything but the name, without which it can be tested. */
    QString restProblem() const;
    void validate();
    void forgetRefusal();
    void showProblem();
    void toggleTest();
    void acceptCertificate(const ServerCertificate &certificate);
    void showTestRuns();

    QLineEdit *m_paste = nullptr;
    QLabel *m_pasted = nullptr; ///< what became of that
    QTabWidget *m_pages;
    ConnectionPage *m_connection;
    SecurityPage *m_security;
    WatchPage *m_watch;
    QPushButton *m_testButton = nullptr;
    ExaminationView *m_examination = nullptr;
    ConnectionTest *m_test;
    QLabel *m_meanwhile = nullptr; ///< what became of it in the profile
    QLabel *m_problem = nullptr;
    QString m_refusal; ///< why it could not be saved as it stands here
    Save m_save;
    bool m_isSaved = false; ///< or it is being
    QPushButton *m_ok = nullptr;
    QStringList m_takenNames;
    BackendSpec m_original;
    BackendSpec m_saved;  ///< as the profile has it; without a name: it does not
    BackendSpec m_tested; ///< at last
    qsizetype m_pasteLength = 0;
    bool m_isExamined = false; ///< by the test at hand
    bool m_fills = false;      ///< the pages are not all of one backend yet
};

} // namespace lockmaster
