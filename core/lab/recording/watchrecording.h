// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/recording/labrecording.h"

#include <QJsonObject>

namespace lockmaster {

/** It is what Leaders exported as numbers, or `lockctl leaders --json` printed. */
bool isLeaderExport(const QJsonObject &document);

/**
 * Such a document as a recording. It may come from anywhere, as those of the lab. Errors: Config,
 * what of it is wrong, or that it is of several locks. Any thread.
 */
Result<LabRecording> recordingOfLeaders(const QJsonObject &document);

} // namespace lockmaster
