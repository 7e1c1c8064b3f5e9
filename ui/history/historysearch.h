// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/historyasker.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QTimer;

namespace lockmaster {

/**
 * What is asked of the history: a lock, an owner, a backend; a stretch of time, or one moment. What
 * is typed counts once nothing more is typed for a moment. GUI thread; the clock outlives it.
 */
class HistorySearch final : public QWidget
{
    Q_OBJECT

public:
    /** The stretches that can be chosen, in their order. */
    enum class Span : quint8 { Hour, Day, Week, Month, All, Custom };

    explicit HistorySearch(const Clock &clock, QWidget *parent = nullptr);

    /** The question at this moment; none: what was typed is no time. */
    std::optional<HistoryQuestion> question() const;
    /** What is wrong with what was typed; empty: nothing. */
    QString complaint() const;
    /** The answer changes as time goes by. */
    bool endsNow() const;
    /** Something narrows it. */
    bool isNarrowed() const;

    void setBackends(const QStringList &names);
    /** This one lock, in the stretch that is chosen. */
    void showLock(const HistoryLock &lock);
    void showOwner(const QString &owner);
    void setSpan(Span span);
    /** Everything, whoever and whenever. */
    void clear();

    QLineEdit &lockEdit() { return *m_lock; }
    QLineEdit &ownerEdit() { return *m_owner; }
    QLineEdit &momentEdit() { return *m_moment; }
    QLineEdit &fromEdit() { return *m_from; }
    QLineEdit &untilEdit() { return *m_until; }
    QComboBox &backendBox() { return *m_backend; }
    QComboBox &spanBox() { return *m_span; }

signals:
    /** Another question is asked, or none that can be. */
    void changed();

protected:
    void changeEvent(QEvent *event) override;

private:
    void limitFields();
    QLineEdit *addEdit(const QString &name, const QString &hint);
    void build();
    void typed();
    void decide();
    std::optional<ServerTime> moment() const;
    std::optional<ServerTime> past(const QLineEdit &edit) const;
    Span span() const;
    /** How much is to be seen at once; none: all of it. */
    std::optional<Micros> length() const;
    bool isExact() const;
    bool isWrong(const QLineEdit &edit) const;

    const Clock &m_clock;
    QLineEdit *m_lock;
    QLineEdit *m_owner;
    QComboBox *m_backend;
    QComboBox *m_span;
    QLineEdit *m_moment;
    QWidget *m_custom;
    QLineEdit *m_from;
    QLineEdit *m_until;
    QTimer *m_pause;
    std::optional<HistoryLock> m_exact; ///< chosen, and meant as long as nothing else is typed
};

} // namespace lockmaster
