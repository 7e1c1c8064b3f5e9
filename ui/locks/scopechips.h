// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/viewsnapshot.h"

#include <QAbstractButton>

class QHBoxLayout;

namespace lockmaster {

/**
 * One thing that narrows the table, with a cross: pressed, or by Delete, it asks to be taken away.
 * Too long, it is cut in the middle and said in full in the tooltip. GUI thread.
 */
class ScopeChip final : public QAbstractButton
{
    Q_OBJECT

public:
    /** `kind` says what `label` is: `Server`; `meaning`, if anything, what that means. */
    ScopeChip(const QString &kind, const QString &label, const QString &meaning, QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    int widthOf(const QString &text) const;
};

/**
 * What the lock table is narrowed to, beside the filter: lab, server, source, finding or owner,
 * each to be taken away by itself. Hidden where nothing is narrowed. GUI thread.
 */
class ScopeChips final : public QWidget
{
    Q_OBJECT

public:
    explicit ScopeChips(QWidget *parent = nullptr);

    /** `sourceLabel` is how the sidebar calls the scope's source. */
    void showScope(const ViewScope &scope, const QString &sourceLabel);
    const std::vector<ScopeChip *> &chips() const { return m_chips; }

signals:
    /** What is left of the scope without the chip that was taken away. */
    void scopeChosen(const lockmaster::ViewScope &scope);
    /** Chips came or went. */
    void changed();

private:
    void add(const QString &kind, const QString &label, const ViewScope &without,
             const QString &meaning = {});

    QHBoxLayout *m_layout;
    ViewScope m_scope;
    std::vector<ScopeChip *> m_chips;
};

} // namespace lockmaster
