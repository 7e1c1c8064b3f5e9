// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/chains/chainscene.h"

#include <QTreeWidget>

#include <optional>

namespace lockmaster {

/**
 * The chains as a tree, for keyboard and screen reader: each a sentence, below it who holds what,
 * and who waits for that. What is open and chosen stays while it is there; where only figures
 * changed nothing moves. GUI thread.
 */
class ChainTree final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit ChainTree(QWidget *parent = nullptr);

    void setScene(std::shared_ptr<const ChainScene> scene);
    /** Which of the stories is chosen, or has a line that is; -1: none. */
    int chosenStory() const;
    void chooseStory(int story);
    /** The lock that the chosen line is of. */
    std::optional<LockId> chosenLock() const;
    /** Null: none. */
    const LockRecord *chosenRecord() const;

signals:
    void storyChosen(int story);
    void lockRequested(const lockmaster::LockId &id);
    void narrowRequested(const QString &term);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fill();
    void fitHeight(QTreeWidgetItem &item) const;
    bool sameLines(const ChainScene &a, const ChainScene &b) const;
    void write(QTreeWidgetItem &item, const QString &text, bool warns) const;

    std::shared_ptr<const ChainScene> m_scene;
};

} // namespace lockmaster
