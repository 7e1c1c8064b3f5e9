// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockctl/top/lineedit.h"
#include "app/lockctl/top/topsheet.h"
#include "core/actions/writelifts.h"
#include "core/display/acquiredraft.h"
#include "core/monitor/lockstore.h"

#include <functional>
#include <map>

namespace lockmaster {

/**
 * Asks what lock to take, where and for how long: what the window's dialog asks. It takes nothing
 * itself. As in the release, Return goes on from what is typed and takes on the button alone.
 */
class AcquireSheet final : public TopSheet
{
public:
    struct Tools {
        WriteLifts *lifts; ///< outlives it
        const Clock *clock;
        std::optional<QStringList> commandOrigin; ///< as `Top::Tools` has it
        std::function<void(const HoldOrder &)> take;
        std::function<void()> draw;
        std::function<void()> close;
    };

    /** `places` has at least one; `from`: where it starts, if that is among them. */
    AcquireSheet(std::vector<AcquirePlace> places, const std::optional<LockId> &from,
                 const LockStore &store, Tools tools);

    void draw(TextScreen &screen, const TextArea &area) override;
    bool press(const TopKey &key) override;
    std::span<const TopHint> hints() const override;
    bool isTyping() const override { return true; }
    bool takesMany(const TopKey &key) const override;

private:
    /** What has the keys, in the order of Tab. */
    enum class Field : quint8 {
        Place,
        Source,
        Kind,
        Name,
        Owner,
        Ttl,
        Wait,
        Hold,
        Reason,
        TypedName,
        AllowWrites,
        Cancel,
        Acquire,
    };

    std::vector<Field> fields() const;
    void goOn(int by);
    void choose(Field field, int by);
    void use(Field field);
    AcquireDraft draft() const;
    QString whyNotAllowed() const;
    static bool isText(Field field);
    static bool isChoice(Field field) { return field <= Field::Kind; }
    QString labelOf(Field field) const;
    QString choiceText(Field field) const;

    const std::vector<AcquirePlace> m_places;
    const LockStore &m_store;
    const Tools m_tools;
    QObject m_context; ///< of what follows the lifts
    int m_place = 0;
    int m_source = 0;
    int m_kind = 0;
    Field m_field = Field::Name;
    std::map<Field, LineEdit> m_texts;
    bool m_isRoom = false;                 ///< all that has to be seen was, when it was drawn last
    std::optional<QByteArray> m_fixedName; ///< that cannot be typed, from the chosen lock
};

} // namespace lockmaster
