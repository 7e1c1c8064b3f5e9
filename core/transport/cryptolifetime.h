// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockmaster {

/**
 * Lets the library behind every TLS connection stand until the process is gone. By itself it takes
 * itself apart once `main()` has returned, and a thread that is about to end, which is further than
 * `QThread::wait()` waits, then frees what it had once more: the program crashes behind its last
 * word, and whoever looks at its exit code sees that. For `main()`, before any connection.
 */
void keepCryptoToTheEnd();

} // namespace lockmaster
