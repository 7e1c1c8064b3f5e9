// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/nodeaddress.h"
#include "core/domain/result.h"
#include "core/platform/secret.h"

#include <QByteArray>

#include <vector>

namespace lockmaster {

/** `name=value` of a URL's query, percent-decoded to bytes. */
struct UrlOption {
    QByteArray name;
    QByteArray value;
};

/** A backend's URL taken apart; every part percent-decoded, nothing interpreted yet. */
struct SplitUrl {
    QString shown; ///< the URL without user, password and options, for messages
    QString scheme;
    QString user;
    Secret password;
    QString host; ///< without brackets
    quint16 port = 0;
    /** Where it names several: the others, each with its port, or 0. */
    std::vector<NodeAddress> otherHosts;
    QByteArray path; ///< still encoded, with its leading slash; empty where there is none
    std::vector<UrlOption> options;
    /** A path or options may be the rest of a password: nothing of them is to be told. */
    bool unclear = false;
};

/**
 * Stricter than a browser: percent-encoding must be right, and what has to be encoded has to be.
 * Errors: Config, naming the part; never quoting user, password or the whole text.
 */
Result<SplitUrl> splitUrl(const QString &url);

/** The error of a URL that is `unclear`, whatever is wrong with it. */
Error unclearUrl();

/** Percent-decoded bytes, none where a `%` is not followed by two hexadecimal digits. */
std::optional<QByteArray> percentDecoded(QByteArrayView text);

/** Where the password of a URL stands in its text; empty where it has none. */
struct UrlPasswordPlace {
    qsizetype position = 0;
    qsizetype length = 0;
};
UrlPasswordPlace findUrlPassword(QByteArrayView url);

} // namespace lockmaster
