// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/testdialog.h"

#include "core/display/locktext.h"
#include "core/display/shownwords.h"
#include "core/text/literaltext.h"
#include "ui/servers/connectiontest.h"
#include "ui/kit/environmentsigns.h"
#include "ui/servers/examinationview.h"
#include "core/display/releasewords.h"
#include "ui/kit/labels.h"
#include "ui/kit/plainbuttons.h"
#include "ui/kit/scrolledbody.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockmaster {

TestDialog::TestDialog(ReaderFactory factory, const BackendSpec &backend, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Test of %1").arg(backend.name));
    auto *view = new ExaminationView(this);
    auto *test = new ConnectionTest(std::move(factory), this);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *again = buttons->addButton(tr("Test &again"), QDialogButtonBox::ActionRole);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins({});
    outer->setSpacing(0);
    outer->addWidget(new EnvironmentStripe(backend.environment, this));
    auto *inner = new QWidget(this);
    outer->addWidget(inner, 1);
    auto *layout = new QVBoxLayout(inner);
    constexpr qsizetype longestName = 120;
    QLabel *name = textLabel(briefText(literalText(backend.name), longestName), this);
    name->setFont(titleFont(1.2, name->font()));
    layout->addWidget(name);
    QStringList place{reachedText(backend.address())};
    if (backend.environment != Environment::Unset)
        place << LockText::environment(backend.environment);
    layout->addWidget(mutedLabel(place.join(QStringLiteral(" · ")), this));
    layout->addWidget(view);
    layout->addWidget(buttons);
    const auto run = [view, test, again, backend](const std::optional<ServerCertificate> &accept) {
        again->setEnabled(false);
        view->showNote(tr("Connecting to %1 …").arg(reachedText(backend.address())));
        if (accept)
            test->acceptAndStart(backend, *accept);
        else
            test->start(backend);
    };
    connect(test, &ConnectionTest::finished, this,
            [view, again](const Examination &examination,
                          const std::optional<ServerCertificate> &acceptable) {
                view->showExamination(examination, acceptable);
                again->setEnabled(true);
            });
    connect(again, &QPushButton::clicked, this, [run] { run({}); });
    connect(view, &ExaminationView::acceptRequested, this, run);
    connect(view, &ExaminationView::watchRequested, this, &TestDialog::watchRequested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    usePlainButtons(*this);
    resizeOnScreen(*this, {820, 420}); // a fingerprint stands on one line
    run({});
}

} // namespace lockmaster
