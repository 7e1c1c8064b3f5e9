// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"
#include "ui/kit/colors.h"

#include <QFont>
#include <QString>

class QPainter;

namespace lockmaster {

/**
 * What stands above each picture that is saved, as it is looked at far from here: what it is of,
 * on which servers, and when, by a clock whose zone is told. Plain text; any thread.
 */
struct PictureTitle {
    QString title; ///< the lock, or what is drawn; literal; empty: there is nothing above
    QString place; ///< servers, literal; shortened where there is too little room
    QString time;  ///< never shortened

    int height(const QFont &font) const;
    /** Of a picture in which nothing of it is shortened, unless names are as long as a book. */
    int usualWidth(const QFont &font) const;
    void paint(QPainter &painter, const QFont &font, const Colors &colors, int width) const;
};

/** `2026-11-23 16:40:12 – 16:43:29 UTC+09:00`: local, the day again where it is another. */
QString stretchText(ServerTime from, ServerTime until);
/** `2026-11-23 16:40:12 UTC+09:00` */
QString stampText(ServerTime at);

} // namespace lockmaster
