// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/event.h"
#include "core/display/lockroles.h"

#include <QCoreApplication>

namespace lockmaster {

/** An event as a sentence: translated, plain, literal. */
class EventText
{
    Q_DECLARE_TR_FUNCTIONS(lockmaster::EventText)

public:
    /**
     * @param releasedBy the audit log's id of the release from here that it is due to.
     * @param releasedFrom whom that let go of; empty: whoever held it.
     */
    static QString sentence(const Event &event, const QString &releasedBy = {},
                            const QString &releasedFrom = {});
    static Tone tone(EventKind kind);
    /** Its moment on this machine's wall clock, in local time: `12:00:01.204`. */
    static QString time(const Event &event);

private:
    static QString acquired(const LockRecord &lock, const Event &event);
    static QString renewed(const LockRecord &lock, const Event &event);
    static QString changed(const Event &event);
    static QString gone(const Event &event);
    static QString released(const Event &event, const QString &releasedBy,
                            const QString &releasedFrom);
};

} // namespace lockmaster
