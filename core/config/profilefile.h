// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/backendurl.h"
#include "core/domain/alertrule.h"
#include "core/domain/backendspec.h"
#include "core/domain/locknote.h"
#include "core/domain/ownerrule.h"
#include "core/domain/quiethours.h"
#include "core/domain/result.h"
#include "core/domain/savedview.h"
#include "core/trust/commandtrust.h"

#include <functional>
#include <memory>

namespace lockmaster {

class NameDictionary;

/** Something wrong in a profile, where it stands. */
struct ProfileProblem {
    int line = 0;   ///< from 1; 0: the file as a whole
    int column = 0; ///< from 1, in characters
    QString message;
    QString backend;          ///< the name of the backend it is in, where it has one
    bool costsBackend = true; ///< false: a remark; the backend is watched all the same

    friend bool operator==(const ProfileProblem &, const ProfileProblem &) = default;
};

/** `line 4, column 7: ...`, after the backend's name where it is known. */
QString profileProblemText(const ProfileProblem &problem);

/** What `[history]` says. */
struct HistoryKeys {
    bool enabled = true;
    int keepDays = 30;
    int maxMegabytes = 1000;

    friend bool operator==(const HistoryKeys &, const HistoryKeys &) = default;
};

/** What `[alerts]` and every `[[alert]]` say. */
struct AlertKeys {
    bool enabled = true;
    std::vector<AlertRule> rules = builtInAlertRules(); ///< names unique; the built-in ones first
    std::vector<QuietHours> quiet;
    QStringList command; ///< argv; never through a shell; empty: none
    Micros commandTimeout = std::chrono::seconds(10);
    QString webhookUrl; ///< http or https; may hold a token: never to be shown
    QString webhookUrlFile;

    friend bool operator==(const AlertKeys &, const AlertKeys &) = default;
};

/** A command that lists names, a line each. */
struct NameCommand {
    ForeignCommand command;
    QString hashedAs; ///< what is hashed for each, with `{name}` in it
};

/** What a `lockmaster.toml` says. A problem in one backend costs that backend, not the others. */
struct Profile {
    std::vector<BackendSpec> backends; ///< in the file's order, names unique
    std::vector<LockNote> locks;       ///< in the file's order
    std::vector<OwnerRule> owners;     ///< likewise
    HistoryKeys history;
    AlertKeys alerts;
    std::vector<SavedView> views;                ///< in the file's order, names unique
    std::shared_ptr<const NameDictionary> names; ///< for `makeNamesKnown()`, once it is taken
    std::vector<NameCommand> nameCommands;       ///< run by nobody but `learnNames`
    /** In the file's order; of more than 1000 the rest is one, which tells how many they are. */
    std::vector<ProfileProblem> problems;
};

/**
 * Parses a profile that stands at `path`, if anywhere; docs/guide/profile.md lists its keys. Its
 * formats are known from then on; its names are whoever's who takes it. Never fails as a whole:
 * what cannot be read is in `problems`, unknown keys as remarks. Where the text is not TOML, the
 * backends before and after the broken one are still read.
 */
Profile parseProfile(const QByteArray &toml, const QString &path = {});

/** The desktop's place for it: `$XDG_CONFIG_HOME/lockmaster/lockmaster.toml`. */
QString defaultProfilePath();

/** The bytes of a profile; empty for a file that does not exist. Errors: Denied, Config. */
Result<QByteArray> readProfileText(const QString &path);

/** Reads and parses; a missing file is an empty profile. Errors: Denied, Config. */
Result<Profile> loadProfile(const QString &path);

/**
 * What the profile at `path` says of servers that are named by URLs; a missing file: nothing. Its
 * names are known from then on.
 */
ServersOfProfile serversOfProfile(const QString &path);

/**
 * The text of `toml` with one backend added (`replaces` empty), replaced or, with no `spec`,
 * removed. Everything else, comments and unknown keys included, stays as it is. Where that cannot
 * be done safely: Config, and the text is to be edited by hand.
 */
Result<QByteArray> editProfile(const QByteArray &toml, const QString &replaces,
                               const std::optional<BackendSpec> &spec);

/** What becomes of a rule for whoever changes it. */
struct AlertRuleChange {
    std::optional<AlertRule> before; ///< as it was shown; none: there was none
    std::optional<AlertRule> after;  ///< none: it goes
};

/**
 * The text of `toml` in which these rules are as they are given: by their names, what is built in
 * or written already is changed where it stands, others are added, and those that are named in
 * `removed` are not written any more. Everything else, comments and
 * unknown keys included, stays as it is. Where that cannot be done safely: Config, and the text is
 * to be edited by hand.
 */
Result<QByteArray> editAlertRules(const QByteArray &toml, const std::vector<AlertRule> &rules,
                                  const QStringList &removed = {});

/**
 * The text of `toml` with one view added (`replaces` empty), replaced or, with no `view`, removed.
 * Everything else, comments and unknown keys included, stays as it is. Where that cannot be done
 * safely, or another view has the name: Config.
 */
Result<QByteArray> editView(const QByteArray &toml, const QString &replaces,
                            const std::optional<SavedView> &view);

/** A whole `[[alert]]` that says this; of a built-in rule only what is otherwise. */
QByteArray writtenAlert(const AlertRule &rule);

/**
 * Puts what `edit` makes of the file's text in its place, atomically, 0600 when new. One program at
 * a time does, so that no edit is lost; nobody waits. Errors: Denied, Config (another program is at
 * it), those of `edit`.
 */
Result<void> updateProfile(const QString &path,
                           const std::function<Result<QByteArray>(const QByteArray &)> &edit);

} // namespace lockmaster
