// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "core/display/acquiredraft.h"
#include "ui/kit/commandorigins.h"

#include <QDialog>

#include <functional>

class QPushButton;

namespace lockmaster {

class Banner;

/**
 * Asks what lock to take, where and for how long; follows what the view sees of that name and
 * whether the backend may be written to. It takes nothing itself: `orderGiven` says what to take,
 * and the dialog is closed. GUI thread; store and clock outlive it.
 */
class AcquireDialog final : public QDialog
{
    Q_OBJECT

public:
    struct Setup {
        std::vector<AcquirePlace> places; ///< in the order in which they are offered
        /** Whether a backend may be written to at this moment; asked again and again. */
        std::function<bool(const BackendSpec &)> writable;
        CommandOrigins commandOrigins; ///< options by which `lockctl` finds the backends
    };

    AcquireDialog(Setup setup, const LockStore &store, const Clock &clock,
                  QWidget *parent = nullptr);
    ~AcquireDialog() override;

    /** Fills in where this lock is and its name; a place that is not offered changes nothing. */
    void prefill(const LockId &id);

    AcquireDraft draft() const;
    /** What stands in the way; empty: the lock can be taken. */
    QString problemText() const;
    QString noteText() const;
    QString commandText() const;
    QPushButton &acquireButton();
    /** Asks anew what changes by itself: the view, the gate. */
    void refresh();

signals:
    void orderGiven(const lockmaster::HoldOrder &order);
    /** The operator wants this read-only backend to be writable for a while. */
    void liftRequested(const lockmaster::BackendSpec &backend);

protected:
    bool event(QEvent *event) override;

private:
    struct Fields;
    QWidget *buildForm();
    QWidget *buildNameRow(QWidget *parent);
    QWidget *buildHoldRow(QWidget *parent);
    QWidget *buildButtons();
    void connectFields();
    void fillBackends();
    void followBackend();
    void followSystem();
    void setName(const QByteArray &name);
    void typeAnotherName();
    void validate();
    void fitHeight();
    void showNote(const AcquireDraft &draft);
    void showReadOnly(const AcquireDraft &draft);
    void give();
    const AcquirePlace *place() const;

    Setup m_setup;
    const LockStore &m_store;
    const Clock &m_clock;
    std::unique_ptr<Fields> m_fields;
    /** A name that no text field can hold; none: what is typed is the name. */
    std::optional<QByteArray> m_fixedName;
};

} // namespace lockmaster
