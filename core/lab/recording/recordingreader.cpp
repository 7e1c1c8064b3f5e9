// SPDX-License-Identifier: Apache-2.0
#include "core/lab/recording/labrecording.h"

#include "core/lab/election/failovermeasurement.h"
#include "core/lab/recording/recordingwords.h"
#include "core/lab/recording/watchrecording.h"
#include "core/leaders/leaderimport.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "core/text/regularfile.h"
#include "core/text/words.h"

#include <QJsonDocument>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr qsizetype mostReports = 250'000;
/** Of the experiments that do not take one lock after another; some are compared with all others.
 */
constexpr qsizetype mostReportsOfFew = 5000;
/** Of what is done to a group, and heard of it. */
constexpr qsizetype mostReportsOfServers = 32;
/** Of a drawing: each is painted by itself, many times a second. */
constexpr size_t mostBlocks = 5000;
/** Of a text: more than any has that is within the other bounds. */
constexpr qsizetype mostContainers = 1'000'000;
constexpr qsizetype mostCommas = 6'000'000;
constexpr qsizetype mostFigures = 32;
constexpr qsizetype mostEvents = 1000;
constexpr qsizetype mostRecordedChanges = 25'000;
constexpr qsizetype mostFindingsAtOnce = 16;
constexpr qsizetype mostSeries = 10'000;
constexpr qsizetype longestWord = 100;
constexpr qsizetype longestSentence = 2000;
constexpr qint64 longestRunUs = 600'000'000;
constexpr qint64 longestVacancyUs = 86'400'000'000;
constexpr qint64 longestSkewMs = 86'400'000;
constexpr Micros longestElection = 26h;
constexpr qint64 anyWhole = qint64(1) << 53;
/** Where the monotonic clock of a recording begins: it could have begun anywhere. */
constexpr SteadyTime pinnedAt{240h};

tl::unexpected<Error> noRecording(const QString &message)
{
    return failure(ErrorKind::Config, message);
}

ServerTime wallIn(JsonBounds &json, const QJsonObject &object, const char *name)
{
    const auto at = utcFromText(json.raw(object, name, longestWord).toLatin1());
    if (!at)
        json.refuse(name);
    return at.value_or(ServerTime{});
}

/** What a document becomes in memory may be a hundred times its text: it is counted before. */
bool isModest(const QByteArray &text)
{
    qsizetype containers = 0;
    qsizetype commas = 0;
    bool isWord = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"')
            isWord = !isWord;
        else if (isWord)
            i += c == '\\' ? 1 : 0;
        else if (c == '[' || c == '{')
            ++containers;
        else if (c == ',')
            ++commas;
    }
    return containers <= mostContainers && commas <= mostCommas;
}

// Experiments

bool isOfServers(WorkStep step)
{
    return step >= WorkStep::Deposed && step != WorkStep::Lost;
}

/** All that is drawn one by one has to be few; locks of a group are drawn in blocks. */
class ReportCounts
{
public:
    bool mayHave(WorkStep step)
    {
        if (step == WorkStep::Locked || step == WorkStep::Lost)
            return true;
        return isOfServers(step) ? ++m_ofServers <= mostReportsOfServers
                                 : ++m_others <= mostReportsOfFew;
    }

private:
    qsizetype m_ofServers = 0;
    qsizetype m_others = 0;
};

/** `[microseconds, worker, round, step, value]` */
WorkReport reportIn(JsonBounds &json, const QJsonArray &row, int workers, SteadyTime start)
{
    const auto step = workStepFromName(row.at(3).toString().toLatin1());
    if (row.at(3).isString() && !step)
        json.refuseWord("reports", row.at(3).toString().left(longestWord));
    if (row.size() != 5 || !step)
        json.refuse("reports");
    WorkReport report;
    report.at = start + Micros(json.whole(row.at(0), "reports", 0, longestRunUs));
    const int first = step && isOfServers(*step) ? 0 : 1;
    report.worker = int(json.whole(row.at(1), "reports", first, workers));
    report.round = int(json.whole(row.at(2), "reports", 0, mostReports));
    report.step = step.value_or(WorkStep::Done);
    report.value = json.whole(row.at(4), "reports", -anyWhole, anyWhole);
    return report;
}

ContentionReport experimentIn(JsonBounds &json, const QJsonObject &object)
{
    ContentionReport report;
    ContentionTrace &trace = report.trace;
    report.id = json.raw(object, "experiment", longestWord);
    const auto info = contentionExperiment(report.id);
    if (!info) {
        json.refuseWord("experiment", report.id);
        return report;
    }
    trace.start = pinnedAt;
    trace.begunAt = wallIn(json, object, "begun_at");
    trace.requests = int(json.whole(object, "requests", info->fewest, info->most));
    if (const auto skew = json.wholeOrNone(object, "skew_ms", 0, longestSkewMs))
        trace.skew = Millis(*skew);
    trace.seed = quint32(json.whole(object, "seed", 0, UINT32_MAX));
    const qsizetype most = info->hasGroup ? mostReports : mostReportsOfFew;
    ReportCounts counts;
    for (const auto &value : json.list(object, "reports", most)) {
        const WorkReport one = reportIn(json, value.toArray(), trace.requests, trace.start);
        const bool isEarlier = !trace.reports.empty() && one.at < trace.reports.back().at;
        if (isEarlier || !counts.mayHave(one.step))
            json.refuse("reports");
        if (!json.isWell())
            return report;
        trace.reports.push_back(one);
    }
    report.happened = json.text(object, "happened", longestSentence);
    report.violations = int(json.whole(object, "violations", 0, mostReports));
    report.asExpected = json.truth(object, "as_expected");
    for (const auto &value : json.list(object, "figures", mostFigures)) {
        const QJsonObject figure = value.toObject();
        report.figures.push_back({json.text(figure, "key", longestWord),
                                  json.text(figure, "label", longestSentence),
                                  json.whole(figure, "value", -anyWhole, anyWhole)});
    }
    for (const auto &value : json.list(object, "events", mostEvents))
        report.events << json.text(value, "events", longestSentence);
    report.course = workCourse(report.id, trace.requests, trace.reports, trace.start);
    if (report.course)
        report.course->isOver = true;
    return report;
}

// An election

ElectionSetup setupIn(JsonBounds &json, const QJsonObject &object)
{
    ElectionSetup setup;
    setup.candidates = int(json.whole(object, "candidates", 0, longestSkewMs));
    setup.period = Millis(json.whole(object, "period_ms", 0, longestSkewMs));
    setup.lease = Millis(json.whole(object, "lease_ms", 0, longestSkewMs));
    setup.precision = int(json.whole(object, "precision", 0, 6));
    setup.work = Millis(json.whole(object, "work_ms", 0, longestSkewMs));
    setup.duplicateIdentity = json.truth(object, "duplicate_identity");
    for (const auto &value : json.list(object, "skews_ms", 50))
        setup.skews.emplace_back(json.whole(value, "skews_ms", -longestSkewMs, longestSkewMs));
    if (!validate(setup))
        json.refuse("setup");
    return setup;
}

QList<Finding> findingsIn(JsonBounds &json, const QJsonObject &object, const char *name)
{
    QList<Finding> findings;
    for (const auto &value : json.list(object, name, mostFindingsAtOnce)) {
        const QJsonObject one = value.toObject();
        const QString word = json.raw(one, "id", longestWord);
        const auto id = findingFromName(word);
        if (!id) {
            json.refuseWord("id", word);
            return findings;
        }
        findings.push_back({*id, json.text(one, "evidence", longestSentence)});
    }
    return findings;
}

class ElectionReader
{
public:
    explicit ElectionReader(JsonBounds &json) : m_json(json) {}

    ElectionRecording read(const QJsonObject &object)
    {
        m_pinned = {pinnedAt, wallIn(m_json, object, "begin")};
        m_made.begin = m_made.end = pinnedAt;
        m_made.end = moment(object, "end");
        if (m_made.end - m_made.begin > longestElection)
            m_json.refuse("end");
        const QJsonObject setup = m_json.object(object, "setup");
        m_made.setup = setupIn(m_json, setup);
        m_made.columnRounds = m_json.truth(setup, "column_rounds");
        m_made.table = m_json.text(object, "table", longestWord);
        m_made.poll = Millis(m_json.whole(object, "poll_ms", 0, longestSkewMs));
        if (!m_json.isWell())
            return std::move(m_made);
        readHistories(object);
        for (const auto &value : m_json.list(object, "candidates", mostRecordedChanges))
            addChange(value.toObject());
        for (const auto &value : m_json.list(object, "findings", mostRecordedChanges))
            addFindings(value.toObject());
        if (!object[u"series"].isNull())
            readSeries(m_json.object(object, "series"));
        if (!object[u"ended"].isNull() && !object[u"ended"].isUndefined())
            readEnd(m_json.raw(object, "ended", longestWord));
        if (m_json.isWell())
            m_made.run.predicted = electionPrediction(m_made.setup, m_made.columnRounds);
        return std::move(m_made);
    }

private:
    /** Of the recording. */
    SteadyTime moment(const QJsonObject &object, const char *name)
    {
        const SteadyTime at = momentIn(m_json, object, name, m_pinned);
        if (at < m_made.begin)
            m_json.refuse(name);
        return std::max(at, m_made.begin);
    }

    template<class Items>
    void keepOrder(const Items &items, SteadyTime at, const char *name)
    {
        if (!items.empty() && at < items.back().at)
            m_json.refuse(name);
    }

    void readHistories(const QJsonObject &object)
    {
        auto truth = readLeaderHistory(m_json, m_json.object(object, "truth"), m_pinned);
        if (int(truth.candidates.size()) != m_made.setup.candidates)
            m_json.refuse("truth");
        m_made.truth = std::make_shared<const LeaderHistory>(std::move(truth));
        if (!object[u"watched"].isNull()) {
            m_made.watched = std::make_shared<const LeaderHistory>(
                readLeaderHistory(m_json, m_json.object(object, "watched"), m_pinned));
        }
    }

    void addChange(const QJsonObject &object)
    {
        if (!m_json.isWell())
            return;
        ElectionRecording::Change change;
        CandidateStatus &status = change.status;
        change.at = moment(object, "at");
        keepOrder(m_made.changes, change.at, "candidates");
        status.number =
            int(m_json.whole(object, "number", 1, qint64(m_made.truth->candidates.size())));
        const QString word = m_json.raw(object, "state", longestWord);
        const auto *const state =
            std::find_if(recording::stateWords.begin(), recording::stateWords.end(),
                         [&word](const auto &one) { return word == QLatin1String(one.second); });
        if (state == recording::stateWords.end() || !m_json.isWell())
            return m_json.refuseWord("state", word);
        status.state = state->first;
        status.identity =
            QString::fromUtf8(m_made.truth->candidates[size_t(status.number) - 1].identity);
        status.believes = m_json.truth(object, "leads");
        status.pid = m_json.wholeOrNone(object, "process", 1, INT32_MAX).value_or(0);
        status.skew = Millis(m_json.whole(object, "skew_ms", -longestSkewMs, longestSkewMs));
        m_made.changes.push_back(std::move(change));
    }

    void addFindings(const QJsonObject &object)
    {
        if (!m_json.isWell())
            return;
        const SteadyTime at = moment(object, "at");
        keepOrder(m_made.findings, at, "findings");
        m_made.findings.push_back(
            {at, findingsIn(m_json, object, "by_reports"), findingsIn(m_json, object, "by_table")});
    }

    void readSeries(const QJsonObject &object)
    {
        FailoverRun &run = m_made.run;
        m_made.runBegun = momentIn(m_json, object, "begun_at", m_pinned);
        run.wanted = int(m_json.whole(object, "kills", 1, mostSeries));
        run.seed = quint32(m_json.whole(object, "seed", 0, UINT32_MAX));
        run.running = m_json.truth(object, "running");
        run.cancelled = m_json.truth(object, "cancelled");
        std::vector<Micros> vacancies;
        for (const auto &value : m_json.list(object, "failovers", run.wanted)) {
            const QJsonObject one = value.toObject();
            MeasuredFailover failover;
            failover.at = wallIn(m_json, one, "at");
            failover.killedAt = momentIn(m_json, one, "killed_at", m_pinned);
            failover.killed = int(m_json.whole(one, "killed", 1, m_made.setup.candidates));
            failover.next = int(m_json.whole(one, "next", 1, m_made.setup.candidates));
            failover.vacancy = Micros(m_json.whole(one, "vacancy_us", 0, longestVacancyUs));
            if (const auto watched = m_json.wholeOrNone(one, "watched_us", 0, longestVacancyUs))
                failover.watched = Micros(*watched);
            run.failovers.push_back(failover);
            vacancies.push_back(failover.vacancy);
        }
        run.figures = vacancyFigures(std::move(vacancies));
    }

    void readEnd(const QString &word)
    {
        const auto *const end =
            std::find_if(recording::endWords.begin(), recording::endWords.end(),
                         [&word](const auto &one) { return word == QLatin1String(one.second); });
        if (end == recording::endWords.end())
            return m_json.refuseWord("ended", word);
        m_made.ended = end->first;
    }

    JsonBounds &m_json;
    PinnedTime m_pinned;
    ElectionRecording m_made;
};

/** Whoever wrote it knows what it says. */
QString newerWanted(const QJsonObject &object)
{
    JsonBounds json;
    const QString program = json.text(object, "program", longestWord);
    return program.isEmpty()
               ? Words::tr("Open it with a newer Lockmaster.")
               : Words::tr("Open it with a newer Lockmaster: it was written by %1.").arg(program);
}

Result<LabRecording> decoded(const QJsonObject &object)
{
    JsonBounds json;
    LabRecording made;
    made.origin.at = wallIn(json, object, "recorded_at");
    made.origin.by = json.text(object, "recorded_by", longestWord);
    made.origin.program = json.text(object, "program", longestWord);
    const QString place = json.raw(object, "place", longestWord);
    made.origin.isOurs = place == QLatin1String(recording::placeOfLab);
    if (!made.origin.isOurs && place != QLatin1String(recording::placeScratch))
        json.refuseWord("place", place);
    for (const auto &value : json.list(object, "experiments", LabRecording::mostExperiments)) {
        ContentionReport report = experimentIn(json, value.toObject());
        if (report.course && report.course->stretches.size() > mostBlocks) {
            return noRecording(Words::tr("The recording has more than %1 blocks to be drawn.")
                                   .arg(qulonglong(mostBlocks)));
        }
        const bool isThere =
            std::any_of(made.experiments.begin(), made.experiments.end(),
                        [&report](const auto &other) { return other.id == report.id; });
        if (isThere)
            json.refuse("experiments");
        made.experiments.push_back(std::move(report));
    }
    if (!object[u"election"].isNull())
        made.election = ElectionReader(json).read(json.object(object, "election"));
    if (json.isWell() && made.experiments.empty() && !made.election) {
        return failure(
            ErrorKind::Config,
            Words::tr(
                "The recording has neither an election nor an experiment that is known here."),
            newerWanted(object));
    }
    if (!made.experiments.empty() && made.election)
        json.refuse("election");
    if (const auto &word = json.unknownWord()) {
        return failure(ErrorKind::Config,
                       Words::tr("In the recording, “%1” is “%2”, which is not known here.")
                           .arg(json.wrong(), *word),
                       newerWanted(object));
    }
    if (!json.isWell()) {
        return noRecording(
            Words::tr("In the recording, “%1” is not as it has to be.").arg(json.wrong()));
    }
    return made;
}

} // namespace

Result<LabRecording> recordingFromText(const QByteArray &text)
{
    if (text.size() > LabRecording::mostBytes)
        return noRecording(Words::tr("The recording is larger than 32 MiB."));
    const QJsonObject object =
        isModest(text) ? QJsonDocument::fromJson(text).object() : QJsonObject();
    const QJsonValue version = object[u"recording"];
    if (!version.isDouble() && isLeaderExport(object))
        return recordingOfLeaders(object);
    if (!version.isDouble()) {
        return failure(ErrorKind::Config, Words::tr("This is no recording of the lab."),
                       Words::tr("What can be played is written by Save run…, by lockctl lab "
                                 "--record, and by Leaders, which exports numbers (*.json)."));
    }
    if (version.toInt() != recording::version) {
        return failure(ErrorKind::Config,
                       Words::tr("The recording is of a kind that is not understood here."),
                       newerWanted(object));
    }
    return decoded(object);
}

Result<QByteArray> playableText(const LabRecording &recording)
{
    QByteArray text = recordingText(recording);
    return recordingFromText(text).map([&text](const LabRecording &) { return std::move(text); });
}

Result<LabRecording> readRecording(const QString &path)
{
    const auto text = readRegularFile(path, LabRecording::mostBytes);
    if (!text) {
        return noRecording(
            Words::tr("The recording %1 cannot be read: %2.").arg(literalText(path), text.error()));
    }
    return recordingFromText(*text);
}

std::optional<WorkCourse> courseAt(const ContentionReport &report, Micros at)
{
    const ContentionTrace &trace = report.trace;
    const auto later =
        std::upper_bound(trace.reports.begin(), trace.reports.end(), trace.start + at,
                         [](SteadyTime moment, const auto &one) { return moment < one.at; });
    auto course =
        workCourse(report.id, trace.requests, {trace.reports.begin(), later}, trace.start);
    if (course && report.course) {
        // What goes on goes on until now.
        course->length = std::max(course->length, std::min(at, report.course->length));
        course->isOver = later == trace.reports.end();
    }
    return course;
}

Micros lengthOf(const std::vector<ContentionReport> &experiments)
{
    Micros longest(0);
    for (const ContentionReport &report : experiments) {
        if (report.course)
            longest = std::max(longest, report.course->length);
    }
    return longest;
}

} // namespace lockmaster
