// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/result.h"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockmaster {

/** Asks for the name of a view, and closes once it could be kept under it. GUI thread. */
class ViewDialog final : public QDialog
{
    Q_OBJECT

public:
    /** Keeps it; an error says why it could not be. */
    using Keep = std::function<Result<void>(const QString &name)>;

    /** `what` is kept, in words; empty: nothing is said. `taken` are the names of other views. */
    ViewDialog(const QString &title, const QString &what, const QString &name, QStringList taken,
               Keep keep, QWidget *parent);

    QLineEdit &name() { return *m_name; }
    QLabel &told() { return *m_told; }
    QPushButton &keepButton() { return *m_save; }

    void accept() override;

private:
    QString fault() const;
    void followName();
    void growToFit();

    QStringList m_taken;
    Keep m_keep;
    QLineEdit *m_name;
    QLabel *m_told;
    QPushButton *m_save;
};

} // namespace lockmaster
