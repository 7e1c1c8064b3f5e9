// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/durationedit.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <limits>

namespace lockmaster {

namespace {

constexpr std::array<qint64, 5> unitMillis = {1, 1000, 60'000, 3'600'000, 86'400'000};

} // namespace

DurationEdit::DurationEdit(const QString &name, QWidget *parent)
    : QWidget(parent), m_number(new QSpinBox(this)), m_unit(new QComboBox(this))
{
    // A box to choose in is called by what is chosen there; what that is has to be told beside it.
    m_number->setAccessibleName(name);
    m_number->setGroupSeparatorShown(true);
    m_unit->setAccessibleDescription(tr("%1: unit").arg(name));
    for (const QString &unit : {tr("ms"), tr("seconds"), tr("minutes"), tr("hours"), tr("days")})
        m_unit->addItem(unit);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_number);
    layout->addWidget(m_unit);
    layout->addStretch();
    setFocusProxy(m_number);
    connect(m_number, &QSpinBox::valueChanged, this, &DurationEdit::edited);
    connect(m_unit, &QComboBox::currentIndexChanged, this, [this] {
        {
            const QSignalBlocker quiet(m_number);
            fitRange();
        }
        emit edited();
    });
}

qint64 DurationEdit::millisOfUnit() const
{
    return unitMillis[size_t(std::max(0, m_unit->currentIndex()))];
}

/** What the bounds are in the unit; a number beyond them is the bound. */
void DurationEdit::fitRange()
{
    const qint64 unit = millisOfUnit();
    const auto bounded = [](qint64 value) {
        return int(std::min<qint64>(value, std::numeric_limits<int>::max()));
    };
    const qint64 least = std::chrono::ceil<Millis>(m_least).count();
    const qint64 most = std::chrono::floor<Millis>(m_most).count();
    m_number->setRange(bounded((least + unit - 1) / unit),
                       bounded(std::max<qint64>(most / unit, 1)));
}

void DurationEdit::setRange(Micros least, Micros most, const QString &zero)
{
    m_least = least;
    m_most = most;
    const QSignalBlocker quiet(m_number);
    m_number->setSpecialValueText(zero);
    fitRange();
}

Micros DurationEdit::value() const
{
    return Millis(m_number->value() * millisOfUnit());
}

void DurationEdit::setValue(Micros value)
{
    const QSignalBlocker quietNumber(m_number);
    const QSignalBlocker quietUnit(m_unit);
    const qint64 millis = std::chrono::floor<Millis>(value).count();
    size_t unit = millis == 0 ? 1 : unitMillis.size() - 1;
    while (unit > 0 && millis % unitMillis[unit] != 0)
        --unit;
    m_unit->setCurrentIndex(int(unit));
    fitRange();
    m_number->setValue(int(std::min<qint64>(millis / unitMillis[unit], m_number->maximum())));
}

} // namespace lockmaster
