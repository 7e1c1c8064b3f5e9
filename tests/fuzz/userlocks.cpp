// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/getlocktext.h"
#include "core/systems/userlock/lockname.h"
#include "core/systems/userlock/userlockdecoder.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/lockuse.h"

#include <QSet>

#include <algorithm>

// What a server lists of user-level locks: a selecting byte, then in parts a statement, a user, a
// host and a program, and from there on the names of held locks.

namespace lockmaster::fuzz {

namespace {

using namespace std::chrono_literals;

constexpr qint64 holder = 7;
constexpr qint64 waiter = 8;
constexpr size_t mostLocks = 8;

SessionRow session(qint64 connection, const QString &user, const QString &host)
{
    SessionRow row;
    row.connection = connection;
    row.user = user;
    row.host = host;
    row.command = QStringLiteral("Sleep");
    row.time = 1s;
    return row;
}

UserLockLook lookOf(uint8_t selector, const QByteArray &bytes)
{
    Parts parts(bytes);
    UserLockLook look;
    look.source = std::make_shared<const SourceId>(
        SourceId{QStringLiteral("db"), QStringLiteral("user_lock"), QStringLiteral("user-level")});
    look.server = "server-1";
    look.wholeNames = selector & 1;
    look.rows.readAt = here;
    look.rows.metadata = failure(ErrorKind::Unsupported, {});
    look.rows.allSessions = true;
    const QByteArray statement = parts.next();
    const QString user = QString::fromUtf8(parts.next());
    const QString host = QString::fromUtf8(parts.next());
    SessionRow waiting = session(waiter, user, host);
    waiting.command = QStringLiteral("Query");
    waiting.state = QStringLiteral("User lock");
    waiting.statement = statement;
    look.rows.sessions->insert(waiter, waiting);
    look.rows.sessions->insert(holder, session(holder, host, user));
    look.attributes.insert(holder, {QString::fromUtf8(parts.next()), 4711});
    while (!parts.atEnd() && look.rows.plugin->size() < mostLocks) {
        const QByteArray name = parts.next();
        look.rows.plugin->push_back({shownLockName(name), holder, false, std::nullopt});
        if (selector & 2) {
            look.known.push_back(name);
            look.answers.insert(name, {name, holder});
        }
    }
    return look;
}

/** A name is written into a statement so that a server reads that very name. */
void quoteName(const QByteArray &name)
{
    const QByteArray statement = "SELECT GET_LOCK(" + lockNameLiteral(name).toLatin1() + ", 1)";
    const NamedLocks named = lockNamesInStatement(statement);
    require(named.all && named.names == std::vector<QByteArray>{name},
            "a name in a statement is another");
    const QByteArray shown = shownLockName(name);
    require(shownLockName(shown) == shown, "what is shown already is shown otherwise");
}

} // namespace

} // namespace lockmaster::fuzz

using namespace lockmaster;
using namespace lockmaster::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const QByteArray bytes = bytesOf(data + 1, size - 1);
    quoteName(bytes.left(192));
    const std::vector<LockRecord> locks = decodeUserLocks(lookOf(data[0], bytes));
    QSet<QByteArray> names;
    for (const LockRecord &lock : locks) {
        require(!names.contains(lock.id.name), "two locks have one name");
        names.insert(lock.id.name);
        useLock(lock);
    }
    return 0;
}
