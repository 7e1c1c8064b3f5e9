// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace lockmaster {

class Banner;
class WriteLifts;

/**
 * An amber line for each backend whose read-only is lifted: for how much longer, and a button that
 * ends it. Hidden while there is none. GUI thread; the lifts outlive it.
 */
class LiftStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit LiftStrip(WriteLifts &lifts, QWidget *parent = nullptr);

    /** The lines shown. */
    QStringList texts() const;

private:
    void rebuild();
    void refresh();

    WriteLifts &m_lifts;
    QVBoxLayout *m_layout;
    QStringList m_names;
    std::vector<Banner *> m_lines;
};

/** `9:41`. */
QString countdownText(std::chrono::milliseconds left);

} // namespace lockmaster
