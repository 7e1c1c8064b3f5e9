// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/passwordprompt.h"

#include "core/platform/askaside.h"

#include <QApplication>

#include <algorithm>

namespace lockmaster {

PasswordPrompt::PasswordPrompt(Tools tools, const LockStore &store, QWidget &window)
    : QObject(&window), m_tools(std::move(tools)), m_store(store), m_window(window)
{
    connect(&m_store, &LockStore::updated, this, &PasswordPrompt::askForMissing);
}

void PasswordPrompt::ask(const QString &backend)
{
    if (const BackendSpec *spec = specOf(backend); spec && !m_dialog)
        askFor(*spec);
}

const BackendSpec *PasswordPrompt::specOf(const QString &name) const
{
    const auto found =
        std::find_if(m_backends.begin(), m_backends.end(),
                     [&name](const BackendSpec &backend) { return backend.name == name; });
    return found == m_backends.end() ? nullptr : &*found;
}

/** Why the backend does not let us in; null where that is not what is wrong with it. */
const Error *PasswordPrompt::refusal(const QString &name) const
{
    const BackendSnapshot *backend = m_store.view()->backend(name);
    if (!backend || backend->status.state != BackendState::Offline)
        return nullptr;
    for (const Problem &problem : backend->status.problems) {
        if (problem.source.isEmpty() && problem.error.kind == ErrorKind::Auth)
            return &problem.error;
    }
    return nullptr;
}

void PasswordPrompt::askForMissing()
{
    // Whoever is in the middle of something else is asked later.
    if (m_dialog || QApplication::activeModalWidget() || !m_window.isVisible())
        return;
    for (const BackendSpec &backend : m_backends) {
        if (!m_asked.contains(TypedPasswords::identity(backend))
            && m_tools.passwords.isMissing(backend) && refusal(backend.name)) {
            askFor(backend);
            return;
        }
    }
}

void PasswordPrompt::askFor(const BackendSpec &backend)
{
    m_asked.insert(TypedPasswords::identity(backend));
    const Error *const refused = refusal(backend.name);
    m_dialog = new PasswordDialog(backend, refused ? refused->message : QString(), m_tools.trial,
                                  &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::accepted, this,
            [this, backend, dialog = m_dialog.data()] { take(backend, *dialog); });
    askAside<bool>(m_dialog, m_tools.keychain.isThere,
                   [dialog = m_dialog.data()](bool there) { dialog->setKeychain(there); });
    m_dialog->open();
}

void PasswordPrompt::take(const BackendSpec &backend, const PasswordDialog &dialog)
{
    const Secret password = dialog.password();
    m_tools.passwords.set(backend, password);
    emit entered();
    if (dialog.isToBeKept())
        keep(backend, password);
}

void PasswordPrompt::keep(const BackendSpec &backend, const Secret &password)
{
    askAside<Result<void>>(
        this, [keep = m_tools.keychain.keep, backend, password] { return keep(backend, password); },
        [this, name = backend.name](const Result<void> &kept) {
            if (!kept)
                emit notKept(name, kept.error());
        });
}

} // namespace lockmaster
