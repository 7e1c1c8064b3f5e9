// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/backendspec.h"
#include "core/domain/lockrecord.h"
#include "core/verdict/verdict.h"
#include "core/display/lockroles.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <atomic>
#include <map>
#include <memory>
#include <vector>

class QThreadPool;

namespace lockmaster {

/**
 * Asks the `alive_command` of a backend, aside, whether the holder of a lock lives, and keeps for a
 * minute what it said: of the very hold that it was asked about. GUI thread.
 */
class AliveChecks final : public QObject
{
    Q_OBJECT

public:
    /** `clock` outlives it. */
    explicit AliveChecks(const Clock &clock, QObject *parent = nullptr);
    /** Who is being asked is given up: a check that hangs does not keep the program. */
    ~AliveChecks() override;

    /** Whose checks there are. */
    void setBackends(const std::vector<BackendSpec> &backends);

    /** Of such checks alone: they may hang, and nothing else waits for a thread because of them. */
    static QThreadPool &pool();

    /** There is somebody to ask about, and a way to ask. */
    bool hasWay(const LockRecord &lock) const;
    /** The same; not while that is done. */
    bool canAsk(const LockRecord &lock) const;
    void ask(const LockPointer &lock);

    /** What was said of whoever holds `lock` as it is; none: nothing, or too long ago. */
    std::optional<LifeEvidence> saidOf(const LockRecord &lock) const;
    /** The same of all that were asked about, for those who judge many. */
    std::vector<HolderCheck> said() const;

signals:
    /** Somebody is asked, or something was said. */
    void changed();

private:
    struct Said {
        LockPointer lock;                     ///< as it was when its holder was asked about
        std::optional<LifeEvidence> evidence; ///< none: it is being asked
        SteadyTime at{};
    };

    const Clock &m_clock;
    QHash<QString, QStringList> m_commands; ///< by backend, of those that have one
    std::map<LockId, Said> m_said;
    std::shared_ptr<std::atomic<bool>> m_givenUp = std::make_shared<std::atomic<bool>>(false);
};

} // namespace lockmaster
