// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/finding.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockmaster {

class Banner;

/**
 * Findings, one at a time in a card, with buttons to step through them. Hidden while there is none;
 * the first is shown, or the one stepped to as long as it is there. GUI thread.
 */
class FindingCards final : public QWidget
{
    Q_OBJECT

public:
    explicit FindingCards(QWidget *parent = nullptr);

    void setFindings(const QList<Finding> &findings);
    const QList<Finding> &findings() const { return m_findings; }
    /** Title and evidence of the one shown. */
    QString text() const;
    void step(int by);

private:
    void showCurrent();

    QList<Finding> m_findings;
    qsizetype m_current = 0;
    bool m_stepped = false; ///< somebody chose the one shown
    Banner *m_card;
    QLabel *m_count;
    QToolButton *m_next;
};

} // namespace lockmaster
