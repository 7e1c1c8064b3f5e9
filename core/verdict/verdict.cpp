// SPDX-License-Identifier: Apache-2.0
#include "core/verdict/verdict.h"

#include "core/text/words.h"

namespace lockmaster {

namespace {

struct LifeWords {
    Life life;
    const char *name;
    const char *text;
};

constexpr std::array lifeWords = {
    LifeWords{Life::Alive, "alive", QT_TRANSLATE_NOOP("lockmaster", "Alive")},
    LifeWords{Life::NoSign, "no_sign_of_life", QT_TRANSLATE_NOOP("lockmaster", "No sign of life")},
    LifeWords{Life::Gone, "gone", QT_TRANSLATE_NOOP("lockmaster", "Gone")},
    LifeWords{Life::Unknown, "unknown", QT_TRANSLATE_NOOP("lockmaster", "Cannot be known")},
};

struct SourceWords {
    LifeEvidence::Source source;
    const char *name;
    const char *text;
};

using Source = LifeEvidence::Source;

constexpr std::array sourceWords = {
    SourceWords{Source::Renewals, "renewals", QT_TRANSLATE_NOOP("lockmaster", "Renewals")},
    SourceWords{Source::Heartbeat, "heartbeat", QT_TRANSLATE_NOOP("lockmaster", "Heartbeat")},
    SourceWords{Source::Lease, "lease", QT_TRANSLATE_NOOP("lockmaster", "Lease")},
    SourceWords{Source::Session, "session", QT_TRANSLATE_NOOP("lockmaster", "Session")},
    SourceWords{Source::Process, "process", QT_TRANSLATE_NOOP("lockmaster", "Process")},
    SourceWords{Source::Host, "host", QT_TRANSLATE_NOOP("lockmaster", "Host")},
    SourceWords{Source::Check, "check", QT_TRANSLATE_NOOP("lockmaster", "Own check")},
    SourceWords{Source::Look, "look", QT_TRANSLATE_NOOP("lockmaster", "Look")},
    SourceWords{Source::History, "history", QT_TRANSLATE_NOOP("lockmaster", "History")},
};

const LifeWords &wordsOf(Life life)
{
    return lifeWords.at(static_cast<size_t>(life));
}

const SourceWords &wordsOf(Source source)
{
    return sourceWords.at(static_cast<size_t>(source));
}

} // namespace

QString lifeName(Life life)
{
    return QString::fromLatin1(wordsOf(life).name);
}

QString lifeText(Life life)
{
    return Words::tr(wordsOf(life).text);
}

QString evidenceName(LifeEvidence::Source source)
{
    return QString::fromLatin1(wordsOf(source).name);
}

QString evidenceText(LifeEvidence::Source source)
{
    return Words::tr(wordsOf(source).text);
}

} // namespace lockmaster
