// SPDX-License-Identifier: Apache-2.0
#include "core/lab/traffic/program.h"
#include "core/lab/traffic/userlock.h"

namespace lockmaster::traffic {

namespace {

using namespace std::chrono_literals;

AdminSql openCards(const Program &program, const char *name)
{
    return program.sql(QStringLiteral("cards"), program.accounts().cardsPassword,
                       QString::fromLatin1(name), {});
}

} // namespace

/** One dedicated connection for get, work and release: the variant that is right. */
void issueCards(Program &program)
{
    AdminSql sql = openCards(program, "card-service");
    const QByteArray contended = "user:42:card";
    const QByteArray own = "user:" + QByteArray::number(1000 + program.number()) + ":card";
    for (;;) {
        if (getLock(sql, contended, 20)) {
            program.ready();
            Program::sleep(Program::between(1500ms, 3500ms));
            releaseLock(sql, contended);
        }
        program.ready();
        if (Program::oneIn(2) && getLock(sql, own, 0)) {
            Program::sleep(Program::between(300ms, 900ms));
            releaseLock(sql, own);
        }
    }
}

/**
 * The pooled template: every statement borrows some connection, the release another one than the
 * get. The lock stays with a connection that nobody uses any more.
 */
void leakFromPool(Program &program)
{
    AdminSql first = openCards(program, "card-service-pool");
    AdminSql second = openCards(program, "card-service-pool");
    getLock(first, "user:1007:card", 10);
    releaseLock(second, "user:1007:card");
    getLock(first, "회원:1004:카드", 10);
    releaseLock(second, "회원:1004:카드");
    program.ready();
    for (;;)
        Program::sleep(1h);
}

/** Several locks of one session, one with a name longer than the server can show. */
void holdSeveral(Program &program)
{
    AdminSql sql = openCards(program, "checkout");
    getLock(sql, "user:7:card", 10);
    getLock(sql, "user:7:wallet", 10);
    getLock(sql,
            "checkout:tenant=acme-industries-europe:region=eu-central-1:"
            "cart=7c1f0a5e-3a57-4d7e-9b1e-0f6a3c2d9e44",
            10);
    program.ready();
    for (;;) {
        must(sql.query("SELECT 1"));
        Program::sleep(2s);
    }
}

} // namespace lockmaster::traffic
