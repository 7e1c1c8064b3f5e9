// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqlerror.h"
#include "core/sql/sqlgroup.h"
#include "core/transport/endpoint.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace lockmaster;

namespace tst_sqlgroup {

using State = GroupMember::State;

/** What a MySQL 9.7 said of its group, and what is made of it. */
class TestSqlGroup : public QObject
{
    Q_OBJECT

    static std::vector<MySqlMember> three(const QString &own, const QString &role,
                                          const QString &others)
    {
        return {{QStringLiteral("db1:3306"), own, role, true},
                {QStringLiteral("db2:3306"), others, QStringLiteral("SECONDARY"), false},
                {QStringLiteral("db3:3306"), others, QStringLiteral("SECONDARY"), false}};
    }

private slots:
    void aMemberIsSettledOnlyWithMostOthers_data()
    {
        QTest::addColumn<QString>("own");
        QTest::addColumn<QString>("role");
        QTest::addColumn<QString>("others");
        QTest::addColumn<bool>("superReadOnly");
        QTest::addColumn<State>("state");
        QTest::newRow("primary") << "ONLINE"
                                 << "PRIMARY"
                                 << "ONLINE" << false << State::Settled;
        QTest::newRow("secondary") << "ONLINE"
                                   << "SECONDARY"
                                   << "ONLINE" << true << State::Settled;
        QTest::newRow("not yet primary") << "ONLINE"
                                         << "PRIMARY"
                                         << "ONLINE" << true << State::Switching;
        QTest::newRow("cut off") << "ONLINE"
                                 << "PRIMARY"
                                 << "UNREACHABLE" << false << State::Partial;
        QTest::newRow("joining") << "RECOVERING"
                                 << "SECONDARY"
                                 << "ONLINE" << true << State::Switching;
        QTest::newRow("thrown out") << "ERROR"
                                    << ""
                                    << "ONLINE" << true << State::Partial;
        QTest::newRow("left") << "OFFLINE"
                              << ""
                              << "ONLINE" << true << State::Partial;
        QTest::newRow("a word of another version") << "FORGETFUL"
                                                   << "PRIMARY"
                                                   << "ONLINE" << false << State::Partial;
    }
    void aMemberIsSettledOnlyWithMostOthers()
    {
        QFETCH(QString, own);
        QFETCH(QString, role);
        QFETCH(QString, others);
        QFETCH(bool, superReadOnly);
        const auto member = mySqlGroupMember(three(own, role, others), superReadOnly);
        QVERIFY(member);
        QTEST(member->state, "state");
        QCOMPARE(member->trouble.message.isEmpty(), member->state == State::Settled);
        QCOMPARE(member->trouble.remedy.isEmpty(), member->state == State::Settled);
        QVERIFY(!member->role.isEmpty());
        QCOMPARE(member->size, 3);
        QCOMPARE(member->nodes.size(), 3);
    }

    void aSecondaryFollowsThePrimary()
    {
        const auto online = QStringLiteral("ONLINE");
        QVERIFY(isSecondary(three(online, QStringLiteral("SECONDARY"), online)));
        QVERIFY(!isSecondary(three(online, QStringLiteral("PRIMARY"), online)));
        // As others are is nothing to it.
        QVERIFY(!isSecondary(three(QStringLiteral("ERROR"), {}, online)));
    }

    void mostIsMoreThanHalf()
    {
        auto members =
            three(QStringLiteral("ONLINE"), QStringLiteral("PRIMARY"), QStringLiteral("ONLINE"));
        members.back().state = QStringLiteral("UNREACHABLE");
        QCOMPARE(mySqlGroupMember(members, false)->state, State::Settled);
        QCOMPARE(mySqlGroupMember(members, false)->nodes.back().trouble,
                 QStringLiteral("UNREACHABLE"));
        members.erase(members.begin() + 1);
        QCOMPARE(mySqlGroupMember(members, false)->state, State::Partial);
    }

    /** Who runs by itself and is written to has the name of a group, and none of its members. */
    void whoRunsByItselfIsInNoGroup()
    {
        const std::vector<MySqlMember> itself = {
            {QStringLiteral("db1:3306"), QStringLiteral("OFFLINE"), {}, true}};
        QVERIFY(!mySqlGroupMember(itself, false));
        QVERIFY(!mySqlGroupMember({}, false));
        QCOMPARE(mySqlGroupMember({}, true)->state, State::Partial);
    }

    /** One number for what was undone and for what may yet be done. */
    void whatWasUndoneIsNoDoubt()
    {
        const Endpoint endpoint;
        const Error overtaken = sqlError(
            1180,
            QStringLiteral("Got error 149 - 'Lock deadlock; Retry transaction' during COMMIT"),
            endpoint);
        QVERIFY(!isLeftToGroup(overtaken.nativeCode));
        QCOMPARE(overtaken.nativeCode, 1213);
        const Error left = sqlError(
            1180, QStringLiteral("Got error 6 \"No such device or address\" during COMMIT"),
            endpoint);
        QVERIFY(isLeftToGroup(left.nativeCode));
    }
};

LOCKMASTER_TEST(TestSqlGroup, NoApplication)

} // namespace tst_sqlgroup

#include "tst_sqlgroup.moc"
