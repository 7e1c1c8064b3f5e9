// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sources/backendreader.h"

#include <QDialog>

namespace lockmaster {

/** Tests the connection to one backend as it is, and shows what was found. GUI thread. */
class TestDialog : public QDialog
{
    Q_OBJECT

public:
    TestDialog(ReaderFactory factory, const BackendSpec &backend, QWidget *parent = nullptr);

signals:
    /** This table, which was found there, is to be watched. */
    void watchRequested(const lockmaster::FoundTable &table);
};

} // namespace lockmaster
