// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/contention/workcourse.h"
#include "core/lab/labplace.h"
#include "core/platform/clock.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace lockmaster {

/** One experiment with the reference designs' locks under contention. */
struct ContentionInfo {
    QString id;          ///< the command line's word, e.g. `cards-pooled`
    QString title;       ///< translated
    QString expectation; ///< translated: what should happen, in one or two sentences
    QString who;         ///< translated: what there are several of, e.g. `Machines`
    int requests = 20;   ///< so many of them, unless told otherwise
    int fewest = 4;
    int most = 40;
    std::optional<Millis> skew; ///< its own; none: clocks play no part in it
    QString family;             ///< the same for variants of one design
    bool hasGroup = false;      ///< its locks are in servers of its own: `ContentionOptions::watch`
};

/** All of them, in the order in which they are shown. */
std::vector<ContentionInfo> contentionExperiments();
/** None: there is no such experiment. */
std::optional<ContentionInfo> contentionExperiment(const QString &id);

/** What was done when, as it was reported: all that a drawing of an experiment is made from. */
struct ContentionTrace {
    int requests = 0;
    std::optional<Millis> skew = {};
    quint32 seed = 0;
    ServerTime begunAt{}; ///< by this machine's wall clock
    SteadyTime start{};
    std::vector<WorkReport> reports; ///< in the order of time; none of sessions
};

/** What happened. */
struct ContentionReport {
    QString id;
    QString happened;        ///< translated: the outcome in one or two sentences, with its figures
    int violations = 0;      ///< how often the rule of the design was broken
    bool asExpected = false; ///< the experiment showed what it is there to show
    struct Figure {
        QString key;   ///< of the JSON, e.g. `cards`
        QString label; ///< translated
        qint64 value = 0;
    };
    std::vector<Figure> figures;
    QStringList events; ///< translated, in order: what happened when, at most 500
    std::optional<WorkCourse> course = {}; ///< the same to be drawn
    ContentionTrace trace = {};            ///< what `course` was made from
};

struct ContentionOptions {
    std::optional<int> requests = {}; ///< none: as the experiment's `ContentionInfo` says
    std::optional<Millis> skew = {};  ///< none: the same; 0 to 60 s
    quint32 seed = 1; ///< of the pauses; the servers' and the kernel's turns are their own
    /**
     * Called with a backend that the experiment has made for itself, and a profile of it, so that
     * somebody watches; and with none before that goes. On the experiment's thread.
     */
    std::function<void(const std::optional<BackendSpec> &backend, const QString &configPath)>
        watch = {};
    /** Called with what happened so far, several times a second, where it has a drawing. On that
     * thread. */
    std::function<void(const WorkCourse &course)> told = {};
};

/**
 * The options with nothing left open that plays a part; completing them once more changes nothing.
 * Errors: NotFound (no such experiment), Config (what is out of its bounds).
 */
Result<ContentionOptions> completeContentionOptions(const QString &id,
                                                    const ContentionOptions &options);

/**
 * Runs one experiment with real processes and sessions, at most 10 s long, with a master that goes
 * at most 30 s; blocks until it is over
 * or `stop` is requested (Error of kind Cancelled, within a second). Its locks are in the servers
 * meanwhile; nothing of it is left afterwards, however it ends. Any thread; one at a time in a
 * place. `progress` is called on that thread: a translated step and percent.
 * Errors: NotFound (no such experiment, or the place is no sandbox), Config (out of bounds, or
 * another one is running there), and those of the servers.
 */
Result<ContentionReport> runContention(const QString &id, const LabPlace &place,
                                       const ContentionOptions &options,
                                       const std::function<void(const QString &, int)> &progress,
                                       std::stop_token stop);

} // namespace lockmaster
