// SPDX-License-Identifier: Apache-2.0
#include "core/config/urlsplit.h"
#include "core/text/words.h"

#include <QStringDecoder>

#include <algorithm>

namespace lockmaster {

namespace {

/** Reads one URL; the first error stays and ends it. */
class Splitter
{
public:
    explicit Splitter(const QString &url) : m_text(url.toUtf8()) {}

    Result<SplitUrl> run()
    {
        const bool ok = checkCharacters() && takeScheme() && takeQuery() && takePath() && takeUser()
                        && takeHost();
        if (!ok)
            return tl::make_unexpected(m_url.unclear ? unclearUrl() : m_error);
        return std::move(m_url);
    }

private:
    bool refuse(const QString &message, const QString &remedy = {})
    {
        m_error = {ErrorKind::Config, 0, message, remedy};
        return false;
    }

    bool refusePart(const QString &part)
    {
        return refuse(Words::tr("The %1 of the URL %2 is malformed: percent-encoding is "
                                "a % and two hexadecimal digits, and text is UTF-8.")
                          .arg(part, m_url.shown));
    }

    /** Decoded text, or nothing where it is not properly encoded UTF-8. */
    static std::optional<QString> decodedText(QByteArrayView part)
    {
        const std::optional<QByteArray> bytes = percentDecoded(part);
        if (!bytes || bytes->contains('\0'))
            return std::nullopt;
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString text = decoder(*bytes);
        return decoder.hasError() ? std::nullopt : std::optional(text);
    }

    bool checkCharacters()
    {
        const auto bad = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; };
        if (std::none_of(m_text.cbegin(), m_text.cend(), bad))
            return true;
        return refuse(Words::tr("A URL has a space or control character."),
                      Words::tr("Write it percent-encoded, a space as %20."));
    }

    bool takeScheme()
    {
        const qsizetype end = m_text.indexOf("://");
        if (end <= 0) {
            return refuse(
                Words::tr("This is not a backend's URL."),
                Words::tr("Write mysql://user@host:port/database or redis://host:port/0."));
        }
        m_url.scheme = QString::fromUtf8(m_text.first(end)).toLower();
        m_url.shown = m_url.scheme + QLatin1StringView("://");
        m_rest = m_text.sliced(end + 3);
        return true;
    }

    bool takeQuery()
    {
        // Before anything else: a password with these characters would be cut apart unseen.
        const qsizetype fragment = m_rest.indexOf('#');
        if (fragment >= 0) {
            return refuse(Words::tr("A URL has a '#' in it."), Words::tr("Write it as %23."));
        }
        const qsizetype question = m_rest.indexOf('?');
        if (question < 0)
            return true;
        m_query = m_rest.sliced(question + 1);
        m_rest.truncate(question);
        return true;
    }

    bool takePath()
    {
        const qsizetype slash = m_rest.indexOf('/');
        if (slash < 0)
            return true;
        m_url.path = m_rest.sliced(slash);
        m_rest.truncate(slash);
        return true;
    }

    bool takeUser()
    {
        const qsizetype at = m_rest.lastIndexOf('@');
        const bool atBehind = m_url.path.contains('@') || m_query.contains('@');
        m_url.unclear = at < 0 && atBehind && !m_rest.isEmpty();
        if (at < 0)
            return true;
        const QByteArray account = m_rest.first(at);
        m_rest = m_rest.sliced(at + 1);
        const qsizetype colon = account.indexOf(':');
        const std::optional<QString> user = decodedText(colon < 0 ? account : account.first(colon));
        if (!user)
            return refusePart(Words::tr("user"));
        m_url.user = *user;
        if (colon < 0)
            return true;
        const std::optional<QByteArray> password = percentDecoded(account.sliced(colon + 1));
        if (!password)
            return refusePart(Words::tr("password"));
        m_url.password = Secret(*password);
        return true;
    }

    bool takeHost()
    {
        const QList<QByteArray> all = m_rest.split(',');
        for (const QByteArray &each : all) {
            NodeAddress one;
            if (!takeOneHost(each, one))
                return false;
            if (all.size() > 1 && one.host.isEmpty())
                return refusePart(Words::tr("host"));
            if (&each == &all.front()) {
                m_url.host = one.host;
                m_url.port = one.port;
            } else {
                m_url.otherHosts.push_back(one);
            }
        }
        // An '@' here may be the end of a password that was not encoded.
        if (!m_url.path.contains('@'))
            m_url.shown += QString::fromUtf8(m_url.path);
        if (!checkHost(m_url.host)
            || !std::all_of(m_url.otherHosts.begin(), m_url.otherHosts.end(),
                            [this](const NodeAddress &other) { return checkHost(other.host); }))
            return refusePart(Words::tr("host"));
        return takeOptions();
    }

    bool takeOneHost(const QByteArray &text, NodeAddress &address)
    {
        QByteArray port;
        if (text.startsWith('[')) {
            const qsizetype close = text.indexOf(']');
            if (close < 0)
                return refusePart(Words::tr("host"));
            address.host = QString::fromUtf8(text.sliced(1, close - 1));
            port = text.sliced(close + 1);
            if (!port.isEmpty() && !port.startsWith(':'))
                return refusePart(Words::tr("host"));
        } else {
            const qsizetype colon = text.indexOf(':');
            const std::optional<QString> host = decodedText(colon < 0 ? text : text.first(colon));
            if (!host)
                return refusePart(Words::tr("host"));
            address.host = *host;
            port = colon < 0 ? QByteArray() : text.sliced(colon);
        }
        if (!m_url.shown.endsWith(QLatin1StringView("://")))
            m_url.shown += u',';
        m_url.shown += address.host.contains(u':') ? u'[' + address.host + u']' : address.host;
        return takePort(port, address);
    }

    bool takePort(const QByteArray &text, NodeAddress &address)
    {
        if (text.isEmpty())
            return true;
        bool ok = false;
        const uint port = text.sliced(1).toUInt(&ok);
        if (!ok || port == 0 || port > 65535 || text.at(1) == '+') {
            return refuse(Words::tr("The port in the URL %1 is not a number from 1 to 65535.")
                              .arg(m_url.shown));
        }
        address.port = quint16(port);
        m_url.shown += u':' + QString::number(port);
        return true;
    }

    /** A host with these would be read as a connection string further down. */
    static bool checkHost(const QString &host)
    {
        const auto bad = [](QChar c) {
            return c == u';' || c == u'=' || c == u'/' || c == u'[' || c == u']' || c.isSpace()
                   || c.category() == QChar::Other_Control;
        };
        return std::none_of(host.cbegin(), host.cend(), bad);
    }

    bool takeOptions()
    {
        if (m_query.isEmpty())
            return true;
        for (const QByteArray &part : m_query.split('&')) {
            const qsizetype equals = part.indexOf('=');
            const auto name = percentDecoded(equals < 0 ? part : part.first(equals));
            const auto value = percentDecoded(equals < 0 ? QByteArray() : part.sliced(equals + 1));
            if (!name || !value)
                return refusePart(Words::tr("query"));
            if (name->isEmpty() || equals < 0) {
                return refuse(Words::tr("The URL %1 has an option that is not written name=value.")
                                  .arg(m_url.shown));
            }
            m_url.options.push_back({*name, *value});
        }
        return true;
    }

    QByteArray m_text;
    QByteArray m_rest;
    QByteArray m_query;
    SplitUrl m_url;
    Error m_error;
};

bool isPort(QByteArrayView text)
{
    return text.size() <= 5
           && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

Result<SplitUrl> splitUrl(const QString &url)
{
    return Splitter(url).run();
}

Error unclearUrl()
{
    return {ErrorKind::Config, 0,
            Words::tr("A URL with an '@' behind a '/' or '?' cannot be read."),
            Words::tr("Write a '/' in a user or password as %2F, a '?' as %3F, "
                      "and an '@' behind the host as %40.")};
}

std::optional<QByteArray> percentDecoded(QByteArrayView text)
{
    QByteArray decoded;
    decoded.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        if (i + 2 >= text.size() || hexDigit(text[i + 1]) < 0 || hexDigit(text[i + 2]) < 0)
            return std::nullopt;
        decoded += char(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
        i += 2;
    }
    return decoded;
}

UrlPasswordPlace findUrlPassword(QByteArrayView url)
{
    const qsizetype scheme = url.indexOf("://");
    if (scheme < 0)
        return {};
    const qsizetype start = scheme + 3;
    qsizetype end = url.size();
    for (const char stop : {'?', '#', '/'}) {
        const qsizetype at = url.indexOf(stop, start);
        if (at >= 0)
            end = std::min(end, at);
    }
    const qsizetype colon = url.indexOf(':', start);
    if (colon < 0)
        return {};
    qsizetype at = url.first(end).lastIndexOf('@');
    // The first of several sentinels has a port as well; a password before a slash is one yet.
    const qsizetype comma = url.indexOf(',', colon);
    const qsizetype question = url.indexOf('?');
    const qsizetype sign = url.indexOf('@', start);
    const bool isList = url.first(scheme).endsWith("+sentinel") && comma >= 0 && comma < end
                        && (sign < 0 || (question >= 0 && question < sign));
    const qsizetype portEnd = isList ? comma : end;
    const bool address = url.sliced(start).startsWith('[')
                         || (colon < end && isPort(url.sliced(colon + 1, portEnd - colon - 1)));
    if (at < start && !address)
        at = url.indexOf('@', start); // a password with a bare slash: malformed, but still secret
    if (at <= colon + 1)
        return {};
    return {colon + 1, at - colon - 1};
}

} // namespace lockmaster
