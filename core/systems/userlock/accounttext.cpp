// SPDX-License-Identifier: Apache-2.0
#include "core/systems/userlock/accounttext.h"

namespace lockmaster {

QString quotedAccount(const QString &account)
{
    const auto quoted = [](QString part) {
        return u'\'' + part.replace(u'\'', QStringLiteral("''")) + u'\'';
    };
    const qsizetype at = account.lastIndexOf(u'@');
    return at < 0 ? quoted(account) : quoted(account.left(at)) + u'@' + quoted(account.mid(at + 1));
}

QString userOfAccount(const QString &account)
{
    const qsizetype at = account.lastIndexOf(u'@');
    return at < 0 ? account : account.left(at);
}

} // namespace lockmaster
