// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/formatspage.h"

#include "core/config/ownformats.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatwords.h"
#include "core/text/literaltext.h"
#include "core/trust/formattrust.h"
#include "ui/kit/colors.h"

#include <QFontDatabase>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

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
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
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
    connect(m_list, &QListWidget::currentRowChanged, this, &FormatsPage::showSelected);
    connect(m_change, &QPushButton::clicked, this, &FormatsPage::change);
    reload();
}

void FormatsPage::reload()
{
    const LockFormatPointer before = selected();
    m_formats.clear();
    for (LockFormatPointer &format : knownFormats()) {
        if (!format->isShipped)
            m_formats.push_back(std::move(format));
    }
    m_list->clear();
    int row = 0;
    for (size_t i = 0; i < m_formats.size(); ++i) {
        const LockFormat &format = *m_formats[i];
        const bool trusted = isTrusted(format).value_or(false);
        m_list->addItem(QStringLiteral("%1   %2 · %3")
                            .arg(format.id, literalText(format.title),
                                 trusted ? tr("trusted") : tr("looked at only")));
        m_list->item(int(i))->setToolTip(literalText(format.origin));
        if (before && before->id == format.id)
            row = int(i);
    }
    const bool isEmpty = m_formats.empty();
    m_about->setText(
        isEmpty ? tr("Formats of your own teach Lockmaster locks that it does not "
                     "know. They stand in %1, or in the profile as [[format]].")
                      .arg(literalText(ownFormatsFolder()))
                : tr("These formats did not come with Lockmaster. It only looks at their locks, "
                     "until you trust what they would send on this machine."));
    for (QWidget *part : {static_cast<QWidget *>(m_list), static_cast<QWidget *>(m_text),
                          static_cast<QWidget *>(m_change)})
        part->setVisible(!isEmpty);
    m_list->setCurrentRow(isEmpty ? -1 : row);
    showSelected();
}

LockFormatPointer FormatsPage::selected() const
{
    const int row = m_list->currentRow();
    return row < 0 || size_t(row) >= m_formats.size() ? nullptr : m_formats[size_t(row)];
}

void FormatsPage::showSelected()
{
    m_problem->hide();
    const LockFormatPointer format = selected();
    m_change->setEnabled(format != nullptr);
    if (!format) {
        m_text->clear();
        return;
    }
    const Result<bool> trusted = isTrusted(*format);
    if (!trusted) {
        m_problem->setText(errorText(trusted.error()));
        m_problem->show();
    }
    QStringList lines = whatIsTrusted(*format);
    lines << literalText(format->origin)
          << QStringLiteral("SHA256:") + QString::fromLatin1(format->digest);
    m_text->setPlainText(lines.join(u'\n'));
    m_change->setText(trusted.value_or(false) ? tr("&Look only from now on")
                                              : tr("&Trust on this machine"));
}

void FormatsPage::change()
{
    const LockFormatPointer format = selected();
    if (!format)
        return;
    const bool was = isTrusted(*format).value_or(false);
    const Result<void> done = was ? forgetFormat(*format).map([](bool) {}) : trustFormat(*format);
    reload();
    if (!done) {
        m_problem->setText(errorText(done.error()));
        m_problem->show();
    }
}

} // namespace lockmaster
