// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockmaster {

/** What stands where a list would be empty: a few sentences, plain text, and at most two buttons.
 */
class MessagePage final : public QWidget
{
    Q_OBJECT

public:
    explicit MessagePage(QWidget *parent = nullptr);

    /** An empty `button`: none. */
    void setMessage(const QString &text, const QString &button, const QString &second = {});
    QString text() const;
    QPushButton *button() const { return m_button; }
    QPushButton *secondButton() const { return m_second; }

signals:
    void buttonClicked();
    void secondButtonClicked();

protected:
    void changeEvent(QEvent *event) override;

private:
    void limitLine();

    QLabel *m_label;
    QPushButton *m_button;
    QPushButton *m_second;
};

} // namespace lockmaster
