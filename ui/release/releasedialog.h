// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/releaseinquiry.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lockmaster {

class Banner;
class CommandBox;
class Confirmation;
class DetailsPane;
class ElidedLabel;
class EnvironmentStripe;
class ScrolledBody;

/**
 * One lock, to be let go of: what it is, who holds it, what will be lost, the exact command; and
 * while it is open, what becomes of the lock. What is asked and known is its inquiry's. Nothing in
 * it is released by Enter alone, and it stays open after the release to say what came of it. GUI
 * thread.
 */
class ReleaseDialog final : public QDialog
{
    Q_OBJECT

public:
    /** The store outlives the dialog. */
    ReleaseDialog(ReleaseSubject subject, LockStore &store, const Clock &clock,
                  QWidget *parent = nullptr);

    /** What it shows, and is told. */
    ReleaseInquiry &inquiry() { return *m_inquiry; }
    /** What was seen of the lock before; none: nothing is known. */
    void setPast(const std::optional<DetailSection> &past);

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    QVBoxLayout *buildHeading();
    void buildActions(QVBoxLayout &body);
    QWidget *buildButtons();
    void fillActions();
    void lookAgain();
    void beginLook();
    void refresh();
    void refreshFacts();
    void refreshButtons();
    int fixedHeight() const;
    void growToFit();
    void limitBody();

    ReleaseInquiry *m_inquiry;
    std::optional<DetailSection> m_past;

    QStringList m_actionTexts; ///< as they stand in `m_action`
    bool m_isOver = false;     ///< what came of it was shown
    EnvironmentStripe *m_stripe = nullptr;
    ScrolledBody *m_body = nullptr;
    QWidget *m_foot = nullptr; ///< what is not scrolled
    ElidedLabel *m_title = nullptr;
    DetailsPane *m_facts = nullptr;
    QComboBox *m_action = nullptr;
    Banner *m_banner = nullptr;
    QPushButton *m_lookAgain = nullptr;
    CommandBox *m_command = nullptr;
    CommandBox *m_shell = nullptr;
    QCheckBox *m_evenIfRenewed = nullptr;
    QLabel *m_alwaysCompared = nullptr;
    QCheckBox *m_whoeverHolds = nullptr; ///< shown where nothing tells the holder from the next
    Confirmation *m_confirmation = nullptr;
    QLabel *m_blocker = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_release = nullptr;
};

} // namespace lockmaster
