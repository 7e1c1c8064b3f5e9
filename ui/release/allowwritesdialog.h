// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QDialog>

class QPushButton;

namespace lockmaster {

class Confirmation;

/**
 * Asks whether a read-only backend may be written to for a while; in production it wants a reason
 * and the environment's word typed. Changes nothing itself. GUI thread.
 */
class AllowWritesDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit AllowWritesDialog(const BackendSpec &backend, QWidget *parent = nullptr);

    QString reason() const;

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    Confirmation *m_confirmation;
    QPushButton *m_cancel;
    QPushButton *m_allow;
};

} // namespace lockmaster
