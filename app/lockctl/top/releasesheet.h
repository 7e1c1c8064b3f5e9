// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/detaillines.h"
#include "app/lockctl/top/lineedit.h"
#include "app/lockctl/top/topsheet.h"
#include "core/actions/writelifts.h"
#include "core/display/releasehere.h"
#include "core/display/releaselink.h"

#include <functional>

namespace lockmaster {

/**
 * The release of one lock: what the window's dialog shows and asks. Nothing is done by a Return
 * that was typed for something else: it goes from field to field, and releases on the button alone.
 * Lives on the thread of the store.
 */
class ReleaseSheet final : public TopSheet
{
public:
    struct Tools {
        ActionTools actions;
        WriteLifts *lifts;          ///< outlives it, as what the actions point to
        std::function<void()> look; ///< somebody should look at the servers now
        std::function<void()> draw; ///< something else is shown
        std::function<void()> close;
        std::function<void(const ReleaseHere &)> released;
    };

    ReleaseSheet(ReleaseSubject subject, BackendSpec backend, LockStore &store, Tools tools);

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;
    bool isTyping() const override { return true; }
    bool takesMany(const TopKey &key) const override;

private:
    /** What has the keys, in the order of Tab. */
    enum class Field : quint8 {
        Action,
        EvenIfRenewed,
        WhoeverHolds,
        LookAgain,
        Reason,
        Word,
        Cancel,
        Release,
    };

    std::vector<Field> fields() const;
    void goOn(int by);
    void use(Field field);
    std::vector<StyledLine> facts(int width) const;
    std::vector<StyledLine> choices(int width) const;
    int bottomRows(int width) const;
    int drawBottom(TextScreen &screen, const TextArea &area) const;
    void drawButton(TextScreen &screen, int row, int *column, Field field, const QString &text,
                    bool isOn, Tone tone) const;
    TextStyle styleOf(Field field, Tone tone = Tone::Plain) const;
    void noteReport(const ReleaseOrder &order, const ReleaseReport &report);

    const BackendSpec m_backend;
    const Tools m_tools;
    QObject m_context; ///< of what follows the inquiry
    ReleaseInquiry m_inquiry;
    ReleaseLink m_link;
    Field m_field = Field::Cancel;
    LineEdit m_reason{ConfirmationTerms::longestReason};
    LineEdit m_word{ConfirmationTerms::longestWord};
    ScrolledLines m_facts;
    bool m_isRoom = false; ///< all that has to be seen was, when it was drawn last
};

} // namespace lockmaster
