// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/recording/labrecording.h"

#include <QObject>

class QWidget;

namespace lockmaster {

/** Now, by whoever runs this program. */
RecordingOrigin originHere();

/**
 * Recordings of the lab as files: asks where, reads and writes aside, and tells what came of it.
 * GUI thread, which never waits for a file; the page outlives it.
 */
class LabArchive final : public QObject
{
    Q_OBJECT

public:
    explicit LabArchive(QWidget &page, QObject *parent = nullptr);

    void askWhereToSave(const LabRecording &recording);
    void askWhatToOpen();
    /** `saved` follows, or a box that says why not. */
    void save(const LabRecording &recording, const QString &path);
    /** `opened` follows, or a box that says why not. */
    void open(const QString &path);

signals:
    void saved(const QString &path);
    void opened(const lockmaster::LabRecording &recording);
    void failed(const QString &why);

private:
    void tellFailed(const QString &title, const QString &text, const QString &why);

    QWidget &m_page;
};

} // namespace lockmaster
