// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace lockmaster {

class BulkReleaseModel;

/** What became of a bulk release, to be kept: JSON lines, one lock on each. */
QByteArray bulkReportJson(const BulkReleaseModel &model);

/** The same to be read: a line for each lock, its cells apart by tabs. */
QString bulkReportText(const BulkReleaseModel &model);

} // namespace lockmaster
