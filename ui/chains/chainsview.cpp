// SPDX-License-Identifier: Apache-2.0
#include "ui/chains/chainsview.h"

#include "core/chains/chainjson.h"
#include "core/text/literaltext.h"
#include "core/text/momenttext.h"
#include "ui/chains/chainpicture.h"
#include "ui/chains/chaintree.h"
#include "core/platform/askaside.h"
#include "ui/kit/keyboardfocus.h"
#include "core/display/locktext.h"
#include "ui/kit/messagepage.h"

#include <QBuffer>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;
using Scene = std::shared_ptr<const ChainScene>;

constexpr auto workedOutEvery = 1s;
constexpr int chainsviewMargin = 16;

QStringList literal(const std::vector<QString> &names)
{
    QStringList texts;
    for (const QString &name : names)
        texts << literalText(name);
    return texts;
}

} // namespace

ChainsView::ChainsView(LockStore &store, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_store(store), m_clock(clock), m_picture(new ChainPicture(this)),
      m_tree(new ChainTree(this)), m_summary(new QLabel(this)), m_export(new QToolButton(this)),
      m_message(new MessagePage(this)), m_stack(new QStackedWidget(this)), m_tick(new QTimer(this)),
      m_note(*m_export), m_scene(std::make_shared<const ChainScene>())
{
    m_stack->addWidget(buildContent());
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    passFocus(*this, *m_tree);
    setAccessibleName(tr("Chains"));
    connect(m_tree, &ChainTree::storyChosen, m_picture, &ChainPicture::choose);
    connect(m_picture, &ChainPicture::storyChosen, m_tree, &ChainTree::chooseStory);
    connect(m_tree, &ChainTree::lockRequested, this, &ChainsView::lockRequested);
    connect(m_tree, &ChainTree::narrowRequested, this, &ChainsView::narrowRequested);
    connect(m_export, &QToolButton::clicked, this, &ChainsView::askToSave);
    connect(&m_store, &LockStore::updated, this, [this] {
        if (m_scene->stories.empty()) // somebody may have begun to wait
            follow();
    });
    m_tick->setTimerType(Qt::CoarseTimer);
    m_tick->setInterval(workedOutEvery);
    connect(m_tick, &QTimer::timeout, this, &ChainsView::follow);
    showEmptyState();
}

QWidget *ChainsView::buildContent()
{
    auto *content = new QWidget(this);
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Save the chains as picture, drawing or numbers"));
    m_export->setFocusPolicy(Qt::StrongFocus);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(chainsviewMargin, 10, chainsviewMargin, 8);
    head->addWidget(m_summary, 1);
    head->addWidget(m_export);
    auto *parts = new QSplitter(Qt::Vertical, content);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_picture);
    parts->addWidget(m_tree);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(parts, 1);
    orderTabs({m_export, m_picture, m_tree});
    return content;
}

void ChainsView::setOwners(std::vector<OwnerRule> owners)
{
    m_owners = std::move(owners);
    m_shown.clear();
    follow();
}

void ChainsView::setLive(bool live)
{
    m_live = live;
    if (live)
        follow();
}

bool ChainsView::isMessageShown() const
{
    return m_stack->currentWidget() == m_message;
}

QString ChainsView::summary() const
{
    return m_summary->text();
}

// What is shown

/** What the same snapshots told is told anew only where ages grow. */
void ChainsView::follow()
{
    if (!isVisible() || !m_live || m_asking)
        return;
    Snapshots backends = m_store.view()->backends;
    if (backends == m_shown && m_scene->stories.empty()) {
        showEmptyState();
        return;
    }
    m_shown = backends;
    m_asking = true;
    askAside<Scene>(
        this,
        [backends = std::move(backends), owners = m_owners, now = m_clock.now()] {
            return chainScene(backends, owners, now);
        },
        [this](const Scene &scene) {
            m_asking = false;
            setScene(scene);
        });
}

void ChainsView::setScene(std::shared_ptr<const ChainScene> scene)
{
    m_scene = std::move(scene);
    m_picture->setScene(m_scene);
    m_tree->setScene(m_scene);
    m_picture->choose(m_tree->chosenStory());
    const bool any = !m_scene->stories.empty();
    m_export->setEnabled(any);
    if (any)
        fitSummary();
    else
        showEmptyState();
    m_stack->setCurrentIndex(any ? 0 : 1);
    emit followed();
}

void ChainsView::fitSummary()
{
    qint64 waiting = 0;
    for (const ChainResource &resource : m_scene->chains.resources)
        waiting += resource.waiting();
    QStringList parts{tr("%Ln wait", nullptr, int(std::min<qint64>(waiting, 1'000'000)))};
    qsizetype roots = 0;
    qsizetype unknown = 0;
    for (const WaitChain &chain : m_scene->chains.chains) {
        roots += chain.root && !chain.cycle ? 1 : 0;
        unknown += chain.root ? 0 : 1;
    }
    const auto circles = m_scene->chains.cycles.size();
    if (roots > 0)
        parts << tr("held up by %Ln that do not wait", nullptr, int(roots));
    if (unknown > 0)
        parts << tr("held up by %Ln that are not known", nullptr, int(unknown));
    if (circles > 0)
        parts << tr("in %Ln circles", nullptr, int(circles));
    QString text = parts.join(QStringLiteral(", "));
    if (m_scene->leftOut > 0)
        text += QStringLiteral(" · ")
                + tr("%Ln chains with fewer are not shown", nullptr, int(m_scene->leftOut));
    if (!m_scene->unseen.empty())
        text += QStringLiteral(" · ")
                + tr("More may wait on: %1")
                      .arg(briefText(literal(m_scene->unseen).join(QStringLiteral(", ")), 80));
    m_summary->setText(text);
}

void ChainsView::showEmptyState()
{
    if (!m_scene->stories.empty())
        return;
    m_stack->setCurrentWidget(m_message);
    if (m_store.view()->backends.empty()) {
        m_message->setMessage(tr("Add a server to see who waits for whom."), {});
        return;
    }
    QString text = tr("Nobody waits for a lock, as far as the servers tell.");
    if (!m_scene->unseen.empty())
        text += QStringLiteral("\n\n")
                + tr("It is not known of: %1")
                      .arg(briefText(literal(m_scene->unseen).join(QStringLiteral(", ")), 300));
    m_message->setMessage(text, {});
}

// Saving

QString ChainsView::nameToSave() const
{
    return QStringLiteral("chains-")
           + localTimeOf(m_clock.wallNow()).toString(QStringLiteral("yyyyMMdd-HHmmss"));
}

namespace {

QByteArray contentOf(const ChainPaper &paper, ChainsView::Format format)
{
    QByteArray bytes;
    switch (format) {
    case ChainsView::Format::Svg: return chainSvg(paper);
    case ChainsView::Format::Json: {
        JsonWriter json(bytes);
        json.beginObject();
        writeChains(json, paper.scene->chains, paper.scene->lookedAt);
        json.endObject();
        return bytes + '\n';
    }
    case ChainsView::Format::Png: break;
    }
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    chainImage(paper).save(&buffer, "PNG"); // none where it would be too large
    return bytes;
}

} // namespace

ChainPaper ChainsView::paper() const
{
    QStringList places;
    for (const auto &backend : m_shown)
        places << literalText(backend->status.name);
    ChainPaper paper;
    paper.scene = m_scene;
    paper.font = font();
    paper.colors = &colorsFor(palette());
    paper.title = {tr("Who waits for whom"), briefText(places.join(QStringLiteral(", ")), 200),
                   stampText(m_clock.wallNow() - between(m_scene->lookedAt, m_clock.now()))};
    return paper;
}

QByteArray ChainsView::content(Format format) const
{
    return m_scene->stories.empty() ? QByteArray() : contentOf(paper(), format);
}

void ChainsView::askToSave()
{
    if (m_scene->stories.empty())
        return;
    const std::vector<SavedKind> kinds = {{tr("Picture (*.png)"), QStringLiteral("png")},
                                          {tr("Drawing (*.svg)"), QStringLiteral("svg")},
                                          {tr("Numbers (*.json)"), QStringLiteral("json")}};
    // What is saved is what is shown at this moment, whatever comes while the dialog is open.
    askWhereToSave(
        this, window(), tr("Export the chains"), kinds, nameToSave(),
        [this, kinds, shown = paper()](const QString &path, size_t kind) {
            for (size_t i = 0; i < kinds.size(); ++i) {
                if (path.endsWith(u'.' + kinds[i].suffix, Qt::CaseInsensitive))
                    kind = i;
            }
            const auto format = static_cast<Format>(kind);
            askAside<QByteArray>(
                this, [shown, format] { return contentOf(shown, format); },
                [this, path, format](const QByteArray &bytes) {
                    const QString problem =
                        bytes.isEmpty() && format == Format::Png
                            ? tr("The picture would be too large. A drawing (*.svg) has room for "
                                 "all of it.")
                            : saveWhole(bytes, path);
                    if (problem.isEmpty())
                        m_note.tellSaved(path);
                    else
                        m_note.tellFailed(path, problem);
                });
        });
}

// While it is seen

void ChainsView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_tick->start();
    follow();
}

void ChainsView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_tick->stop();
}

} // namespace lockmaster
