// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace lockmaster {

/** What `acquire` and `run` are told about the lock to take; empty texts were not given. */
struct HoldOptions {
    QString system;
    QString name;
    QString source;
    QString owner;
    QString variant;
    QString ttl;
    QString wait;
    QString hold; ///< `acquire` only
    QString reason;
    QList<QByteArray> command; ///< `run` only: what stands after `--`, as it was given
};

/** What `release` is told; empty texts were not given. */
struct ReleaseOptions {
    QString witness; ///< `-`: from standard input
    QString reason;
    QString action; ///< empty or `release`: the usual one
    QString target;
    bool evenIfRenewed = false;
    bool evenIfIndistinguishable = false;
    QString maxAge; ///< `30m`, `none`; empty: the usual
    QString system; ///< only to agree with the witness, as is `name`
    QString name;
    QString plan;      ///< a file to write one into
    QString apply;     ///< a file to do what it says
    QString owner;     ///< whose locks to plan for
    QString ownerFrom; ///< a file with such, one on each line
    bool goneOnly = false;
    bool evenIfNotGone = false;
    bool goOn = false; ///< behind one of which it is not known what became of it
    int limit = 1000;  ///< more locks are refused
    /** Of a plan: what else ends with it, and no more; and nothing but the usual action. */
    std::optional<QStringList> lossesPlanned;
};

/** What `audit` is told. */
struct AuditOptions {
    bool verify = false;
    int last = 50; ///< how many of the newest lines
};

/** What `lab failover` is told; what was not given comes from the preset. */
struct FailoverOptions {
    QString preset;
    std::optional<int> candidates;
    QString period;
    QString lease;
    std::optional<int> precision;
    QString work;
    bool duplicateIdentity = false;
    int kills = 20;
};

/** What the experiments with contention are told; what was not given is their own. */
struct ContendOptions {
    std::optional<int> requests;
    QString skew;
};

/** What `lab` is told. */
struct LabOptions {
    QString experiment;          ///< empty: print which there are
    std::optional<quint32> seed; ///< none: any
    QString record;              ///< the file to write a recording to; empty: none
    QString file;                ///< of `replay`
    FailoverOptions failover;
    ContendOptions contend;
};

/** What `check` is told, as it was typed. */
struct CheckOptions {
    QString maxHeld;
    QString maxExpired;
    QString maxWaiters;
    QString maxLocks;
    bool noExpired = false;
    QStringList noFindings;
    QStringList warnFindings;
    QStringList leaders;
    QStringList existing;
    bool noGone = false;
    bool whereKnown = false;
    QString timeout;
};

/** What `serve` is told, as it was typed. */
struct ServeOptions {
    QString listen = QStringLiteral("127.0.0.1:9464");
    QStringList hosts;
    QStringList series;
    int maxSeries = 1000;
    bool noHistory = false;
    bool noAlerts = false;
};

/** What `history` is told; empty texts were not given. */
struct HistoryOptions {
    QString at;
    QString lock;
    QString owner;
    QString since;
    QString until;
    int last = 50;      ///< how many of the newest holds and events
    bool waits = false; ///< who waited, and not who held
    bool csv = false;
};

/** What `report` is told; empty texts were not given. */
struct ReportOptions {
    QString lock;
    QString source;
    QString system;
    QString since;
    QString until;
    QString zone;
    QString format; ///< empty: as the file is called
    QString output; ///< empty: standard output
    bool force = false;
    bool now = false;
};

/** What `formats` and `trust` are told. */
struct FormatsOptions {
    QString task;       ///< `detect`, `explain`; empty: print them
    QString file;       ///< to explain or to trust
    bool write = false; ///< what was detected, into the profile
    bool yes = false;
    bool forget = false;
};

/** What `import` is told. */
struct ImportOptions {
    QStringList files; ///< empty: the usual places
    QStringList names; ///< of those to take; empty: all
    bool write = false;
    bool keychain = false;
};

/** What `alerts` is told; empty texts were not given. */
struct AlertsOptions {
    bool tries = false;
    QString rule; ///< to try; empty: all
    QString since;
    QString until;
};

} // namespace lockmaster
