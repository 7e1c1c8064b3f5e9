// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/display/detailrows.h"
#include "core/display/systemnames.h"

#include <QTextTable>
#include <QWidget>

class QAction;
class QMenu;
class QSettings;
class QTextBrowser;
class QToolBar;

namespace lockmaster {

/**
 * Everything known of one lock, or of one backend, as text that can be selected and copied. It is
 * put in without any markup being read, and an address is opened only where it is clicked. Values
 * that change replace themselves, so that a selection and the scrolling survive a refresh. GUI
 * thread.
 */
class DetailsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsPane(QWidget *parent = nullptr);

    /** Without a title only the sections are shown; findings may stand alone. */
    void show(const Details &details);
    void showNothing();
    /** Around everything, in pixels. */
    void setMargin(int margin);
    /** What is behind the text; a pane's own is `QPalette::Window`. */
    void setGround(QPalette::ColorRole role);
    /** What screen readers call it. */
    void setSpokenName(const QString &name);
    void scrollToTop();
    /** What is folded and what is not is kept there, which outlives it. */
    void rememberFolds(QSettings &settings);
    /** Buttons below the text; those that are visible. */
    void setTools(const QList<QAction *> &actions);
    /** How high everything shown is at the width of now. */
    int contentHeight() const;
    /** What is shown, as plain text. */
    QString plainText() const;
    /** The links that can be followed, in their order. */
    const std::vector<LockId> &links() const { return m_links; }

signals:
    void lockChosen(const lockmaster::LockId &id);
    /** Its menu is about to be shown; what stands in it so far is about the text. */
    void menuOpening(QMenu &menu);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild();
    int labelWidth() const;
    void addTitle();
    void addHeading(const DetailSection &section);
    void addSection(const DetailSection &section);
    void addFindings();
    void writeRow(QTextTable &table, int at, const DetailRow &row);
    void writeValue(QTextCursor cursor, const DetailRow &row);
    void writeFinding(QTextTable &table, const DetailFinding &finding);
    bool isFolded(const DetailSection &section) const;
    qsizetype charactersBeside() const;
    bool isBelow(const DetailRow &row) const { return isBelow(row, m_beside); }
    static bool isBelow(const DetailRow &row, qsizetype beside);
    void follow(const QUrl &url);
    void showMenu(const QPoint &at);
    void turn(const QString &fold);
    void showTools();
    bool updateInPlace(const Details &details);
    void write();

    QTextBrowser *m_text;
    QToolBar *m_tools;
    Details m_details;
    int m_labelWidth = 0;
    qsizetype m_beside = 0;             ///< how long a token may be to stand beside its label
    std::vector<QTextTable *> m_tables; ///< of each section, null while folded; of the document
    std::vector<QTextTable *> m_cards;  ///< likewise of each finding
    QSettings *m_settings = nullptr;
    QStringList m_unfolded; ///< by their words
    std::vector<LockId> m_links;
};

} // namespace lockmaster
