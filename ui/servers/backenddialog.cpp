// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/backenddialog.h"

#include "core/config/specmerge.h"
#include "core/config/typedpasswords.h"
#include "core/display/shownwords.h"
#include "core/imports/pastedserver.h"
#include "core/text/literaltext.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/labels.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/scrolledbody.h"
#include "ui/servers/connectionpage.h"
#include "ui/servers/connectiontest.h"
#include "ui/servers/examinationview.h"
#include "ui/servers/passwordfield.h"
#include "ui/servers/securitypage.h"
#include "ui/servers/watchpage.h"

#include <QAccessible>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int leastResult = 140;

/** What has come to stand there without the keyboard being there. */
void tellReaders(QLabel *label)
{
    QAccessibleEvent told(label, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

} // namespace

BackendDialog::BackendDialog(ReaderFactory factory, const QStringList &takenNames, QWidget *parent)
    : QDialog(parent), m_pages(new QTabWidget(this)), m_connection(new ConnectionPage),
      m_security(new SecurityPage), m_watch(new WatchPage),
      m_test(new ConnectionTest(std::move(factory), this)), m_takenNames(takenNames)
{
    setWindowTitle(tr("Add a server"));
    m_test->setLooks(true);
    m_pages->addTab(new ScrolledBody(m_connection, m_pages), tr("Connection"));
    m_pages->addTab(new ScrolledBody(m_security, m_pages), tr("Security and timing"));
    m_pages->addTab(new ScrolledBody(m_watch, m_pages), tr("What to watch"));

    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins({});
    outer->setSpacing(0);
    auto *stripe = new EnvironmentStripe(Environment::Unset, this);
    connect(m_connection, &ConnectionPage::environmentChanged, stripe,
            &EnvironmentStripe::setEnvironment);
    outer->addWidget(stripe);
    auto *inner = new QWidget(this);
    outer->addWidget(inner, 1);
    auto *layout = new QVBoxLayout(inner);
    buildPaste(*layout);
    layout->addWidget(m_pages);
    buildTestArea(*layout);

    m_meanwhile = textLabel({}, this);
    setTone(m_meanwhile, Tone::Expiring);
    m_meanwhile->hide();
    m_problem = textLabel({}, this);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_meanwhile);
    layout->addWidget(m_problem);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &BackendDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_connection, &ConnectionPage::kindChanged, m_watch, &WatchPage::setKind);
    connect(m_connection, &ConnectionPage::edited, this, &BackendDialog::validate);
    connect(m_connection, &ConnectionPage::named, this, [this] {
        forgetRefusal();
        showProblem();
    });
    connect(m_security, &SecurityPage::edited, this, &BackendDialog::validate);
    connect(m_watch, &WatchPage::edited, this, &BackendDialog::validate);

    usePlainButtons(*this);
    fill(BackendSpec{});
    m_paste->setFocus();
    resizeOnScreen(*this, {840, 680});
}

/** As high as its fields are, where the screen has room for them; before it is put in its place. */
void BackendDialog::showEvent(QShowEvent *event)
{
    if (!event->spontaneous()) {
        layout()->activate();
        resize(width(), std::clamp(layout()->totalHeightForWidth(width()), height(),
                                   largestDialog(*this).height()));
    }
    QDialog::showEvent(event);
}

/** A line that loses the focus as it goes has been edited for nobody. */
BackendDialog::~BackendDialog()
{
    for (QObject *part : findChildren<QObject *>())
        part->disconnect(this);
}

void BackendDialog::buildPaste(QVBoxLayout &column)
{
    m_paste = new QLineEdit(this);
    m_paste->setObjectName(QStringLiteral("paste"));
    m_paste->setPlaceholderText(tr("a URL, or a line such as mysql -h db1 -u app billing"));
    m_paste->setAccessibleName(tr("Paste a URL or a client's command line"));
    m_pasted = textLabel({}, this);
    m_pasted->hide();
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->addRow(tr("P&aste"), m_paste);
    form->addRow(QString(), m_pasted);
    column.addLayout(form);
    m_paste->installEventFilter(this);
    connect(m_paste, &QLineEdit::editingFinished, this, &BackendDialog::takePasted);
    // Pasted and not typed: nobody types so much at once.
    connect(m_paste, &QLineEdit::textEdited, this, [this](const QString &text) {
        constexpr qsizetype atOnce = 8;
        if (text.size() - std::exchange(m_pasteLength, text.size()) >= atOnce)
            takePasted();
    });
}

/** Return fills the form in, and does not add what nobody has seen yet. */
bool BackendDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_paste || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter)
        return false;
    takePasted();
    if (m_paste->text().isEmpty() && m_testButton->isEnabled())
        m_testButton->setFocus(Qt::OtherFocusReason);
    return true;
}

void BackendDialog::buildTestArea(QVBoxLayout &column)
{
    m_testButton = new QPushButton(tr("&Test connection"), this);
    m_testButton->setAutoDefault(false);
    m_testButton->setObjectName(QStringLiteral("test"));
    m_examination = new ExaminationView(this);
    // Until there is a result the fields have the room.
    m_examination->setFixedHeight(4 * fontMetrics().lineSpacing());
    auto *row = new QHBoxLayout;
    row->addWidget(m_testButton);
    row->addStretch();
    column.addLayout(row);
    column.addWidget(m_examination, 1);
    connect(m_testButton, &QPushButton::clicked, this, &BackendDialog::toggleTest);
    connect(
        m_test, &ConnectionTest::finished, this,
        [this](const Examination &examination, const std::optional<ServerCertificate> &acceptable) {
            m_isExamined = true;
            m_examination->showExamination(examination, acceptable);
            if (m_test->isRunning())
                m_examination->showLookNote(tr("Looking for locks …"));
            else
                m_testButton->setText(tr("&Test connection"));
            showProblem();
        });
    connect(m_test, &ConnectionTest::looked, this, [this](const LocksPreview &preview) {
        m_testButton->setText(tr("&Test connection"));
        m_examination->showLocks(preview);
        showProblem();
    });
    connect(m_examination, &ExaminationView::acceptRequested, this,
            &BackendDialog::acceptCertificate);
    // What was found beside it stays in sight: the server is the one that was tested.
    connect(m_examination, &ExaminationView::watchRequested, this, [this](const FoundTable &found) {
        m_watch->addTable(found.table);
        showProblem();
    });
    connect(m_examination, &ExaminationView::patternRequested, this,
            [this](const QString &pattern) { m_watch->addPattern(pattern); });
}

void BackendDialog::setBackend(const BackendSpec &backend)
{
    if (!backend.name.isEmpty())
        setWindowTitle(tr("Edit %1").arg(backend.name));
    m_saved = backend;
    fill(backend);
    m_connection->focusName();
}

void BackendDialog::setDraft(const BackendSpec &backend)
{
    fill(backend);
    m_connection->followEnvironment();
}

void BackendDialog::setProfileHas(const std::optional<BackendSpec> &backend)
{
    if (m_isSaved)
        return; // by this dialog
    QString what;
    if (!backend) {
        what = tr("%1 is not in the profile any more.").arg(m_saved.name);
    } else if (const QStringList keys = differingKeys(m_saved, *backend); !keys.isEmpty()) {
        what = tr("The profile was changed meanwhile: %1. That stays, and what you change here is "
                  "written beside it.")
                   .arg(keys.join(QStringLiteral(", ")));
    }
    const bool isNew = !what.isEmpty() && what != m_meanwhile->text();
    m_meanwhile->setText(what);
    m_meanwhile->setVisible(!what.isEmpty());
    if (isNew)
        tellReaders(m_meanwhile);
}

/** It may be locked, or need a hand: nothing that was typed is to be lost by that. */
void BackendDialog::accept()
{
    if (m_save) {
        m_isSaved = true;
        const Result<void> saved = m_save();
        m_isSaved = saved.has_value();
        if (!saved) {
            m_refusal = errorText(saved.error());
            showProblem();
            tellReaders(m_problem);
            return;
        }
    }
    QDialog::accept();
}

void BackendDialog::fill(const BackendSpec &backend)
{
    m_original = backend;
    m_fills = true;
    m_connection->fill(backend);
    m_security->fill(backend);
    m_watch->fill(backend);
    m_fills = false;
    validate();
}

void BackendDialog::takePasted()
{
    const QString text = m_paste->text();
    if (text.trimmed().isEmpty())
        return;
    auto pasted = pastedServer(text);
    m_pasted->show();
    if (!pasted) {
        m_pasted->setText(errorText(pasted.error()));
        return;
    }
    // It may hold a password, which is to stand nowhere in sight.
    m_paste->clear();
    m_pasteLength = 0;
    BackendSpec spec = backend();
    const bool wasByProduction = m_connection->isReadOnlyByProduction();
    if (wasByProduction)
        spec.readOnly = false;
    takeOver(*pasted, spec);
    const QString name = pasted->spec.name;
    if (!m_connection->hasOwnName())
        spec.name = name.isEmpty() ? suggestedName(spec, m_takenNames) : name;
    else if (!name.isEmpty() && name != spec.name)
        pasted->ignored << QStringLiteral("name");
    m_original = spec;
    m_fills = true;
    m_connection->refill(spec);
    if ((wasByProduction || pasted->says(u"environment")) && !pasted->says(u"read_only"))
        m_connection->followEnvironment();
    m_security->fill(spec);
    m_watch->fill(spec);
    m_fills = false;
    validate();
    QStringList notes{tr("Filled in below.")};
    if (!pasted->ignored.isEmpty())
        notes << tr("Not taken over: %1").arg(literalText(pasted->ignored.join(u' ')));
    m_pasted->setText((notes + pasted->notes).join(u' '));
}

BackendSpec BackendDialog::backend() const
{
    BackendSpec spec = m_original;
    m_connection->write(spec);
    m_security->write(spec);
    m_watch->write(spec);
    return spec;
}

void BackendDialog::setKeychain(bool there)
{
    m_connection->password().setKeychain(there);
}

bool BackendDialog::isPasswordToBeKept() const
{
    return m_connection->password().isToBeKept();
}

QString BackendDialog::nameProblem() const
{
    const QString name = m_connection->name();
    if (name.isEmpty())
        return tr("Give the server a name, e.g. billing-db.");
    if (!isPlainName(name))
        return tr("The name has line breaks or hidden characters: type it anew.");
    if (m_takenNames.contains(name))
        return tr("Another server is called %1 already.").arg(name);
    return {};
}

QString BackendDialog::restProblem() const
{
    const BackendSpec spec = backend();
    if (QString problem = m_connection->problem(spec); !problem.isEmpty())
        return problem;
    if (QString problem = m_security->problem(); !problem.isEmpty())
        return problem;
    return m_watch->problem(spec);
}

QString BackendDialog::problem() const
{
    const QString name = nameProblem();
    return name.isEmpty() ? restProblem() : name;
}

void BackendDialog::validate()
{
    if (m_fills)
        return;
    // What comes yet is of a server that is not meant any more.
    m_test->cancel();
    m_testButton->setText(tr("&Test connection"));
    forgetRefusal();
    showProblem();
    if (m_testButton->isEnabled())
        m_examination->showNote(
            tr("The test connects, lists what this account may see and what is missing, and shows "
               "which locks are held there."));
}

/** What stands here by now may be saved. */
void BackendDialog::forgetRefusal()
{
    m_refusal.clear();
}

void BackendDialog::showProblem()
{
    if (m_fills)
        return;
    const QString why = problem();
    const bool isMissing =
        !why.isEmpty() && (m_connection->name().isEmpty() || m_connection->isPlaceless());
    m_problem->setText(why.isEmpty() ? m_refusal : why);
    m_problem->setVisible(!m_problem->text().isEmpty());
    setTone(m_problem, isMissing ? Tone::Muted : Tone::Danger);
    m_ok->setEnabled(why.isEmpty());
    m_testButton->setEnabled(restProblem().isEmpty() || m_test->isRunning());
}

void BackendDialog::toggleTest()
{
    if (m_test->isRunning()) {
        m_test->cancel();
        m_testButton->setText(tr("&Test connection"));
        if (m_isExamined)
            m_examination->showLookNote(tr("Cancelled."));
        else
            m_examination->showNote(tr("Cancelled."));
        showProblem();
        return;
    }
    m_tested = backend();
    // Keychain and environment know passwords by names: not for another server of that name.
    if (TypedPasswords::identity(m_tested) != TypedPasswords::identity(m_saved))
        m_tested.name.clear();
    showTestRuns();
    m_test->start(m_tested);
}

/** For the server that was tested, whatever stands in the fields by now. */
void BackendDialog::acceptCertificate(const ServerCertificate &certificate)
{
    if (m_test->isRunning())
        return;
    m_testButton->setFocus(); // the button that was pressed goes
    showTestRuns();
    m_test->acceptAndStart(m_tested, certificate);
}

void BackendDialog::showTestRuns()
{
    m_isExamined = false;
    m_examination->setMinimumHeight(leastResult);
    m_examination->setMaximumHeight(QWIDGETSIZE_MAX);
    m_testButton->setText(tr("Cancel the &test"));
    m_examination->showNote(tr("Connecting to %1 …").arg(reachedText(m_tested.address())));
}

} // namespace lockmaster
