// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QSplitter;

namespace lockmaster {

class GuideView;

/** The guide in a window of its own, which no dialog keeps from being read. GUI thread. */
class HelpWindow final : public QWidget
{
    Q_OBJECT

public:
    explicit HelpWindow(QWidget *parent = nullptr);

    GuideView &view() { return *m_view; }
    /** Brings it to the front; see `GuideView::showPage()`. */
    void showPage(const QString &place);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildList();
    void fitList();
    void findNext();
    void showWhere(const QUrl &place);

    GuideView *m_view;
    QListWidget *m_list;
    QLineEdit *m_find;
    QLabel *m_note;
    QSplitter *m_halves = nullptr;
    bool m_isFitted = false;
};

} // namespace lockmaster
