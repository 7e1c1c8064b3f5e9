// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace lockmaster {

/**
 * The operator's own formats: what each would send when a lock is let go of, and whether it may. A
 * page of the settings. GUI thread; reads and writes a small file of this machine.
 */
class FormatsPage : public QWidget
{
    Q_OBJECT

public:
    explicit FormatsPage(QWidget *parent = nullptr);

    /** Looks anew which formats there are: a profile may have brought others. */
    void reload();

private:
    void showSelected();
    void change();
    LockFormatPointer selected() const;

    std::vector<LockFormatPointer> m_formats;
    QLabel *m_about = nullptr;
    QListWidget *m_list = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QPushButton *m_change = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace lockmaster
