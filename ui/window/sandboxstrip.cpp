// SPDX-License-Identifier: Apache-2.0
#include "ui/window/sandboxstrip.h"

#include "ui/kit/banner.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace lockmaster {

SandboxStrip::SandboxStrip(QWidget *parent)
    : QWidget(parent), m_banner(new Banner(this)),
      m_start(new QPushButton(tr("Start it anew"), this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_banner);
    m_banner->addButton(m_start);
    connect(m_start, &QPushButton::clicked, this, [this] {
        m_start->setEnabled(false);
        emit startWanted();
    });
    hide();
}

void SandboxStrip::showEnded(const Error &why)
{
    m_banner->setMessage(Tone::Danger, why.message,
                         tr("How its locks stand is not known any more."));
    m_start->setEnabled(true);
    show();
}

void SandboxStrip::showProgress(const QString &step, int percent)
{
    m_start->setEnabled(false);
    m_banner->setMessage(Tone::Plain, tr("Starting the sandbox"),
                         tr("%1 (%2 %)").arg(step).arg(percent));
}

void SandboxStrip::showFailure(const Error &error)
{
    m_banner->setMessage(Tone::Danger, error.message, error.remedy);
    m_start->setEnabled(true);
}

void SandboxStrip::clear()
{
    hide();
}

QString SandboxStrip::text() const
{
    return m_banner->text();
}

} // namespace lockmaster
