// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formats/lockformat.h"
#include "core/trust/commandtrust.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace lockmaster {

/**
 * The operator's own formats: what each would send when a lock is let go of, and whether it may;
 * and the commands that a profile would run. A page of the settings. GUI thread; reads and writes a
 * small file of this machine.
 */
class FormatsPage : public QWidget
{
    Q_OBJECT

public:
    explicit FormatsPage(QWidget *parent = nullptr);

    /** Looks anew which formats there are: a profile may have brought others. */
    void reload();
    /** The same with these commands of the profile, which stands at `origin`. */
    void setCommands(std::vector<ForeignCommand> commands, const QString &origin);

signals:
    /** The profile has something else to say, and may have it run. */
    void commandTrustChanged();

private:
    /** One of the two. */
    struct Entry {
        LockFormatPointer format;
        std::optional<ForeignCommand> command;

        Result<bool> trusted() const;
        Result<void> setTrusted(bool trusted) const;
        QStringList lines() const;
    };

    void showSelected();
    void change();
    const Entry *selected() const;

    std::vector<ForeignCommand> m_commands;
    QString m_origin; ///< of the commands
    std::vector<Entry> m_entries;
    QLabel *m_about = nullptr;
    QListWidget *m_list = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QPushButton *m_change = nullptr;
    QLabel *m_problem = nullptr;
};

} // namespace lockmaster
