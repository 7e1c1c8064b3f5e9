// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/lockreport.h"
#include "core/history/historyasker.h"

#include <QObject>
#include <QPointer>

class QLabel;

namespace lockmaster {

/**
 * Makes reports of locks, for the clipboard and for files. The history is read on a thread of the
 * pool, and a file is written there: GUI thread, which waits for neither. What came of it is told
 * in a note above the widget, or in a box. The clock outlives it.
 */
class ReportDesk final : public QObject
{
    Q_OBJECT

public:
    /** Lives as long as `widget`, whose child it becomes. */
    ReportDesk(HistoryPlaces places, const Clock &clock, QWidget &widget);
    ~ReportDesk() override;

    /** As Markdown, into the clipboard. */
    void copy(const ReportOrder &order);
    /** Asks for a file in a dialog that blocks nothing, and writes it. */
    void save(const ReportOrder &order);
    /** Without asking: HTML where the name ends so, else Markdown; what is there is replaced. */
    void write(const ReportOrder &order, const QString &path);

signals:
    void copied();
    void saved(const QString &path);
    /** Nothing was copied, or written. */
    void failed(const QString &reason);

private:
    struct Made {
        QByteArray text;
        QString problem; ///< why there is none; empty: nothing stands in the way
    };
    /** `path`: into that file; empty: into `Made::text`. */
    void make(const ReportOrder &order, const QString &path,
              const std::function<void(const Made &)> &done);
    void tell(const QString &text);
    void tellFailed(const QString &what, const QString &reason);

    const HistoryPlaces m_places;
    const Clock &m_clock;
    QWidget &m_widget;
    const std::shared_ptr<std::atomic<bool>> m_givenUp; ///< nobody waits for a report any more
    QPointer<QLabel> m_note;
};

} // namespace lockmaster
