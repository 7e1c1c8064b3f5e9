// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/courserow.h"

#include "ui/kit/labels.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace lockmaster {

CourseRow::CourseRow(QWidget *parent) : QWidget(parent), m_row(new QHBoxLayout)
{
    m_row->setSpacing(12);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(m_row, 1);
    m_signs = mutedLabel({}, this);
    layout->addWidget(m_signs);
}

void CourseRow::explain(bool hasGroup)
{
    m_signs->setText(
        hasGroup ? tr("A block: granted one lock after another; red: they are not at the new "
                      "master. ✕: refused. Grey: there is no master; pale red: two of them grant "
                      "locks.")
                 : tr("A line: waits. A block: at work in what the lock is for; red: "
                      "it should not have been. ●: a card. ✕: no lock, or a "
                      "release of what is not its own."));
}

void CourseRow::setVariants(const std::vector<ContentionInfo> &variants)
{
    const bool isSame = variants.size() == m_views.size()
                        && std::all_of(variants.begin(), variants.end(), [this](const auto &each) {
                               return m_views.contains(each.id);
                           });
    if (isSame)
        return;
    for (const auto &[id, view] : m_views)
        delete view;
    m_views.clear();
    explain(!variants.empty() && variants.front().hasGroup);
    for (const ContentionInfo &info : variants) {
        auto *view = new CourseView(info.title, this);
        connect(view, &CourseView::clicked, this, [this, id = info.id] { emit chosen(id); });
        connect(view, &CourseView::headChanged, this, &CourseRow::levelHeads);
        view->setHeight(m_height);
        m_row->addWidget(view, 1);
        m_views.emplace(info.id, view);
        const auto known = m_courses.find(info.id);
        if (known != m_courses.end())
            view->setCourse(known->second);
    }
    fit();
    levelHeads();
}

void CourseRow::setChosen(const QString &id)
{
    for (const auto &[each, view] : m_views)
        view->setChosen(each == id && m_views.size() > 1);
}

void CourseRow::setCourse(const QString &id, const std::optional<WorkCourse> &course)
{
    if (course)
        m_courses.insert_or_assign(id, *course);
    else
        m_courses.erase(id);
    if (CourseView *shown = view(id))
        shown->setCourse(course);
    fit();
}

void CourseRow::setHeight(CourseView::Height height)
{
    m_height = height;
    for (const auto &[id, view] : m_views)
        view->setHeight(height);
}

void CourseRow::setLeastLength(Micros length)
{
    m_least = length;
    fit();
}

CourseView *CourseRow::view(const QString &id) const
{
    const auto found = m_views.find(id);
    return found == m_views.end() ? nullptr : found->second;
}

/** As high as the highest: titles are read whole, and lanes are level. */
void CourseRow::levelHeads()
{
    CourseView::Head highest;
    for (const auto &[id, view] : m_views) {
        const CourseView::Head wanted = view->headWanted();
        highest.title = std::max(highest.title, wanted.title);
        highest.verdict = std::max(highest.verdict, wanted.verdict);
    }
    for (const auto &[id, view] : m_views)
        view->setHead(highest);
}

void CourseRow::fit()
{
    Micros length = m_least;
    for (const auto &[id, view] : m_views) {
        if (view->course())
            length = std::max(length, view->course()->length);
    }
    for (const auto &[id, view] : m_views)
        view->setLength(length);
}

} // namespace lockmaster
