// SPDX-License-Identifier: Apache-2.0
#include "core/lab/recording/watchrecording.h"

#include "core/leaders/leaderimport.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/words.h"

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

/** Longer than anything that is a name in earnest: what was exported is to be played. */
constexpr qsizetype longestWatchName = 16'384;
constexpr qsizetype longestWatchPlace = 300;
/** As many as a watcher keeps, and some more. */
constexpr qsizetype mostWatchedCandidates = 3'000;
/** A program may have watched for so long. */
constexpr Micros oldestWatched = 24h * 400;
/** So much is played, the newest: a slider has no more moments. */
constexpr Micros longestWatch = 24h * 20;
/** Where the monotonic clock stands when it was exported. */
constexpr SteadyTime watchPinnedAt{24h * 500};

/** Of which lock it is, and where that is. */
void readLock(JsonBounds &json, const QJsonObject &lock, WatchRecording &made)
{
    made.lock = json.text(lock, "name", longestWatchName);
    const QString backend = json.text(lock, "backend", longestWatchPlace);
    const QString source = json.text(lock, "source", longestWatchPlace);
    made.place = source.isEmpty() ? backend : backend + QStringLiteral(" · ") + source;
}

} // namespace

LeaderHistory WatchRecording::knownAt(SteadyTime at) const
{
    return historyUntil(*history, at);
}

bool isLeaderExport(const QJsonObject &document)
{
    return document[u"taken_at"].isString()
           && (document[u"history"].isObject() || document[u"leaders"].isArray());
}

Result<LabRecording> recordingOfLeaders(const QJsonObject &document)
{
    const auto leaders = document[u"leaders"].toArray();
    const bool isOfMany = document[u"leaders"].isArray();
    if (isOfMany && leaders.size() != 1) {
        return failure(
            ErrorKind::Config,
            Words::tr("The file tells of %1 leader locks: one can be played.").arg(leaders.size()),
            Words::tr("Write it once more with one of them: lockctl leaders --json "
                      "--filter name:…"));
    }
    const QJsonObject leader = isOfMany ? leaders.at(0).toObject() : document;
    JsonBounds json;
    LabRecording recording;
    WatchRecording made;
    const auto takenAt = utcFromText(json.raw(document, "taken_at", longestWatchPlace).toLatin1());
    if (!takenAt)
        json.refuse("taken_at");
    recording.origin.at = takenAt.value_or(ServerTime{});
    recording.origin.isOurs = false;
    if (document.contains(u"program"))
        recording.origin.program = json.text(document, "program", longestWatchPlace);
    if (leader.contains(u"lock"))
        readLock(json, json.object(leader, "lock"), made);
    if (json.isWell()) {
        const PinnedTime pinned{watchPinnedAt, recording.origin.at, oldestWatched};
        const auto history =
            readLeaderHistory(json, json.object(leader, "history"), pinned, mostWatchedCandidates);
        made.end = watchPinnedAt;
        if (history.since > made.end)
            json.refuse("since");
        made.begin = std::max(history.since, SteadyTime(made.end - longestWatch));
        // Nobody can have seen what came after.
        made.history = std::make_shared<const LeaderHistory>(historyUntil(history, made.end));
    }
    if (json.isWell()) {
        recording.watched = std::move(made);
        return recording;
    }
    const QString wrong =
        Words::tr("In the file of who led, “%1” is not as it has to be.").arg(json.wrong());
    return failure(ErrorKind::Config, wrong,
                   json.unknownWord() ? Words::tr("Open it with a newer Lockmaster.") : QString());
}

} // namespace lockmaster
