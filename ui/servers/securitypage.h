// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace lockmaster {

class FileField;

/** How a backend proves itself, and how often and how long it is asked: a page of `BackendDialog`.
 * GUI thread.
 */
class SecurityPage final : public QWidget
{
    Q_OBJECT

public:
    explicit SecurityPage(QWidget *parent = nullptr);

    void fill(const BackendSpec &backend);
    void write(BackendSpec &spec) const;
    /** Empty: nothing is wrong. */
    QString problem() const;

signals:
    void edited();

private:
    void followTls();

    QComboBox *m_tls;
    FileField *m_ca;
    FileField *m_cert;
    FileField *m_key;
    QSpinBox *m_pollMs;
    QSpinBox *m_timeoutMs;
};

} // namespace lockmaster
