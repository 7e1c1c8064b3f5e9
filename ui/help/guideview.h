// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTextBrowser>

namespace lockmaster {

/**
 * Shows pages of the guide, and goes from one to another by their links, back and forth. Nothing is
 * fetched from anywhere. GUI thread.
 */
class GuideView final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuideView(QWidget *parent = nullptr);

    /** `releasing.md`, or a place in it: `releasing.md#what-it-compares`. */
    void showPage(const QString &place);
    /** The name of the page that is shown. */
    QString page() const;
    /** Whether `text` stands behind the cursor, or else on a later page, which is shown then. */
    bool findOn(const QString &text);

    QVariant loadResource(int type, const QUrl &name) override;

signals:
    /** A link to what does not come with the program. */
    void elsewhere(const QUrl &link);

protected:
    void doSetSource(const QUrl &name, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void follow(const QUrl &link);
    void goTo(const QString &anchor);
    void fitCode();
    void dress();

    QString m_anchor; ///< where it was led to
    int m_placed = 0; ///< how far it was scrolled for that
};

} // namespace lockmaster
