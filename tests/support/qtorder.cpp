// SPDX-License-Identifier: Apache-2.0
// Preloaded into what runs under the thread sanitizer, and into nothing else.
//
// Qt hands work from thread to thread behind locks of its own, of which the sanitizer sees nothing:
// its libraries are not built for it. Whatever went that way it would take for a race. So what is
// handed over here is marked as what it is: all that was done before happens before.
#include <QByteArray>
#include <QFutureInterface>
#include <QMetaObject>
#include <QRunnable>
#include <QSemaphore>
#include <QString>
#include <QThreadPool>

#include <dlfcn.h>

// There in programs that were built for it; servers that tests start were not.
extern "C" void __tsan_acquire(void *address) __attribute__((weak));
extern "C" void __tsan_release(void *address) __attribute__((weak));

namespace {

void acquire(void *address)
{
    if (__tsan_acquire)
        __tsan_acquire(address);
}

void release(void *address)
{
    if (__tsan_release)
        __tsan_release(address);
}

/** As the counter at the beginning of shared data does that is counted down. */
void countDown(void *data)
{
    if (!data)
        return;
    release(data);
    acquire(data);
}

char drivers; ///< stands for the list of them

/** The function that would be called if this library were not there. */
template<class Function>
Function next(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/** A function that travels as an event. */
class Handed final : public QtPrivate::QSlotObjectBase
{
public:
    explicit Handed(QSlotObjectBase *function) : QSlotObjectBase(&impl), m_function(function)
    {
        release(this);
    }

private:
    static void impl(int which, QSlotObjectBase *base, QObject *receiver, void **arguments, bool *)
    {
        auto *self = static_cast<Handed *>(base);
        acquire(self);
        if (which == Call) {
            self->m_function->call(receiver, arguments);
            release(self);
        } else if (which == Destroy) {
            self->m_function->destroyIfLastRef();
            delete self;
        }
    }

    QSlotObjectBase *m_function;
};

} // namespace

bool QMetaObject::invokeMethodImpl(QObject *object, QtPrivate::QSlotObjectBase *slot,
                                   Qt::ConnectionType type, void *result)
{
    using Invoke = bool (*)(QObject *, QtPrivate::QSlotObjectBase *, Qt::ConnectionType, void *);
    static const auto invoke = next<Invoke>(
        "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt"
        "14ConnectionTypeEPv");
    // The events of one thread stand in one list, which has a lock.
    acquire(object);
    const bool found = invoke(object, new Handed(slot), type, result);
    release(object);
    return found;
}

void QThreadPool::start(std::function<void()> function, int priority)
{
    using Create = QRunnable *(*)(std::function<void()>);
    using Start = void (*)(QThreadPool *, QRunnable *, int);
    static const auto create = next<Create>("_ZN9QRunnable6createESt8functionIFvvEE");
    static const auto startTask = next<Start>("_ZN11QThreadPool5startEP9QRunnablei");
    auto *const order = new char;
    QRunnable *const task = create([function = std::move(function), order] {
        acquire(order);
        delete order;
        function();
    });
    release(order);
    startTask(this, task, priority);
}

void QSemaphore::release(int count)
{
    using Release = void (*)(QSemaphore *, int);
    static const auto releaseNext = next<Release>("_ZN10QSemaphore7releaseEi");
    ::release(this);
    releaseNext(this, count);
}

void QSemaphore::acquire(int count)
{
    using Acquire = void (*)(QSemaphore *, int);
    static const auto acquireNext = next<Acquire>("_ZN10QSemaphore7acquireEi");
    acquireNext(this, count);
    ::acquire(this);
}

// What counts who still has it, is counted down in Qt's headers, where the sanitizer sees it, and
// in the functions below, where it does not.

bool QFutureInterfaceBase::derefT() const noexcept
{
    using Deref = bool (*)(const QFutureInterfaceBase *);
    static const auto deref = next<Deref>("_ZNK20QFutureInterfaceBase6derefTEv");
    void *const shared = d;
    release(shared);
    const bool isUsed = deref(this);
    acquire(shared);
    return isUsed;
}

// The destructor: written as one it would bring the class's tables along.
extern "C" void endFuture(void **future) __asm__("_ZN20QFutureInterfaceBaseD2Ev");
extern "C" void endFuture(void **future)
{
    using End = void (*)(void **);
    static const auto end = next<End>("_ZN20QFutureInterfaceBaseD2Ev");
    void *const shared = future[1];
    release(shared);
    acquire(shared);
    end(future);
}

QString &QString::operator=(const QString &other) noexcept
{
    using Assign = QString &(*)(QString *, const QString &);
    static const auto assign = next<Assign>("_ZN7QStringaSERKS_");
    countDown(data_ptr().d_ptr());
    return assign(this, other);
}

QByteArray &QByteArray::operator=(const QByteArray &other) noexcept
{
    using Assign = QByteArray &(*)(QByteArray *, const QByteArray &);
    static const auto assign = next<Assign>("_ZN10QByteArrayaSERKS_");
    countDown(data_ptr().d_ptr());
    return assign(this, other);
}

// All drivers stand in one list, which has a lock. The functions are written as the linker knows
// them: the library that has them is not in every program.

extern "C" void *
addDatabase(void *result, const void *type,
            const void *name) __asm__("_ZN12QSqlDatabase11addDatabaseERK7QStringS2_");
extern "C" void *addDatabase(void *result, const void *type, const void *name)
{
    using Add = void *(*)(void *, const void *, const void *);
    static const auto add = next<Add>("_ZN12QSqlDatabase11addDatabaseERK7QStringS2_");
    acquire(&drivers);
    void *const added = add(result, type, name);
    release(&drivers);
    return added;
}

extern "C" bool
isDriverAvailable(const void *name) __asm__("_ZN12QSqlDatabase17isDriverAvailableERK7QString");
extern "C" bool isDriverAvailable(const void *name)
{
    using Ask = bool (*)(const void *);
    static const auto ask = next<Ask>("_ZN12QSqlDatabase17isDriverAvailableERK7QString");
    acquire(&drivers);
    const bool available = ask(name);
    release(&drivers);
    return available;
}
