// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"

#include <QWidget>

class QSettings;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace lockmaster {

class ElidedLabel;

/**
 * Lists that share the foot of the window: one is in front, each has a tab that says how much is in
 * it. Folded, the tabs are left; put away, nothing is, until somebody wants one of the lists. All
 * of it is remembered: which is in front, how high they are, and what was folded. Where the page
 * has little room, it is folded from the beginning, and what is chosen there counts there. Until
 * something stands in one of them they are low; from then on they stay as high as they are, so that
 * nothing moves when one is empty again.
 *
 * GUI thread; the settings outlive it. Whoever lays it out asks `wantedHeight()`.
 */
class Dock final : public QWidget
{
    Q_OBJECT

public:
    explicit Dock(QSettings &settings, QWidget *parent = nullptr);

    /** `tools` stand beside the tabs while that list is in front. Ownership of both passes. */
    void add(const QString &key, const QString &title, QWidget *list, QWidget *tools);
    /** `Alerts 12`; empty: nothing to count. A tab is written in its tone where something is. */
    void setCount(const QWidget *list, const QString &count, Tone tone = Tone::Plain);
    /** What is worst in one of them, told wherever that one is not to be seen. */
    void setWorst(const QWidget *list, const QString &text, Tone tone);
    /** Something stands in a list that counts nothing: they take room from now on. */
    void setFilled();
    QString worstShown() const;
    QString tabText(const QWidget *list) const;

    QWidget *current() const;
    /** Brings it to the front, unfolded and not put away; the keyboard stays where it is. */
    void bring(QWidget *list);
    bool isListShown(const QWidget *list) const;
    /** The keyboard goes to the list in front; from there to the next one. */
    void enter();

    bool isFolded() const;
    void setFolded(bool folded);
    bool isAway() const { return m_away; }
    void setAway(bool away);
    /** The page needs the room, or does not. */
    void setTight(bool tight);
    /** The page has the whole window for a while. */
    void setPresenting(bool presenting);

    /** Folded: of the tabs. */
    int wantedHeight() const;
    /** Somebody made it that high. */
    void setOpenHeight(int height);
    void saveState();

signals:
    /** Folded or not, away or not, or a wish to be another height. */
    void stateChanged();
    /** Another list came to the front. */
    void listBrought(QWidget *list);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *buildHead();
    int indexOf(const QWidget *list) const;
    void follow();
    void followWorst();
    void colourTabs();
    bool &folding() { return m_tight ? m_foldedWhenTight : m_folded; }

    QSettings &m_settings;
    QTabBar *m_tabs;
    ElidedLabel *m_worst;
    QStackedWidget *m_tools;
    QToolButton *m_fold;
    QToolButton *m_putAway;
    QWidget *m_head;
    QStackedWidget *m_lists;
    std::vector<Tone> m_tones; ///< of each tab
    QStringList m_titles;
    QStringList m_keys;
    QString m_wanted; ///< the key of the one that was in front last
    const QWidget *m_worstOf = nullptr;
    QString m_worstText;
    Tone m_worstTone = Tone::Plain;
    int m_openHeight;
    bool m_folded;
    bool m_foldedWhenTight;
    bool m_away;
    bool m_tight = false;
    bool m_presenting = false;
    bool m_filled = false; ///< something stands in one of them, or stood
};

} // namespace lockmaster
