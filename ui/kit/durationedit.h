// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platform/clock.h"

#include <QWidget>

class QComboBox;
class QSpinBox;

namespace lockmaster {

/**
 * A length of time as a whole number and a unit, in the largest one that says it exactly. GUI
 * thread.
 */
class DurationEdit final : public QWidget
{
    Q_OBJECT

public:
    /** `name` is what a screen reader says. */
    explicit DurationEdit(const QString &name, QWidget *parent = nullptr);

    /** Of whole milliseconds; zero is told as `zero` where that is not empty. */
    void setRange(Micros least, Micros most, const QString &zero = {});
    Micros value() const;
    /** Tells nobody. */
    void setValue(Micros value);

    QSpinBox &number() { return *m_number; }
    QComboBox &unit() { return *m_unit; }

signals:
    /** Somebody made it another length. */
    void edited();

private:
    void fitRange();
    qint64 millisOfUnit() const;

    QSpinBox *m_number;
    QComboBox *m_unit;
    Micros m_least{0};
    Micros m_most{0};
};

} // namespace lockmaster
