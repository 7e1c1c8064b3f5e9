// SPDX-License-Identifier: Apache-2.0
#include "ui/servers/securitypage.h"

#include "ui/servers/filefield.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace lockmaster {

namespace {

QSpinBox *millisecondsBox(int from, int to, QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setRange(from, to);
    box->setSingleStep(100);
    box->setSuffix(SecurityPage::tr(" ms"));
    return box;
}

} // namespace

SecurityPage::SecurityPage(QWidget *parent)
    : QWidget(parent), m_tls(new QComboBox(this)),
      m_ca(new FileField(tr("Authority (CA) file"), this)),
      m_cert(new FileField(tr("Client certificate"), this)),
      m_key(new FileField(tr("Client key"), this)), m_pollMs(millisecondsBox(200, 60'000, this)),
      m_timeoutMs(millisecondsBox(100, 60'000, this))
{
    m_tls->addItem(tr("Off: plain text on the wire"), int(TlsMode::Off));
    m_tls->addItem(tr("Verified: refuse anything else"), int(TlsMode::Verify));
    m_ca->edit()->setPlaceholderText(tr("this machine's authorities"));
    auto *form = new QFormLayout(this);
    form->setHorizontalSpacing(16);
    form->addRow(tr("TL&S"), m_tls);
    form->addRow(tr("Autho&rity file"), m_ca);
    form->addRow(tr("C&lient certificate"), m_cert);
    form->addRow(tr("Client &key"), m_key);
    form->addRow(tr("Look e&very"), m_pollMs);
    form->addRow(tr("Give up a&fter"), m_timeoutMs);
    connect(m_tls, &QComboBox::currentIndexChanged, this, [this] {
        followTls();
        emit edited();
    });
    for (const FileField *field : {m_ca, m_cert, m_key})
        connect(field->edit(), &QLineEdit::textChanged, this, &SecurityPage::edited);
}

void SecurityPage::fill(const BackendSpec &backend)
{
    m_pollMs->setValue(int(backend.poll.count()));
    m_timeoutMs->setValue(int(backend.timeout.count()));
    m_tls->setCurrentIndex(m_tls->findData(int(backend.tls)));
    m_ca->edit()->setText(backend.caFile);
    m_cert->edit()->setText(backend.certFile);
    m_key->edit()->setText(backend.keyFile);
    followTls();
}

void SecurityPage::write(BackendSpec &spec) const
{
    spec.tls = TlsMode(m_tls->currentData().toInt());
    spec.caFile = m_ca->path();
    spec.certFile = m_cert->path();
    spec.keyFile = m_key->path();
    spec.poll = Millis(m_pollMs->value());
    spec.timeout = Millis(m_timeoutMs->value());
}

QString SecurityPage::problem() const
{
    if (m_cert->path().isEmpty() != m_key->path().isEmpty())
        return tr("A client certificate and its key go together.");
    return {};
}

void SecurityPage::followTls()
{
    const bool verify = TlsMode(m_tls->currentData().toInt()) == TlsMode::Verify;
    for (FileField *field : {m_ca, m_cert, m_key})
        field->setEnabled(verify);
}

} // namespace lockmaster
