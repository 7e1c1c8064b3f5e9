// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"
#include "ui/lab/courseview.h"

#include <QWidget>

#include <map>

class QHBoxLayout;
class QLabel;

namespace lockmaster {

/** The variants of one design beside each other, with the same time below all, and what their signs
 * mean. GUI thread. */
class CourseRow final : public QWidget
{
    Q_OBJECT

public:
    explicit CourseRow(QWidget *parent = nullptr);

    /** In that order; what is known of them stays. Empty: there is nothing to draw. */
    void setVariants(const std::vector<ContentionInfo> &variants);
    void setChosen(const QString &id);
    /** Kept for when it is shown. None: it begins anew. */
    void setCourse(const QString &id, const std::optional<WorkCourse> &course);
    /** Of the views. */
    void setHeight(CourseView::Height height);
    /** The axis is at least so long: of what is played, the end is known. */
    void setLeastLength(Micros length);
    /** Null: it is not shown. */
    CourseView *view(const QString &id) const;

signals:
    void chosen(const QString &id);

private:
    void fit();
    void levelHeads();
    void explain(bool hasGroup);

    QHBoxLayout *m_row;
    QLabel *m_signs = nullptr;
    Micros m_least{0};
    CourseView::Height m_height = CourseView::Height::Usual;
    std::map<QString, CourseView *> m_views;
    std::map<QString, WorkCourse> m_courses;
};

} // namespace lockmaster
