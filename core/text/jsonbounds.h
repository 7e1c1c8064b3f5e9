// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace lockmaster {

/**
 * Takes values out of a JSON document that anybody may have written, each within its bounds. The
 * first that is not is what is wrong with all of it; from then on what is handed out is empty, and
 * worth nothing. A whole number is one without a fraction, of at most 2^53.
 */
class JsonBounds
{
public:
    qint64 whole(const QJsonObject &object, const char *name, qint64 least, qint64 most);
    /** The same, where null is none. */
    std::optional<qint64> wholeOrNone(const QJsonObject &object, const char *name, qint64 least,
                                      qint64 most);
    qint64 whole(const QJsonValue &value, const char *what, qint64 least, qint64 most);
    bool truth(const QJsonObject &object, const char *name);
    /** As it stands there, of at most `most` characters. */
    QString raw(const QJsonObject &object, const char *name, qsizetype most);
    /** The same made literal: to be shown. Null is an empty one. */
    QString text(const QJsonObject &object, const char *name, qsizetype most);
    QString text(const QJsonValue &value, const char *what, qsizetype most);
    QJsonArray list(const QJsonObject &object, const char *name, qsizetype most);
    QJsonObject object(const QJsonObject &object, const char *name);

    /** Says that `what` is wrong, unless something was before. */
    void refuse(const char *what);
    /** The same, because `word` is none that is known here: a later program may have written it. */
    void refuseWord(const char *what, const QString &word);
    bool isWell() const { return m_wrong.isEmpty(); }
    /** The name of what is wrong; empty: nothing. */
    const QString &wrong() const { return m_wrong; }
    /** The word there that is not known, literal; none: something else is wrong, or nothing. */
    const std::optional<QString> &unknownWord() const { return m_unknown; }

private:
    QString m_wrong;
    std::optional<QString> m_unknown;
};

} // namespace lockmaster
