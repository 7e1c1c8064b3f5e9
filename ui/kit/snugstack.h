// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStackedWidget>

namespace lockmaster {

/**
 * Is as narrow as the page that is shown allows. The base class asks for the room of its widest
 * page, whether anybody sees it or not. GUI thread.
 */
class SnugStack : public QStackedWidget
{
    Q_OBJECT

public:
    explicit SnugStack(QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;
};

} // namespace lockmaster
