// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/pinplaces.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace lockmaster {

class ElidedLabel;
class MarkedLocks;

/**
 * What is to be said of pinned locks that have no row: each is not held, not seen, or left out
 * here; and what can be done with a pin. Hidden where all have a row. GUI thread; the pins outlive
 * it.
 */
class PinStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit PinStrip(QWidget *parent = nullptr);

    void setPins(MarkedLocks &pins) { m_pins = &pins; }
    void follow(const ViewSnapshot &view, SteadyTime now);

    QString text() const;
    QToolButton &button() { return *m_button; }
    /** As it was when it was opened last. */
    QMenu &menu() { return *m_menu; }

signals:
    void lockRequested(const lockmaster::LockId &id);
    /** What this term of a filter leaves is wanted to be seen alone. */
    void narrowRequested(const QString &term);

private:
    void fillMenu();
    QString said(PinPlace::Stand stand) const;

    MarkedLocks *m_pins = nullptr;
    std::vector<PinPlace> m_places;
    ElidedLabel *m_label;
    QToolButton *m_button;
    QMenu *m_menu;
};

} // namespace lockmaster
