// SPDX-License-Identifier: Apache-2.0
#include "core/systems/keys/keylook.h"

namespace lockmaster {

namespace {

QString pasteable(const QByteArray &key)
{
    QString text = QStringLiteral("\"");
    for (const char c : key) {
        const bool isPlain = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
                             || (c >= '0' && c <= '9') || QByteArrayView(" _-.:/@{}#").contains(c);
        text += isPlain ? QString(QLatin1Char(c))
                        : QStringLiteral("\\x%1").arg(uchar(c), 2, 16, QLatin1Char('0'));
    }
    return text + u'"';
}

} // namespace

QStringList keyLook(const BackendSpec &backend, const QByteArray &read, const QByteArray &key,
                    const QByteArrayList &more)
{
    const QString name = pasteable(key);
    QString line = QString::fromLatin1(read) + u' ' + name;
    for (const QByteArray &word : more)
        line += u' ' + QString::fromLatin1(word);
    QStringList lines{line, QStringLiteral("PTTL ") + name};
    if (backend.cluster.empty()) // which has one
        lines.prepend(QStringLiteral("SELECT %1").arg(backend.redisDatabase));
    return lines;
}

} // namespace lockmaster
