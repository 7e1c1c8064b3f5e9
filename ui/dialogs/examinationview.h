// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/observation.h"

#include <QScrollArea>

class QVBoxLayout;

namespace lockmaster {

/**
 * What an examination found: the server in one line, then each problem and capability with its
 * reason, and the remedy where something is missing. Plain text throughout. GUI thread.
 */
class ExaminationView : public QScrollArea
{
    Q_OBJECT

public:
    explicit ExaminationView(QWidget *parent = nullptr);

    /** One muted line instead of findings: what to do, or what is going on. */
    void showNote(const QString &note);
    void showExamination(const Examination &examination);

private:
    void restart();
    void addRow(bool fine, const QString &subject, const QString &reason, const QString &remedy);

    QVBoxLayout *m_rows = nullptr;
};

} // namespace lockmaster
