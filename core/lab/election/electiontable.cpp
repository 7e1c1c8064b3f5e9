// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electiontable.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QStringList>

#include <mutex>
#include <set>
#include <thread>

namespace lockmaster {

namespace {

std::mutex &numbersMutex()
{
    static std::mutex mutex;
    return mutex;
}

std::set<int> &numbersInUse()
{
    static std::set<int> numbers;
    return numbers;
}

int takeNumber()
{
    const std::lock_guard lock(numbersMutex());
    int number = 1;
    while (!numbersInUse().insert(number).second)
        ++number;
    return number;
}

/** Told apart from everything else that may be in an operator's database. */
QString randomName()
{
    QString name = QStringLiteral("lockmaster_lab_");
    constexpr int letters = 6;
    for (int i = 0; i < letters; ++i)
        name += QChar(u'a' + QRandomGenerator::system()->bounded(26));
    return name;
}

bool isScratchName(const QString &name)
{
    static const QRegularExpression shape(QStringLiteral("\\Alockmaster_lab_[a-z]{6}\\z"));
    return shape.match(name).hasMatch();
}

QString tableComment()
{
    return QStringLiteral("An experiment of Lockmaster; dropped when it ends");
}

QString nameFor(const LabPlace &place, int number)
{
    if (!place.sandbox)
        return randomName();
    const QString first = QStringLiteral("lab_leader");
    return number == 1 ? first : first + u'_' + QString::number(number);
}

} // namespace

ElectionTable::ElectionTable(LabPlace place)
    : m_place(std::move(place)), m_number(takeNumber()), m_name(nameFor(m_place, m_number))
{
}

ElectionTable::~ElectionTable()
{
    const std::lock_guard lock(numbersMutex());
    numbersInUse().erase(m_number);
}

Result<void> ElectionTable::connect(SteadyTime deadline)
{
    if (m_session && m_session->usable())
        return {};
    auto session = SqlConnection::open(endpointOf(m_place.sql, m_place.sqlPassword), deadline);
    if (!session)
        return passOn(session);
    m_session = std::move(*session);
    return {};
}

Result<void> ElectionTable::run(const QString &sql, SteadyTime deadline)
{
    if (const auto done = m_session->execute(sql, {}, deadline); !done)
        return passOn(done);
    return {};
}

Result<void> ElectionTable::ask(SteadyTime deadline)
{
    const auto asked = m_session->select(
        QStringLiteral("SELECT SECOND(CAST('2000-01-01 00:00:00.600000' AS DATETIME))"), {},
        deadline, [this](const SqlRow &row) { m_rounds = row.integer(0) == 1; });
    if (!asked)
        return passOn(asked);
    return {};
}

Result<bool> ElectionTable::lock(const QString &table, SteadyTime deadline)
{
    bool got = false;
    const auto asked = m_session->select(QStringLiteral("SELECT GET_LOCK(?, 0)"), {table}, deadline,
                                         [&](const SqlRow &row) { got = row.integer(0) == 1; });
    if (!asked)
        return passOn(asked);
    return got;
}

/** Drops what killed programs left here. */
Result<void> ElectionTable::sweep(SteadyTime deadline)
{
    QStringList left;
    constexpr qint64 most = 1000;
    const auto listed = m_session->select(
        QStringLiteral("SELECT TABLE_NAME FROM information_schema.TABLES "
                       "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_COMMENT = ?"),
        {tableComment()}, deadline, [&](const SqlRow &row) { left += row.text(0); }, most);
    if (!listed)
        return passOn(listed);
    for (const QString &table : left) {
        if (!isScratchName(table))
            continue;
        const auto abandoned = lock(table, deadline);
        if (!abandoned)
            return passOn(abandoned);
        if (!*abandoned)
            continue;
        if (auto gone = run(QStringLiteral("DROP TABLE IF EXISTS `%1`").arg(table), deadline);
            !gone)
            return gone;
        if (const auto let = m_session->select(QStringLiteral("SELECT RELEASE_LOCK(?)"), {table},
                                               deadline, [](const SqlRow &) {});
            !let)
            return passOn(let);
    }
    return {};
}

/** Before the table is there, so that it is never there without. */
Result<void> ElectionTable::claim(SteadyTime deadline)
{
    // Nothing is said in this session for as long as the experiment lasts.
    auto kept = run(QStringLiteral("SET SESSION wait_timeout = 604800"), deadline);
    if (!kept)
        return kept;
    const auto mine = lock(m_name, deadline);
    if (!mine)
        return passOn(mine);
    qint64 claimant = 0;
    qint64 own = 0;
    const auto asked = m_session->select(QStringLiteral("SELECT IS_USED_LOCK(?), CONNECTION_ID()"),
                                         {m_name}, deadline, [&](const SqlRow &row) {
                                             claimant = row.integer(0);
                                             own = row.integer(1);
                                         });
    if (!asked)
        return passOn(asked);
    // The server may not know yet that our former session is gone: that one's claim is ours.
    if (!*mine && (claimant == 0 || claimant != m_claimant))
        return failure(ErrorKind::Denied, QStringLiteral("GET_LOCK('%1', 0) = 0").arg(m_name));
    m_claimant = *mine ? own : claimant;
    return {};
}

Result<void> ElectionTable::keep(SteadyTime now)
{
    if (m_place.sandbox || !m_created || now < m_keepAt)
        return {};
    m_keepAt = now + std::chrono::minutes(1);
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    const auto claimed = [&] {
        return connect(deadline).and_then([&] { return claim(deadline); });
    };
    auto kept = claimed();
    if (!kept && kept.error().kind != ErrorKind::Denied)
        kept = claimed(); // only asking tells that a session has gone
    if (!kept && kept.error().kind == ErrorKind::Denied)
        return kept;
    return {}; // a server that is away drops nothing; candidates tell of it
}

/**
 * In a sandbox an earlier experiment's table may have stayed. At the operator's whoever may not
 * drop is to be known first; a view's end asks for the same privilege, and harms no table.
 */
Result<void> ElectionTable::makeRoom(SteadyTime deadline)
{
    const QString what = m_place.sandbox ? QStringLiteral("TABLE") : QStringLiteral("VIEW");
    return run(QStringLiteral("DROP %1 IF EXISTS `%2`").arg(what, m_name), deadline);
}

Result<void> ElectionTable::create(int precision)
{
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    auto done = connect(deadline).and_then([&] { return ask(deadline); });
    if (done && !m_place.sandbox)
        done = sweep(deadline).and_then([&] { return claim(deadline); });
    if (done)
        done = makeRoom(deadline);
    if (!done)
        return done;
    done = run(QStringLiteral("CREATE TABLE `%1` (id bigint NOT NULL AUTO_INCREMENT, "
                              "name varchar(100) NOT NULL, container_id varchar(100) NULL, "
                              "timestamp datetime(%2) NOT NULL DEFAULT CURRENT_TIMESTAMP(%2), "
                              "PRIMARY KEY (id), UNIQUE KEY (name), INDEX idx_name (name)) "
                              "ENGINE = InnoDB COMMENT = '%3'")
                   .arg(m_name, QString::number(precision), tableComment()),
               deadline);
    m_created = done.has_value();
    return done;
}

Result<void> ElectionTable::drop()
{
    // The server may take a moment to see that the candidates are gone and to let go of the table.
    constexpr std::chrono::milliseconds pause(50);
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    Result<void> done;
    while (m_created) {
        done = connect(deadline);
        if (!done)
            break;
        done = run(QStringLiteral("DROP TABLE IF EXISTS `%1`").arg(m_name), deadline);
        m_created = !done;
        if (done || done.error().kind == ErrorKind::Denied
            || std::chrono::steady_clock::now() + pause >= deadline)
            break;
        std::this_thread::sleep_for(pause);
    }
    m_session.reset();
    if (done)
        return {};
    Error error = done.error();
    error.message.prepend(m_name + QStringLiteral(": "));
    return tl::make_unexpected(error);
}

} // namespace lockmaster
