// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/eventmodel.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QListView;
class QSettings;
class QToolButton;

namespace lockmaster {

class ToolLine;

/**
 * The last events. It follows the newest until a line is chosen or it is scrolled away from its
 * end: then it stands still, says so, and *Newest* or End lets it follow again. GUI thread; model
 * and settings outlive it.
 */
class EventStrip final : public QWidget
{
    Q_OBJECT

public:
    EventStrip(EventModel &model, QSettings &settings, QWidget *parent = nullptr);

    QListView &list() { return *m_list; }
    /** Beside whatever title it has. */
    ToolLine &tools() { return *m_tools; }
    QToolButton &newest() { return *m_newest; }
    /** From the newest line on, none chosen. */
    void follow();

signals:
    void narrowRequested(const QString &term);
    void lockChosen(const lockmaster::LockId &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildList();
    void buildTools(QSettings &settings);
    void followHand();
    void followModel();
    void tell();

    EventModel &m_model;
    QListView *m_list;
    ToolLine *m_tools;
    QToolButton *m_newest;
    QCheckBox *m_renewals;
    QLabel *m_empty;        ///< stands above a list without a line
    bool m_scrolls = false; ///< by itself
};

} // namespace lockmaster
