// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"
#include "core/domain/servercertificate.h"
#include "ui/servers/lockspreview.h"

#include <QScrollArea>

#include <optional>

class QPushButton;
class QVBoxLayout;

namespace lockmaster {

/**
 * What an examination found: the server in one line, then each problem and capability with its
 * reason, and the remedy where something is missing; with a button to accept the certificate that
 * stood in the way, and one for each table of a library that was found and could be watched. Plain
 * text throughout. GUI thread.
 */
class ExaminationView : public QScrollArea
{
    Q_OBJECT

public:
    explicit ExaminationView(QWidget *parent = nullptr);

    /** One muted line instead of findings: what to do, or what is going on. */
    void showNote(const QString &note);
    /** `acceptable`: a certificate that did not verify, and is offered to be accepted. */
    void showExamination(const Examination &examination,
                         const std::optional<ServerCertificate> &acceptable = std::nullopt);
    /** Below what was examined: that it is looked for locks, or why not, and then which there were.
     */
    void showLookNote(const QString &note);
    void showLocks(const LocksPreview &preview);

signals:
    /** Accepting was asked for: of the very certificate whose fingerprint is shown. */
    void acceptRequested(const lockmaster::ServerCertificate &certificate);
    /** That of a library that nobody watched so far is to be watched. */
    void watchRequested(const lockmaster::FoundTable &table);
    /** Keys of this pattern are to be shown as locks. */
    void patternRequested(const QString &pattern);

private:
    void restart();
    void addOffer(const ServerCertificate &certificate);
    void addFound(const FoundTable &found);
    void addSuggestion(const SuggestedPattern &suggested);
    QPushButton *addButton(QVBoxLayout &rows, const QString &what, const QString &button,
                           const QString &spoken);
    void clearLocks();
    void addRow(bool fine, const QString &subject, const QString &reason, const QString &remedy);

    QVBoxLayout *m_rows = nullptr;
    QVBoxLayout *m_locks = nullptr; ///< among them, what is held there; null: nothing was examined
};

} // namespace lockmaster
