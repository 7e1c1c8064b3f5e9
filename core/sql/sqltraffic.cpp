// SPDX-License-Identifier: Apache-2.0
#include "core/sql/sqltraffic.h"

#include <dlfcn.h>
#include <mysql.h>

#include <algorithm>

namespace lockmaster {

void SqlTraffic::withhold() const
{
    // The library lends its own buffer, into which it has just read.
    auto *const bytes = const_cast<char *>(received.data());
    std::fill_n(bytes, received.size(), '\0');
}

thread_local SqlTrafficListener *SqlTrafficListener::s_innermost = nullptr;

SqlTrafficListener::SqlTrafficListener() : m_outer(s_innermost)
{
    if (isHeard())
        s_innermost = this;
}

bool SqlTrafficListener::isHeard()
{
    // Once for the process; the library keeps its list of listeners without a lock.
    static const bool listening = listenToLibrary();
    return listening;
}

SqlTrafficListener::~SqlTrafficListener()
{
    s_innermost = m_outer;
}

/** The library's own hook for those who follow its traffic. */
bool SqlTrafficListener::listenToLibrary()
{
    using Register = int (*)(my_bool add, Function listener);
    const auto listen =
        reinterpret_cast<Register>(::dlsym(RTLD_DEFAULT, "ma_pvio_register_callback"));
    return listen && listen(1, &SqlTrafficListener::tell) == 0;
}

void SqlTrafficListener::tell(int direction, void *mysql, const unsigned char *bytes, size_t length)
{
    constexpr int reading = 0;
    const auto moved = static_cast<qint64>(length); // negative: an error
    SqlTraffic traffic;
    if (moved > 0 && direction == reading)
        traffic.received = {bytes, qsizetype(moved)};
    else
        traffic.sent = moved > 0;
    for (auto *listener = s_innermost; listener; listener = listener->m_outer)
        listener->onTraffic(static_cast<MYSQL *>(mysql), traffic);
}

} // namespace lockmaster
