// SPDX-License-Identifier: Apache-2.0
#include "ui/views/statusstrip.h"

#include "core/domain/literaltext.h"
#include "ui/models/locktext.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/views/elidedlabel.h"

#include <QHBoxLayout>
#include <QTimer>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

struct StatusText {
    QString text;
    QString toolTip;
    Tone tone = Tone::Muted;
};

} // namespace

StatusStrip::StatusStrip(LockStore &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_store(store), m_clock(clock), m_layout(new QHBoxLayout(this)),
      m_summary(new ElidedLabel(this)), m_lock(new QLabel(this)), m_readOnly(new ElidedLabel(this)),
      m_tick(new QTimer(this))
{
    m_layout->setContentsMargins(12, 2, 12, 2);
    m_layout->setSpacing(20);
    m_layout->addStretch(1);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_layout->addWidget(m_summary);
    m_readOnly->setForegroundRole(QPalette::PlaceholderText);
    auto *readOnly = new QHBoxLayout;
    readOnly->setSpacing(4);
    readOnly->addWidget(m_lock);
    readOnly->addWidget(m_readOnly);
    m_layout->addLayout(readOnly);
    setAccessibleName(tr("Status"));
    connect(&store, &LockStore::updated, this, &StatusStrip::refresh);
    connect(m_tick, &QTimer::timeout, this, &StatusStrip::refresh);
    m_tick->setTimerType(Qt::CoarseTimer);
    m_tick->start(1s);
    refresh();
}

void StatusStrip::setLive(bool live)
{
    if (live)
        m_tick->start(1s);
    else
        m_tick->stop();
}

QStringList StatusStrip::texts() const
{
    QStringList all;
    for (const QLabel *label : m_backends)
        all << label->text();
    return all << m_summary->text() << m_readOnly->text();
}

void StatusStrip::refresh()
{
    const auto &backends = m_store.view()->backends;
    while (m_backends.size() > backends.size()) {
        delete m_backends.back();
        m_backends.pop_back();
    }
    while (m_backends.size() < backends.size()) {
        auto *label = new ElidedLabel(this);
        m_layout->insertWidget(static_cast<int>(m_backends.size()), label);
        m_backends.push_back(label);
    }
    for (size_t i = 0; i < backends.size(); ++i)
        showBackend(*m_backends[i], backends[i]->status);
    if (const QString text = summary(); text != m_summary->text())
        m_summary->setText(text);
    const QString readOnly = readOnlyText();
    m_readOnly->setText(readOnly);
    m_readOnly->setVisible(!readOnly.isEmpty());
    m_lock->setVisible(!readOnly.isEmpty());
    const QColor muted = colorsFor(palette()).muted;
    m_lock->setPixmap(symbolicIcon(QStringLiteral("lock"), muted).pixmap(12, 12));
}

void StatusStrip::showBackend(QLabel &label, const BackendStatus &status)
{
    StatusText shown;
    const auto now = m_clock.now();
    const QString age = status.dataFrom
                            ? ageText(std::chrono::duration_cast<Micros>(now - *status.dataFrom))
                            : QString();
    switch (status.state) {
    case BackendState::Connecting: shown.text = tr("%1 connecting").arg(status.name); break;
    case BackendState::Online:
        shown.text = tr("%1 %2 · %3 old").arg(status.name, latencyText(status.latency), age);
        break;
    case BackendState::Stale:
        shown.text = tr("%1 no answer, %2 old").arg(status.name, age);
        shown.tone = Tone::Expiring;
        break;
    case BackendState::Offline: {
        const QString reason = status.problems.empty()
                                   ? tr("no answer")
                                   : literalText(status.problems.front().error.message);
        shown.text = tr("%1 offline: %2").arg(status.name, reason);
        shown.tone = Tone::Danger;
        break;
    }
    }
    if (status.paused && status.state == BackendState::Online)
        shown.text = tr("%1 paused · %2 old").arg(status.name, age);
    for (const Problem &problem : status.problems)
        shown.toolTip +=
            literalText(problem.error.message) + u'\n' + literalText(problem.error.remedy) + u'\n';
    if (label.text() == shown.text)
        return;
    const Colors &colors = colorsFor(palette());
    QPalette labelPalette = palette();
    labelPalette.setColor(QPalette::WindowText, shown.tone == Tone::Danger     ? colors.danger
                                                : shown.tone == Tone::Expiring ? colors.expiring
                                                                               : colors.muted);
    label.setPalette(labelPalette);
    label.setText(shown.text);
    label.setToolTip(plainToolTip(shown.toolTip.trimmed()));
}

QString StatusStrip::summary() const
{
    const ViewSnapshot &view = *m_store.view();
    const auto kinds = std::count_if(view.findingCounts.begin(), view.findingCounts.end(),
                                     [](qint64 count) { return count > 0; });
    QStringList parts;
    if (m_heldCount > 0)
        parts << tr("held by you: %1").arg(m_heldCount);
    if (kinds > 0)
        parts << (kinds == 1 ? tr("1 kind of finding") : tr("%1 kinds of finding").arg(kinds));
    return parts.join(QStringLiteral(" · "));
}

QString StatusStrip::readOnlyText() const
{
    QStringList names;
    for (const auto &backend : m_store.view()->backends) {
        if (backend->status.readOnly && !m_lifted.contains(backend->status.name))
            names << literalText(backend->status.name);
    }
    if (names.isEmpty())
        return {};
    return tr("read-only: %1").arg(names.join(QStringLiteral(", ")));
}

void StatusStrip::setHeldCount(int count)
{
    m_heldCount = count;
    refresh();
}

void StatusStrip::setLifted(const QStringList &backends)
{
    m_lifted = backends;
    refresh();
}

} // namespace lockmaster
