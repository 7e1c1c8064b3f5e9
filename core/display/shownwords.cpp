// SPDX-License-Identifier: Apache-2.0
#include "core/display/shownwords.h"

#include "core/text/literaltext.h"
#include "core/text/words.h"

#include <QHash>

namespace lockmaster {

namespace {

using KnownWords = QHash<QString, const char *>;

QString known(const KnownWords &words, const QString &word)
{
    const char *const text = words.value(word);
    return text ? Words::tr(text) : literalText(word);
}

} // namespace

QString sourceText(const QString &source)
{
    static const KnownWords words{
        {QStringLiteral("user-level locks"), QT_TRANSLATE_NOOP("lockmaster", "user-level locks")},
    };
    return known(words, source);
}

QString reachedText(const QString &reached)
{
    static const KnownWords words{
        {QStringLiteral("plaintext"), QT_TRANSLATE_NOOP("lockmaster", "plaintext")},
        {QStringLiteral("unix socket"), QT_TRANSLATE_NOOP("lockmaster", "unix socket")},
    };
    // As `TunnelSpec::reached()` wrote it; what leads there may have any name.
    static const QString through = QStringLiteral(" via ");
    const qsizetype end = reached.indexOf(through);
    const QString what = known(words, reached.left(end));
    return end < 0
               ? what
               : Words::tr("%1 via %2").arg(what, literalText(reached.mid(end + through.size())));
}

QString backendStateText(BackendState state)
{
    switch (state) {
    case BackendState::Connecting: return Words::tr("connecting");
    case BackendState::Online: return Words::tr("online");
    case BackendState::Stale: return Words::tr("stale");
    case BackendState::Offline: return Words::tr("offline");
    }
    Q_UNREACHABLE();
}

QString alertRuleTitle(const QString &rule)
{
    static const KnownWords words{
        {QStringLiteral("backend-lost"), QT_TRANSLATE_NOOP("lockmaster", "backend-lost")},
        {QStringLiteral("leader-vacant"), QT_TRANSLATE_NOOP("lockmaster", "leader-vacant")},
        {QStringLiteral("leader-flapping"), QT_TRANSLATE_NOOP("lockmaster", "leader-flapping")},
        {QStringLiteral("two-leaders"), QT_TRANSLATE_NOOP("lockmaster", "two-leaders")},
        {QStringLiteral("held-long"), QT_TRANSLATE_NOOP("lockmaster", "held-long")},
        {QStringLiteral("held-unusual"), QT_TRANSLATE_NOOP("lockmaster", "held-unusual")},
        {QStringLiteral("many-waiters"), QT_TRANSLATE_NOOP("lockmaster", "many-waiters")},
        {QStringLiteral("no-expiry"), QT_TRANSLATE_NOOP("lockmaster", "no-expiry")},
        {QStringLiteral("sleeping-holder"), QT_TRANSLATE_NOOP("lockmaster", "sleeping-holder")},
        {QStringLiteral("wait-cycle"), QT_TRANSLATE_NOOP("lockmaster", "wait-cycle")},
        {QStringLiteral("blocks-long"), QT_TRANSLATE_NOOP("lockmaster", "blocks-long")},
        {QStringLiteral("expired-not-taken"), QT_TRANSLATE_NOOP("lockmaster", "expired-not-taken")},
        {QStringLiteral("jobs-stuck"), QT_TRANSLATE_NOOP("lockmaster", "jobs-stuck")},
        {QStringLiteral("not-taken"), QT_TRANSLATE_NOOP("lockmaster", "not-taken")},
    };
    return known(words, rule);
}

QString alertRuleTitleAndName(const QString &rule)
{
    const QString title = alertRuleTitle(rule);
    const QString name = literalText(rule);
    return title == name ? name : QStringLiteral("%1 (%2)").arg(title, name);
}

} // namespace lockmaster
