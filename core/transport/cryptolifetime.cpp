// SPDX-License-Identifier: Apache-2.0
#include "core/transport/cryptolifetime.h"

#include <openssl/crypto.h>

namespace lockmaster {

void keepCryptoToTheEnd()
{
    // Whoever initializes it first decides.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
}

} // namespace lockmaster
