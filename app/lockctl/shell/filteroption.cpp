// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/shell/filteroption.h"

#include "app/lockctl/shell/output.h"
#include "app/lockctl/shell/texttable.h"
#include "core/text/literaltext.h"

#include <algorithm>

namespace lockmaster {

namespace {

void sayWhere(const QString &text, const FilterError &error)
{
    say(QStringLiteral("--filter: %1").arg(error.message));
    say(text);
    const int before = textWidth(literalText(text.first(error.position)));
    const int marked = textWidth(literalText(text.sliced(error.position, error.length)));
    say(QString(before, u' ') + QString(std::max(marked, 1), u'^'));
}

} // namespace

std::optional<Filter> filterOption(const Options &options)
{
    if (const auto typed = Filter::parse(options.filter); !typed) {
        sayWhere(options.filter, typed.error());
        return std::nullopt;
    }
    QString text = options.filter;
    const auto add = [&text](const char *option, QStringView field, const QStringList &values) {
        if (values.isEmpty())
            return true;
        if (std::any_of(values.begin(), values.end(), [](const QString &value) {
                return value.contains(QChar::ReplacementCharacter);
            })) {
            say(QStringLiteral("%1 is not UTF-8; write it as 'lockctl list' shows it.")
                    .arg(QLatin1StringView(option)));
            return false;
        }
        const QString term = Filter::exactTerm(field, values);
        if (const auto valid = Filter::parse(term); !valid) {
            say(QStringLiteral("%1: %2").arg(QLatin1StringView(option), valid.error().message));
            return false;
        }
        text += u' ' + term;
        return true;
    };
    if (!add("--name", u"name", options.lockNames)
        || !add("--system", u"system", options.lockSystems))
        return std::nullopt;
    return *Filter::parse(text);
}

std::optional<Filter> filterOf(const std::optional<SavedView> &view, const Filter &typed)
{
    if (!view)
        return typed;
    QStringList terms{view->filter};
    if (!view->source.isEmpty())
        terms << Filter::exactTerm(u"source", {literalText(view->source)});
    if (!view->system.isEmpty())
        terms << Filter::exactTerm(u"system", {literalText(view->system)});
    if (view->finding)
        terms << QStringLiteral("finding:") + findingName(*view->finding);
    terms << typed.text();
    const auto whole = Filter::parse(terms.join(u' '));
    if (!whole) {
        say(QStringLiteral("The view '%1' cannot be asked for here: %2")
                .arg(literalText(view->name), whole.error().message));
        return std::nullopt;
    }
    return *whole;
}

} // namespace lockmaster
