// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/profilefile.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace lockmaster {

/**
 * The profile file as the window edits it: a backend or rules at a time, comments and unknown keys
 * kept. Each change reads the file afresh, so that what a colleague or an editor wrote meanwhile
 * stays; and what they write is noticed, wherever they write it: into the file, or another in its
 * place. Lives on the GUI thread; the file is small and local.
 */
class ProfileEditor : public QObject
{
    Q_OBJECT

public:
    explicit ProfileEditor(QString path, QObject *parent = nullptr);

    const QString &path() const { return m_path; }
    const Profile &profile() const { return m_profile; }

    /** Reads the file again and tells of what is in it. Errors: Denied, Config. */
    Result<void> reload();

    /**
     * Adds `backend`, or puts it in the place of `replaces`. What was written of that since it was
     * `shown`, or read at last, stays beside what was changed here. A tunnel that the operator
     * wrote just now is trusted from then on. `written`: what is in the file, before it is told of.
     * Errors: Denied, Config.
     */
    Result<void> put(const QString &replaces, const BackendSpec &backend,
                     const std::optional<BackendSpec> &shown = {},
                     const std::function<void(const BackendSpec &)> &written = {});

    /** Adds all of them, or none. Otherwise as `put()`. */
    Result<void> add(const std::vector<BackendSpec> &backends);

    /** Where it is still as it was `shown`, or read at last. Errors: Denied, Config. */
    Result<void> remove(const QString &name, const std::optional<BackendSpec> &shown = {});

    /** Each where it is still as it was shown: otherwise nothing is. Errors: Denied, Config. */
    Result<void> putRules(const std::vector<AlertRuleChange> &changes);
    /**
     * Adds `view` (`replaces` empty), puts it in the place of `replaces`, or, none, takes that out.
     * Errors: Denied, Config.
     */
    Result<void> putView(const QString &replaces, const std::optional<SavedView> &view);
    /** Why nothing can be written, as far as that is to be seen beforehand; empty: nothing is. */
    QString whyNotWritable() const;

signals:
    void changed(const lockmaster::Profile &profile);
    /** Somebody else changed the file, and it counts from now on: nobody here has asked for it. */
    void readAnew();
    /**
     * Somebody else changed the file, and it, or a backend in it, cannot be read, or it is gone;
     * what was read before still counts.
     */
    void unreadable(const lockmaster::Error &error);

private:
    void follow();
    void notice();
    void refuse(const QByteArray &digest, Error error);
    void take(Profile profile);
    QByteArray digest() const;

    QString m_path;
    Profile m_profile;
    QFileSystemWatcher m_watcher;
    QTimer m_settles;     ///< an editor writes in steps
    QByteArray m_digest;  ///< of what was read last, or refused
    QByteArray m_seen;    ///< of what is about to be read, once it stands still
    QByteArray m_doubted; ///< of what has fewer servers
};

} // namespace lockmaster
