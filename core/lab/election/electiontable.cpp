// SPDX-License-Identifier: Apache-2.0
#include "core/lab/election/electiontable.h"

#include <QRandomGenerator>

#include <mutex>
#include <set>

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

Result<std::unique_ptr<SqlConnection>> ElectionTable::connect(SteadyTime deadline) const
{
    return SqlConnection::open(endpointOf(m_place.sql, m_place.sqlPassword), deadline);
}

Result<void> ElectionTable::create(int precision)
{
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    const auto session = connect(deadline);
    if (!session)
        return tl::make_unexpected(session.error());
    const auto asked = (*session)->select(
        QStringLiteral("SELECT SECOND(CAST('2000-01-01 00:00:00.600000' AS DATETIME))"), {},
        deadline, [this](const SqlRow &row) { m_rounds = row.integer(0) == 1; });
    if (!asked)
        return tl::make_unexpected(asked.error());
    const QString digits = QString::number(precision);
    const auto made = (*session)->execute(
        QStringLiteral("CREATE TABLE `%1` (id bigint NOT NULL AUTO_INCREMENT, "
                       "name varchar(100) NOT NULL, container_id varchar(100) NULL, "
                       "timestamp datetime(%2) NOT NULL DEFAULT CURRENT_TIMESTAMP(%2), "
                       "PRIMARY KEY (id), UNIQUE KEY (name), INDEX idx_name (name)) "
                       "ENGINE = InnoDB")
            .arg(m_name, digits),
        {}, deadline);
    m_created = made.has_value();
    if (!made)
        return tl::make_unexpected(made.error());
    return {};
}

void ElectionTable::drop()
{
    // The server may take a moment to see that the candidates are gone and to let go of the table.
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (m_created && std::chrono::steady_clock::now() < deadline) {
        const auto session = connect(deadline);
        if (!session)
            return;
        m_created =
            !(*session)
                 ->execute(QStringLiteral("DROP TABLE IF EXISTS `%1`").arg(m_name), {}, deadline)
                 .has_value();
    }
}

} // namespace lockmaster
