// SPDX-License-Identifier: Apache-2.0
#include "core/platform/heap.h"

#include <QtGlobal>

#include <cstdint>

#ifdef Q_OS_LINUX
#include <features.h>
#include <sys/mman.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lockmaster {

void keepHeapJoined()
{
#ifdef __GLIBC__
    // Its bins of small free blocks keep them apart from their neighbours. The caches of each
    // thread, which make small blocks fast, stay.
    mallopt(M_MXFAST, 0);
    // Left alone, both grow with the largest block ever freed, and the ends of heaps are kept.
    constexpr int mebibyte = 1024 * 1024;
    mallopt(M_TRIM_THRESHOLD, 4 * mebibyte);
    mallopt(M_MMAP_THRESHOLD, mebibyte);
#endif
}

void giveFreedMemoryBack()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void preferLargePages(const void *begin, std::size_t bytes)
{
#ifdef Q_OS_LINUX
    constexpr std::uintptr_t page = std::uintptr_t(2) * 1024 * 1024;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = (address + page - 1) / page * page;
    const std::uintptr_t end = (address + bytes) / page * page;
    if (first >= end)
        return;
    char *const bytesThere = const_cast<char *>(static_cast<const char *>(begin));
    ::madvise(bytesThere + (first - address), end - first, MADV_HUGEPAGE); // a wish
#else
    Q_UNUSED(begin);
    Q_UNUSED(bytes);
#endif
}

} // namespace lockmaster
