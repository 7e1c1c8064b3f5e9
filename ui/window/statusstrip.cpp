// SPDX-License-Identifier: Apache-2.0
#include "ui/window/statusstrip.h"

#include "core/text/literaltext.h"
#include "ui/kit/lockdelegate.h"
#include "core/display/locktext.h"
#include "core/display/viewaccount.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QTimer>
#include <QtMath>

#include <algorithm>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int readOnlyGap = 4;

/** So many letters of why a server is lost are worth reading. */
constexpr int leastReason = 40;

/** Its only shorter form is the same without the sentence behind it, which may be cut. */
bool isReasonLeftOut(const StatusPart &part)
{
    return part.shorter.size() == 1
           && part.text.startsWith(part.shorter.front() + QStringLiteral(": "));
}

/** So that nothing of it is cut: its label may want a little more, and can do without. */
int widthOf(const QLabel &label, const QString &text)
{
    return qCeil(QFontMetricsF(label.font()).horizontalAdvance(text));
}

} // namespace

StatusStrip::StatusStrip(LockStore &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_store(store), m_clock(clock), m_layout(new QHBoxLayout(this)),
      m_alerts(new ElidedLabel(this)), m_summary(new ElidedLabel(this)), m_lock(new QLabel(this)),
      m_readOnly(new ElidedLabel(this)), m_tick(new QTimer(this))
{
    m_layout->setContentsMargins(12, 2, 12, 2);
    m_layout->setSpacing(20);
    // Its texts have fixed sizes, and make no least width of what they stand in.
    m_layout->setSizeConstraint(QLayout::SetNoConstraint);
    m_layout->addStretch(1);
    m_alerts->setCursor(Qt::PointingHandCursor);
    m_alerts->installEventFilter(this);
    m_alerts->hide();
    m_layout->addWidget(m_alerts);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->hide();
    m_layout->addWidget(m_summary);
    m_readOnly->setForegroundRole(QPalette::PlaceholderText);
    auto *readOnly = new QHBoxLayout;
    readOnly->setSpacing(readOnlyGap);
    readOnly->addWidget(m_lock);
    readOnly->addWidget(m_readOnly);
    m_layout->addLayout(readOnly);
    setAccessibleName(tr("Status"));
    connect(&store, &LockStore::updated, this, &StatusStrip::refresh);
    connect(m_tick, &QTimer::timeout, this, &StatusStrip::refresh);
    m_tick->setTimerType(Qt::CoarseTimer);
    m_tick->start(1s);
    m_readOnly->hide();
    m_lock->hide();
    colourAll();
    refresh();
}

void StatusStrip::setLive(bool live)
{
    m_live = live;
    if (live) {
        m_tick->start(1s);
        refresh();
    } else {
        m_tick->stop();
    }
}

QStringList StatusStrip::texts() const
{
    QStringList all;
    for (const StatusPart &part : m_parts)
        all << part.text;
    if (!m_alerts->text().isEmpty())
        all << m_alerts->text();
    return all << m_summary->text() << m_readOnlyPart.text;
}

void StatusStrip::refresh()
{
    if (!m_live)
        return;
    showParts(StatusText::backends(*m_store.view(), m_clock.now()));
    if (const QString text = summary(); text != m_summary->text()) {
        m_summary->setText(text);
        m_summary->setVisible(!text.isEmpty());
        fitTexts();
    }
    showReadOnly(readOnlyPart());
}

/** Where there is too little room whole parts of the longest text are left out, and so on. */
void StatusStrip::chooseTexts()
{
    struct Choice {
        QLabel *label;
        const StatusPart *part;
        qsizetype shown; ///< how often it was made shorter
        int width;
    };
    const auto textOf = [](const Choice &choice) -> const QString & {
        return choice.shown == 0 ? choice.part->text : choice.part->shorter[choice.shown - 1];
    };
    std::vector<Choice> choices;
    for (size_t i = 0; i < m_parts.size(); ++i)
        choices.push_back({m_backends[i], &m_parts[i], 0, 0});
    choices.push_back({m_readOnly, &m_readOnlyPart, 0, 0});
    int missing = -roomForTexts();
    for (Choice &choice : choices)
        missing += choice.width = widthOf(*choice.label, textOf(choice));
    for (const QLabel *label : {m_alerts, m_summary})
        missing += label->isHidden() ? 0 : widthOf(*label, label->text());
    while (missing > 0) {
        const auto widest = std::max_element(
            choices.begin(), choices.end(), [](const Choice &one, const Choice &other) {
                const auto canGive = [](const Choice &choice) {
                    return choice.shown < choice.part->shorter.size() ? choice.width : -1;
                };
                return canGive(one) < canGive(other);
            });
        if (widest->shown == widest->part->shorter.size())
            break;
        ++widest->shown;
        const int now = widthOf(*widest->label, textOf(*widest));
        missing -= widest->width - now;
        widest->width = now;
    }
    // What the last one gave up may be more than was missing.
    for (Choice &choice : choices) {
        while (choice.shown > 0) {
            --choice.shown;
            const int fuller = widthOf(*choice.label, textOf(choice));
            if (missing + fuller - choice.width > 0) {
                if (-missing >= leastReason * choice.label->fontMetrics().averageCharWidth()
                    && isReasonLeftOut(*choice.part))
                    missing = 0; // it takes what is left, and is cut at its end
                else
                    ++choice.shown;
                break;
            }
            missing += fuller - choice.width;
            choice.width = fuller;
        }
    }
    for (const Choice &choice : choices) {
        // Who hears it has room for all of it.
        setSpokenName(choice.label, choice.shown == 0 ? QString() : choice.part->text);
        if (choice.label->text() != textOf(choice))
            choice.label->setText(textOf(choice));
    }
}

int StatusStrip::roomForTexts() const
{
    const auto parts = [this] {
        int count = int(m_backends.size());
        for (const QLabel *label : {m_alerts, m_summary, m_readOnly})
            count += label->isHidden() ? 0 : 1;
        return count;
    }();
    // The layout has no size itself while it waits to be laid out.
    const int width = contentsRect().marginsRemoved(m_layout->contentsMargins()).width();
    const int room = width - (parts + 1) * m_layout->spacing();
    return m_lock->isHidden() ? room : room - m_lock->sizeHint().width() - readOnlyGap;
}

/**
 * What is too long still: the longest text gives way, as one word is nothing without its end. Each
 * has a fixed size, so that another text of the same width, as of an age each second, lays nothing
 * out anew: that would paint half the window.
 */
void StatusStrip::shareRoom()
{
    std::vector<QLabel *> parts = m_backends;
    parts.insert(parts.end(), {m_alerts, m_summary, m_readOnly});
    std::erase_if(parts, [](const QLabel *part) { return part->isHidden(); });
    std::sort(parts.begin(), parts.end(), [](const QLabel *one, const QLabel *other) {
        return widthOf(*one, one->text()) < widthOf(*other, other->text());
    });
    int room = roomForTexts();
    for (size_t i = 0; i < parts.size(); ++i) {
        const int share = std::max(0, room) / int(parts.size() - i);
        const int given = std::min(widthOf(*parts[i], parts[i]->text()), share);
        parts[i]->setFixedSize(given, parts[i]->sizeHint().height());
        room -= given;
    }
}

void StatusStrip::fitTexts()
{
    chooseTexts();
    shareRoom();
}

/** What its parts have is no least width of the window. */
QSize StatusStrip::minimumSizeHint() const
{
    return {0, QWidget::minimumSizeHint().height()};
}

bool StatusStrip::event(QEvent *event)
{
    // Its own size, or that of a text in it, is another.
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fitTexts();
    return QWidget::event(event);
}

void StatusStrip::showParts(std::vector<StatusPart> parts)
{
    while (m_backends.size() > parts.size()) {
        delete m_backends.back();
        m_backends.pop_back();
    }
    while (m_backends.size() < parts.size()) {
        auto *label = new ElidedLabel(this);
        m_layout->insertWidget(static_cast<int>(m_backends.size()), label);
        m_backends.push_back(label);
    }
    if (parts == m_parts)
        return;
    m_parts.resize(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
        // Colours and texts are laid out anew when they are set, even to what they were.
        if (parts[i] == m_parts[i])
            continue;
        QLabel &label = *m_backends[i];
        if (parts[i].tone != m_parts[i].tone || m_parts[i].text.isEmpty())
            colour(label, parts[i].tone);
        if (parts[i].toolTip != m_parts[i].toolTip) {
            setPlainToolTip(&label, parts[i].toolTip);
        }
    }
    m_parts = std::move(parts);
    fitTexts();
}

void StatusStrip::colour(QLabel &label, Tone tone) const
{
    QPalette labelPalette = palette();
    labelPalette.setColor(QPalette::WindowText, toneColor(tone, colorsFor(palette())));
    label.setPalette(labelPalette);
}

void StatusStrip::showReadOnly(const StatusPart &part)
{
    if (part == m_readOnlyPart)
        return;
    m_readOnlyPart = part;
    m_readOnly->setVisible(!part.text.isEmpty());
    m_lock->setVisible(!part.text.isEmpty());
    fitTexts();
}

void StatusStrip::colourAll()
{
    for (size_t i = 0; i < m_parts.size(); ++i)
        colour(*m_backends[i], m_parts[i].tone);
    setTone(m_alerts, m_alertsTone);
    const QColor muted = colorsFor(palette()).muted;
    m_lock->setPixmap(symbolicIcon(QStringLiteral("lock"), muted).pixmap(12, 12));
}

void StatusStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourAll();
    if (event->type() == QEvent::FontChange)
        fitTexts();
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
        parts << tr("%Ln kinds of finding", nullptr, int(kinds));
    return parts.join(QStringLiteral(" · "));
}

StatusPart StatusStrip::readOnlyPart() const
{
    QStringList names;
    for (const auto &backend : m_store.view()->backends) {
        if (backend->status.readOnly && !m_lifted.contains(backend->status.name))
            names << literalText(backend->status.name);
    }
    if (names.isEmpty())
        return {};
    StatusPart part{tr("read-only: %1").arg(ViewAccount::names(names)), {}, Tone::Muted};
    if (names.size() > 1)
        part.shorter << tr("read-only: %1").arg(ViewAccount::names(names, 2))
                     << tr("%Ln read-only", nullptr, int(names.size()));
    return part;
}

void StatusStrip::setAlerts(const QString &worst, Tone tone)
{
    m_alertsTone = tone;
    setTone(m_alerts, tone);
    if (worst == m_alerts->text())
        return;
    m_alerts->setText(worst);
    m_alerts->setVisible(!worst.isEmpty());
    fitTexts();
}

bool StatusStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_alerts && event->type() == QEvent::MouseButtonRelease)
        emit alertsWanted();
    return QWidget::eventFilter(watched, event);
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
