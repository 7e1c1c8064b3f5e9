// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"

#include <QWidget>

namespace lockmaster {

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
