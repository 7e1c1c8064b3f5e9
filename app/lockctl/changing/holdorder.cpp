// SPDX-License-Identifier: Apache-2.0
#include "app/lockctl/changing/holdorder.h"

#include "app/lockctl/shell/output.h"
#include "core/domain/systemtraits.h"
#include "core/formats/formatcatalogue.h"
#include "core/formats/formatwords.h"
#include "core/text/durationtext.h"
#include "core/systems/registry/registry.h"

#include <algorithm>

namespace lockmaster {

namespace {

QString systemNames()
{
    QStringList ids;
    for (const SystemTraits &system : systemTraits())
        ids.append(system.id);
    for (const LockFormatPointer &format : knownTableFormats()) {
        if (isTaken(*format))
            ids.append(format->id);
    }
    return listed(ids);
}

/** Puts an order together; the first thing that is wrong is said. */
class Composer
{
public:
    Composer(const HoldOptions &options, const BackendChoice &choice)
        : m_options(options), m_choice(choice)
    {
    }

    std::optional<HoldOrder> run()
    {
        if (!takeSystem() || !takeBackend() || !takeName() || !takeSource() || !takeOwner()
            || !takeVariant() || !takeTtl() || !takeTimes())
            return std::nullopt;
        m_order.reason = m_options.reason;
        return std::move(m_order);
    }

private:
    bool refuse(const QString &what) const
    {
        say(what);
        return false;
    }

    bool takeSystem()
    {
        m_order.system = m_options.system;
        if (m_order.system.isEmpty())
            return refuse(QStringLiteral("--system is missing. There are: %1.").arg(systemNames()));
        m_system = lockSystem(m_order.system);
        if (m_system)
            return true;
        return refuse(QStringLiteral("There is no lock system '%1'. There are: %2.")
                          .arg(m_order.system, systemNames()));
    }

    bool fits(const BackendSpec &backend) const
    {
        return backend.kind == m_system->info().kind && m_system->acquireForm(backend);
    }

    QString whyNoBackend() const
    {
        const LockFormatPointer format = knownFormat(m_order.system);
        if (format && !isTaken(*format))
            return QStringLiteral("Locks of %1 are looked at and let go of; they are not taken "
                                  "from here.")
                .arg(format->title);
        if (format)
            return QStringLiteral("No backend has a table of %1 that was named: say formats=%2 in "
                                  "the URL, or name it in the profile.")
                .arg(format->title, format->id);
        return QStringLiteral("No backend has locks of the system %1 to take.").arg(m_order.system);
    }

    bool takeBackend()
    {
        std::vector<const BackendSpec *> fitting;
        QStringList names;
        for (const BackendSpec &backend : m_choice.backends) {
            if (!fits(backend))
                continue;
            fitting.push_back(&backend);
            names.append(backend.name);
        }
        if (fitting.empty()) {
            return refuse(whyNoBackend());
        }
        if (fitting.size() > 1) {
            return refuse(QStringLiteral("More than one backend fits: name one with --backend. "
                                         "There are: %1.")
                              .arg(listed(names)));
        }
        m_order.backend = *fitting.front();
        m_form = *m_system->acquireForm(m_order.backend);
        return true;
    }

    bool takeName()
    {
        if (m_options.name.isEmpty())
            return refuse(QStringLiteral("--name is missing: which lock to take?"));
        // The arguments were decoded before: what is not UTF-8 would become another name.
        if (m_options.name.contains(QChar::ReplacementCharacter))
            return refuse(QStringLiteral("--name is not UTF-8."));
        m_order.request.name = m_options.name.toUtf8();
        const qint64 most = m_form.mostNameBytes;
        if (most == 0 || m_order.request.name.size() <= most)
            return true;
        return refuse(QStringLiteral("--name has %1 bytes; %2 takes at most %3.")
                          .arg(m_order.request.name.size())
                          .arg(m_order.backend.name)
                          .arg(most));
    }

    bool takeSource()
    {
        m_order.request.source =
            m_options.source.isEmpty() ? m_form.sources.value(0) : m_options.source;
        if (m_options.source.isEmpty() && m_form.sources.size() > 1) {
            return refuse(QStringLiteral("More than one source fits: name one with --source. "
                                         "There are: %1.")
                              .arg(listed(m_form.sources)));
        }
        if (m_options.source.isEmpty() || m_form.sources.contains(m_options.source))
            return true;
        return refuse(QStringLiteral("There is no source '%1' on %2. There are: %3.")
                          .arg(m_options.source, m_order.backend.name, listed(m_form.sources)));
    }

    bool takeOwner()
    {
        if (!m_options.owner.isEmpty() && !m_form.hasOwner) {
            return refuse(QStringLiteral("--owner: the system %1 has no place for an owner's name.")
                              .arg(m_order.system));
        }
        m_order.request.owner = m_options.owner.toUtf8();
        return true;
    }

    bool takeVariant()
    {
        QStringList ids;
        for (const AcquireForm::Variant &variant : m_form.variants)
            ids.append(variant.id);
        m_order.request.variant = m_options.variant;
        if (m_options.variant.isEmpty() || ids.contains(m_options.variant))
            return true;
        return refuse(ids.isEmpty()
                          ? QStringLiteral("--variant: the system %1 has none.").arg(m_order.system)
                          : QStringLiteral("There is no variant '%1' of %2. There are: %3.")
                                .arg(m_options.variant, m_order.system, listed(ids)));
    }

    bool takeTtl()
    {
        if (!m_form.hasTtl) {
            if (!m_options.ttl.isEmpty()) {
                say(QStringLiteral("--ttl means nothing to the system %1: its locks last as long "
                                   "as their connection, or as its table says.")
                        .arg(m_order.system));
            }
            return true;
        }
        if (m_options.ttl.isEmpty()) {
            return m_form.defaultTtl
                   || refuse(QStringLiteral("--ttl is missing: for how long is it taken at a time, "
                                            "as in --ttl 30s?"));
        }
        return takeDuration("--ttl", m_options.ttl, Millis(1), m_order.request.ttl);
    }

    bool takeTimes()
    {
        std::optional<Millis> wait;
        if (!m_options.wait.isEmpty() && !takeDuration("--wait", m_options.wait, Millis(0), wait))
            return false;
        m_order.wait = wait.value_or(Millis(0));
        return m_options.hold.isEmpty()
               || takeDuration("--hold", m_options.hold, Millis(0), m_order.hold);
    }

    bool takeDuration(const char *option, const QString &text, Millis least,
                      std::optional<Millis> &into) const
    {
        const std::optional<Micros> duration = durationFromText(text);
        if (duration && std::chrono::floor<Millis>(*duration) >= least) {
            into = std::chrono::floor<Millis>(*duration);
            return true;
        }
        return refuse(QStringLiteral("%1: '%2' is no duration, such as 500ms, 5s or 2m.")
                          .arg(QString::fromLatin1(option), text));
    }

    const HoldOptions &m_options;
    const BackendChoice &m_choice;
    const LockSystem *m_system = nullptr;
    AcquireForm m_form;
    HoldOrder m_order;
};

} // namespace

std::optional<HoldOrder> holdOrder(const Options &options, const BackendChoice &choice)
{
    return Composer(options.hold, choice).run();
}

} // namespace lockmaster
