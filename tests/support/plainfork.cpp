// SPDX-License-Identifier: Apache-2.0
// Preloaded into what runs under the thread sanitizer, and into nothing else.
//
// QProcess starts a child that shares its parent's memory until it runs another program. The
// sanitizer's own clone() notes in that memory that this is now the child of a fork, where locks
// count for nothing, and the parent goes on with that: every lock that its main thread takes from
// then on is overlooked. Without the sharing the note is the child's alone.
#include <cstdarg>
#include <dlfcn.h>
#include <sched.h>

extern "C" int clone(int (*function)(void *), void *stack, int flags, void *argument, ...) noexcept
{
    using Clone = int (*)(int (*)(void *), void *, int, void *, ...);
    static const auto next = reinterpret_cast<Clone>(dlsym(RTLD_NEXT, "clone"));
    va_list more;
    va_start(more, argument);
    void *const parentsId = va_arg(more, void *);
    void *const storage = va_arg(more, void *);
    void *const childsId = va_arg(more, void *);
    va_end(more);
    if ((flags & CLONE_VFORK) != 0)
        flags &= ~CLONE_VM;
    return next(function, stack, flags, argument, parentsId, storage, childsId);
}
