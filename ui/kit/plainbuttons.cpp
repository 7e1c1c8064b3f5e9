// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/plainbuttons.h"

#include <QAbstractButton>
#include <QDialogButtonBox>

namespace lockmaster {

void usePlainButtons(QWidget &dialog)
{
    const auto boxes = dialog.findChildren<QDialogButtonBox *>();
    for (const QDialogButtonBox *box : boxes) {
        const auto buttons = box->buttons();
        for (QAbstractButton *button : buttons)
            button->setIcon({});
    }
}

} // namespace lockmaster
