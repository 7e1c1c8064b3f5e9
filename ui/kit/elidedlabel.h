// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QString>

class QFontMetrics;

namespace lockmaster {

/**
 * A figure within `width`: as it is, else without its smaller unit (`≥ 13 m` of `≥ 13 m 18 s`: a
 * duration is cut and not rounded anyway), else `…` alone. A number that lost digits would be
 * another number.
 */
QString fittingFigure(const QFontMetrics &metrics, const QString &text, int width);

/** A sentence cut at its end; never within a number, for the same reason. */
QString fittingSentence(const QFontMetrics &metrics, const QString &text, int width);

/** A line of plain text that gives way: too long, it is cut at its end, in full in the tooltip. */
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;

    /** Too long a text is written smaller, to `least` of its size, before any of it is cut. */
    void setLeastScale(qreal least);
    /** What of the text is seen in the room that there is, and in which font. */
    QString shownText() const;
    QFont shownFont() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    qreal m_leastScale = 1;
};

} // namespace lockmaster
