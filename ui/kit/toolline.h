// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"

#include <QWidget>

#include <vector>

namespace lockmaster {

class ElidedLabel;

/**
 * One line with a note at its left and small tools at its right. It may be as narrow as one likes:
 * the tools that came last are not shown then, which have to be reached by a menu or a key as well.
 * GUI thread.
 */
class ToolLine final : public QWidget
{
    Q_OBJECT

public:
    explicit ToolLine(QWidget *parent = nullptr);

    /** Ownership passes. */
    void add(QWidget *tool);
    /** One that is not wanted takes no room. */
    void setWanted(QWidget *tool, bool wanted);
    /** Empty: there is none. */
    void setNote(const QString &text, Tone tone = Tone::Muted);
    QString note() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Tool {
        QWidget *widget;
        bool wanted = true;
    };
    void place();

    ElidedLabel *m_note;
    std::vector<Tool> m_tools;
};

} // namespace lockmaster
