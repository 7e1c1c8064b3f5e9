// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace lockmaster {

/** What `lab failover` is told; what was not given comes from the preset. */
struct FailoverOptions {
    QString preset;
    std::optional<int> candidates;
    QString period;
    QString lease;
    std::optional<int> precision;
    QString work;
    bool duplicateIdentity = false;
    int kills = 20;
};

/** What the experiments with contention are told; what was not given is their own. */
struct ContendOptions {
    std::optional<int> requests;
    QString skew;
};

/** What `lab` is told. */
struct LabOptions {
    QString experiment;          ///< empty: print which there are
    std::optional<quint32> seed; ///< none: any
    FailoverOptions failover;
    ContendOptions contend;
};

} // namespace lockmaster
