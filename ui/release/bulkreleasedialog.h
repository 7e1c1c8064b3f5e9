// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/actions/writelifts.h"
#include "ui/release/bulkreleasemodel.h"

#include <QDialog>

#include <array>

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;

namespace lockmaster {

class Banner;
class Confirmation;

/**
 * Several locks, to be let go of one after another: the list of them first, with those that cannot
 * be released and why; then the outcome of each as it comes. Each is compared with its own look.
 * It asks by its signals and is told by its setters. GUI thread.
 */
class BulkReleaseDialog final : public QDialog
{
    Q_OBJECT

public:
    BulkReleaseDialog(std::vector<BulkTarget> targets, const Clock &clock,
                      QWidget *parent = nullptr);

    BulkReleaseModel &model() { return *m_model; }

    /** The backends of the list that are read-only now: what was confirmed goes on without any. */
    void setReadOnly(const QStringList &backends);
    /** That `writesWanted` asked for was not granted: nothing was sent, and all can be tried again.
     */
    void setNotAllowed(const QString &backend);
    /** There while the permission is waited for. */
    const WriteLifts::Wanted &liftWanted() const { return m_liftWanted; }
    /** They are those of a plan, of which this is said. It cannot be looked at anew: what is over
     * is planned once more. */
    void setPlan(const QString &heading);
    /** Offers, where any of a plan's locks is in production, that the holders need not be gone. */
    void offerEvenIfNotGone();
    bool isEvenIfNotGone() const;
    /** The same locks as they were looked at anew, in answer to `lookRequested`. */
    void setTargets(std::vector<BulkTarget> targets);
    /** As `BulkReleaseModel::setFound`. */
    void setFound(int row, LockPointer lock, const LockAction &action, const QString &verdict);
    void setPreview(int row, const ReleasePreview &preview);
    void setReport(int row, const ReleaseReport &report);
    void setNotDone(int row, const NotDone &why);
    void setExpired();
    /** No more outcomes come. */
    void setFinished();

    /** Told in the banner until there is another look or something graver to tell. */
    void setNotice(Tone tone, const QString &title, const QString &text = {});

    /** What has to be typed in production: how many, and where. */
    QString wantedWord() const;

    /** Begins nothing more; what has begun goes on. */
    void stop();

signals:
    /** Tickets for new looks are wanted; answers to those before are void. */
    void lookRequested();
    void commitRequested(const std::vector<int> &rows, lockmaster::Compare compare,
                         const QString &reason);
    void evenIfNotGoneChanged();
    /** Nothing more is begun. */
    void stopRequested();
    /** Everything is confirmed, and these have to be let write to first. */
    void writesWanted(const QStringList &backends, const QString &reason);
    /** It was let write to for this, and nothing was sent to it. */
    void writesNotUsed(const QString &backend);
    /** What is shown is to be written down as a plan, and nothing done. */
    void planWanted();

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Widths = std::array<int, BulkReleaseModel::columns>;
    enum class Phase : quint8 { Looking, Ready, Allowing, Committing, Stopping, Over, Expired };

    /** Empty title: nothing is told. */
    struct Notice {
        Tone tone = Tone::Plain;
        QString title;
        QString text;
    };

    void build();
    void buildTable();
    int contentWidth(BulkReleaseModel::ColumnId column, int most) const;
    Widths wantedWidths() const;
    void fitColumns();
    void growToRows();
    void keepOutcomeSeen(int row);
    QWidget *buildButtons();
    void commit();
    void lookAgain();
    void save();
    void tellLiftsNotUsed();
    void refresh();
    void tellAge(bool stale);
    bool isOfPlan() const;
    QString comparedText(int refused) const;
    QString commonActionText() const;
    QString titleText() const;
    QString progressText() const;
    QString blocker() const;
    bool isProduction() const;
    QStringList toBeLifted() const;

    const Clock &m_clock;
    BulkReleaseModel *m_model;
    Phase m_phase = Phase::Looking;
    QStringList m_readOnly;
    WriteLifts::Wanted m_liftWanted;
    QStringList m_liftedHere; ///< that were asked for
    Notice m_notice;
    QString m_commonAction; ///< what is done to each of them; empty: that is told row by row
    QLabel *m_title = nullptr;
    QLabel *m_plan = nullptr; ///< hidden where it is of no plan
    QLabel *m_progress = nullptr;
    QTableView *m_table = nullptr;
    Banner *m_banner = nullptr;
    QPushButton *m_lookAgain = nullptr;
    QCheckBox *m_evenIfRenewed = nullptr;
    QCheckBox *m_evenIfNotGone = nullptr; ///< hidden where that is no question
    Confirmation *m_confirmation = nullptr;
    QLabel *m_blocker = nullptr;
    QPushButton *m_save = nullptr;
    QPushButton *m_savePlan = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_release = nullptr;
};

} // namespace lockmaster
