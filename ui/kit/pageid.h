// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaType>

namespace lockmaster {

/** The pages of the window, in the order of the sidebar and of their keys (Ctrl+1, ...). */
enum class PageId : quint8 { Locks, Leaders, Lab, History };

} // namespace lockmaster

Q_DECLARE_METATYPE(lockmaster::PageId)
