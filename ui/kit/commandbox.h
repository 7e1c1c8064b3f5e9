// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace lockmaster {

/**
 * A command to read and to copy: a caption, the text in a font of fixed width, a button that copies
 * it. As high as the text needs, up to a few lines, then it scrolls. A very long command is shown
 * cut and copied whole. GUI thread.
 */
class CommandBox final : public QWidget
{
    Q_OBJECT

public:
    CommandBox(const QString &caption, int mostLines, QWidget *parent = nullptr);

    void setCommand(const QString &command);
    const QString &command() const { return m_command; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    int lineCount() const;
    void fitHeight();

    QString m_command;
    int m_mostLines;
    QPlainTextEdit *m_text;
    QToolButton *m_copy;
};

} // namespace lockmaster
