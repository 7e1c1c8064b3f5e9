// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/help/helpwindow.h"

#include <QObject>
#include <QPointer>

namespace lockmaster {

/**
 * Opens the guide where it tells of what has the focus: F1 in every window and dialog of the
 * program. GUI thread; one for the program.
 */
class HelpDesk final : public QObject
{
    Q_OBJECT

public:
    /** Belongs to the window, and closes the guide with it. */
    explicit HelpDesk(QWidget &window);
    ~HelpDesk() override;

    void showFor(const QWidget *widget);
    void showPage(const QString &place);
    /** Null: it is not open. */
    HelpWindow *opened() const { return m_opened; }

    /** Where the guide tells of `widget` or the nearest around it; empty: nowhere. */
    static QString placeOf(const QWidget *widget);
    /** All places that somebody is led to. */
    static QStringList places();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QPointer<HelpWindow> m_opened;
};

} // namespace lockmaster
