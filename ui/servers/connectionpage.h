// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockmaster {

class FileField;
class PasswordField;

/**
 * Where a backend is, how it is called and as whom to log in: a page of `BackendDialog`. Values it
 * has no field for are kept as they came. GUI thread.
 */
class ConnectionPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionPage(QWidget *parent = nullptr);

    void fill(const BackendSpec &backend);
    /** Likewise, where somebody who fills it in has pasted some of it: what he chose stays his. */
    void refill(const BackendSpec &backend);
    /** Has a server that is production by now be read-only, unless somebody chose otherwise. */
    void followEnvironment();
    /** For that reason alone. */
    bool isReadOnlyByProduction() const { return m_isReadOnlyByProduction; }
    /** Into `spec`, which is otherwise as it is to be. */
    void write(BackendSpec &spec) const;
    /** What is wrong with `spec`, as it was written here, but for its name; empty: nothing. */
    QString problem(const BackendSpec &spec) const;

    BackendKind kind() const;
    Environment environment() const;
    QString name() const;
    /** Somebody typed it. */
    bool hasOwnName() const { return m_ownName; }
    /** There is no address yet. */
    bool isPlaceless() const;
    PasswordField &password() { return *m_password; }
    void focusName();

signals:
    /** Where it is, or as whom: what was found there before says nothing of it. */
    void edited();
    /** How it is called, which is nothing to the server. */
    void named();
    void kindChanged(lockmaster::BackendKind kind);
    void environmentChanged(lockmaster::Environment environment);

private:
    void buildPlace(QFormLayout &form);
    void buildSentinels(QFormLayout &form);
    void buildAccount(QFormLayout &form);
    void connectFields();
    void followKind();
    void followPasswords();
    QString groupProblem(const BackendSpec &spec) const;

    QFormLayout *m_form;
    QComboBox *m_kind = nullptr;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_host = nullptr;
    QSpinBox *m_port = nullptr;
    FileField *m_socket = nullptr;
    QCheckBox *m_cluster = nullptr;
    QCheckBox *m_redlock = nullptr;
    QLineEdit *m_master = nullptr; ///< as sentinels call it
    QLineEdit *m_sentinelUser = nullptr;
    FileField *m_sentinelPasswordFile = nullptr;
    QLineEdit *m_sentinelPasswordCommand = nullptr;
    QLineEdit *m_ssh = nullptr;
    QLineEdit *m_user = nullptr;
    QLineEdit *m_database = nullptr;
    QLabel *m_databaseLabel = nullptr;
    PasswordField *m_password = nullptr;
    FileField *m_passwordFile = nullptr;
    QLineEdit *m_passwordCommand = nullptr;
    QComboBox *m_environment = nullptr;
    QCheckBox *m_readOnly = nullptr;
    BackendSpec m_original;
    bool m_ownName = false;     ///< somebody typed it
    bool m_ownReadOnly = false; ///< somebody chose it
    bool m_isReadOnlyByProduction = false;
    bool m_fills = false;
};

/** A name for a server at this address that is not among `taken`: of its host, else of its kind. */
QString suggestedName(const BackendSpec &spec, const QStringList &taken);

} // namespace lockmaster
