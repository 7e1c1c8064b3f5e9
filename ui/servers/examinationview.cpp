// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/examinationview.h"

#include "core/display/shownwords.h"
#include "core/domain/triedservers.h"
#include "core/formats/lockformat.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/kit/colors.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <climits>

namespace lockmaster {

namespace {

QLabel *plainLabel(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

void setTextColor(QLabel *label, const QColor &color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

QString serverLine(const Examination &examination)
{
    const ServerInfo &server = examination.server;
    QStringList parts{(server.product + QLatin1Char(' ') + server.version).trimmed(),
                      reachedText(server.transport),
                      ExaminationView::tr("%1 round trip").arg(latencyText(examination.latency))};
    parts.append(serverRoleText(server));
    if (server.clockOffset) {
        parts.append(
            ExaminationView::tr("clock %1 from ours").arg(latencyText(*server.clockOffset)));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace

ExaminationView::ExaminationView(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setAccessibleName(tr("Result of the connection test"));
    restart();
}

void ExaminationView::showNote(const QString &note)
{
    restart();
    QLabel *label = plainLabel(note, widget());
    setTextColor(label, colorsFor(palette()).muted);
    m_rows->addWidget(label);
    m_rows->addStretch();
}

void ExaminationView::showExamination(const Examination &examination,
                                      const std::optional<ServerCertificate> &acceptable)
{
    restart();
    if (!examination.server.product.isEmpty()) {
        QLabel *server = plainLabel(serverLine(examination), widget());
        QFont bold = server->font();
        bold.setBold(true);
        server->setFont(bold);
        m_rows->addWidget(server);
    }
    if (const QString untried = untriedText(examination.server); !untried.isEmpty())
        m_rows->addWidget(plainLabel(untried, widget()));
    m_locks = new QVBoxLayout;
    m_locks->setSpacing(4);
    m_rows->addLayout(m_locks);
    for (const Problem &problem : examination.problems) {
        const QString subject = problem.source.isEmpty()
                                    ? tr("Problem")
                                    : tr("Problem: %1").arg(sourceText(problem.source));
        addRow(false, subject, problem.error.message, problem.error.remedy);
    }
    if (acceptable)
        addOffer(*acceptable);
    for (const FoundTable &found : examination.found)
        addFound(found);
    for (const Capability &capability : examination.capabilities)
        addRow(capability.available, capability.subject, capability.reason, capability.remedy);
    m_rows->addStretch();
}

void ExaminationView::addOffer(const ServerCertificate &certificate)
{
    const QString what = tr("Accept for %1: %2").arg(certificate.address, certificate.fingerprint);
    const QString meaning =
        tr("Compare the fingerprint with the server's own first. Once accepted, the server at %1 "
           "is "
           "the one with this certificate, whatever its name and its authority; where it shows "
           "another, it is refused.")
            .arg(certificate.address);
    auto *row = new QVBoxLayout;
    row->setSpacing(4);
    auto *button = new QPushButton(tr("&Accept certificate"), widget());
    button->setAutoDefault(false);
    button->setAccessibleName(what);
    button->setAccessibleDescription(meaning);
    for (const QString &text : {what, meaning}) {
        QLabel *label = plainLabel(literalText(text), widget());
        label->setContentsMargins(16, 0, 0, 0);
        row->addWidget(label);
    }
    auto *line = new QHBoxLayout;
    line->setContentsMargins(16, 0, 0, 0);
    line->addWidget(button);
    line->addStretch();
    row->addLayout(line);
    m_rows->addLayout(row);
    // Later: who is asked shows the next test, and the button is gone by then.
    connect(
        button, &QPushButton::clicked, this,
        [this, certificate] { emit acceptRequested(certificate); }, Qt::QueuedConnection);
}

QPushButton *ExaminationView::addButton(QVBoxLayout &rows, const QString &what, const QString &text,
                                        const QString &spoken)
{
    auto *row = new QHBoxLayout;
    auto *button = new QPushButton(text, widget());
    button->setAutoDefault(false);
    button->setAccessibleName(spoken);
    QLabel *label = plainLabel(what, widget());
    label->setAccessibleName(what);
    row->addWidget(label, 1);
    row->addWidget(button);
    rows.addLayout(row);
    connect(button, &QPushButton::clicked, this, [button] {
        button->setEnabled(false);
        button->setText(tr("Watched"));
    });
    return button;
}

void ExaminationView::addFound(const FoundTable &found)
{
    const QString what = tr("%1 lock found: %2", "1: a library; 2: a table")
                             .arg(found.table.format->title, literalText(found.source()));
    QPushButton *const button =
        addButton(*m_rows, what, tr("Watch it"),
                  tr("Watch %1", "1: a table").arg(literalText(found.source())));
    connect(button, &QPushButton::clicked, this, [this, found] { emit watchRequested(found); });
}

void ExaminationView::addSuggestion(const SuggestedPattern &suggested)
{
    const QString pattern = literalText(suggested.pattern);
    const QString what = tr("%Ln keys match %1 and are not shown.", nullptr,
                            int(std::min<qint64>(suggested.keys, INT_MAX)))
                             .arg(pattern);
    QPushButton *const button =
        addButton(*m_locks, what, tr("Watch %1", "1: a pattern of keys").arg(pattern),
                  tr("Watch %1", "1: a pattern of keys").arg(pattern));
    connect(button, &QPushButton::clicked, this,
            [this, written = suggested.pattern] { emit patternRequested(written); });
}

void ExaminationView::clearLocks()
{
    while (QLayoutItem *item = m_locks->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void ExaminationView::showLookNote(const QString &note)
{
    if (!m_locks)
        return;
    clearLocks();
    QLabel *label = plainLabel(note, widget());
    setTextColor(label, colorsFor(palette()).muted);
    m_locks->addWidget(label);
}

void ExaminationView::showLocks(const LocksPreview &preview)
{
    if (!m_locks)
        return;
    clearLocks();
    m_locks->addWidget(plainLabel(preview.headline, widget()));
    for (const QString &lock : preview.locks) {
        QLabel *label = plainLabel(lock, widget());
        label->setContentsMargins(16, 0, 0, 0);
        m_locks->addWidget(label);
    }
    if (!preview.more.isEmpty()) {
        QLabel *label = plainLabel(preview.more, widget());
        label->setContentsMargins(16, 0, 0, 0);
        setTextColor(label, colorsFor(palette()).muted);
        m_locks->addWidget(label);
    }
    if (preview.suggested)
        addSuggestion(*preview.suggested);
}

void ExaminationView::restart()
{
    auto *content = new QWidget;
    m_rows = new QVBoxLayout(content);
    m_rows->setContentsMargins(12, 8, 12, 8);
    m_rows->setSpacing(8);
    m_locks = nullptr;
    setWidget(content); // deletes the content before
}

void ExaminationView::addRow(bool fine, const QString &subject, const QString &reason,
                             const QString &remedy)
{
    const Colors &colors = colorsFor(palette());
    auto *row = new QVBoxLayout;
    row->setSpacing(0);
    QLabel *title = plainLabel((fine ? tr("✓ %1") : tr("✗ %1")).arg(subject), widget());
    setTextColor(title, fine ? colors.good : colors.danger);
    title->setAccessibleName(fine ? tr("Available: %1").arg(subject)
                                  : tr("Missing: %1").arg(subject));
    row->addWidget(title);
    const auto addDetail = [&](const QString &text, const QColor &color) {
        if (text.isEmpty())
            return;
        QLabel *label = plainLabel(literalText(text), widget());
        label->setContentsMargins(16, 0, 0, 0);
        setTextColor(label, color);
        row->addWidget(label);
    };
    addDetail(reason, colors.muted);
    addDetail(remedy, colors.text);
    m_rows->addLayout(row);
}

} // namespace lockmaster
