// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/backendsnapshot.h"

#include <array>
#include <map>

namespace lockmaster {

/** What was seen of one leader lock since we began to watch. */
struct LeaderTally {
    qint64 takeovers = 0; ///< the lead went to another
    qint64 returns = 0;   ///< it came back to the same after a time without a leader
    Micros vacant{0};     ///< the times without a leader that ended
};

/** What was counted of one backend since we began to watch. */
struct BackendTally {
    std::array<qint64, eventKindCount> events{}; ///< indexed as `EventKind`
    std::array<qint64, howEndedCount> ends{};    ///< indexed as `HowEnded`
    std::map<ErrorKind, qint64> failedPolls;
    std::map<LockId, LeaderTally> leaders; ///< of those that are there
};

/** One backend, as it is and as it was counted. */
struct ExportedBackend {
    std::shared_ptr<const BackendSnapshot> snapshot; ///< never null
    BackendTally tally;
};

/** How recording the history goes. */
struct ExportedHistory {
    bool recording = false;
    qint64 droppedEvents = 0;
};

/** One alert that has begun and not ended. Of a backend: system, source and lock are empty. */
struct ExportedAlert {
    QString rule;
    QString backend;
    QString system;
    QString source;
    QByteArray lock;
    QString note;
    QString runbook;
};

/** How alerts stand, and how telling them goes. */
struct ExportedAlerts {
    QStringList rules; ///< those that are on
    std::vector<ExportedAlert> firing;
    std::map<QString, qint64> begun; ///< told to begin, by rule
    qint64 leftOut = 0;              ///< locks that are too many to be followed
    /** What was delivered in one way of telling. */
    struct Delivery {
        const char *to = ""; ///< `command`, `webhook`
        qint64 delivered = 0;
        qint64 failed = 0;
        qint64 dropped = 0;
    };
    std::vector<Delivery> deliveries;
};

/** Everything that metrics are made of, at one moment. */
struct ExportedState {
    std::vector<ExportedBackend> backends;  ///< in the profile's order
    std::optional<ExportedHistory> history; ///< none: nobody wants it recorded
    std::optional<ExportedAlerts> alerts;   ///< none: they are off
    bool complete = true; ///< false: the profile has backends that could not be understood
};

} // namespace lockmaster
