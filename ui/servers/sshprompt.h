// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tunnels/sshquestions.h"

#include <QHash>
#include <QObject>
#include <QPointer>

class QDialog;
class QWidget;

namespace lockmaster {

/**
 * Asks the operator what an `ssh` of ours wants to know: a passphrase, or whether a host key is the
 * right one. As long as there is one of these, questions come here and not to a terminal. GUI
 * thread; questions come on others.
 */
class SshPrompt final : public QObject
{
    Q_OBJECT

public:
    /** `parent`: the window that questions stand before. */
    explicit SshPrompt(QWidget *parent);
    ~SshPrompt() override;

signals:
    /** Whoever waits may go on. */
    void answered();

private:
    void ask(const SshQuestion &question);
    void withdraw(quint64 id);

    QWidget *const m_window;
    QHash<quint64, QPointer<QDialog>> m_open;
};

} // namespace lockmaster
