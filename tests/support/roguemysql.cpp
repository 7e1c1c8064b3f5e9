// SPDX-License-Identifier: Apache-2.0
#include "tests/support/roguemysql.h"

#include <QList>

#include <array>
#include <utility>

namespace lockmaster::test {

namespace {

constexpr qsizetype headSize = 4;
constexpr char utf8mb4 = 45;

QByteArray number(quint64 value, int bytes)
{
    QByteArray out;
    for (int i = 0; i < bytes; ++i)
        out += char(value >> (8 * i));
    return out;
}

/** What a MariaDB 10.11 can do, without TLS and compression. */
constexpr quint32 plainCapabilities = 0x000fa28f;
constexpr quint32 canTls = 0x0800;
constexpr qsizetype tlsRequestSize = 32;

QByteArray greeting(bool tls)
{
    const quint32 capabilities = plainCapabilities | (tls ? canTls : 0);
    const QByteArray zero(1, '\0');
    const qsizetype firstOfSalt = 8;
    return '\x0a' + QByteArray("5.5.5-10.11.19-MariaDB") + zero + number(7, 4)
           + RogueMySql::salt().left(firstOfSalt) + zero + number(capabilities & 0xffff, 2)
           + utf8mb4 + number(2, 2) + number(capabilities >> 16, 2) + number(21, 1)
           + QByteArray(10, '\0') + RogueMySql::salt().mid(firstOfSalt) + zero
           + RogueMySql::defaultMethod() + zero;
}

/** What the statements of a login select, by their beginnings. */
struct LoginAnswer {
    const char *beginning;
    int columns;
    QList<QByteArrayList> rows;
};

const std::array<LoginAnswer, 4> &loginAnswers()
{
    static const std::array<LoginAnswer, 4> answers = {
        LoginAnswer{"SELECT ? + ?", 1, {{"2"}}},
        LoginAnswer{"SELECT VERSION()",
                    6,
                    {{"10.11.19-MariaDB", "MariaDB", "7", "app@localhost", "app", "0"}}},
        LoginAnswer{
            "SELECT CONCAT(@@hostname", 4, {{"rogue:3306:1", "1700000000", "rogue:3306:1", "0"}}},
        LoginAnswer{"SHOW ALL SLAVES STATUS", 1, {}},
    };
    return answers;
}

const LoginAnswer *loginAnswer(const QByteArray &statement)
{
    for (const LoginAnswer &answer : loginAnswers()) {
        if (statement.startsWith(answer.beginning))
            return &answer;
    }
    return nullptr;
}

} // namespace

QByteArray RogueMySql::length(quint64 value)
{
    if (value < 0xfb)
        return number(value, 1);
    if (value < 0x10000)
        return '\xfc' + number(value, 2);
    return value < 0x1000000 ? '\xfd' + number(value, 3) : '\xfe' + number(value, 8);
}

QByteArray RogueMySql::counted(const QByteArray &text)
{
    return length(quint64(text.size())) + text;
}

bool RogueMySql::sendHead(qsizetype size)
{
    return m_client.send(number(quint64(size), 3) + char(m_sequence++));
}

bool RogueMySql::send(const QByteArray &payload)
{
    return m_client.send(number(quint64(payload.size()), 3) + char(m_sequence++) + payload);
}

bool RogueMySql::sendMany(const QByteArray &payload, qint64 count)
{
    const qint64 once = std::max<qint64>(1, (64 << 10) / (payload.size() + headSize));
    for (qint64 left = count; left > 0; left -= once) {
        QByteArray lot;
        for (qint64 i = 0; i < std::min(left, once); ++i)
            lot += number(quint64(payload.size()), 3) + char(m_sequence++) + payload;
        if (!m_client.send(lot))
            return false;
    }
    return true;
}

void RogueMySql::sendOk()
{
    send(QByteArray("\0\0\0\2\0\0\0", 7));
}

void RogueMySql::sendEnd()
{
    send(QByteArray("\xfe\0\0\2\0", 5));
}

void RogueMySql::sendColumn(quint32 claimed, char type)
{
    send(counted("def") + counted({}) + counted({}) + counted({}) + counted("c") + counted({})
         + '\x0c' + number(utf8mb4, 2) + number(claimed, 4) + type + number(0, 2) + number(0, 3));
}

void RogueMySql::sendPrepared(int columns, int parameters, quint32 claimed, char type)
{
    send(number(0, 1) + number(1, 4) + number(quint64(columns), 2) + number(quint64(parameters), 2)
         + number(0, 3));
    for (const int count : {parameters, columns}) {
        for (int i = 0; i < count; ++i)
            sendColumn(claimed, type);
        if (count > 0)
            sendEnd();
    }
}

void RogueMySql::sendRows(int columns, const QList<QByteArrayList> &rows)
{
    send(length(quint64(columns)));
    for (int i = 0; i < columns; ++i)
        sendColumn();
    sendEnd();
    for (const QByteArrayList &row : rows) {
        QByteArray packet = number(0, 1) + QByteArray((columns + 9) / 8, '\0');
        for (const QByteArray &value : row)
            packet += counted(value);
        send(packet);
    }
    sendEnd();
}

bool RogueMySql::receive(QByteArray &payload)
{
    const auto take = [this](qsizetype size, QByteArray &bytes) {
        bytes.clear();
        while (bytes.size() < size) {
            // No more: what follows may be encrypted.
            const QByteArray more = m_client.receive(size - bytes.size());
            if (more.isEmpty())
                return false;
            bytes += more;
        }
        return true;
    };
    QByteArray head;
    if (!take(headSize, head))
        return false;
    m_sequence = uchar(head[3] + 1);
    return take(uchar(head[0]) | uchar(head[1]) << 8 | uchar(head[2]) << 16, payload);
}

bool RogueMySql::greet(const Login &wanted)
{
    using namespace std::chrono_literals;
    QByteArray login;
    const QByteArray hello = greeting(wanted.tls.has_value());
    const QByteArray packet = number(quint64(hello.size()), 3) + char(m_sequence++) + hello;
    if (wanted.ahead > 0) {
        m_client.send(packet.left(wanted.ahead));
        m_client.pause(100ms); // else it may well arrive as one
    }
    if (!m_client.send(packet.mid(wanted.ahead) + wanted.early) || !receive(login))
        return false;
    if (wanted.tls && login.size() == tlsRequestSize && !wanted.late.isEmpty())
        m_client.send(wanted.late);
    if (wanted.tls && login.size() == tlsRequestSize
        && (!m_client.startTls(*wanted.tls) || !receive(login)))
        return false;
    QByteArrayList methods = wanted.after;
    if (wanted.method != defaultMethod())
        methods.prepend(wanted.method);
    for (const QByteArray &method : methods) {
        if (!askFor(method, wanted))
            return false;
    }
    sendOk();
    return true;
}

/** As a server that knows nothing of the account's password: it wants to be told. */
bool RogueMySql::askFor(const QByteArray &method, const Login &wanted)
{
    const QByteArray zero(1, '\0');
    QByteArray said;
    if (!send('\xfe' + method + zero + salt() + zero) || !receive(said))
        return false;
    if (method == "caching_sha2_password" && (!send("\x01\x04") || !receive(said)))
        return false;
    const bool wantsKey = said == "\x01" || said == "\x02";
    return !wantsKey || (send('\x01' + wanted.key) && receive(said));
}

/** Whether it belongs to a login: also what no statement begins with, such as an option. */
bool RogueMySql::answerLogin(const Command &command)
{
    const QByteArray &statement = command.code == execute ? m_prepared : command.text;
    const LoginAnswer *answer = loginAnswer(statement);
    const bool reads = statement.startsWith("SELECT") || statement.startsWith("SHOW")
                       || statement.startsWith("WITH");
    if (!answer && reads)
        return false;
    if (command.code == prepare)
        sendPrepared(answer ? answer->columns : 0, int(statement.count('?')));
    else if (answer)
        sendRows(answer->columns, answer->rows);
    else
        sendOk();
    return true;
}

void RogueMySql::serve(Answer first, const Answer &answer)
{
    for (QByteArray payload; receive(payload) && !payload.isEmpty();) {
        const Command command{payload.front(), payload.sliced(1)};
        constexpr char quit = 0x01;
        constexpr char closeStatement = 0x19;
        if (command.code == quit)
            return;
        if (command.code == closeStatement)
            continue;
        if (command.code == prepare)
            m_prepared = command.text;
        if (first)
            std::exchange(first, {})(*this, command);
        else if (!answerLogin(command))
            answer(*this, command);
    }
}

RogueServer::Script RogueMySql::afterLogin(Answer answer)
{
    return afterLogin({}, std::move(answer));
}

RogueServer::Script RogueMySql::afterLogin(const Login &login, Answer answer)
{
    return [login, answer = std::move(answer)](RogueServer::Client &client) {
        RogueMySql session(client);
        if (session.greet(login))
            session.serve(login.first, answer);
    };
}

} // namespace lockmaster::test
