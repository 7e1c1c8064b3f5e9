// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/lockstore.h"
#include "ui/chains/chaindrawing.h"
#include "ui/kit/savefile.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace lockmaster {

class ChainPicture;
class ChainTree;
class MessagePage;

/**
 * The page of who waits for whom: a picture, and below it the same as a tree. What follows from
 * what was seen is worked out aside, once a second while the page is seen and somebody may wait.
 * GUI thread; store and clock outlive it.
 */
class ChainsView final : public QWidget
{
    Q_OBJECT

public:
    ChainsView(LockStore &store, const Clock &clock, QWidget *parent = nullptr);

    /** Who goes by several names. */
    void setOwners(std::vector<OwnerRule> owners);
    /** False while the window is minimised: nothing is worked out. */
    void setLive(bool live);
    void setScene(std::shared_ptr<const ChainScene> scene);

    const std::shared_ptr<const ChainScene> &scene() const { return m_scene; }
    ChainPicture &picture() { return *m_picture; }
    ChainTree &tree() { return *m_tree; }
    MessagePage &message() { return *m_message; }
    QToolButton &exportButton() { return *m_export; }
    bool isMessageShown() const;
    QString summary() const;

    enum class Format : quint8 { Png, Svg, Json };
    /** What is saved of what is shown. */
    QByteArray content(Format format) const;

signals:
    /** A lock of a chain is to be shown among the locks. */
    void lockRequested(const lockmaster::LockId &id);
    /** The list of locks is to be narrowed by this term of a filter. */
    void narrowRequested(const QString &term);
    /** What is shown is of another moment. */
    void followed();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildContent();
    void follow();
    void showEmptyState();
    void fitSummary();
    void askToSave();
    QString nameToSave() const;
    ChainPaper paper() const;

    LockStore &m_store;
    const Clock &m_clock;
    ChainPicture *m_picture;
    ChainTree *m_tree;
    QLabel *m_summary;
    QToolButton *m_export;
    MessagePage *m_message;
    QStackedWidget *m_stack;
    QTimer *m_tick;
    SaveNote m_note;
    std::vector<OwnerRule> m_owners;
    std::shared_ptr<const ChainScene> m_scene;
    Snapshots m_shown;     ///< what the scene follows from
    bool m_asking = false; ///< one is being worked out
    bool m_live = true;
};

} // namespace lockmaster
