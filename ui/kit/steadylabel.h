// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace lockmaster {

/**
 * A line of plain text that changes while somebody looks, such as an age or a count. It has the
 * size of its text and no other, and so a text as wide as the last one lays out nothing around it.
 */
class SteadyLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit SteadyLabel(QWidget *parent = nullptr);

    void showText(const QString &text);
    /** Never narrower than that text would be. */
    void setRoomFor(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void fit();

    QString m_widest;
};

} // namespace lockmaster
