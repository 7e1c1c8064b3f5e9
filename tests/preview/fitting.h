// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace lockmaster::test {

/**
 * What of a window or a dialog that is shown does not fit or has no name, one line each; empty: all
 * of it can be read, reached and told. By what widgets themselves say that they need, whatever the
 * font. Tables and drawings are not looked into; in a window lines may be elided, which is theirs
 * to decide.
 */
QStringList faultsOf(const QWidget &window);

} // namespace lockmaster::test
