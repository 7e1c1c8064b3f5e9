// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/chains/chaindrawing.h"

#include <QAbstractScrollArea>

namespace lockmaster {

/**
 * The chains as a picture to read at a projector. Arrow keys and the wheel scroll it; a click
 * chooses a chain. What it shows is told to screen readers by the tree. GUI thread.
 */
class ChainPicture final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit ChainPicture(QWidget *parent = nullptr);

    void setScene(std::shared_ptr<const ChainScene> scene);
    /** Marks a chain, and brings its begin into sight where it is another than before. */
    void choose(int story);
    const ChainDrawing &drawing() const { return m_drawing; }

signals:
    void storyChosen(int story);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void lay();
    QPoint offset() const;

    std::shared_ptr<const ChainScene> m_scene;
    ChainDrawing m_drawing;
    int m_chosen = -1;
};

} // namespace lockmaster
