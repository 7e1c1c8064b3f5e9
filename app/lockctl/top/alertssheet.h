// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/listcursor.h"
#include "app/lockctl/top/topsheet.h"
#include "core/alerts/alertwatch.h"
#include "core/display/alertmodel.h"

#include <functional>

namespace lockmaster {

/** What the rules found and what is still so. Lives on the thread of its model. */
class AlertsSheet final : public TopSheet
{
public:
    struct Wishes {
        std::function<void(const AlertSubject &)> show; ///< its lock among the locks
        std::function<void(const QString &)> tell;      ///< a word at the bottom
    };

    /** `watch` may be null: no rule is on, or alerts are off. Both outlive it. */
    AlertsSheet(AlertModel &model, AlertWatch *watch, Wishes wishes)
        : m_model(model), m_watch(watch), m_wishes(std::move(wishes))
    {
    }

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;

    /** Those of that row's kind; what has come since it was drawn has been seen by nobody. */
    std::vector<AlertSubject> seenOfKind(int row) const;

private:
    bool follow();
    bool answer(const AlertSubject &subject, const TopKey &key);
    void fold(const TopKey &key);

    AlertModel &m_model;
    AlertWatch *m_watch;
    const Wishes m_wishes;
    ListCursor m_cursor;
    QString m_id;          ///< of the row that was chosen, wherever it stands now; empty: none was
    bool m_isLost = false; ///< that row went, and another one stands there
    std::vector<AlertPointer> m_seen; ///< of its kind, when it was chosen or drawn
    int m_shown = 1;
};

} // namespace lockmaster
