// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockmaster {

/** What stands where a list would be empty: one sentence, plain text, and at most one button. */
class MessagePage final : public QWidget
{
    Q_OBJECT

public:
    explicit MessagePage(QWidget *parent = nullptr);

    /** An empty `button`: none. */
    void setMessage(const QString &text, const QString &button);
    QString text() const;
    QPushButton *button() const { return m_button; }

signals:
    void buttonClicked();

private:
    QLabel *m_label;
    QPushButton *m_button;
};

} // namespace lockmaster
