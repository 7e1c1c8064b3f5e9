// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QTableView;

namespace lockmaster {

class GoModel;
struct RowEffects;

/**
 * A line to type in and what fits it, over the top of the window until something is chosen or the
 * keyboard goes elsewhere. The keyboard stays in the line. Belongs to the window; GUI thread; the
 * model outlives it.
 */
class GoBox final : public QFrame
{
    Q_OBJECT

public:
    GoBox(GoModel &model, QWidget &window);
    ~GoBox() override;

    /** With an empty line. */
    void open();
    /** Who had the keyboard before has it again. */
    void giveBack();
    /** What was searched, or what there is to know besides; empty: nothing. */
    void setNote(const QString &text);

    QLineEdit &line() { return *m_line; }
    QTableView &list() { return *m_list; }
    QString note() const;

signals:
    void typed(const QString &text);
    /** Return: what is chosen, or will be once what was typed is answered. */
    void entered();
    void clicked(int row);
    /** It is not shown any more, for whatever reason. */
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    bool lineKey(int key, QEvent *event);
    void tellTyped();
    void followHits();
    void place();
    void fitColumns(int width);

    QWidget &m_window;
    GoModel &m_model;
    QLineEdit *m_line;
    QTableView *m_list;
    QLabel *m_note;
    std::unique_ptr<RowEffects> m_effects;
    QPointer<QWidget> m_before; ///< had the keyboard
    QString m_composed;         ///< of a syllable that is not finished yet: it is seen, and counts
    QString m_told;
};

} // namespace lockmaster
