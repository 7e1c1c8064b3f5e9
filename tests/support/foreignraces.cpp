// SPDX-License-Identifier: Apache-2.0
// Preloaded into what runs under the thread sanitizer, and into nothing else.
//
// Libraries that were not built for the sanitizer lock in ways that it does not see, and what two
// of their threads do to their own memory looks like a race. Which of their functions that were
// cannot be said in a list of suppressions: most have no names. So what is left out is told here:
// the two accesses are both made by such a library itself, and one of them on behalf of none of our
// functions; or both in functions that only the library itself can call, as the list of a thread's
// events has them; or one is atomic and the other made by such a library, as where the last of
// those who share a value frees it. Any other access of ours, also in a template of theirs that is
// compiled with us, is reported.
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <link.h>

extern "C" int __tsan_get_report_data(void *report, const char **description, int *count,
                                      int *stacks, int *accesses, int *locations, int *mutexes,
                                      int *threads, int *uniqueThreads, void **sleepTrace,
                                      uintptr_t sleepTraceSize) __attribute__((weak));
extern "C" int __tsan_get_report_mop(void *report, uintptr_t index, int *thread, void **address,
                                     int *size, int *write, int *atomic, void **trace,
                                     uintptr_t traceSize) __attribute__((weak));

namespace {

constexpr int deepest = 256;

enum class Whose { Sanitizer, Library, Ours };

Whose whose(void *code)
{
    Dl_info info;
    if (dladdr(code, &info) == 0 || !info.dli_fname)
        return Whose::Ours;
    const char *slash = std::strrchr(info.dli_fname, '/');
    const char *name = slash ? slash + 1 : info.dli_fname;
    const auto startsWith = [name](const char *start) {
        return std::strncmp(name, start, std::strlen(start)) == 0;
    };
    if (startsWith("libtsan.so") || startsWith("liblockmaster_plain_fork."))
        return Whose::Sanitizer;
    // Qt, and what its event loop, its D-Bus and its keychain stand on; the C library starts every
    // thread.
    for (const char *library : {"libQt6", "libqt6keychain.", "libglib-2.0.", "libgobject-2.0.",
                                "libgio-2.0.", "libdbus-1.", "libc.so"}) {
        if (startsWith(library))
            return Whose::Library;
    }
    return Whose::Ours;
}

/** Whether it stands in no function that the library offers, or in what gets memory for its
 * lists. */
bool isInner(void *code)
{
    Dl_info info;
    void *found = nullptr;
    if (dladdr1(code, &info, &found, RTLD_DL_SYMENT) == 0 || !found || !info.dli_sname)
        return true;
    const auto *symbol = static_cast<const ElfW(Sym) *>(found);
    return static_cast<char *>(code) >= static_cast<char *>(info.dli_saddr) + symbol->st_size
           || std::strstr(info.dli_sname, "QArrayData19reallocateUnaligned")
           || std::strstr(info.dli_sname, "QArrayData8allocate");
}

struct Access {
    void *place = nullptr;
    bool isForeign = false; ///< made by a library
    bool isCount = false;   ///< atomic, as references are counted
    bool isOfOurs = false;  ///< called, however far up, by us
};

Access accessAt(void *report, int index)
{
    void *trace[deepest] = {};
    int thread = 0;
    int size = 0;
    int write = 0;
    int atomic = 0;
    void *address = nullptr;
    __tsan_get_report_mop(report, uintptr_t(index), &thread, &address, &size, &write, &atomic,
                          trace, deepest);
    Access access;
    access.isCount = atomic != 0 && size == sizeof(int);
    bool isInnermost = true;
    for (int i = 0; i < deepest && trace[i]; ++i) {
        const Whose caller = whose(trace[i]);
        if (caller == Whose::Sanitizer)
            continue;
        if (isInnermost) {
            access.place = trace[i];
            access.isForeign = caller == Whose::Library;
        }
        isInnermost = false;
        access.isOfOurs = access.isOfOurs || caller == Whose::Ours;
    }
    return access;
}

} // namespace

namespace __tsan {

class ReportDesc;

/** @return whether nobody is to be told. */
__attribute__((visibility("default"))) bool OnReport(const ReportDesc *described, bool suppressed)
{
    if (suppressed || !__tsan_get_report_data || !__tsan_get_report_mop)
        return suppressed;
    void *const report = const_cast<ReportDesc *>(described);
    const char *kind = nullptr;
    int counts[8] = {};
    void *sleepTrace[1] = {};
    __tsan_get_report_data(report, &kind, &counts[0], &counts[1], &counts[2], &counts[3],
                           &counts[4], &counts[5], &counts[6], sleepTrace, 1);
    if (std::strcmp(kind, "data-race") != 0 || counts[2] != 2)
        return false;
    const Access one = accessAt(report, 0);
    const Access other = accessAt(report, 1);
    // The number of those who share a value is counted down in their headers and in themselves.
    if ((one.isCount && other.isForeign) || (other.isCount && one.isForeign))
        return true;
    // What the earlier of the two was is forgotten after a while.
    if (!other.place)
        return one.isForeign && isInner(one.place);
    if (!one.isForeign || !other.isForeign)
        return false;
    return !one.isOfOurs || !other.isOfOurs || (isInner(one.place) && isInner(other.place));
}

} // namespace __tsan
