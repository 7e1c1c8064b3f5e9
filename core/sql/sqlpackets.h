// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace lockmaster {

/** Bytes before what a packet carries: its length and its number. */
constexpr int sqlPacketHead = 4;

/** In what an answer goes beyond what is read. */
enum class SqlExcess : quint8 {
    None,
    Count,  ///< more columns or rows
    Length, ///< columns that are said to be longer, or that do not say how long they are
    Early,  ///< what nobody had asked for yet
};

/**
 * Follows the packets that a server sends on one connection, from its first byte on, and knows when
 * they are more than an honest answer has: for each one, however short, the client library keeps
 * pointers and copies, and for each column of a prepared statement Qt's driver makes and fills a
 * buffer of the length that the server claims.
 *
 * Lives with its connection, on one thread at a time.
 */
class SqlPackets
{
public:
    /**
     * Something was sent: what comes from now on answers it. `isUnread`: what came before was more
     * than the answer to what was asked then.
     */
    void beginAnswer(bool isUnread = false);
    /** What came. Beyond a bound nothing more is looked at. */
    void take(QByteArrayView bytes);
    /** A row went on to who wanted it, and bounds what he keeps. */
    void forgetRow() { --m_ofSection; }

    SqlExcess excess() const { return m_excess; }

    /**
     * Until its end the answer is to a statement that is prepared: what its columns claim is added
     * up. `extended`: the columns tell of types of MariaDB's own.
     */
    void beginPreparation(bool extended);
    /** @return about how many bytes the statement takes for as long as it is kept */
    qint64 endPreparation();

    /** More than a server allows in one statement: 4096. */
    static constexpr qint64 mostColumns = 4200;
    /** The most rows of an answer that is kept until it is complete: 40 bytes each make
     * `SqlCall::mostBytes`. */
    static constexpr qint64 mostRows = 1 << 18;
    /** The longest row of a table has 64 KiB, which may be four times as much in utf8mb4. */
    static constexpr qint64 mostClaimed = 2 << 20;

private:
    void takeHead(uchar byte);
    void beginPacket();
    void endPacket();
    void noteDefinition();

    SqlExcess m_excess = SqlExcess::None;
    int m_headBytes = 0;      ///< of the packet that began
    bool m_isNew = true;      ///< of its body nothing came
    qint64 m_size = 0;        ///< of its body
    qint64 m_left = 0;        ///< of its body, still to come
    bool m_continues = false; ///< the packet before was as large as one can be
    int m_section = 0;        ///< of an answer: its columns, then its rows
    qint64 m_ofSection = 0;   ///< packets

    bool m_preparing = false;
    bool m_extended = false;
    bool m_isFirst = true; ///< packet of the answer
    int m_parameters = 0;
    qint64 m_claimed = 0;
    qint64 m_described = 0;
    QByteArray m_body; ///< of the packet that began, where it is looked into
};

} // namespace lockmaster
