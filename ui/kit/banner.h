// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/lockroles.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace lockmaster {

/**
 * A message with a coloured edge: a sentence in bold, more below it, buttons at the right. Plain
 * text, wrapped; a very long text is cut. Hidden while it has nothing to say. GUI thread.
 */
class Banner final : public QWidget
{
    Q_OBJECT

public:
    explicit Banner(QWidget *parent = nullptr);

    void setMessage(Tone tone, const QString &title, const QString &text = {});
    void clear() { setMessage(Tone::Plain, {}); }
    Tone tone() const { return m_tone; }
    /** Title and text, each on a line. */
    QString text() const;
    /** A button at the right end; the banner owns it. */
    void addButton(QWidget *button);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyColors();

    QLabel *m_title;
    QLabel *m_text;
    QHBoxLayout *m_layout;
    Tone m_tone = Tone::Plain;
};

} // namespace lockmaster
