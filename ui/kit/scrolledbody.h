// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace lockmaster {

/**
 * What a dialog shows above its buttons: as high as it wants to be where there is room, and
 * scrolled where there is not, so that the buttons stay in sight at any size of text. What has the
 * focus is scrolled to. GUI thread.
 */
class ScrolledBody final : public QScrollArea
{
    Q_OBJECT

public:
    /** Takes `body` over, which has a layout. */
    explicit ScrolledBody(QWidget *body, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

/** So much of the screen a dialog may take: its own edges and a panel have to have room as well. */
QSize largestDialog(const QWidget &dialog);

/** Of a dialog that is `usual` wide at the desktop's size of text: as wide as its words are now. */
int widthOnScreen(const QWidget &dialog, int usual);

/** The same for both sides, as far as the screen has room for it. */
void resizeOnScreen(QWidget &dialog, QSize usual);

} // namespace lockmaster
