// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>

namespace lockmaster {

/** Shows the locks as the view of a name has them. Belongs to its parent. GUI thread. */
class ViewAction final : public QAction
{
    Q_OBJECT

public:
    ViewAction(QString name, QObject *parent) : QAction(parent), m_name(std::move(name)) {}

    /** As the profile has it; the text is fit for a menu. */
    const QString &name() const { return m_name; }

private:
    QString m_name;
};

} // namespace lockmaster
