// SPDX-License-Identifier: Apache-2.0
#include "tests/support/historystage.h"

#include <QTest>

namespace lockmaster::test {

using namespace std::chrono_literals;

HistoryStage::HistoryStage()
{
    m_spec.name = QStringLiteral("b");
    m_spec.kind = BackendKind::Redis; // what has run out is gone
    settings.path = directory.filePath(QStringLiteral("state/history.sqlite"));
    settings.program = QStringLiteral("test");
    settings.pace = 1ms;
    settings.retry = 0ms;
    m_tracker = std::make_unique<BackendTracker>(m_spec, clock);
}

void HistoryStage::record()
{
    m_recorder.reset();
    m_recorder = std::make_unique<HistoryRecorder>(settings, HistoryRecorder::Changed(), clock);
    m_recorder->flush();
    if (const auto problem = m_recorder->status().problem)
        qWarning("%s", qPrintable(problem->message));
}

LockRecord HistoryStage::lock(const QByteArray &name, const QByteArray &owner,
                              std::optional<Micros> ttl) const
{
    return fakeLock(source, name, owner, ttl, clock.now());
}

void HistoryStage::publish(const BackendTracker::Outcome &outcome)
{
    if (m_recorder)
        m_recorder->take(m_key, outcome.snapshot, outcome.events);
}

void HistoryStage::read(std::vector<LockRecord> records, bool complete)
{
    Observation seen = fakeObservation(source, std::move(records));
    seen.complete = complete;
    publish(m_tracker->read(fakeReading({std::move(seen)}), clock.now()));
    clock.advance(1s);
}

void HistoryStage::lose()
{
    publish(m_tracker->lose({ErrorKind::Timeout, 0, QStringLiteral("silent"), {}}));
    clock.advance(1s);
}

void HistoryStage::setPaused(bool paused)
{
    m_tracker->status().paused = paused;
    publish({m_tracker->restate(), {}});
    clock.advance(1s);
}

void HistoryStage::watchAnew()
{
    m_recorder->end(m_key++);
    m_tracker = std::make_unique<BackendTracker>(m_spec, clock);
}

HistoryPage HistoryStage::page(HistoryQuery query)
{
    if (m_recorder)
        m_recorder->flush();
    const auto reader = HistoryReader::open(settings.path);
    if (!reader) {
        qWarning("%s", qPrintable(reader.error().message));
        return {};
    }
    const auto page = (*reader)->page(query);
    if (!page)
        qWarning("%s", qPrintable(page.error().message));
    return page.value_or(HistoryPage());
}

HistoryPage HistoryStage::pageOf(const QByteArray &lock)
{
    HistoryQuery query;
    query.lock = lock;
    return page(query);
}

HistoryMoment HistoryStage::moment(ServerTime at)
{
    if (m_recorder)
        m_recorder->flush();
    const auto reader = HistoryReader::open(settings.path);
    if (!reader)
        return {};
    const auto moment = (*reader)->moment(at, {});
    if (!moment)
        qWarning("%s", qPrintable(moment.error().message));
    return moment.value_or(HistoryMoment());
}

QString HistoryStage::story(const std::vector<HistoryHold> &holds)
{
    QStringList lines;
    for (const HistoryHold &hold : holds) {
        lines.append(QStringLiteral("%1: %2 %3..%4")
                         .arg(QString::fromUtf8(hold.lock.name), hold.owner,
                              holdBeginName(hold.begin), holdEndName(hold.end)));
    }
    return lines.join(QStringLiteral("; "));
}

} // namespace lockmaster::test
