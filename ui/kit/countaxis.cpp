// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/countaxis.h"

namespace lockmaster {

qint64 countStep(qint64 highest, qint64 most)
{
    qint64 step = 1;
    for (;;) {
        for (const qint64 times : {1, 2, 5}) {
            if (highest / (step * times) <= most)
                return step * times;
        }
        step *= 10;
    }
}

} // namespace lockmaster
