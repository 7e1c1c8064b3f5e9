// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "ui/kit/colors.h"

#include <QFont>
#include <QRect>
#include <QWidget>

class QPainter;

namespace lockmaster {

/// A backend's environment as a framed word, `PROD`, beside its name.

/** Where there is little room, its first letter stands for the word. */
enum class Badge : quint8 { Word, Letter };

/** What it takes beside a text of that font; 0: there is none. */
int badgeWidth(Environment environment, const QFont &font, Badge badge = Badge::Word);

/** Draws it at the left of `rect` and returns the width it took; 0 where it has no room. */
int paintBadge(QPainter &painter, const QRect &rect, Environment environment, const QFont &base,
               const Colors &colors, Badge badge = Badge::Word);

/** A line across a dialog in the colour of its backend's environment; hidden where none is said. */
class EnvironmentStripe : public QWidget
{
    Q_OBJECT

public:
    EnvironmentStripe(Environment environment, QWidget *parent);

    void setEnvironment(Environment environment);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Environment m_environment = Environment::Unset;
};

} // namespace lockmaster
