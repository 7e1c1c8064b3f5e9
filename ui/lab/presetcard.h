// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRadioButton>

namespace lockmaster {

/**
 * One of several ways to begin, as a large card: a title, a line of figures, and what to expect.
 * A radio button in everything but its looks. Plain text, wrapped. GUI thread.
 */
class PresetCard final : public QRadioButton
{
    Q_OBJECT

public:
    PresetCard(const QString &title, const QString &figures, const QString &expectation,
               QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool hitButton(const QPoint &at) const override;
    void paintEvent(QPaintEvent *event) override;

private:
    QFont titleFont() const;
    int textHeight(const QFont &font, const QString &text, int width) const;

    QString m_title;
    QString m_figures;
    QString m_expectation;
};

} // namespace lockmaster
