// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitor/filter.h"

#include <QLineEdit>
#include <QTimer>

class QCompleter;
class QLabel;
class QSettings;
class QStringListModel;

namespace lockmaster {

/**
 * The filter line: completes the language's words, marks in place what it cannot understand and
 * says why right below once nothing is offered there, keeps the last filter that was valid in force
 * meanwhile, and remembers the filters that were used (arrow up and down). GUI thread; settings
 * outlive it.
 */
class FilterEdit final : public QLineEdit
{
    Q_OBJECT

public:
    FilterEdit(QSettings &settings, QWidget *parent = nullptr);

    /** What can be completed beside the language's own words. */
    void setVocabulary(const QStringList &backends, const QStringList &systems);
    /** Takes `text` as if it had been typed and entered. */
    void setFilterText(const QString &text);
    /** Why the text is not understood; empty while it is. */
    QString errorText() const;

signals:
    void filterChanged(const lockmaster::Filter &filter);
    /** Why what was typed, and rested, is not understood; empty: it is. */
    void errorChanged(const QString &message);
    /** Escape: whoever shows the results may take the focus back. */
    void left();
    /** Return, or Down where there is nothing to be completed: to what was found. */
    void entered();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void edited();
    void apply();
    void goToFound();
    void showError(const FilterError &error);
    void clearError();
    void tellError();
    void colourTerms();
    bool offerCompletions(bool evenForNothing);
    void complete(const QString &text);
    void remember();
    void walkHistory(int step);

    QSettings &m_settings;
    QTimer m_delay;
    QCompleter *m_completer;
    QStringListModel *m_offers;
    QLabel *m_bubble;
    std::optional<FilterError> m_error;
    QString m_toldError;
    QStringList m_backends;
    QStringList m_systems;
    QStringList m_history;
    int m_historyAt = -1;
    QString m_draft;
    QString m_applied;
    bool m_composing = false;
    bool m_colouring = false;
};

} // namespace lockmaster
