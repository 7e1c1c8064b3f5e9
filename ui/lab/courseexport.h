// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/contention.h"
#include "ui/kit/savefile.h"

#include <QToolButton>

namespace lockmaster {

/** Experiments as they are to be drawn beside each other. */
struct DrawnRuns {
    struct Run {
        ContentionInfo info;
        WorkCourse course;
        ServerTime begunAt{};
    };
    std::vector<Run> runs;
    QString place; ///< where they ran, and for recordings who wrote them down; literal
};

/**
 * "Export…": saves what experiments did as picture or drawing, below what they are, where and when
 * it was. GUI thread.
 */
class CourseExportButton final : public QToolButton
{
    Q_OBJECT

public:
    enum class Format : quint8 { Png, Svg };

    /** `source` is asked when something is to be saved; without runs nothing is. */
    explicit CourseExportButton(std::function<DrawnRuns()> source, QWidget *parent = nullptr);

    /** The bytes of that file, in the font of the button; empty: there is nothing. */
    QByteArray content(Format format) const;

private:
    void ask();

    std::function<DrawnRuns()> m_source;
    SaveNote m_note;
};

} // namespace lockmaster
