// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLineEdit;

namespace lockmaster {

/** A path that is typed, with a button that picks it. GUI thread. */
class FileField final : public QWidget
{
    Q_OBJECT

public:
    /** `name` is what it is called, to a screen reader and above the files. */
    FileField(const QString &name, QWidget *parent);

    QLineEdit *edit() const { return m_edit; }
    QString path() const;

private:
    QLineEdit *m_edit;
};

} // namespace lockmaster
