// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/listcursor.h"
#include "app/lockctl/top/textscreen.h"

#include <QAbstractItemModel>

#include <functional>
#include <span>

namespace lockmaster {

/** What a click on that row means. */
using ClickOf = std::function<std::function<void()>(int row)>;

/**
 * The rows of a model below its headings, all of its columns. Where there is too little room texts
 * give way, the widest first; the columns of `figures` never do. A row whose first cell spans
 * several columns is one text, with `SignRole` before and `NoteRole` behind it. A click on
 * a row means what `clickOf` says of it when it is drawn; without that it moves the cursor there.
 */
void drawTable(TextScreen &screen, const TextArea &area, const QAbstractItemModel &model,
               ListCursor &cursor, std::span<const int> figures, const ClickOf &clickOf = {});

} // namespace lockmaster
