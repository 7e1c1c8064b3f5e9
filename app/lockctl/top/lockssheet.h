// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/detaillines.h"
#include "app/lockctl/top/lineedit.h"
#include "app/lockctl/top/listcursor.h"
#include "app/lockctl/top/topsheet.h"
#include "core/display/locktablemodel.h"
#include "core/display/narrowing.h"
#include "core/verdict/verdict.h"

#include <array>

namespace lockmaster {

/**
 * The table of live locks, which of them are shown and in which order, and what is known of the
 * chosen one beside it where there is room. Lives on the thread of the store, which outlives it.
 */
class LocksSheet final : public TopSheet
{
public:
    struct Wishes {
        std::function<void(const ViewQuery &)> look; ///< another query
        std::function<void()> open;                  ///< all of the chosen lock
        std::function<void(const LockPointer &)> release;
        std::function<void(const std::optional<LockId> &)> acquire; ///< like the chosen one, if any
        std::function<const LockNote *(const LockId &)> note;       ///< the profile's; null: none
        std::function<void(const QString &)> tell;                  ///< a word at the bottom
        /** Whether its holder lives is to be asked. */
        std::function<void(const LockPointer &)> askLife = {};
        std::function<std::optional<LifeEvidence>(const LockRecord &)> checkOf =
            {}; ///< what it said
        /** What was recorded of that lock; called for what is drawn alone. */
        std::function<std::optional<DetailSection>(const LockId &)> past = {};
    };

    LocksSheet(LockStore &store, LockTableModel &model, const Clock &clock, Wishes wishes);

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;
    bool isTyping() const override { return m_isTyping; }
    bool takesMany(const TopKey &key) const override { return m_isTyping || key.leads(); }

    /** The rows of the view are about to be replaced: the chosen lock stays chosen. */
    void prepare();
    void follow();

    /** What is asked of the view; a first filter is the command line's. */
    const ViewQuery &query() const { return m_query; }
    void setFilter(const Filter &filter);
    /** Of which an alert waits for somebody. */
    void setAlarmed(const LockSet &locks);
    void sortBy(LockColumn column, bool descending);
    /** Narrows to the lock of that name on that server. */
    void showOnly(const QByteArray &name, const QString &backend);
    /** What is shown of the chosen lock. */
    Details details() const;
    /** That lock; null: none is chosen, or it is not there any more. */
    LockPointer chosen() const;
    /** Asks for the chosen lock whether its holder lives, where a key says so. */
    bool pressAboutLife(const TopKey &key);
    /** The next one, or the one before. */
    void step(int rows);

private:
    int drawFilter(TextScreen &screen, const TextArea &area) const;
    void drawProposals(TextScreen &screen, int row, int width) const;
    void drawTable(TextScreen &screen, const TextArea &area);
    void click(const LockId &id);
    void drawRow(TextScreen &screen, const TextArea &area, int row, int line);
    bool drawWhyEmpty(TextScreen &screen, const TextArea &area) const;
    void measure(int width);
    QString cell(int row, LockColumn column) const;
    QString findings(int row) const;
    Tone tone(int row, LockColumn column) const;
    std::vector<LockColumn> columnsFor(int width) const;
    void type(const TopKey &key);
    void complete(int by);
    void propose();
    void useFilter();
    void narrow(const LockRecord &lock, Narrowing by);
    void ask();
    void choose();
    bool isCurrent() const;
    void act(const TopKey &key, const LockPointer &lock);

    LockStore &m_store;
    LockTableModel &m_model;
    const Clock &m_clock;
    const Wishes m_wishes;
    ViewQuery m_query;
    ListCursor m_cursor;
    int m_shown = 1;          ///< rows that there was room for
    bool m_isChosen = false;  ///< by a key: it stays the same lock, and is not just the first one
    bool m_isMissing = false; ///< the chosen one is not listed any more: none is, until a key
    std::optional<LockId> m_kept; ///< of the view before

    LineEdit m_edit;
    bool m_isTyping = false;
    QString m_filterError;
    QStringList m_proposals; ///< of what was typed
    int m_proposed = -1;     ///< that one of them stands there; -1: none
    QString m_completed;     ///< what was typed before it

    std::vector<LockColumn> m_columns; ///< that fit, in their order
    std::array<int, lockColumnCount> m_widths{};
    int m_findingsWidth = 0;
    int m_measuredFor = 0;
    ScrolledLines m_details;
};

} // namespace lockmaster
