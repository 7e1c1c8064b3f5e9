// SPDX-License-Identifier: Apache-2.0
#include "core/config/profilefile.h"
#include "core/config/sectionedit.h"
#include "core/config/viewkeys.h"
#include "core/text/words.h"

#include <algorithm>

namespace lockmaster {

namespace {

const std::vector<TomlNode> &viewNodes(const TomlNode &root)
{
    static const std::vector<TomlNode> none;
    const TomlMember *const views = root.find(u"view");
    return views ? views->value.items : none;
}

/** Where that view is written, be it right or wrong; null: nowhere. The first counts. */
const TomlNode *viewNode(const TomlNode &root, const QString &name)
{
    for (const TomlNode &item : viewNodes(root)) {
        const TomlMember *const own = item.find(u"name");
        if (own && own->value.type == TomlNode::Type::String && own->value.text == name)
            return &item;
    }
    return nullptr;
}

Error viewsByHand(const QString &why)
{
    return {ErrorKind::Config, 0, why, Words::tr("Edit the file by hand.")};
}

QByteArray writtenView(const SavedView &view)
{
    QByteArray text = "[[view]]\n";
    for (const WrittenKey &key : writtenKeys(view)) {
        if (key.value)
            text += key.key.toUtf8() + " = " + *key.value + '\n';
    }
    return text;
}

/** Keys that a newer program knows say what they said. */
bool strangeKeysStay(const TomlNode &before, const TomlNode &now)
{
    QStringList known;
    for (const WrittenKey &key : writtenKeys(SavedView()))
        known << key.key;
    return std::all_of(before.members.begin(), before.members.end(), [&](const TomlMember &member) {
        const TomlMember *const same = now.find(member.key);
        return known.contains(member.key) || (same && sameMeaning(member.value, same->value));
    });
}

/** Everything but the view of `edited` says what it said, in the same order. */
bool othersStay(const TomlNode &before, const TomlNode &after, const TomlNode *edited, bool isKept)
{
    for (const TomlMember &member : before.members) {
        const TomlMember *const now = after.find(member.key);
        if (member.key != u"view" && (!now || !sameMeaning(member.value, now->value)))
            return false;
    }
    const std::vector<TomlNode> &now = viewNodes(after);
    size_t at = 0;
    for (const TomlNode &was : viewNodes(before)) {
        if (&was == edited && !isKept)
            continue;
        if (at >= now.size())
            return false;
        const TomlNode &is = now[at++];
        if (&was == edited ? !strangeKeysStay(was, is) : !sameMeaning(was, is))
            return false;
    }
    return now.size() == at + (edited ? 0 : 1);
}

} // namespace

Result<QByteArray> editView(const QByteArray &toml, const QString &replaces,
                            const std::optional<SavedView> &view)
{
    const TomlText text = parseToml(toml);
    const Profile profile = parseProfile(toml);
    if (text.error)
        return tl::make_unexpected(
            viewsByHand(Words::tr("The profile has a mistake: %1")
                            .arg(profileProblemText(profile.problems.front()))));
    if (view && view->name != replaces && viewNode(text.root, view->name))
        return failure(ErrorKind::Config, Words::tr("Another view is called '%1'.").arg(view->name),
                       Words::tr("Choose another name."));
    if (view) {
        const Profile alone = parseProfile(writtenView(*view));
        if (!alone.problems.empty())
            return failure(ErrorKind::Config, alone.problems.front().message);
    }
    const SavedView *const before = viewNamed(profile.views, replaces);
    const TomlNode *const node = before ? viewNode(text.root, replaces) : nullptr;
    if (!replaces.isEmpty() && !node)
        return tl::make_unexpected(viewsByHand(
            Words::tr("The profile has no view '%1' that could be read.").arg(replaces)));
    TextEdit edit(toml);
    std::vector<SavedView> wanted = profile.views;
    if (!node) {
        if (!view)
            return toml;
        edit.append((edit.isBlank() ? QByteArray() : QByteArray("\n")) + writtenView(*view));
        wanted.push_back(*view);
    } else if (!view) {
        edit.removeLines({node->span.begin, endOf(*node)});
        wanted.erase(wanted.begin() + (before - profile.views.data()));
    } else {
        if (!SectionEdit(*node, edit).rewrite(writtenKeys(*before), writtenKeys(*view)))
            return tl::make_unexpected(viewsByHand(
                Words::tr("Changing the view '%1' would cost comments or layout that this program "
                          "does not understand.")
                    .arg(replaces)));
        wanted[size_t(before - profile.views.data())] = *view;
    }
    const QByteArray result = edit.result();
    const TomlText after = parseToml(result);
    if (after.error || parseProfile(result).views != wanted
        || !othersStay(text.root, after.root, node, view.has_value()))
        return tl::make_unexpected(viewsByHand(
            Words::tr("The profile is laid out in a way that this program cannot edit safely.")));
    return result;
}

} // namespace lockmaster
