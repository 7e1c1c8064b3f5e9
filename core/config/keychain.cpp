// SPDX-License-Identifier: Apache-2.0
#include "core/config/keychain.h"
#include "core/text/words.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QFileInfo>
#include <QThread>

#include <qt6keychain/keychain.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include <dlfcn.h>

namespace lockmaster {

namespace {

QString serviceName()
{
    return QStringLiteral("lockmaster");
}

/** One request to the keychain: shared by who waits for it and the thread that carries it out. */
struct Request {
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    QKeychain::Error error = QKeychain::OtherError;
    QString errorText;
    QByteArray data;

    void finish()
    {
        const std::lock_guard lock(mutex);
        done = true;
        ended.notify_all();
    }

    /** Whether it was answered by then. */
    bool wait(SteadyTime deadline)
    {
        std::unique_lock lock(mutex);
        return ended.wait_until(lock, deadline, [this] { return done; });
    }
};

/**
 * GLib, through which the secret service is spoken to, ends whoever spoke to a session bus once
 * that bus goes: with the desktop's session would go a program that holds locks. Nothing to do
 * where GLib was not loaded for it.
 */
void outliveTheBus()
{
    void *const gio = ::dlopen("libgio-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (!gio)
        return;
    const auto getBus =
        reinterpret_cast<void *(*)(int, void *, void **)>(::dlsym(gio, "g_bus_get_sync"));
    const auto setExit = reinterpret_cast<void (*)(void *, int)>(
        ::dlsym(gio, "g_dbus_connection_set_exit_on_close"));
    const auto unref = reinterpret_cast<void (*)(void *)>(::dlsym(gio, "g_object_unref"));
    constexpr int sessionBus = 2;
    void *const bus = getBus && setExit && unref ? getBus(sessionBus, nullptr, nullptr) : nullptr;
    if (bus) { // the one that all share
        setExit(bus, 0);
        unref(bus);
    }
    ::dlclose(gio);
}

using MakeJob = std::function<QKeychain::Job *()>;

/**
 * The thread that all jobs run on: QtKeychain queues them in one place without a lock. It is made
 * when it is first needed and ended with the application.
 */
class KeychainThread : public QThread
{
public:
    static KeychainThread &instance()
    {
        static KeychainThread *const thread = [] {
            auto *made = new KeychainThread;
            made->m_context.moveToThread(made);
            made->start();
            qAddPostRoutine(stop);
            return made;
        }();
        return *thread;
    }

    /**
     * Starts a job once the one before is answered: a backend's threads ask at the same time. Null
     * where that takes too long: a prompt may wait for somebody to type.
     */
    std::shared_ptr<Request> begin(const MakeJob &make, SteadyTime deadline)
    {
        std::unique_lock lock(m_mutex);
        while (m_last && !m_last->wait({})) {
            const std::shared_ptr<Request> before = m_last;
            lock.unlock();
            if (!before->wait(deadline))
                return nullptr;
            lock.lock();
        }
        m_last = std::make_shared<Request>();
        QMetaObject::invokeMethod(&m_context, [this, make, request = m_last] {
            if (answers())
                run(make(), request);
            else
                finish(request, QKeychain::NoBackendAvailable);
        });
        return m_last;
    }

private:
    static void finish(const std::shared_ptr<Request> &request, QKeychain::Error error)
    {
        request->error = error;
        request->finish();
    }

    /** Whether somebody serves secrets now; nobody is started for it. */
    static bool answers()
    {
        for (const char *name :
             {"org.freedesktop.secrets", "org.kde.kwalletd5", "org.kde.kwalletd6"}) {
            QDBusMessage question = QDBusMessage::createMethodCall(
                QStringLiteral("org.freedesktop.DBus"), QStringLiteral("/org/freedesktop/DBus"),
                QStringLiteral("org.freedesktop.DBus"), QStringLiteral("NameHasOwner"));
            question << QString::fromLatin1(name);
            constexpr int patienceMs = 500;
            const QDBusMessage answer =
                QDBusConnection::sessionBus().call(question, QDBus::Block, patienceMs);
            if (answer.arguments().value(0).toBool())
                return true;
        }
        return false;
    }

    void run(QKeychain::Job *job, const std::shared_ptr<Request> &request)
    {
        QObject::connect(
            job, &QKeychain::Job::finished, &m_context, [request](QKeychain::Job *ended) {
                outliveTheBus();
                request->errorText = ended->errorString();
                if (const auto *read = qobject_cast<QKeychain::ReadPasswordJob *>(ended))
                    request->data = read->binaryData();
                finish(request, ended->error());
            });
        job->start();
    }

    static void stop()
    {
        KeychainThread &thread = instance();
        thread.quit();
        constexpr unsigned long patienceMs = 500;
        thread.wait(patienceMs);
    }

    QObject m_context;
    std::mutex m_mutex;
    std::shared_ptr<Request> m_last;
};

/** Without a bus there is nobody to ask; asking would start one. */
bool hasSessionBus()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
           || (!runtime.isEmpty() && QFileInfo::exists(runtime + QLatin1StringView("/bus")));
}

/** The answered request; null without a bus, or when the deadline came first. */
std::shared_ptr<Request> ask(const MakeJob &make, SteadyTime deadline)
{
    if (!QCoreApplication::instance() || !hasSessionBus())
        return nullptr;
    std::shared_ptr<Request> request = KeychainThread::instance().begin(make, deadline);
    return request && request->wait(deadline) ? request : nullptr;
}

Result<void> outcome(const std::shared_ptr<Request> &request)
{
    if (!request) {
        return failure(ErrorKind::Timeout, Words::tr("The keychain did not answer."));
    }
    switch (request->error) {
    case QKeychain::NoError:
    case QKeychain::EntryNotFound: return {};
    case QKeychain::NoBackendAvailable:
        return failure(ErrorKind::Unsupported, Words::tr("No keychain runs on this desktop."),
                       Words::tr("Use a password file or a password command."));
    default:
        return failure(ErrorKind::Denied,
                       Words::tr("The keychain refused: %1.").arg(request->errorText));
    }
}

} // namespace

bool keychainAvailable()
{
    const auto request = ask(
        [] {
            auto *job = new QKeychain::ReadPasswordJob(serviceName());
            job->setKey(QStringLiteral("is anybody there"));
            return job;
        },
        systemClock().now() + Millis(1000));
    return request && request->error != QKeychain::NoBackendAvailable;
}

QString keychainEntry(const BackendSpec &backend)
{
    // In no language, and as people can read it in their keychain's own program.
    QStringList server{
        backend.user + u'@'
        + (backend.socketPath.isEmpty() ? hostsText(backend.seeds()) : backend.socketPath)};
    if (backend.sentinel.isSet())
        server << backend.sentinel.master;
    if (backend.tls == TlsMode::Verify)
        server << QStringLiteral("TLS") << backend.caFile;
    if (backend.tunnel.isSet())
        server << QStringLiteral("via") << backend.tunnel.ssh << backend.tunnel.command;
    // What decides besides where it goes, and whose key it is encrypted for.
    for (const NodeDial &node : backend.nodes)
        server << node.text();
    server << backend.publicKeyFile;
    server.removeAll(QString());
    return QStringLiteral("%1 (%2)").arg(backend.name, server.join(u' '));
}

Secret readKeychain(const QStringList &entries, SteadyTime deadline)
{
    // A locked keychain may wait for somebody to type: leave time to try without.
    const SteadyTime now = systemClock().now();
    const SteadyTime until = now + (deadline - now) / 2;
    for (const QString &entry : entries) {
        const auto request = ask(
            [entry] {
                auto *job = new QKeychain::ReadPasswordJob(serviceName());
                job->setKey(entry);
                return job;
            },
            until);
        if (request && request->error == QKeychain::NoError)
            return Secret(request->data);
        // Who did not unlock it is not asked once more.
        if (!request || request->error != QKeychain::EntryNotFound)
            break;
    }
    return {};
}

Result<void> keepInKeychain(const BackendSpec &backend, const Secret &password, SteadyTime deadline)
{
    const Result<void> kept = writeKeychain(keychainEntry(backend), password, deadline);
    // As an earlier version called it, it would go to any server of that name.
    if (kept)
        (void)removeFromKeychain(backend.name, deadline);
    return kept;
}

Result<void> writeKeychain(const QString &entry, const Secret &password, SteadyTime deadline)
{
    return outcome(ask(
        [entry, password] {
            auto *job = new QKeychain::WritePasswordJob(serviceName());
            job->setKey(entry);
            job->setBinaryData(password.reveal());
            return job;
        },
        deadline));
}

Result<void> removeFromKeychain(const QString &entry, SteadyTime deadline)
{
    return outcome(ask(
        [entry] {
            auto *job = new QKeychain::DeletePasswordJob(serviceName());
            job->setKey(entry);
            return job;
        },
        deadline));
}

} // namespace lockmaster
