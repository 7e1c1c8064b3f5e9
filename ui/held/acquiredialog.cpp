// SPDX-License-Identifier: Apache-2.0
#include "ui/held/acquiredialog.h"

#include "core/display/shownwords.h"
#include "core/text/durationtext.h"
#include "core/text/literaltext.h"
#include "ui/kit/lockdelegate.h"
#include "ui/kit/commandbox.h"
#include "ui/kit/environmentsigns.h"
#include "ui/kit/scrolledbody.h"
#include "core/display/locktext.h"
#include "core/display/releasewords.h"
#include "ui/kit/banner.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/textsize.h"
#include "ui/kit/windowplace.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockmaster {

namespace {

using namespace std::chrono_literals;

constexpr int acquiredialogDialogWidth = 600;
constexpr int timeWidth = 88;
constexpr int acquiredialogCommandLines = 3;

QLabel *plainLabel(QWidget *parent, const QString &text = {})
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setText(text);
    return label;
}

QLabel *hint(QWidget *parent, const QString &text = {})
{
    QLabel *label = plainLabel(parent, text);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

void setTone(QLabel *label, Tone tone, const QPalette &palette)
{
    QPalette colours = palette;
    colours.setColor(QPalette::WindowText, toneColor(tone, colorsFor(palette)));
    label->setPalette(colours);
}

/** A field and what is said beside it. */
QWidget *withHint(QWidget *parent, QLineEdit *field, const QString &text)
{
    auto *row = new QWidget(parent);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    field->setFixedWidth(scaledByText(timeWidth));
    layout->addWidget(field);
    layout->addWidget(hint(row, text), 1);
    row->setFocusProxy(field);
    return row;
}

QString backendLabel(const BackendSpec &backend)
{
    const QString name = literalText(backend.name);
    return backend.environment == Environment::Unset
               ? name
               : QStringLiteral("%1 · %2").arg(name, LockText::environment(backend.environment));
}

} // namespace

struct AcquireDialog::Fields {
    EnvironmentStripe *stripe = nullptr;
    Banner *readOnly = nullptr;
    QFormLayout *form = nullptr;
    QComboBox *backend = nullptr;
    QComboBox *system = nullptr;
    QComboBox *source = nullptr;
    QComboBox *variant = nullptr;
    QLineEdit *name = nullptr;
    QToolButton *another = nullptr;
    QLabel *nameNote = nullptr;
    QLineEdit *owner = nullptr;
    QLabel *noOwner = nullptr;
    QLineEdit *ttl = nullptr;
    QWidget *ttlRow = nullptr;
    QLabel *noTtl = nullptr;
    QLineEdit *wait = nullptr;
    QRadioButton *untilTold = nullptr;
    QRadioButton *forAWhile = nullptr;
    QLineEdit *hold = nullptr;
    QLineEdit *reason = nullptr;
    QLineEdit *typedName = nullptr;
    CommandBox *command = nullptr;
    QLabel *problem = nullptr;
    QPushButton *acquire = nullptr;
    QString typedNameLabel;

    void showRow(QWidget *field, bool shown)
    {
        form->labelForField(field)->setVisible(shown);
        field->setVisible(shown);
    }
};

AcquireDialog::AcquireDialog(Setup setup, const LockStore &store, const Clock &clock,
                             QWidget *parent)
    : QDialog(parent), m_setup(std::move(setup)), m_store(store), m_clock(clock),
      m_fields(std::make_unique<Fields>())
{
    Fields &f = *m_fields;
    setWindowTitle(tr("Acquire a lock"));
    new GrowingDialog(*this);
    f.stripe = new EnvironmentStripe(Environment::Unset, this);
    f.readOnly = new Banner(this);
    auto *lift = new QPushButton(tr("Allow writes for 10 minutes…"), f.readOnly);
    lift->setAutoDefault(false);
    connect(lift, &QPushButton::clicked, this,
            [this] { emit liftRequested(draft().place.backend); });
    f.readOnly->addButton(lift);

    auto *page = new QWidget(this);
    auto *body = new QVBoxLayout(page);
    body->setContentsMargins(20, 16, 20, 0);
    body->setSpacing(12);
    body->addWidget(f.readOnly);
    body->addWidget(buildForm());
    f.command = new CommandBox(tr("The same on the command line"), acquiredialogCommandLines, this);
    body->addWidget(f.command);
    body->addStretch();
    QWidget *buttons = buildButtons();
    buttons->layout()->setContentsMargins(20, 12, 20, 16);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(f.stripe);
    layout->addWidget(new ScrolledBody(page, this), 1);
    layout->addWidget(buttons);
    // What the layout would ask for knows nothing of wrapped lines at this width.
    layout->setSizeConstraint(QLayout::SetNoConstraint);
    setMinimumWidth(widthOnScreen(*this, acquiredialogDialogWidth));

    usePlainButtons(*this);
    connectFields();
    fillBackends();
    setName(AcquireDraft::scratchName());
    connect(&store, &LockStore::updated, this, &AcquireDialog::refresh);
    auto *second = new QTimer(this);
    connect(second, &QTimer::timeout, this, &AcquireDialog::refresh);
    second->start(1s);
    f.name->setFocus();
    f.name->selectAll();
    resize(minimumWidth(), std::min(sizeHint().height(), largestDialog(*this).height()));
}

AcquireDialog::~AcquireDialog() = default;

QWidget *AcquireDialog::buildForm()
{
    Fields &f = *m_fields;
    auto *page = new QWidget(this);
    f.form = new QFormLayout(page);
    f.form->setContentsMargins({});
    f.form->setVerticalSpacing(8);
    f.form->setHorizontalSpacing(16);
    f.form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (QComboBox **box : {&f.backend, &f.system, &f.source, &f.variant}) {
        *box = new QComboBox(page);
        (*box)->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        (*box)->setMinimumContentsLength(12);
    }
    f.form->addRow(tr("&Server"), f.backend);
    f.form->addRow(tr("S&ystem"), f.system);
    f.form->addRow(tr("S&ource"), f.source);
    f.form->addRow(tr("&Kind"), f.variant);
    f.form->addRow(tr("&Name"), buildNameRow(page));

    auto *ownerRow = new QWidget(page);
    auto *owner = new QVBoxLayout(ownerRow);
    owner->setContentsMargins({});
    f.owner = new QLineEdit(ownerRow);
    f.owner->setPlaceholderText(tr("made anew for each lock"));
    f.owner->setAccessibleName(tr("Owner"));
    f.noOwner = hint(ownerRow);
    owner->addWidget(f.owner);
    owner->addWidget(f.noOwner);
    ownerRow->setFocusProxy(f.owner);
    f.form->addRow(tr("O&wner"), ownerRow);

    auto *ttlRow = new QWidget(page);
    auto *ttl = new QVBoxLayout(ttlRow);
    ttl->setContentsMargins({});
    f.ttl = new QLineEdit(ttlRow);
    f.ttl->setAccessibleName(tr("TTL"));
    f.ttlRow = withHint(ttlRow, f.ttl, tr("renewed at a third of it while held"));
    f.noTtl = hint(ttlRow, {});
    ttl->addWidget(f.ttlRow);
    ttl->addWidget(f.noTtl);
    ttlRow->setFocusProxy(f.ttl);
    f.form->addRow(tr("&TTL"), ttlRow);

    f.wait = new QLineEdit(QStringLiteral("3s"), page);
    f.wait->setAccessibleName(tr("Wait at most"));
    f.form->addRow(tr("W&ait at most"),
                   withHint(page, f.wait, tr("for it to become free; 0s is one try")));
    f.form->addRow(tr("&Hold"), buildHoldRow(page));
    f.reason = new QLineEdit(page);
    f.reason->setToolTip(tr("For the audit log, and for others who watch: it stands behind the "
                            "owner where the lock has room for it"));
    f.form->addRow(tr("&Reason"), f.reason);
    f.typedName = new QLineEdit(page);
    f.form->addRow(tr("Name, to &confirm"), f.typedName);
    return page;
}

QWidget *AcquireDialog::buildNameRow(QWidget *parent)
{
    Fields &f = *m_fields;
    auto *column = new QWidget(parent);
    f.name = new QLineEdit(column);
    f.name->setAccessibleName(tr("Name"));
    f.another = new QToolButton(column);
    f.another->setText(tr("Type another"));
    f.another->setFocusPolicy(Qt::StrongFocus);
    f.nameNote = plainLabel(column);
    auto *row = new QHBoxLayout;
    row->addWidget(f.name);
    row->addWidget(f.another);
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(row);
    layout->addWidget(f.nameNote);
    column->setFocusProxy(f.name);
    return column;
}

QWidget *AcquireDialog::buildHoldRow(QWidget *parent)
{
    Fields &f = *m_fields;
    auto *row = new QWidget(parent);
    f.untilTold = new QRadioButton(tr("until I let go"), row);
    f.forAWhile = new QRadioButton(tr("for"), row);
    f.hold = new QLineEdit(QStringLiteral("10m"), row);
    f.hold->setAccessibleName(tr("Hold it for"));
    f.hold->setFixedWidth(scaledByText(timeWidth));
    f.untilTold->setChecked(true);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->addWidget(f.untilTold);
    layout->addSpacing(12);
    layout->addWidget(f.forAWhile);
    layout->addWidget(f.hold);
    layout->addStretch();
    row->setFocusProxy(f.untilTold);
    return row;
}

QWidget *AcquireDialog::buildButtons()
{
    Fields &f = *m_fields;
    auto *row = new QWidget(this);
    f.problem = plainLabel(row);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, row);
    f.acquire = buttons->addButton(tr("Acquire"), QDialogButtonBox::AcceptRole);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->setSpacing(16);
    layout->addWidget(f.problem, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &AcquireDialog::give);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return row;
}

void AcquireDialog::connectFields()
{
    Fields &f = *m_fields;
    connect(f.backend, &QComboBox::currentIndexChanged, this, &AcquireDialog::followBackend);
    connect(f.system, &QComboBox::currentIndexChanged, this, &AcquireDialog::followSystem);
    for (QComboBox *box : {f.source, f.variant})
        connect(box, &QComboBox::currentIndexChanged, this, &AcquireDialog::validate);
    for (QLineEdit *edit : {f.name, f.owner, f.ttl, f.wait, f.hold, f.reason, f.typedName})
        connect(edit, &QLineEdit::textChanged, this, &AcquireDialog::validate);
    connect(f.hold, &QLineEdit::textEdited, this,
            [this] { m_fields->forAWhile->setChecked(true); });
    connect(f.untilTold, &QRadioButton::toggled, this, &AcquireDialog::validate);
    connect(f.another, &QToolButton::clicked, this, &AcquireDialog::typeAnotherName);
}

void AcquireDialog::fillBackends()
{
    QComboBox *box = m_fields->backend;
    for (const AcquirePlace &place : m_setup.places) {
        if (box->findData(place.backend.name) < 0)
            box->addItem(backendLabel(place.backend), place.backend.name);
    }
    followBackend();
}

void AcquireDialog::followBackend()
{
    Fields &f = *m_fields;
    const QString backend = f.backend->currentData().toString();
    const QString before = f.system->currentData().toString();
    {
        const QSignalBlocker quiet(f.system);
        f.system->clear();
        for (const AcquirePlace &place : m_setup.places) {
            if (place.backend.name == backend)
                f.system->addItem(
                    QStringLiteral("%1 (%2)").arg(place.system.description, place.system.label),
                    place.system.id);
        }
        f.system->setCurrentIndex(std::max(0, f.system->findData(before)));
    }
    followSystem();
}

void AcquireDialog::followSystem()
{
    Fields &f = *m_fields;
    const QSignalBlocker quietSource(f.source);
    const QSignalBlocker quietVariant(f.variant);
    f.source->clear();
    f.variant->clear();
    if (const AcquirePlace *at = place()) {
        for (const QString &source : at->form.sources)
            f.source->addItem(sourceText(source), source);
        for (const AcquireForm::Variant &variant : at->form.variants)
            f.variant->addItem(variant.label, variant.id);
        // What was typed stays, and is checked by the other system.
        if (!f.owner->isModified())
            f.owner->setText(QString::fromUtf8(at->form.owner));
        f.ttl->setText(at->form.defaultTtl ? durationProfileText(*at->form.defaultTtl) : QString());
        f.noOwner->setText(at->form.hasTtl
                               ? tr("None: this format has no place for an owner's text.")
                               : tr("None to choose: the session that holds it is its owner."));
    }
    validate();
}

const AcquirePlace *AcquireDialog::place() const
{
    const QString backend = m_fields->backend->currentData().toString();
    const QString system = m_fields->system->currentData().toString();
    for (const AcquirePlace &place : m_setup.places) {
        if (place.backend.name == backend && place.system.id == system)
            return &place;
    }
    return nullptr;
}

void AcquireDialog::prefill(const LockId &id)
{
    Fields &f = *m_fields;
    const auto offered =
        std::any_of(m_setup.places.begin(), m_setup.places.end(), [&id](const AcquirePlace &place) {
            return place.backend.name == id.source->backend && place.system.id == id.source->system;
        });
    if (!offered)
        return;
    f.backend->setCurrentIndex(f.backend->findData(id.source->backend));
    f.system->setCurrentIndex(f.system->findData(id.source->system));
    if (const int source = f.source->findData(id.source->name); source >= 0)
        f.source->setCurrentIndex(source);
    setName(id.name);
}

void AcquireDialog::setName(const QByteArray &name)
{
    Fields &f = *m_fields;
    m_fixedName.reset();
    if (!AcquireDraft::canBeTyped(name))
        m_fixedName = name;
    f.name->setReadOnly(m_fixedName.has_value());
    f.name->setText(literalText(name));
    f.name->setToolTip(m_fixedName ? tr("The name holds bytes that cannot be typed. It is taken "
                                        "exactly as it is; here it is written out.")
                                   : QString());
    f.another->setVisible(m_fixedName.has_value());
    f.typedName->clear();
    validate();
}

void AcquireDialog::typeAnotherName()
{
    setName(AcquireDraft::scratchName());
    m_fields->name->setFocus();
    m_fields->name->selectAll();
}

AcquireDraft AcquireDialog::draft() const
{
    const Fields &f = *m_fields;
    AcquireDraft draft;
    if (const AcquirePlace *at = place())
        draft.place = *at;
    draft.source = f.source->currentData().toString();
    draft.variant = f.variant->currentData().toString();
    draft.name = m_fixedName.value_or(f.name->text().toUtf8());
    draft.owner = f.owner->text();
    draft.ttl = f.ttl->text();
    draft.wait = f.wait->text();
    draft.holdForAWhile = f.forAWhile->isChecked();
    draft.hold = f.hold->text();
    draft.reason = f.reason->text();
    draft.typedName = f.typedName->text();
    draft.writable = !m_setup.writable || m_setup.writable(draft.place.backend);
    return draft;
}

void AcquireDialog::validate()
{
    Fields &f = *m_fields;
    const AcquireDraft now = draft();
    const AcquireForm &form = now.place.form;
    f.stripe->setEnvironment(now.place.backend.environment);
    f.showRow(f.source, form.sources.size() > 1);
    f.showRow(f.variant, form.variants.size() > 1);
    f.owner->setVisible(form.hasOwner);
    f.noOwner->setVisible(!form.hasOwner);
    f.ttlRow->setVisible(form.hasTtl);
    f.noTtl->setVisible(!form.hasTtl);
    f.noTtl->setText(form.ttlNote);
    f.showRow(f.typedName, now.needsTypedName());
    f.reason->setPlaceholderText(now.isProduction() ? tr("needed in production")
                                                    : tr("for the audit log; may be empty"));
    showReadOnly(now);
    showNote(now);

    const QString command = commandText();
    f.command->setCommand(command.isEmpty() ? tr("No command line can hold this name.") : command);
    f.command->setEnabled(!command.isEmpty());
    f.command->setVisible(m_setup.commandOrigins.of(now.place.backend.name).has_value());

    const AcquireProblem problem = now.problem();
    setTone(f.problem, problem.missing ? Tone::Muted : Tone::Danger, palette());
    f.problem->setText(problem.text);
    f.acquire->setEnabled(problem.text.isEmpty());
    // In production, Return alone takes nothing.
    f.acquire->setAutoDefault(!now.isProduction());
    f.acquire->setDefault(!now.isProduction());
}

/** As high as what is shown, and no higher: rows come and go with the system. It never leaves the
 * screen: the rest is scrolled to. */
void AcquireDialog::fitHeight()
{
    if (!isVisible())
        return;
    const int wanted =
        std::min(layout()->totalHeightForWidth(width()), largestDialog(*this).height());
    if (wanted == minimumHeight() && wanted <= height())
        return;
    setMinimumHeight(wanted);
    resize(width(), wanted);
}

bool AcquireDialog::event(QEvent *event)
{
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fitHeight();
    return handled;
}

void AcquireDialog::showNote(const AcquireDraft &draft)
{
    Fields &f = *m_fields;
    const LockPointer seen = draft.seen(*m_store.view());
    f.nameNote->setVisible(seen != nullptr);
    if (!seen) {
        f.nameNote->clear();
        return;
    }
    setTone(f.nameNote, isHeld(seen->state) ? Tone::Expiring : Tone::Muted, palette());
    f.nameNote->setText(draft.note(*seen, m_clock.now()));
}

void AcquireDialog::showReadOnly(const AcquireDraft &draft)
{
    if (draft.writable)
        m_fields->readOnly->clear();
    else
        m_fields->readOnly->setMessage(
            Tone::Expiring, tr("%1 is read-only").arg(literalText(draft.place.backend.name)),
            tr("To take a lock is to write. It can be allowed for a while, which is shown as long "
               "as it lasts and stands in the audit log."));
}

void AcquireDialog::refresh()
{
    validate();
}

void AcquireDialog::give()
{
    const AcquireDraft now = draft();
    if (!now.problem().text.isEmpty())
        return;
    emit orderGiven(now.order());
    accept();
}

QString AcquireDialog::problemText() const
{
    return m_fields->problem->text();
}

QString AcquireDialog::noteText() const
{
    return m_fields->nameNote->text();
}

QString AcquireDialog::commandText() const
{
    const AcquireDraft now = draft();
    const auto origin = m_setup.commandOrigins.of(now.place.backend.name);
    return origin ? now.command(*origin) : QString();
}

QPushButton &AcquireDialog::acquireButton()
{
    return *m_fields->acquire;
}

} // namespace lockmaster
