// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/snugstack.h"

#include <QKeySequence>
#include <QMetaType>

#include <map>
#include <set>
#include <vector>

class QSettings;

namespace lockmaster {

/** The pages of the window, in the order of the sidebar and of their keys (Ctrl+1, ...). */
enum class PageId : quint8 { Locks, Leaders, Lab, History, Owners, Chains, Overview };

/**
 * The pages of the window, one of them shown; which one is remembered. A page is asked for by its
 * key, too, and has the focus then. All but the first may be taken out, to stand elsewhere. GUI
 * thread; the settings outlive it.
 */
class PageStack final : public SnugStack
{
    Q_OBJECT

public:
    explicit PageStack(QSettings &settings, QWidget *parent = nullptr);

    /** Ownership passes. The page that was shown last time is shown as soon as it is there. */
    void add(PageId id, QWidget *page);
    PageId current() const;
    /** Shows the page, if there is one of that id. */
    void choose(PageId id);
    /** The same, and it has the focus. */
    void enter(PageId id);
    /** Those that were added, in their order. */
    std::vector<PageId> all() const;
    static QKeySequence keyOf(PageId id);
    /** As the settings call a page. */
    static QString nameOf(PageId id);

    /**
     * The page, which is in nobody's hands and hidden then; the first is shown where it was. Null
     * where there is none, it is out already, or it is the first.
     */
    QWidget *takeOut(PageId id);
    /** It stands among the others again. */
    void takeBack(PageId id);
    bool isOut(PageId id) const { return m_out.contains(id); }

signals:
    void chosen(lockmaster::PageId id);
    /** A page was asked for that stands elsewhere; what is shown stays. */
    void chosenOutside(lockmaster::PageId id);
    /** By its key, while it is shown already. */
    void chosenAgain(lockmaster::PageId id);

private:
    QSettings &m_settings;
    QString m_remembered; ///< shown last time and not there yet; empty: chosen since
    std::map<PageId, QWidget *> m_pages;
    std::set<PageId> m_out;
};

} // namespace lockmaster

Q_DECLARE_METATYPE(lockmaster::PageId)
