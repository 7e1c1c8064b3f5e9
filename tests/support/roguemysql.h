// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/rogueserver.h"

#include <optional>

namespace lockmaster::test {

/**
 * A client's session with a server that speaks MySQL's protocol as far as a login goes, and then
 * answers as a test wants. Lives within a rogue server's script.
 */
class RogueMySql
{
public:
    /** What a client asks: a command's number, and its text without the number. */
    struct Command {
        char code = 0;
        QByteArray text;
    };
    static constexpr char query = 0x03;
    static constexpr char prepare = 0x16;
    static constexpr char execute = 0x17;
    /** Types of columns. */
    static constexpr char text = char(0xfd);
    static constexpr char blob = char(0xfc);

    /** Called with the first statement after the login, and with all that follows. */
    using Answer = std::function<void(RogueMySql &, const Command &)>;

    /** What it wants before it lets anyone in. */
    struct Login {
        std::optional<TlsOffer> tls{};       ///< none: it says that it has no TLS
        QByteArray method = defaultMethod(); ///< another: it asks for that one in a second step
        QByteArrayList after{};              ///< and then for these, one after the other
        QByteArray key{};                    ///< its RSA key in PEM, for whom it wants the password
        /** In the clear: behind its greeting, and behind the client's wish for TLS. */
        QByteArray early{};
        QByteArray late{};
        /** So much of its greeting goes ahead, the rest together with `early`. */
        qsizetype ahead = 0;
        Answer first{}; ///< to the driver's own first statement; none: OK
    };
    static QByteArray defaultMethod() { return "mysql_native_password"; }
    /** What such a login is salted with. */
    static QByteArray salt() { return "abcdefghijklmnopqrst"; }

    /** A script that logs anyone in as a MariaDB would, and hands statements to `answer`. */
    static RogueServer::Script afterLogin(Answer answer);
    static RogueServer::Script afterLogin(const Login &login, Answer answer);

    RogueServer::Client &client() { return m_client; }

    /** One packet, numbered as the next of an answer. */
    bool send(const QByteArray &payload);
    /** The same over and over, in few writes; false once nobody takes them any more. */
    bool sendMany(const QByteArray &payload, qint64 count);
    /** The head of a packet of that size, whatever follows. */
    bool sendHead(qsizetype size);
    void sendOk();
    void sendEnd(); ///< of columns, of rows
    /** Of text, unless another type is given, of up to so many bytes as it claims. */
    void sendColumn(quint32 claimed = 1024, char type = text);
    /** A statement of so many columns was prepared. */
    void sendPrepared(int columns, int parameters, quint32 claimed = 1024, char type = text);
    /** A whole answer to an executed statement: text in each column of each row. */
    void sendRows(int columns, const QList<QByteArrayList> &rows);

    /** A length in the protocol's form, and a text with its length before it. */
    static QByteArray length(quint64 number);
    static QByteArray counted(const QByteArray &text);

private:
    explicit RogueMySql(RogueServer::Client &client) : m_client(client) {}

    bool greet(const Login &login);
    bool askFor(const QByteArray &method, const Login &login);
    bool receive(QByteArray &payload);
    void serve(Answer first, const Answer &answer);
    bool answerLogin(const Command &command);

    RogueServer::Client &m_client;
    QByteArray m_prepared; ///< the statement that was prepared last
    uchar m_sequence = 0;
};

} // namespace lockmaster::test
