// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/filteredit.h"

#include "core/monitor/filterparser.h"
#include "core/monitor/filterword.h"
#include "ui/kit/colors.h"
#include "ui/kit/icons.h"
#include "ui/kit/labels.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QStringListModel>
#include <QTextCharFormat>

#include <utility>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr auto filtereditTypingPause = 150ms;
constexpr int historySize = 20;

QInputMethodEvent::Attribute formatOf(qsizetype from, qsizetype length, qsizetype cursor,
                                      const QTextCharFormat &format)
{
    // A line edit counts the formats' positions from its cursor.
    return {QInputMethodEvent::TextFormat, static_cast<int>(from - cursor),
            static_cast<int>(length), format};
}

/** Words of the language with the sign behind them, where a term begins. */
QRegularExpression keywordPattern()
{
    const auto anyOf = [](const auto &words) {
        QStringList names;
        for (const auto &[id, name] : words)
            names << name;
        return names.join(u'|');
    };
    return QRegularExpression(
        QStringLiteral("(?:^|(?<=\\s)|(?<=\\s-)|(?<=^-))"
                       "(?:(?:%1)[:=]|(?:%2)(?:[<>]=?|=))")
            .arg(anyOf(FilterWords::fields()), anyOf(FilterWords::quantities())),
        QRegularExpression::CaseInsensitiveOption);
}

} // namespace

FilterEdit::FilterEdit(QSettings &settings, QWidget *parent)
    : QLineEdit(parent), m_settings(settings), m_completer(new QCompleter(this)),
      m_offers(new QStringListModel(this)), m_bubble(new QLabel(this, Qt::ToolTip))
{
    setPlaceholderText(tr("Filter: owner:web-3 state:held ttl<5s finding:no-expiry"));
    setAccessibleName(tr("Filter"));
    setToolTip(tr("Words are looked for in names and owners; name=x is the lock of this very name. "
                  "Ctrl+F comes here."));
    setClearButtonEnabled(true);
    nameButtons(*this, addAction(symbolicIcon(QStringLiteral("filter")), LeadingPosition),
                tr("Filter"));
    m_history = settings.value(QStringLiteral("filter/history")).toStringList();

    m_completer->setModel(m_offers);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this,
            &FilterEdit::complete);
    m_completer->popup()->installEventFilter(this);
    m_bubble->setTextFormat(Qt::PlainText);
    m_bubble->setMargin(6);
    m_bubble->setFrameShape(QFrame::StyledPanel);
    m_bubble->hide();

    m_delay.setSingleShot(true);
    m_delay.setInterval(filtereditTypingPause);
    connect(&m_delay, &QTimer::timeout, this, &FilterEdit::apply);
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_historyAt = -1;
        offerCompletions(false);
    });
    connect(this, &QLineEdit::textChanged, this, &FilterEdit::edited);
}

void FilterEdit::setVocabulary(const QStringList &backends, const QStringList &systems)
{
    m_backends = backends;
    m_systems = systems;
}

void FilterEdit::setFilterText(const QString &text)
{
    setText(text);
    apply();
    remember();
}

QString FilterEdit::errorText() const
{
    return m_error ? m_error->message : QString();
}

void FilterEdit::edited()
{
    // What is wrong with half a word is nobody's business yet; an empty line acts at once.
    clearError();
    colourTerms();
    if (text().isEmpty())
        apply();
    else
        m_delay.start();
}

void FilterEdit::apply()
{
    m_delay.stop();
    const auto filter = Filter::parse(text());
    if (!filter) {
        // Half a word that is being completed is nobody's business, and the offers stand there.
        if (!m_completer->popup()->isVisible())
            showError(filter.error());
        return;
    }
    clearError();
    tellError();
    colourTerms();
    if (text() == m_applied)
        return;
    m_applied = text();
    emit filterChanged(*filter);
}

void FilterEdit::showError(const FilterError &error)
{
    m_error = error;
    colourTerms();
    const Colors &colors = colorsFor(palette());
    QPalette bubble = palette();
    bubble.setColor(QPalette::WindowText, colors.danger);
    bubble.setColor(QPalette::Window, colors.base);
    m_bubble->setPalette(bubble);
    m_bubble->setText(error.message);
    m_bubble->adjustSize();
    setAccessibleDescription(error.message);
    tellError();
    if (isVisible() && hasFocus()) {
        m_bubble->move(mapToGlobal(QPoint(0, height() + 2)));
        m_bubble->show();
    }
}

void FilterEdit::clearError()
{
    m_error.reset();
    m_bubble->hide();
    setAccessibleDescription({});
}

/** Not with each letter: whoever shows it would come and go. */
void FilterEdit::tellError()
{
    if (std::exchange(m_toldError, errorText()) != errorText())
        emit errorChanged(m_toldError);
}

/** Colours the words before `:`, `<` and the like, and waves under what is not understood. */
void FilterEdit::colourTerms()
{
    if (m_composing)
        return;
    const Colors &colors = colorsFor(palette());
    QList<QInputMethodEvent::Attribute> attributes;
    static const QRegularExpression keyword = keywordPattern();
    QTextCharFormat keywordFormat;
    keywordFormat.setForeground(colors.accent);
    auto words = keyword.globalMatch(text());
    while (words.hasNext()) {
        const auto word = words.next();
        attributes << formatOf(word.capturedStart(), word.capturedLength(), cursorPosition(),
                               keywordFormat);
    }
    if (m_error) {
        QTextCharFormat errorFormat;
        errorFormat.setForeground(colors.danger);
        errorFormat.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        errorFormat.setUnderlineColor(colors.danger);
        attributes << formatOf(m_error->position, std::max<qsizetype>(m_error->length, 1),
                               cursorPosition(), errorFormat);
    }
    m_colouring = true;
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
    m_colouring = false;
}

void FilterEdit::inputMethodEvent(QInputMethodEvent *event)
{
    if (!m_colouring)
        m_composing = !event->preeditString().isEmpty();
    QLineEdit::inputMethodEvent(event);
}

void FilterEdit::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    m_bubble->hide();
    if (event->reason() != Qt::PopupFocusReason)
        remember();
}

void FilterEdit::changeEvent(QEvent *event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourTerms();
}

/** What was put off while something was offered. */
bool FilterEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_completer->popup() && event->type() == QEvent::Hide && text() != m_applied)
        m_delay.start();
    return QLineEdit::eventFilter(watched, event);
}

void FilterEdit::keyPressEvent(QKeyEvent *event)
{
    if (m_completer->popup()->isVisible()) {
        switch (event->key()) {
        case Qt::Key_Enter:
        case Qt::Key_Return:
        case Qt::Key_Escape:
        case Qt::Key_Tab:
        case Qt::Key_Backtab: event->ignore(); return; // the popup's own keys
        default: break;
        }
    }
    switch (event->key()) {
    case Qt::Key_Escape:
        m_bubble->hide();
        emit left();
        return;
    case Qt::Key_Up: walkHistory(1); return;
    case Qt::Key_Down:
        if (m_historyAt >= 0)
            walkHistory(-1);
        else if (!offerCompletions(true))
            goToFound();
        return;
    case Qt::Key_Enter:
    case Qt::Key_Return: goToFound(); return;
    default: QLineEdit::keyPressEvent(event);
    }
}

/** Not from what is not understood: it says why. */
void FilterEdit::goToFound()
{
    apply();
    remember();
    if (!m_error)
        emit entered();
}

/** @return whether there is anything to be offered. */
bool FilterEdit::offerCompletions(bool evenForNothing)
{
    const QString before = text().left(cursorPosition());
    const bool atWordEnd = cursorPosition() == text().size();
    const bool nothingTyped = before.isEmpty() || before.back().isSpace();
    const QStringList offers = atWordEnd && (evenForNothing || !nothingTyped)
                                   ? Filter::completions(before, m_backends, m_systems)
                                   : QStringList();
    const QString last = before.mid(lastWordStart(before));
    if (offers.isEmpty() || (offers.size() == 1 && offers.front() == last)) {
        m_completer->popup()->hide();
        return false;
    }
    m_bubble->hide();
    m_offers->setStringList(offers);
    m_completer->complete();
    return true;
}

void FilterEdit::complete(const QString &word)
{
    const QString before = text();
    const bool isTerm = !word.endsWith(u':') && !word.endsWith(u'<') && !word.endsWith(u'>')
                        && !word.endsWith(u'=');
    setText(before.left(lastWordStart(before)) + word + (isTerm ? QStringLiteral(" ") : QString()));
    // A key is followed by its values, once the list of keys is closed.
    if (!isTerm)
        QTimer::singleShot(0, this, [this] { offerCompletions(true); });
}

void FilterEdit::remember()
{
    const QString used = text().trimmed();
    if (used.isEmpty() || !Filter::parse(used)
        || (!m_history.isEmpty() && m_history.front() == used))
        return;
    m_history.removeAll(used);
    m_history.prepend(used);
    while (m_history.size() > historySize)
        m_history.removeLast();
    m_settings.setValue(QStringLiteral("filter/history"), m_history);
}

void FilterEdit::walkHistory(int step)
{
    const int to = m_historyAt + step;
    if (to < -1 || to >= m_history.size())
        return;
    if (m_historyAt < 0)
        m_draft = text();
    m_historyAt = to;
    setText(to < 0 ? m_draft : m_history.at(to));
}

} // namespace lockmaster
