// SPDX-License-Identifier: Apache-2.0
#include "ui/window/settingsdialog.h"

#include "core/config/namecommands.h"
#include "core/config/typedpasswords.h"
#include "core/display/locktext.h"
#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "ui/alerts/alertrulesbox.h"
#include "ui/alerts/alerttrialbox.h"
#include "ui/servers/backenddialog.h"
#include "ui/servers/importdialog.h"
#include "ui/servers/formatspage.h"
#include "ui/servers/profileeditor.h"
#include "ui/kit/scrolledbody.h"
#include "core/display/releasewords.h"
#include "ui/kit/colors.h"
#include "ui/kit/density.h"
#include "ui/kit/textsize.h"
#include "core/display/translations.h"
#include "core/platform/askaside.h"
#include "ui/kit/icons.h"
#include "ui/kit/labels.h"
#include "ui/alerts/alerting.h"
#include "ui/kit/plainbuttons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockmaster {

namespace {

constexpr int nameRole = Qt::UserRole;

/** A line no wider than its list: its end is elided, and its tooltip has all of it. */
class LineDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {1, QStyledItemDelegate::sizeHint(option, index).height()};
    }
};

QString serverLine(const BackendSpec &backend)
{
    QString line = backend.name + QStringLiteral("   ") + reachedText(backend.address());
    if (backend.environment != Environment::Unset)
        line += QStringLiteral(" · ") + LockText::environment(backend.environment);
    if (backend.readOnly)
        line += QStringLiteral(" · ") + SettingsDialog::tr("read-only");
    return line;
}

} // namespace

SettingsDialog::SettingsDialog(ProfileEditor &profile, bool withServers, ReaderFactory factory,
                               Theme &theme, TextSize &textSize, QSettings &settings,
                               QWidget *parent)
    : QDialog(parent), m_profile(profile), m_factory(std::move(factory)), m_theme(theme),
      m_textSize(textSize), m_settings(settings), m_withProfile(withServers)
{
    setWindowTitle(tr("Settings"));
    auto *pages = new QTabWidget(this);
    QWidget *servers = buildServersPage();
    if (withServers)
        pages->addTab(new ScrolledBody(servers, pages), tr("Servers"));
    else
        servers->hide();
    auto *formats = new FormatsPage(this);
    pages->addTab(new ScrolledBody(formats, pages), tr("Formats"));
    pages->addTab(new ScrolledBody(buildAppearancePage(), pages), tr("Appearance"));
    pages->addTab(new ScrolledBody(buildAlertsPage(), pages), tr("Alerts"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(pages);
    layout->addWidget(buttons);
    connect(&m_profile, &ProfileEditor::changed, this, &SettingsDialog::showServers);
    connect(&m_profile, &ProfileEditor::changed, formats, [formats, this](const Profile &read) {
        formats->setCommands(foreignCommands(read), m_profile.path());
    });
    connect(formats, &FormatsPage::commandTrustChanged, this, &SettingsDialog::reload);
    showServers();
    usePlainButtons(*this);
    resizeOnScreen(*this, {720, 600});
}

QWidget *SettingsDialog::buildServersPage()
{
    auto *page = new QWidget(this);
    m_servers = new QListWidget(page);
    m_servers->setObjectName(QStringLiteral("servers"));
    m_servers->setAccessibleName(tr("Servers"));
    m_servers->setItemDelegate(new LineDelegate(m_servers));
    auto *add = new QPushButton(tr("&Add…"), page);
    auto *import = new QPushButton(tr("&Import…"), page);
    m_edit = new QPushButton(tr("&Edit…"), page);
    m_duplicate = new QPushButton(tr("&Duplicate…"), page);
    m_remove = new QPushButton(tr("&Remove…"), page);
    auto *buttons = new QVBoxLayout;
    for (QPushButton *button : {add, import, m_edit, m_duplicate, m_remove}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto *row = new QHBoxLayout;
    row->addWidget(m_servers, 1);
    row->addLayout(buttons);

    m_problems = new QLabel(page);
    m_problems->setTextFormat(Qt::PlainText);
    m_problems->setWordWrap(true);
    m_problems->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QPalette amber = m_problems->palette();
    amber.setColor(QPalette::WindowText, colorsFor(palette()).expiring);
    m_problems->setPalette(amber);
    auto *where = new QLabel(tr("Profile: %1").arg(m_profile.path()), page);
    where->setTextFormat(Qt::PlainText);
    where->setWordWrap(true);
    where->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto *layout = new QVBoxLayout(page);
    layout->addLayout(row, 1);
    layout->addWidget(m_problems);
    auto *file = new QHBoxLayout;
    file->addWidget(where, 1);
    auto *open = new QPushButton(tr("&Open the file"), page);
    auto *reload = new QPushButton(tr("Re&load"), page);
    for (QPushButton *button : {open, reload}) {
        button->setAutoDefault(false);
        file->addWidget(button, 0, Qt::AlignTop);
    }
    layout->addLayout(file);

    connect(open, &QPushButton::clicked, this, &SettingsDialog::openFile);
    connect(reload, &QPushButton::clicked, this, &SettingsDialog::reload);
    connect(m_duplicate, &QPushButton::clicked, this,
            [this] { duplicateServer(selectedServer()); });
    connect(add, &QPushButton::clicked, this, &SettingsDialog::addServer);
    connect(import, &QPushButton::clicked, this, &SettingsDialog::importServers);
    connect(m_edit, &QPushButton::clicked, this, [this] { editServer(selectedServer()); });
    connect(m_remove, &QPushButton::clicked, this, [this] { removeServer(selectedServer()); });
    connect(m_servers, &QListWidget::itemActivated, this, [this] { editServer(selectedServer()); });
    return page;
}

QWidget *SettingsDialog::buildAppearancePage()
{
    auto *page = new QWidget(this);
    page->setObjectName(QStringLiteral("appearance")); // for its help
    auto *form = new QFormLayout(page);
    auto *theme = new QComboBox(page);
    theme->addItem(tr("As the desktop"), int(ThemeChoice::System));
    theme->addItem(tr("Light"), int(ThemeChoice::Light));
    theme->addItem(tr("Dark"), int(ThemeChoice::Dark));
    theme->setCurrentIndex(theme->findData(int(m_theme.choice())));
    form->addRow(tr("&Theme"), theme);
    connect(theme, &QComboBox::activated, this, [this, theme] {
        const auto choice = ThemeChoice(theme->currentData().toInt());
        m_theme.setChoice(choice);
        m_settings.setValue(QStringLiteral("theme"), themeChoiceName(choice));
    });
    auto *size = new QComboBox(page);
    for (const int percent : TextSize::percents)
        size->addItem(percent == TextSize::usual ? tr("As the desktop")
                                                 : QStringLiteral("%1 %").arg(percent),
                      percent);
    const auto showSize = [this, size] {
        size->setCurrentIndex(size->findData(m_textSize.percent()));
    };
    showSize();
    form->addRow(tr("Te&xt size"), size);
    connect(&m_textSize, &TextSize::changed, size, showSize);
    connect(size, &QComboBox::activated, this,
            [this, size] { m_textSize.setPercent(size->currentData().toInt()); });
    form->addRow({}, new QLabel(tr("Each screen has its own: Ctrl++ and Ctrl+-."), page));
    auto *rows = new QComboBox(page);
    rows->addItem(tr("With air between them"), false);
    rows->addItem(tr("Close together"), true);
    rows->setCurrentIndex(rows->findData(Density::isCompact()));
    form->addRow(tr("&Rows"), rows);
    connect(rows, &QComboBox::activated, this,
            [this, rows] { Density::setCompact(m_settings, rows->currentData().toBool()); });
    auto *language = new QComboBox(page);
    language->addItem(tr("As the desktop"), QString());
    for (const QLocale &spoken : spokenLanguages())
        language->addItem(spoken.nativeLanguageName(), spoken.name());
    language->setCurrentIndex(
        std::max(0, language->findData(m_settings.value(languageKey).toString())));
    form->addRow(tr("&Language"), language);
    auto *next = new QLabel(tr("Lockmaster speaks it from its next start on."), page);
    next->hide();
    form->addRow({}, next);
    connect(language, &QComboBox::activated, this, [this, language, next] {
        m_settings.setValue(languageKey, language->currentData());
        next->show();
    });
    return page;
}

QWidget *SettingsDialog::buildAlertsPage()
{
    auto *page = new QWidget(this);
    page->setObjectName(QStringLiteral("alerts")); // for its help
    auto *notify = new QCheckBox(tr("Show them as &notifications of the desktop"), page);
    notify->setChecked(Alerting::notifies(m_settings));
    auto *sound = new QCheckBox(tr("With a &sound"), page);
    sound->setChecked(Alerting::sounds(m_settings));
    sound->setEnabled(notify->isChecked());
    m_rules = new AlertRulesBox(page);
    auto *where = mutedLabel(tr("Quiet hours, a command and a webhook to be told, notes and "
                                "runbooks are written in the profile."),
                             page);
    auto *layout = new QVBoxLayout(page);
    m_alertsLayout = layout;
    layout->addWidget(notify);
    layout->addWidget(sound);
    layout->addSpacing(8);
    layout->addWidget(headingLabel(tr("Rules"), &m_rules->list(), page));
    layout->addWidget(m_rules, 1);
    layout->addWidget(where);
    connect(notify, &QCheckBox::toggled, this, [this, sound](bool on) {
        Alerting::setNotifies(m_settings, on);
        sound->setEnabled(on);
    });
    connect(sound, &QCheckBox::toggled, this,
            [this](bool on) { Alerting::setSounds(m_settings, on); });
    return page;
}

void SettingsDialog::setHistory(const QString &store, const Clock &clock)
{
    if (m_trial)
        return;
    m_trial = new AlertTrialBox(
        store, [this] { return m_rules->chosenRule(); }, clock, m_alertsLayout->parentWidget());
    m_alertsLayout->insertWidget(m_alertsLayout->indexOf(m_rules) + 1, m_trial);
    connect(m_rules, &AlertRulesBox::ruleChanged, m_trial, &AlertTrialBox::forget);
    usePlainButtons(*this);
}

void SettingsDialog::showServers()
{
    showRules();
    const QString selected = selectedServer();
    m_servers->clear();
    for (const BackendSpec &backend : m_profile.profile().backends) {
        const QString icon = backend.kind == BackendKind::MySql ? QStringLiteral("database")
                                                                : QStringLiteral("redis");
        auto *item = new QListWidgetItem(symbolicIcon(icon), serverLine(backend), m_servers);
        item->setData(nameRole, backend.name);
        item->setToolTip(plainToolTip(item->text()));
        if (backend.name == selected)
            m_servers->setCurrentItem(item);
    }
    if (!m_servers->currentItem())
        m_servers->setCurrentRow(0);
    const bool any = m_servers->count() > 0;
    m_edit->setEnabled(any);
    m_duplicate->setEnabled(any);
    m_remove->setEnabled(any);

    QStringList problems;
    for (const ProfileProblem &problem : m_profile.profile().problems)
        problems.append(profileProblemText(problem));
    m_problems->setText(problems.join(QLatin1Char('\n')));
    m_problems->setVisible(!problems.isEmpty());
}

void SettingsDialog::showRules()
{
    const QString whyNot =
        m_withProfile ? m_profile.whyNotWritable()
                      : tr("There is no profile to save to: what is watched was named on the "
                           "command line, or is a sandbox.");
    AlertRulesBox::Save save;
    if (whyNot.isEmpty())
        save = [this](const std::vector<AlertRuleChange> &changes) {
            return m_profile.putRules(changes);
        };
    m_rules->setSave(std::move(save), whyNot);
    m_rules->setRules(m_profile.profile().alerts.rules);
}

void SettingsDialog::reject()
{
    // Where nothing can be saved, there is nothing to be asked.
    if (m_rules->hasChanges() && m_rules->canSave())
        askAboutRules();
    else
        QDialog::reject();
}

void SettingsDialog::askAboutRules()
{
    auto *box =
        new QMessageBox(QMessageBox::Question, tr("Rules that are not saved"),
                        tr("Some rules were changed, and are not saved in the profile."),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setDefaultButton(QMessageBox::Save);
    usePlainButtons(*box);
    connect(box, &QMessageBox::finished, this, [this](int answer) {
        if (answer == QMessageBox::Discard)
            m_rules->putBack();
        if (answer == QMessageBox::Discard || (answer == QMessageBox::Save && m_rules->save()))
            QDialog::reject();
    });
    box->open();
}

void SettingsDialog::addServer()
{
    addServerFor(Environment::Unset);
}

void SettingsDialog::addServerFor(Environment environment)
{
    auto *dialog = makeBackendDialog(namesBut({}));
    BackendSpec draft;
    draft.environment = environment;
    dialog->setDraft(draft);
    openBackendDialog(dialog, std::nullopt);
}

void SettingsDialog::editServer(const QString &name)
{
    const BackendSpec *const backend = server(name);
    if (!backend)
        return;
    auto *dialog = makeBackendDialog(namesBut(name));
    dialog->setBackend(*backend);
    openBackendDialog(dialog, *backend);
}

void SettingsDialog::duplicateServer(const QString &name)
{
    const BackendSpec *const backend = server(name);
    if (!backend)
        return;
    const QStringList taken = namesBut({});
    auto *dialog = makeBackendDialog(taken);
    BackendSpec draft = *backend;
    draft.name = freeName(name, taken);
    dialog->setDraft(draft);
    openBackendDialog(dialog, std::nullopt);
}

const BackendSpec *SettingsDialog::server(const QString &name) const
{
    const std::vector<BackendSpec> &backends = m_profile.profile().backends;
    const auto found =
        std::find_if(backends.begin(), backends.end(),
                     [&name](const BackendSpec &backend) { return backend.name == name; });
    return found == backends.end() ? nullptr : &*found;
}

QStringList SettingsDialog::namesBut(const QString &name) const
{
    QStringList names;
    for (const BackendSpec &backend : m_profile.profile().backends) {
        if (backend.name != name)
            names.append(backend.name);
    }
    return names;
}

BackendDialog *SettingsDialog::makeBackendDialog(const QStringList &taken)
{
    // Modal to whichever window is in front: this dialog, or the main window when it is hidden.
    auto *dialog = new BackendDialog(m_factory, taken, isVisible() ? this : parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_keychain.isThere)
        askAside<bool>(dialog, m_keychain.isThere,
                       [dialog](bool there) { dialog->setKeychain(there); });
    return dialog;
}

void SettingsDialog::openBackendDialog(BackendDialog *dialog,
                                       const std::optional<BackendSpec> &shown)
{
    dialog->setSave([this, dialog, shown] { return put(shown, *dialog); });
    if (shown)
        connect(&m_profile, &ProfileEditor::changed, dialog, [this, dialog, name = shown->name] {
            const BackendSpec *const now = server(name);
            dialog->setProfileHas(now ? std::optional(*now) : std::nullopt);
        });
    dialog->open();
}

/** Its password is there before anything connects. */
Result<void> SettingsDialog::put(const std::optional<BackendSpec> &shown,
                                 const BackendDialog &dialog)
{
    BackendSpec backend = dialog.backend();
    Secret password = std::exchange(backend.urlPassword, Secret());
    BackendSpec written;
    bool isDropped = false;
    auto done = m_profile.put(
        shown ? shown->name : QString(), backend, shown, [&](const BackendSpec &spec) {
            written = spec;
            // It was typed for the server that was shown, and no other gets it.
            isDropped = !password.isEmpty()
                        && TypedPasswords::identity(spec) != TypedPasswords::identity(backend);
            if (isDropped)
                password = {};
            if (!password.isEmpty())
                emit passwordTyped(spec, password);
        });
    const bool isSaved = !written.name.isEmpty();
    if (!isSaved)
        return done;
    // Whoever is told that it was refused would write it once more.
    if (!done)
        showOutcome(done, tr("%1 was saved, and:").arg(literalText(written.name)));
    if (isDropped)
        showOutcome(failure(ErrorKind::Config,
                            tr("Where %1 is was changed in the profile meanwhile: the password was "
                               "typed for the server that was shown, and not taken.")
                                .arg(literalText(written.name)),
                            tr("Type it anew.")),
                    tr("The password was not taken"));
    if (!password.isEmpty())
        emit passwordEntered();
    if (dialog.isPasswordToBeKept() && !password.isEmpty())
        emit passwordToKeep(written, password);
    return {};
}

void SettingsDialog::reload()
{
    showOutcome(m_profile.reload(), tr("The profile was not read"));
}

void SettingsDialog::openFile()
{
    const QString path = m_profile.path();
    if (!QFileInfo::exists(path))
        showOutcome(failure(ErrorKind::Config, tr("There is no file %1 yet.").arg(path),
                            tr("Add a server: it begins with that.")),
                    tr("The profile was not opened"));
    else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
        showOutcome(failure(ErrorKind::Unsupported,
                            tr("No program of this desktop opens %1.").arg(path),
                            tr("Open it with an editor: what is saved is read at once.")),
                    tr("The profile was not opened"));
}

void SettingsDialog::importServers()
{
    ImportDialog::Tools tools;
    tools.known = m_profile.profile().backends;
    tools.found = usualServers(QDir::homePath(), QProcessEnvironment::systemEnvironment());
    tools.add = [this](const std::vector<BackendSpec> &backends) {
        return m_profile.add(backends);
    };
    tools.keychain = m_keychain;
    auto *dialog = new ImportDialog(std::move(tools), isVisible() ? this : parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void SettingsDialog::changeServer(const QString &name,
                                  const std::function<void(BackendSpec &)> &change)
{
    const std::vector<BackendSpec> backends = m_profile.profile().backends;
    for (BackendSpec backend : backends) {
        if (backend.name != name)
            continue;
        change(backend);
        showOutcome(m_profile.put(name, backend));
    }
}

void SettingsDialog::removeServer(const QString &name)
{
    if (name.isEmpty())
        return;
    auto *box = new QMessageBox(QMessageBox::Question, tr("Remove a server"),
                                tr("Stop watching %1 and take it out of the profile?").arg(name),
                                QMessageBox::Cancel, isVisible() ? this : parentWidget());
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Nothing changes on the server itself."));
    // As it is while one decides.
    const std::vector<BackendSpec> &all = m_profile.profile().backends;
    const auto known = std::find_if(all.begin(), all.end(), [&name](const BackendSpec &backend) {
        return backend.name == name;
    });
    const auto shown = known == all.end() ? std::nullopt : std::optional(*known);
    const QAbstractButton *remove = box->addButton(tr("Remove"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    usePlainButtons(*box);
    connect(box, &QMessageBox::buttonClicked, this,
            [this, remove, name, shown](const QAbstractButton *clicked) {
                if (clicked == remove)
                    showOutcome(m_profile.remove(name, shown));
            });
    box->open();
}

void SettingsDialog::showOutcome(const Result<void> &outcome, const QString &title)
{
    if (outcome)
        return;
    auto *box = new QMessageBox(
        QMessageBox::Warning, title.isEmpty() ? tr("The profile was not changed") : title,
        outcome.error().message, QMessageBox::Close, isVisible() ? this : parentWidget());
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(outcome.error().remedy);
    usePlainButtons(*box);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

QString SettingsDialog::selectedServer() const
{
    const QListWidgetItem *item = m_servers->currentItem();
    return item ? item->data(nameRole).toString() : QString();
}

} // namespace lockmaster
