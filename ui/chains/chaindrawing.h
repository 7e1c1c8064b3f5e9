// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/chains/chainscene.h"
#include "ui/kit/colors.h"
#include "ui/kit/picturetitle.h"

#include <QCoreApplication>
#include <QFont>
#include <QImage>
#include <QRect>

class QPainter;

namespace lockmaster {

/**
 * Where everything of a scene stands in its picture: who keeps others waiting at the left, each
 * step to the right is one further behind. Many who wait for one thing and hold nothing are one
 * box. A value; the cost grows with what is shown of the scene.
 */
struct ChainDrawing {
    Q_DECLARE_TR_FUNCTIONS(lockmaster::ChainDrawing)

public:
    struct Box {
        QRect rect;
        ChainLine::What what = ChainLine::What::Root;
        int story = 0;
        bool certain = true;
        bool isCycle = false; ///< of a circle's own
        bool isAbove = false;
        QString name; ///< above `note`, bold; empty: there is no more than that
        QString note;
    };
    struct Link {
        QPoint from;
        QPoint to;
        bool certain = true;
    };
    std::vector<Box> boxes;
    std::vector<Link> links;
    std::vector<QRect> stories; ///< the room of each
    QSize size;

    /** The story at that place; -1: none. */
    int storyAt(const QPoint &point) const;
};

ChainDrawing chainDrawing(const ChainScene &scene, const QFont &font);

/** @p chosen: a story that is marked; -1: none. Paints what `clip` shows. */
void paintChains(QPainter &painter, const ChainDrawing &drawing, const QFont &font,
                 const Colors &colors, const QRect &clip, int chosen = -1);

/// The whole picture, for paper and chat: with a title, and when it was looked at.

struct ChainPaper {
    std::shared_ptr<const ChainScene> scene;
    QFont font;
    const Colors *colors = &lightColors();
    PictureTitle title;
};
/** At `scale`, or at 1 where that were too large; null where that is, too. */
QImage chainImage(const ChainPaper &paper, double scale = 2);
QByteArray chainSvg(const ChainPaper &paper);

} // namespace lockmaster
