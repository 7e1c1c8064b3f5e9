// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/formatspage.h"

#include "core/config/ownformats.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatwords.h"
#include "core/text/literaltext.h"
#include "core/trust/formattrust.h"
#include "ui/kit/colors.h"
#include "ui/kit/textsize.h"

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockmaster {

FormatsPage::FormatsPage(QWidget *parent) : QWidget(parent)
{
    m_about = new QLabel(this);
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Formats"));
    // Both scroll: the button under them stays in sight.
    const int line = fontMetrics().lineSpacing();
    m_list->setMinimumHeight(3 * line);
    m_list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_text = new QPlainTextEdit(this);
    m_text->setReadOnly(true);
    m_text->setMinimumHeight(8 * line);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("What it would send"));
    m_text->setFont(fixedFont());
    m_change = new QPushButton(this);
    m_change->setAutoDefault(false);
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    QPalette amber = m_problem->palette();
    amber.setColor(QPalette::WindowText, colorsFor(palette()).expiring);
    m_problem->setPalette(amber);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_change);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_about);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_text, 2);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);
    layout->addStretch(0); // where there is nothing to list the text stands at the top
    connect(m_list, &QListWidget::currentRowChanged, this, &FormatsPage::showSelected);
    connect(m_change, &QPushButton::clicked, this, &FormatsPage::change);
    reload();
}

Result<bool> FormatsPage::Entry::trusted() const
{
    return format ? isTrusted(*format) : isTrusted(*command);
}

Result<void> FormatsPage::Entry::setTrusted(bool trusted) const
{
    const auto none = [](bool) {};
    if (format)
        return trusted ? trustFormat(*format) : forgetFormat(*format).map(none);
    return trusted ? trustCommand(*command) : forgetCommand(*command).map(none);
}

QStringList FormatsPage::Entry::lines() const
{
    return format ? whatIsTrusted(*format)
                        << literalText(format->origin)
                        << QStringLiteral("SHA256:") + QString::fromLatin1(format->digest)
                  : whatIsTrusted(*command)
                        << QStringLiteral("SHA256:") + QString::fromLatin1(digestOf(*command));
}

void FormatsPage::setCommands(std::vector<ForeignCommand> commands, const QString &origin)
{
    m_commands = std::move(commands);
    m_origin = origin;
    reload();
}

void FormatsPage::reload()
{
    const int before = m_list->currentRow();
    m_entries.clear();
    for (LockFormatPointer &format : knownFormats()) {
        if (!format->isShipped)
            m_entries.push_back({std::move(format), std::nullopt});
    }
    for (const ForeignCommand &command : m_commands)
        m_entries.push_back({nullptr, command});
    m_list->clear();
    for (const Entry &entry : m_entries) {
        const bool trusted = entry.trusted().value_or(false);
        const QString state = trusted        ? tr("trusted")
                              : entry.format ? tr("looked at only")
                                             : tr("not run");
        const QString name =
            entry.format
                ? QStringLiteral("%1   %2").arg(entry.format->id, literalText(entry.format->title))
                : commandText(*entry.command);
        auto *item = new QListWidgetItem(name + QStringLiteral(" · ") + state, m_list);
        item->setToolTip(literalText(entry.format ? entry.format->origin : m_origin));
    }
    const bool isEmpty = m_entries.empty();
    m_about->setText(
        isEmpty
            ? tr("Formats of your own teach Lockmaster locks that it does not "
                 "know. They stand in %1, or in the profile as [[format]].")
                  .arg(literalText(ownFormatsFolder()))
            : tr("These formats and commands did not come with Lockmaster. It only looks at the "
                 "locks of such a format and runs no such command, until you trust it on this "
                 "machine."));
    for (QWidget *part : {static_cast<QWidget *>(m_list), static_cast<QWidget *>(m_text),
                          static_cast<QWidget *>(m_change)})
        part->setVisible(!isEmpty);
    m_list->setCurrentRow(isEmpty ? -1 : std::clamp(before, 0, int(m_entries.size()) - 1));
    showSelected();
}

const FormatsPage::Entry *FormatsPage::selected() const
{
    const int row = m_list->currentRow();
    return row < 0 || size_t(row) >= m_entries.size() ? nullptr : &m_entries[size_t(row)];
}

void FormatsPage::showSelected()
{
    m_problem->hide();
    const Entry *const entry = selected();
    m_change->setEnabled(entry != nullptr);
    if (!entry) {
        m_text->clear();
        return;
    }
    const Result<bool> trusted = entry->trusted();
    if (!trusted) {
        m_problem->setText(errorText(trusted.error()));
        m_problem->show();
    }
    m_text->setPlainText(entry->lines().join(u'\n'));
    m_change->setText(!trusted.value_or(false) ? tr("&Trust on this machine")
                      : entry->format          ? tr("&Look only from now on")
                                               : tr("&Trust no more"));
}

void FormatsPage::change()
{
    const Entry *const entry = selected();
    if (!entry)
        return;
    const bool isCommand = entry->command.has_value();
    const Result<void> done = entry->setTrusted(!entry->trusted().value_or(false));
    reload();
    if (done && isCommand)
        emit commandTrustChanged();
    if (!done) {
        m_problem->setText(errorText(done.error()));
        m_problem->show();
    }
}

} // namespace lockmaster
