// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/eventmodel.h"

#include <QWidget>

class QCheckBox;
class QListView;
class QSettings;

namespace lockmaster {

/** The last events. Follows the newest while it is scrolled to the end. GUI thread. */
class EventStrip final : public QWidget
{
    Q_OBJECT

public:
    EventStrip(EventModel &model, QSettings &settings, QWidget *parent = nullptr);

    QListView &list() { return *m_list; }

signals:
    void narrowRequested(const QString &term);
    void lockChosen(const lockmaster::LockId &id);

protected:
    QSize sizeHint() const override { return {400, 112}; }

private:
    QListView *m_list;
    QCheckBox *m_renewals;
    bool m_atEnd = true;
};

} // namespace lockmaster
