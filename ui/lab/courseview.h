// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"
#include "core/lab/contention/workcourse.h"

#include <QWidget>

namespace lockmaster {

/**
 * An experiment as it goes on: a lane for each request, in which waiting is a line and the section
 * that the lock is for is a block, red where it should not have been. GUI thread.
 */
class CourseView final : public QWidget
{
    Q_OBJECT

public:
    /** @param title what it is of */
    explicit CourseView(const QString &title, QWidget *parent = nullptr);

    /** None: it was not run yet. */
    void setCourse(const std::optional<WorkCourse> &course);
    const std::optional<WorkCourse> &course() const { return m_course; }
    /** Its axis ends there: variants beside each other have the same. */
    void setLength(Micros length);
    /** `AtMostUsual` gives way where there is less room, `All` takes all that there is. */
    enum class Height : quint8 { Usual, AtMostUsual, All };
    void setHeight(Height height);
    /** It is the one that is told of in words. */
    void setChosen(bool chosen);

    /** How high its title, and its verdict, have to be to be read whole. */
    struct Head {
        int title = 0;
        int verdict = 0;
    };
    /** At its width now. */
    Head headWanted() const;
    /** Variants beside each other have the same, so that their lanes are level. */
    void setHead(Head head);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /** What a tooltip says of that place. */
    QString textAt(const QPointF &at) const;

signals:
    void clicked();
    /** Its title or its verdict may need more room, or less, than before. */
    void headChanged();

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    bool isClean() const;
    Tone tone() const;
    QString verdict() const;
    QString spoken() const;
    QString phaseText(const WorkCourse::Phase &phase) const;
    bool hasPhases() const;
    QRect headArea() const;
    QFont verdictFont() const;
    int headHeight() const;
    int titleHeight() const;
    QRectF plotArea() const;
    qreal laneHeight() const;
    qreal xOf(Micros at) const;
    void paintHead(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;
    void paintPhases(QPainter &painter) const;
    void paintCourse(QPainter &painter) const;

    const QString m_title;
    std::optional<WorkCourse> m_course;
    Micros m_length{0};
    Head m_head;
    bool m_chosen = false;
    Height m_height = Height::Usual;
};

} // namespace lockmaster
