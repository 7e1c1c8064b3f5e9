// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/imports/serverimport.h"
#include "ui/servers/keychainaccess.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace lockmaster {

/**
 * Shows which servers other programs have written down, and has those that are chosen added to the
 * profile. Nothing is connected to. GUI thread; its files are small and local.
 */
class ImportDialog final : public QDialog
{
    Q_OBJECT

public:
    /** What it does with what was chosen. */
    struct Tools {
        std::vector<BackendSpec> known; ///< what the profile has
        UsualServers found;
        std::function<Result<void>(const std::vector<BackendSpec> &)> add; ///< to the profile
        KeychainAccess keychain; ///< of null functions where there is none
    };

    explicit ImportDialog(Tools tools, QWidget *parent = nullptr);

    /** Adds what is in a file to what is shown. */
    void addFile(const QString &path);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void chooseFile();
    void fitColumns();
    void fill(const std::vector<ImportableServer> &servers);
    void showChosen();
    void showDetails();
    void take();
    void keepPasswords(const std::vector<BackendSpec> &servers);
    void tell(const QString &problem);
    std::vector<BackendSpec> chosen() const;

    Tools m_tools;
    std::vector<FoundServers> m_found;
    std::vector<ImportableServer> m_servers;
    bool m_hasKeychain = false;
    QLabel *m_lead = nullptr;
    QTreeWidget *m_list = nullptr;
    QLabel *m_details = nullptr;
    QCheckBox *m_keep = nullptr;
    QLabel *m_problem = nullptr;
    QPushButton *m_import = nullptr;
};

} // namespace lockmaster
